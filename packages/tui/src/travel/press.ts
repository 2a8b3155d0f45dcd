/** What a key does in a history that is looked at. Pure. */
import { commandInView, type OnAnyScreen } from '../keys/in-history.ts';
import { shownKey } from '../keys/shown-key.ts';
import type { TravelCommand } from '../keys/tables/travel.ts';
import type { Pressed } from '../screen/viewer.ts';
import { ask, findAgain, pressAsked } from './asking.ts';
import { pressMouse } from './mouse.ts';
import { backward, byRecord, forward, towards } from './moving.ts';
import { nextSpeed, playOrPause } from './playing.ts';
import { scrolledBy } from './scrolling.ts';
import { onward, span, type Travel, type TravelNext } from './travel.ts';

/** Rows that a key scrolls. */
const ROWS = 3;

type Run = (travel: Travel, at: number) => TravelNext;

/** `at`, in ms: now. */
export function pressTravel(before: Travel, input: Pressed, at: number): TravelNext {
  if (before.asking) return pressAsked(before, before.asking, input);
  const travel = { ...before, notice: null, forkNear: false };
  if (input.kind === 'mouse') return pressMouse(travel, input);
  if (input.kind === 'paste') return onward(travel);
  const command = commandInView(travel.keys, input.kind === 'key' ? input.chord : input.text, 'history');
  if (command === 'fork') return fork(travel, before.forkNear);
  if (command !== null) return RUNS[command](travel, at);
  return input.kind === 'text' && /^\d+$/.test(input.text) ? ask(travel, 'place', input.text) : onward(travel);
}

/** Whoever moves by himself does not want to be moved. */
function byHand(run: (travel: Travel) => TravelNext): Run {
  return (travel) => run({ ...travel, playing: null });
}

const RUNS: { readonly [command in Exclude<TravelCommand, 'fork'> | OnAnyScreen]: Run } = {
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
  'copy-record': (travel) => withSource(travel, (text) => ({ type: 'copy', text })),
  'read-record': (travel) => withSource(travel, (text) => ({ type: 'edit', text })),
  'view-help': (travel) => onward({ ...travel, isHelpShown: !travel.isHelpShown }),
  stay: (travel) => onward({ ...travel, isHelpShown: false, goal: null, playing: null }),
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

function withSource(travel: Travel, act: (text: string) => TravelNext['acts'][number]): TravelNext {
  const record = travel.stop?.records.find(({ n }) => n === travel.record);
  return record ? onward(travel, act(record.bytes.toString('utf8'))) : onward(travel);
}
