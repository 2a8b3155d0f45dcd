/** What a key does in a history that is looked at. Pure. */
import {
  commandInView,
  isOnAnyScreen,
  isWithTranscript,
  type OnAnyScreen,
  type WithTranscript,
} from '../keys/in-history.ts';
import { commandFor } from '../keys/key-table.ts';
import { shownKey } from '../keys/shown-key.ts';
import type { TravelCommand } from '../keys/tables/travel.ts';
import type { Pressed } from '../screen/viewer.ts';
import { chosenBlock } from '../transcript/choosing.ts';
import { TRANSCRIPT_RUNS } from '../transcript/commands.ts';
import { ask, findAgain, pressAsked } from './asking.ts';
import { HELP_ROWS, type HelpMove } from './help.ts';
import { pressMouse } from './mouse.ts';
import { backward, byRecord, forward, towards } from './moving.ts';
import { nextSpeed, playOrPause } from './playing.ts';
import { readBy, readModel } from './reading.ts';
import { helpScrolled, scrolledBy } from './scrolling.ts';
import { pressSearch } from './searching.ts';
import { onward, span, type Travel, type TravelNext } from './travel.ts';

/** Rows that a key scrolls. */
const ROWS = 3;

type Command = TravelCommand | OnAnyScreen;
type Run = (travel: Travel, at: number) => TravelNext;

/** `at`, in ms: now. */
export function pressTravel(before: Travel, input: Pressed, at: number): TravelNext {
  if (before.reading.search) return pressSearch(before, input);
  if (before.asking) return pressAsked(before, before.asking, input);
  const travel = { ...before, notice: null, forkNear: false };
  if (input.kind === 'mouse') return pressMouse(travel, input, at);
  if (input.kind === 'paste') return onward(travel);
  const chord = input.kind === 'key' ? input.chord : input.text;
  const reading = readingCommand(travel, chord);
  if (reading !== null) return readBy({ ...travel, help: null }, (model) => TRANSCRIPT_RUNS[reading](model, chord));
  const command = commandInView(travel.keys, chord, 'history');
  if (command !== null && travel.help !== null) return pressInHelp(travel, travel.help, command, at);
  if (command === 'fork') return fork(travel, before.forkNear);
  if (command !== null) return RUNS[command](travel, at);
  if (input.kind !== 'text' || !/^\d+$/.test(input.text)) return onward(travel);
  return ask({ ...travel, help: null }, 'place', input.text);
}

/** Where the keys are shown: what would move in the history scrolls them; all else closes them, and is done. */
function pressInHelp(travel: Travel, from: number, command: Command, at: number): TravelNext {
  const move = HELP_MOVES[command];
  if (move) return onward(helpScrolled(travel, from, move));
  if (command === 'view-help' || isOnAnyScreen(command)) return RUNS[command](travel, at);
  const closed = { ...travel, help: null };
  return command === 'fork' ? fork(closed, false) : RUNS[command](closed, at);
}

const HELP_MOVES: { readonly [command in Command]?: HelpMove } = {
  'record-on': { rows: HELP_ROWS },
  'record-back': { rows: -HELP_ROWS },
  'scroll-down': { rows: HELP_ROWS },
  'scroll-up': { rows: -HELP_ROWS },
  'turn-on': { pages: 1 },
  'turn-back': { pages: -1 },
  'scroll-page-down': { pages: 1 },
  'scroll-page-up': { pages: -1 },
  'to-first': 'first',
  'to-last': 'last',
};

/** What is done with the transcript comes first while a block of it is chosen, and last otherwise. */
function readingCommand(travel: Travel, chord: string): WithTranscript | null {
  const { keys, stop, help } = travel;
  if (!stop) return null;
  const isChosen = help === null && travel.reading.chosen !== null && chosenBlock(readModel(travel, stop)) !== null;
  const own = isChosen ? commandFor(keys, chord, ['block']) : null;
  if (own !== null && isWithTranscript(own)) return own;
  if (commandFor(keys, chord, ['history']) !== null) return null;
  const command = commandFor(keys, chord, ['anywhere']);
  return command !== null && isWithTranscript(command) ? command : null;
}

