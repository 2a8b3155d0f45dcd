/** Goes through a session while it runs: a command in, lines out; what happens by itself is said as it comes. */
import { type Fact, stateOf } from '@tagma/core';
import { factOf, type Gate, type HeldEvent } from '@tagma/runtime';
import type { Edited } from '@tagma/tui';
import { type Command, type CommandName, countOf, helpLines } from './commands.ts';
import { aboutBreakpoints } from './history-stepper.ts';
import { createLiveSession, type LiveSession } from './live-session.ts';
import { answerTo, questionLines } from './question.ts';
import { refused, type Said, said } from './said.ts';
import { eventLine, isLook, look, summaryLine, whereLine } from './scene.ts';

export type LiveStepper = Pick<LiveSession, 'watch' | 'settled'> & {
  readonly gate: Gate;
  readonly execute: (command: Command) => Promise<Said>;
  /** In a word, for a prompt: what is held, or what the session is at. */
  readonly status: () => string;
};

export type Around = {
  readonly say: (lines: readonly string[]) => void;
  /** Null: there is none here. */
  readonly editor: Editor | null;
};

type Editor = (text: string) => Promise<Edited>;

/** What a command works on. */
type Place = { readonly live: LiveSession; readonly editor: Editor | null };
type Work = (place: Place, command: Command) => Said | Promise<Said>;

const LIST_AROUND = 5;

export function createLiveStepper({ say, editor }: Around): LiveStepper {
  const live = createLiveSession(say);
  const { watch, settled } = live;
  return {
    ...{ gate: live.stepping.gate, watch, settled },
    execute: async (command) => (COMMANDS[command.name] ?? lookAt)({ live, editor }, command),
    status() {
      const { told, question, working, snapshot } = live.following();
      const held = live.held();
      if (held) return `held #${told + 1} ${held.event.type}`;
      return question ? 'asks' : working.size > 0 ? 'working' : stateOf(snapshot);
    },
  };
}

/** The others look at something. */
const COMMANDS: { readonly [name in CommandName]?: Work } = {
  next: ({ live }, command) => next(live, command),
  continue: ({ live }) => goOn(live),
  break: ({ live }, command) => aboutBreakpoints(command, live.stepping.breakpoints),
  breaks: ({ live }, command) => aboutBreakpoints(command, live.stepping.breakpoints),
  delete: ({ live }, command) => aboutBreakpoints(command, live.stepping.breakpoints),
  edit: (place, command) => withHeld(place, command, (held) => edit(place, held, command.argument)),
  revert: (place, command) => withHeld(place, command, () => revert(place.live)),
  drop: (place, command) => withHeld(place, command, (held) => drop(place.live, held)),
  abort: ({ live }) => send(live, { type: 'abort.requested', by: 'person' }),
  say: ({ live }, command) => withText(command, (text) => send(live, { type: 'prompt.given', text })),
  steer: ({ live }, command) => withText(command, (text) => send(live, { type: 'steer.given', text })),
  yes: ({ live }, command) => answer(live, command),
  always: ({ live }, command) => answer(live, command),
  no: ({ live }, command) => answer(live, command),
  answer: ({ live }, command) => answer(live, command),
  list: ({ live }, command) => list(live, command),
  help: () => said(helpLines('live')),
};

function next(live: LiveSession, command: Command): Said {
  const count = countOf(command, 1, Number.MAX_SAFE_INTEGER, 1);
  if (!count.ok) return count;
  if (live.held()) return letGo(live, count.value - 1);
  live.stepping.hold(true);
  const { working, question, snapshot } = live.following();
  if (working.size > 0) return said(['the next event will be held']);
  if (question) return said(questionLines(question));
  return refused(`nothing is on its way (${whereLine(snapshot)}). say TEXT gives the agent a prompt.`);
}

function goOn(live: LiveSession): Said {
  const isHeld = live.held() !== null;
  letGo(live, Number.POSITIVE_INFINITY);
  return said(isHeld ? [] : ['from now on events pass, up to a breakpoint']);
}

function letGo(live: LiveSession, more: number): Said {
  live.letGo(more);
  return said([]);
}

function send(live: LiveSession, fact: Fact): Said {
  const isBehind = live.held() !== null;
  live.send(fact);
  return said(isBehind ? [`${fact.type} waits behind the event that is held`] : []);
}

function answer(live: LiveSession, command: Command): Said {
  const { question } = live.following();
  if (!question) return refused('nothing is asked.');
  const answered = answerTo(question, command);
  return answered.ok ? send(live, answered.fact) : answered;
}

async function edit({ live, editor }: Place, held: HeldEvent, text: string): Promise<Said> {
  const now = live.heldScene()?.event ?? held.event;
  let given = text;
  if (given === '') {
    if (!editor) return refused('edit takes JSON, or FIELD VALUE, where there is no terminal.');
    const from = await editor(`${JSON.stringify(factOf(now), null, 2)}\n`);
    if (!from.ok) return from;
    given = from.text.trim();
  }
  const changed = live.stepping.change(given);
  return changed.ok ? shown(live, 'edited') : changed;
}

function revert(live: LiveSession): Said {
  live.stepping.change(null);
  return shown(live, 'as it came');
}

function shown(live: LiveSession, what: string): Said {
  const scene = live.heldScene();
  return said(scene ? [`${what} ${summaryLine(scene)}`] : []);
}

function drop(live: LiveSession, { event }: HeldEvent): Said {
  const dropped = live.drop();
  if (!dropped.ok) return dropped;
  return said(
    'request' in event ? [`the machine goes on waiting for request ${event.request}; abort ends the turn`] : [],
  );
}

function list({ events, heldScene }: LiveSession, command: Command): Said {
  const around = countOf(command, 1, Number.MAX_SAFE_INTEGER, LIST_AROUND);
  if (!around.ok) return around;
  const from = Math.max(0, events.length - around.value);
  const told = events.slice(from).map((event, index) => `  ${eventLine(from + index + 1, event)}`);
  const held = heldScene();
  return said(held ? [...told, `> ${eventLine(held.number, held.event)}`] : told);
}

function lookAt({ live }: Place, command: Command): Said {
  const held = live.held();
  const { snapshot, last } = live.following();
  if (command.name === 'state') return said([whereLine(snapshot), ...(held ? [`held: ${held.event.type}`] : [])]);
  const scene = live.heldScene() ?? last;
  if (!scene || !isLook(command)) return refused(`${command.name} is about an event, and there is none yet.`);
  return look(command, scene);
}

function withHeld({ live }: Place, { name }: Command, work: (held: HeldEvent) => Said | Promise<Said>) {
  const held = live.held();
  return held ? work(held) : refused(`${name} is about an event that is held, and none is.`);
}

function withText({ name, argument }: Command, work: (text: string) => Said): Said {
  return argument === '' ? refused(`${name} takes the text: ${name} fix the failing test`) : work(argument);
}
