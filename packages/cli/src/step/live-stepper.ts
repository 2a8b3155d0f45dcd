/** Goes through a session while it runs: a command in, lines out; what happens by itself is said as it comes. */
import {
  type AgentEvent,
  type Effect,
  type Fact,
  isEffect,
  type Snapshot,
  start,
  stateOf,
  step,
  type Update,
} from '@tagma/core';
import type { Gate, Session } from '@tagma/runtime';
import { type Breakpoint, createBreakpoints, placeOf } from './breakpoints.ts';
import { type Command, countOf, helpLines } from './commands.ts';
import { edited, factOf } from './edit.ts';
import type { FromEditor } from './editor.ts';
import { aboutBreakpoints } from './history-stepper.ts';
import { createHolder, type Held } from './holder.ts';
import { answerTo, indented, isQuestion, type Question, questionLines } from './question.ts';
import { eventLine, isLook, look, type Said, type Scene, summaryLine, whereLine } from './scene.ts';

export type LiveStepper = {
  readonly gate: Gate;
  /** Takes up a session that has the gate, before it is told anything. */
  readonly watch: (session: Session) => void;
  readonly execute: (command: Command) => Promise<Said>;
  /** In a word, for a prompt: what is held, or what the session is at. */
  readonly status: () => string;
  /** Resolves when an event is held, or nothing comes by itself any more: it is the person's turn. */
  readonly settled: () => Promise<void>;
};

export type Around = {
  readonly say: (lines: readonly string[]) => void;
  /** Null: there is none here. */
  readonly editor: ((text: string) => Promise<FromEditor>) | null;
};

const LIST_AROUND = 5;
/** Whose answer comes by itself. */
const WORK: ReadonlySet<string> = new Set([
  'model.ask',
  'summary.ask',
  'facts.take',
  'tool.run',
  'timer.start',
  'plan.review',
]);