/** Whoever moves by himself does not want to be moved. */
function byHand(run: (travel: Travel) => TravelNext): Run {
  return (travel) => run({ ...travel, playing: null });
}

const RUNS: { readonly [command in Exclude<Command, 'fork'>]: Run } = {
  'step-on': byHand((travel) => forward(travel, 'steps')),
  'step-back': byHand((travel) => backward(travel, 'steps')),
  'record-on': byHand((travel) => byRecord(travel, 1)),
  'record-back': byHand((travel) => byRecord(travel, -1)),
  'turn-on': byHand((travel) => forward(travel, 'turns')),
  'turn-back': byHand((travel) => backward(travel, 'turns')),
  'decision-on': byHand((travel) => forward(travel, 'decisions')),
  'decision-back': byHand((travel) => backward(travel, 'decisions')),
  'failure-on': byHand((travel) => forward(travel, 'failures')),
  'failure-back': byHand((travel) => backward(travel, 'failures')),
  'to-first': byHand((travel) => towards(travel, { kind: 'record', record: 1 })),
  'to-last': byHand((travel) => towards(travel, { kind: 'last' })),
  'to-place': (travel) => ask(travel, 'place'),
  play: playOrPause,
  speed: nextSpeed,
  'find-said': (travel) => ask(travel, 'text'),
  'found-on': (travel) => findAgain(travel, false),
  'found-back': (travel) => findAgain(travel, true),
  'switch-pane-focus': (travel) =>
    onward({ ...travel, focus: travel.focus === 'transcript' ? 'record' : 'transcript' }),
  'scroll-up': (travel) => onward(scrolledBy(travel, { rows: -ROWS })),
  'scroll-down': (travel) => onward(scrolledBy(travel, { rows: ROWS })),
  'scroll-page-up': (travel) => onward(scrolledBy(travel, { pages: -1 })),
  'scroll-page-down': (travel) => onward(scrolledBy(travel, { pages: 1 })),
  'machine-pane': (travel) =>
    onward({ ...travel, pane: travel.pane === 'step' ? 'machine' : 'step', focus: 'record', recordRow: 0 }),
  'as-source': (travel) => onward({ ...travel, pane: 'step', asSource: !travel.asSource, recordRow: 0 }),
  'copy-record': (travel) => withSource(travel, (text, n) => ({ type: 'copy', text, what: `record ${n}` })),
  'read-record': (travel) =>
    withSource(travel, (text, n) => ({ type: 'read-elsewhere', text, name: `record-${n}.xml` })),
  'view-help': (travel) => onward({ ...travel, help: travel.help === null ? 0 : null }),
  stay: (travel) => onward({ ...travel, help: null, goal: null, following: false, playing: null }),
  'leave-view': (travel) => onward(travel, { type: 'quit' }),
  redraw: (travel) => onward(travel, { type: 'redraw' }),
  suspend: (travel) => onward(travel, { type: 'suspend' }),
};

/** What it does is said first: it opens another session. */
function fork(travel: Travel, isNear: boolean): TravelNext {
  const { last } = span(travel);
  if (last === 0) return onward(travel);
  if (isNear) return onward(travel, { type: 'fork', record: last });
  const key = shownKey(travel.keys, 'fork', 'history');
  const notice = `${key} again goes on from record ${last} in a new session. The command: tagma fork ${travel.known.session} --at ${last}`;
  return onward({ ...travel, forkNear: true, playing: null, notice });
}

function withSource(travel: Travel, act: (text: string, n: number) => TravelNext['acts'][number]): TravelNext {
  const record = travel.stop?.records.find(({ n }) => n === travel.record);
  return record ? onward(travel, act(record.bytes.toString('utf8'), record.n)) : onward(travel);
}
