/** The machine with a mistake put in on purpose, and the law that it breaks: tests of those that test it. */
import { assign } from 'xstate';
import { takeOutcome } from '../../src/calls.ts';
import { takeAnswer } from '../../src/deciding.ts';
import { type AgentEvent, type Context, machine } from '../../src/index.ts';
import { limitReached } from '../../src/limits.ts';
import { takeUp } from '../../src/resuming.ts';
import * as turn from '../../src/turn.ts';
import { takeUndone } from '../../src/undo.ts';
import type { Machine } from './watched.ts';

export type Mutant = {
  readonly mistake: string;
  readonly law: string;
  readonly machine: Machine;
  /** Where it takes more events than others to see it. */
  readonly events?: number;
};

type Of<T extends AgentEvent['type']> = Extract<AgentEvent, { readonly type: T }>;

const nothing = () => {};
/** The machine's own guard. */
const isAnswer = machine.implementations.guards.isAnswer as (args: { context: Context; event: AgentEvent }) => boolean;

export const MUTANTS: readonly Mutant[] = [
  {
    mistake: 'a call that is denied runs',
    law: 'a tool runs only what the model has asked for and somebody has allowed, once',
    machine: machine.provide({ guards: { isAllowed: isAnswer } }),
  },
  {
    mistake: 'a no of the person counts as yes',
    law: 'a tool runs only what the model has asked for and somebody has allowed, once',
    machine: machine.provide({
      actions: {
        takeAnswer: assign(({ context, event }) =>
          takeAnswer(context, { ...(event as Of<'permission.answered'>), answer: 'once' }),
        ),
      },
    }),
  },
  {
    mistake: 'an answer is put to the model twice',
    law: 'each action is answered to the model exactly once',
    machine: machine.provide({
      actions: { observe: assign(({ context, event }) => observedTwice(context, event.at)) },
    }),
  },
  {
    mistake: 'an abort leaves calls without an answer',
    law: 'each action is answered to the model exactly once',
    machine: machine.provide({ actions: { settleAbort: nothing } }),
  },
  {
    mistake: 'a stale answer counts',
    law: 'an answer that nobody waits for changes nothing',
    machine: machine.provide({ guards: { isAnswer: () => true } }),
  },
  {
    mistake: 'ids are given again',
    law: 'no id is given twice',
    machine: machine.provide({
      actions: { newRequest: assign({ lastId: 1, requests: [1] }) },
    }),
  },
  {
    mistake: 'an abort cancels nothing',
    law: 'after an abort nothing is begun, and all that runs is cancelled',
    machine: machine.provide({ actions: { cancel: nothing } }),
  },
  {
    mistake: 'an abort does not wait for what runs',
    law: 'at rest nothing runs, and no question is open that was not given up',
    machine: machine.provide({ guards: { nothingRuns: () => true } }),
  },
  {
    mistake: 'what was said during the turn waits for its end',
    law: 'where the person has said something for this turn, no call is begun before the model is told',
    machine: machine.provide({ guards: { steerWaits: () => false } }),
  },
  {
    mistake: 'a pause is not kept',
    law: 'a paused machine begins nothing new',
    machine: machine.provide({ guards: { mustPause: () => false } }),
  },
  {
    mistake: 'a step goes on for ever',
    law: 'a paused machine begins nothing new',
    machine: machine.provide({ actions: { pauseAfterStep: nothing } }),
  },
  {
    mistake: 'a message is taken up and nobody is told',
    law: 'what the person has said waits, is taken up once with a note, or is taken back',
    machine: machine.provide({ actions: { noteSteer: nothing } }),
  },
  {
    mistake: 'a message cannot be taken back',
    law: 'what the person has said waits, is taken up once with a note, or is taken back',
    machine: machine.provide({ actions: { withdraw: nothing } }),
  },
  {
    mistake: 'the replies are not counted',
    law: 'no request is made beyond what the turn may use up, and the person has granted',
    machine: machine.provide({ guards: { limitReached: () => false, limitEnds: () => false } }),
  },
  {
    mistake: 'nobody is told that another model is asked',
    law: 'the model that is asked is the chosen one, or one that was said to stand in for it',
    machine: machine.provide({ actions: { noteFallback: nothing } }),
  },
  {
    mistake: 'the chosen model is not asked',
    law: 'the model that is asked is the chosen one, or one that was said to stand in for it',
    machine: machine.provide({ guards: { modelWaits: () => false } }),
  },
  {
    mistake: 'a window is asked for again and again',
    law: 'the window of a model is asked for once, and only where it is not known',
    machine: machine.provide({ actions: { takeWindow: assign({ windowAsked: null }) } }),
    events: 12,
  },
  {
    mistake: 'tokens are counted again and again',
    law: 'tokens are counted one request at a time, where that is wanted and the endpoint does not count itself',
    machine: machine.provide({ actions: { takeCount: assign({ counting: null }) } }),
    events: 12,
  },
  {
    mistake: 'a reply is corrected for ever',
    law: 'no more corrections in a row, retries, and time of an outage than the settings say',
    machine: machine.provide({ guards: { mayCorrect: () => true } }),
  },
  {
    mistake: 'a model that does the same again is not stopped',
    law: 'the model does not do the same for ever',
    machine: machine.provide({ guards: { limitReached: isOtherLimit, limitEnds: isOtherLimit } }),
  },
  {
    mistake: 'what follows a failed call runs',
    law: 'what follows a failed change in the same reply is not begun',
    machine: machine.provide({
      actions: { takeOutcome: assign(({ context, event }) => takenAsOk(context, event as Of<'tool.ended'>)) },
    }),
  },
  {
    mistake: 'somebody is asked where nobody is there',
    law: 'where nobody is there, nobody is asked',
    machine: machine.provide({ guards: { mustAsk: isAnswer } }),
  },
  {
    mistake: 'a plan is agreed to that nobody has seen',
    law: 'the mode changes where the person or a note says so, and a plan is agreed to once it has been shown',
    machine: machine.provide({ guards: { isApproved: isAnswer } }),
  },
  {
    mistake: 'a call that may change something is not kept apart',
    law: 'no tool runs beside one that may change something',
    machine: machine.provide({ guards: { mustWait: () => false } }),
  },
  {
    mistake: 'what is ignored is not noted',
    law: 'an answer that nobody waits for changes nothing',
    machine: machine.provide({ actions: { noteIgnored: nothing } }),
  },
  {
    mistake: 'an overflow is answered by the same compaction for ever',
    law: 'a compaction makes the conversation smaller, and the request fits into the window',
    machine: machine.provide({ guards: { mayShrink: isAnswer, hasNotShrunk: () => false } }),
    events: 12,
  },
  {
    mistake: 'a conversation that outgrows its window is not compacted',
    law: 'a compaction makes the conversation smaller, and the request fits into the window',
    machine: machine.provide({ guards: { mustCompact: () => false } }),
    // As many as it takes to fill a window.
    events: 30,
  },
  {
    mistake: 'a call that was cut off counts as not begun',
    law: 'what was begun and has no outcome is told as cut off, and no call of before is ever begun again',
    machine: machine.provide({ guards: { isInterrupted: () => false } }),
  },
  {
    mistake: 'a turn that was cut off is left as it stands',
    law: 'a turn ends once, at rest',
    machine: machine.provide({ guards: { isTurnCutOff: () => false } }),
  },
  {
    mistake: 'a session that is taken up begins with nothing',
    law: 'all that the model has seen, and every outcome, goes to it again after a session is taken up',
    machine: machine.provide({
      actions: {
        takeUp: assign(({ context, event }) => ({
          ...takeUp(context, event as Of<'session.resumed'>),
          conversation: [],
        })),
      },
    }),
  },
  {
    mistake: 'the model is not told what was taken back',
    law: 'the model is told what was taken back, and of nothing else',
    machine: machine.provide({ actions: { takeUndone: assign({ requests: [], undoing: null }) } }),
  },
  {
    mistake: 'the model is not told what the person has run',
    law: 'the model is told once of each command of the person, whatever became of it',
    machine: machine.provide({ actions: { takeCommand: assign({ requests: [], cancelled: [], commanding: null }) } }),
  },
  {
    mistake: 'an undo that failed is told as one',
    law: 'the model is told what was taken back, and of nothing else',
    machine: machine.provide({
      actions: {
        takeUndone: assign(({ context, event }) =>
          takeUndone(context, { ...(event as Of<'undo.ended'>).outcome, status: 'ok' }),
        ),
      },
    }),
  },
];

function isOtherLimit({ context, event }: { context: Context; event: AgentEvent }): boolean {
  return (limitReached(context, event.at)?.limit ?? 'repetition') !== 'repetition';
}

function observedTwice(context: Context, at: number): Context {
  const observed = turn.observe(context, at);
  const last = observed.conversation.at(-1);
  const content = `${last?.message.content}\n\n${last?.message.content}`;
  return {
    ...observed,
    conversation: observed.conversation.with(-1, { message: { role: 'user', content }, parts: [], said: [] }),
  };
}

function takenAsOk(context: Context, event: Of<'tool.ended'>): Context {
  return takeOutcome(context, { ...event, outcome: { ...event.outcome, status: 'ok' } });
}