export function createLiveStepper({ say, editor }: Around): LiveStepper {
  const breakpoints = createBreakpoints();
  const events: AgentEvent[] = [];
  /** Effects whose answer is on its way. */
  const working = new Set<number>();
  let session: Session | null = null;
  let last: Scene | null = null;
  let snapshot: Snapshot = start();
  let question: Question | null = null;
  /** Something has been let go, and the machine has not been told yet. */
  let moving = false;
  let wake: (() => void)[] = [];

  const settle = () => {
    if (!isSettled()) return;
    const woken = wake;
    wake = [];
    for (const each of woken) each();
  };
  const isSettled = () => holder.held() !== null || (!moving && working.size === 0);

  const holder = createHolder(breakpoints, (held: Held, at: Breakpoint | undefined) => {
    moving = false;
    say([...(at ? [placeOf(at)] : []), `held   ${summaryLine(heldScene(held))}`]);
    settle();
  });

  const heldScene = ({ event, snapshot: before, draft }: Held): Scene => {
    const told =
      draft === null ? event : { ...draft, at: event.at, changed: { by: 'person', original: factOf(event) } };
    const { snapshot: after, emitted } = step(before, told);
    return { number: events.length + 1, event: told, before, after, emitted, isHeld: true };
  };

  const take = (update: Update) => {
    if (update.kind !== 'step') return;
    const { event, emitted, snapshot: after } = update;
    events.push(event);
    last = { number: events.length, event, before: snapshot, after, emitted, isHeld: false };
    snapshot = after;
    moving = false;
    const answered = event.type === 'event.dropped' ? event.event : event;
    if ('request' in answered) working.delete(answered.request);
    for (const effect of emitted.filter(isEffect)) if (WORK.has(effect.type) && 'id' in effect) working.add(effect.id);
    if (question && !after.context.requests.includes(question.id)) question = null;
    const plan = event.type === 'plan.presented' ? ['the plan:', ...indented(event.text)] : [];
    say([`told   ${summaryLine(last)}`, ...plan, ...emitted.filter(isEffect).flatMap(forPerson)]);
    // What follows may be held at once.
    setImmediate(settle);
  };

  /** What of an effect is for the person. */
  const forPerson = (effect: Effect): readonly string[] => {
    if (isQuestion(effect)) {
      question = effect;
      return questionLines(effect);
    }
    if (effect.type === 'turn.end') {
      const { result } = effect;
      return result.kind === 'done' ? ['the answer:', ...indented(result.text)] : [];
    }
    return [];
  };

  const send = (fact: Fact): Said => {
    const isBehind = holder.held() !== null;
    session?.send(fact);
    return said(isBehind ? [`${fact.type} waits behind the event that is held`] : []);
  };

  const next = (command: Command): Said => {
    const count = countOf(command, 1, Number.MAX_SAFE_INTEGER, 1);
    if (!count.ok) return count;
    return letGo(count.value - 1);
  };

  const letGo = (more: number): Said => {
    if (holder.held()) {
      moving = true;
      holder.pass(more);
      return said([]);
    }
    if (more === Number.POSITIVE_INFINITY) {
      holder.pass(more);
      return said(['from now on events pass, up to a breakpoint']);
    }
    holder.holdNext();
    if (working.size > 0) return said(['the next event will be held']);
    if (question) return said(questionLines(question));
    return refused(`nothing is on its way (${whereLine(snapshot)}). say TEXT gives the agent a prompt.`);
  };

  const answer = (command: Command): Said => {
    if (!question) return refused('nothing is asked.');
    const answered = answerTo(question, command);
    return answered.ok ? send(answered.fact) : answered;
  };

  const edit = async (held: Held, text: string): Promise<Said> => {
    const now = heldScene(held).event;
    let given = text;
    if (given === '') {
      if (!editor) return refused('edit takes JSON, or FIELD VALUE, where there is no terminal.');
      const from = await editor(`${JSON.stringify(factOf(now), null, 2)}\n`);
      if (!from.ok) return from;
      given = from.text.trim();
    }
    const read = edited(now, given, held.snapshot);
    if (!read.ok) return read;
    holder.change(read.fact);
    return shown('edited');
  };

  const shown = (what: string): Said => {
    const held = holder.held();
    return said(held ? [`${what} ${summaryLine(heldScene(held))}`] : []);
  };

  const drop = (held: Held): Said => {
    moving = true;
    holder.drop();
    return said(
      'request' in held.event
        ? [`the machine goes on waiting for request ${held.event.request}; abort ends the turn`]
        : [],
    );
  };

  const list = (command: Command): Said => {
    const around = countOf(command, 1, Number.MAX_SAFE_INTEGER, LIST_AROUND);
    if (!around.ok) return around;
    const from = Math.max(0, events.length - around.value);
    const told = events.slice(from).map((event, index) => `  ${eventLine(from + index + 1, event)}`);
    const held = holder.held();
    return said(held ? [...told, `> ${eventLine(events.length + 1, heldScene(held).event)}`] : told);
  };

  const lookAt = (command: Command): Said => {
    const held = holder.held();
    if (command.name === 'state') return said([whereLine(snapshot), ...(held ? [`held: ${held.event.type}`] : [])]);
    const scene = held ? heldScene(held) : last;
    if (!scene || !isLook(command)) return refused(`${command.name} is about an event, and there is none yet.`);
    return look(command, scene);
  };

  const withHeld = async (name: string, work: (held: Held) => Said | Promise<Said>): Promise<Said> => {
    const held = holder.held();
    return held ? work(held) : refused(`${name} is about an event that is held, and none is.`);
  };

  const withText = ({ name, argument }: Command, fact: (text: string) => Fact): Said =>
    argument === '' ? refused(`${name} takes the text: ${name} fix the failing test`) : send(fact(argument));

  return {
    gate: holder.gate,
    watch(given) {
      session = given;
      given.subscribe(take);
    },
    async execute(command) {
      switch (command.name) {
        case 'next':
          return next(command);
        case 'continue':
          return letGo(Number.POSITIVE_INFINITY);
        case 'break':
        case 'breaks':
        case 'delete':
          return aboutBreakpoints(command, breakpoints);
        case 'edit':
          return withHeld('edit', (held) => edit(held, command.argument));
        case 'revert':
          return withHeld('revert', () => {
            holder.change(null);
            return shown('as it came');
          });
        case 'drop':
          return withHeld('drop', drop);
        case 'abort':
          return send({ type: 'abort.requested', by: 'person' });
        case 'say':
          return withText(command, (text) => ({ type: 'prompt.given', text }));
        case 'steer':
          return withText(command, (text) => ({ type: 'steer.given', text }));
        case 'yes':
        case 'always':
        case 'no':
        case 'answer':
          return answer(command);
        case 'list':
          return list(command);
        case 'help':
          return said(helpLines('live'));
        default:
          return lookAt(command);
      }
    },
    status() {
      const held = holder.held();
      if (held) return `held #${events.length + 1} ${held.event.type}`;
      return question ? 'asks' : working.size > 0 ? 'working' : stateOf(snapshot);
    },
    settled: () => (isSettled() ? Promise.resolve() : new Promise((resolve) => wake.push(resolve))),
  };
}

function said(lines: readonly string[]): Said {
  return { ok: true, lines };
}

function refused(message: string): Said {
  return { ok: false, message };
}
