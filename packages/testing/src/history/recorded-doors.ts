/**
 * The world of a recorded session, for one that is run again: the model says what it said, each call has the facts and the
 * outcome that it had, the person answers as he did. What the recording does not know is a mistake of the test, which has
 * changed something and must say what follows.
 */
import type { Effect, Emitted, FactsTake, ShellRun, ToolRun, UndoRun } from '@tagma/core';
import type { Facts, Outcome, Params } from '@tagma/protocol';
import type { TakeFacts, Tools } from '@tagma/runtime';
import { type FakeFacts, fakeFacts } from '../session/fake-facts.ts';
import { type FakeShell, type FakeTool, type FakeTools, fakeTools } from '../session/fake-tools.ts';
import { TestMistake } from '../session/mistake.ts';
import { isIgnored } from '../session/open-effects.ts';
import { answerIn, isQuestion, type Person, type PersonAnswer, type Question } from '../session/person.ts';
import type { TakenStep } from '../session/readable.ts';
import { type Replier, type ScriptedModel, type ScriptedReply, scriptedModel } from '../session/scripted-model.ts';

/** Null is what had no end yet when the session was cut off: it never comes to one. */
export type Recording = {
  /** By the number of the request, from 1. */
  readonly replies: ReadonlyMap<number, ScriptedReply | null>;
  readonly facts: ByCall<Facts | null>;
  readonly outcomes: ByCall<Ended | null>;
  readonly answers: ByCall<PersonAnswer | null>;
  /** The texts of the plans that the person was shown, in order. */
  readonly plans: readonly string[];
  /** What became of what the person took back, in order. */
  readonly undone: readonly (Outcome | null)[];
  /** And of his own commands. */
  readonly commands: readonly (Ended | null)[];
};

type Ended = { readonly outcome: Outcome; readonly durationMs: number };

/** What belongs to each call of a session, or to each question, by tool and parameters, in the order in which it was made. */
type ByCall<T> = ReadonlyMap<string, readonly T[]>;

/** What waits for an answer: a request of the model, by its number, a call, or a question to the person. */
type QuestionAsked = Extract<Effect, { readonly type: Question['type'] }>;
type Asked =
  | { readonly type: 'reply'; readonly request: number }
  | FactsTake
  | ToolRun
  | UndoRun
  | ShellRun
  | QuestionAsked;

/** What a recorded session learned from outside: what the doors of another session can be made of. */
export function recordingOf(steps: readonly TakenStep[]): Recording {
  const asked = new Map<number, Asked>();
  const replies = new Map<number, ScriptedReply | null>();
  const facts = new Map<string, (Facts | null)[]>();
  const outcomes = new Map<string, (Ended | null)[]>();
  const answers = new Map<string, (PersonAnswer | null)[]>();
  const plans: string[] = [];
  const undone: (Outcome | null)[] = [];
  const commands: (Ended | null)[] = [];
  let requests = 0;
  const cutOff = (effect: Asked) => {
    if (effect.type === 'reply') replies.set(effect.request, null);
    else if (effect.type === 'undo.run') undone.push(null);
    else if (effect.type === 'shell.run') commands.push(null);
    else if (isQuestion(effect)) append(answers, keyOfQuestion(effect), null);
    else append<unknown>(effect.type === 'tool.run' ? outcomes : facts, keyOf(effect.tool, effect.params), null);
  };
  for (const { event, emitted } of steps) {
    if (event.type === 'session.resumed' && !isIgnored(emitted)) {
      for (const effect of asked.values()) cutOff(effect);
      asked.clear();
    }
    const effect = 'request' in event ? asked.get(event.request) : undefined;
    if (event.type === 'undo.ended' && !isIgnored(emitted)) undone.push(event.outcome);
    if (event.type === 'shell.ended' && !isIgnored(emitted))
      commands.push({ outcome: event.outcome, durationMs: event.durationMs });
    if (event.type === 'plan.presented') plans.push(event.text);
    else if ('request' in event && !isIgnored(emitted)) asked.delete(event.request);
    if (effect?.type === 'reply') {
      // The first answer counts: a second one to the same effect changed nothing.
      if (event.type === 'reply.ended' || event.type === 'reply.failed') replies.set(effect.request, replyIn(event));
    } else if (effect && isQuestion(effect)) {
      const answer = isIgnored(emitted) ? null : answerIn(effect, event);
      if (answer !== null) append(answers, keyOfQuestion(effect), answer);
    } else if (effect && effect.type !== 'undo.run' && effect.type !== 'shell.run') {
      const key = keyOf(effect.tool, effect.params);
      if (event.type === 'facts.taken') append(facts, key, event.facts);
      if (event.type === 'tool.ended') append(outcomes, key, { outcome: event.outcome, durationMs: event.durationMs });
    }
    for (const one of emitted) {
      if (one.type === 'model.ask' || one.type === 'summary.ask')
        asked.set(one.id, { type: 'reply', request: ++requests });
      if (isAsked(one)) asked.set(one.id, one);
    }
  }
  return { replies, facts, outcomes, answers, plans, undone, commands };
}

/**
 * A model that says what the recorded one said, in order.
 * @param changed replies that are other ones now, by the number of the request, from 1
 */
export function recordedModel(
  { replies }: Recording,
  changed: { readonly [request: number]: Replier } = {},
): ScriptedModel {
  return scriptedModel(async (request) => {
    const other = changed[request.number];
    const reply = typeof other === 'function' ? await other(request) : (other ?? replies.get(request.number));
    if (reply === null) return NEVER;
    if (reply !== undefined) return reply;
    throw new TestMistake(
      `The recording has no reply to request ${request.number}. Say what it is: { replies: { ${request.number}: '…' } }. ` +
        `The last message was:\n${request.last}`,
    );
  });
}

/**
 * Tools that come to what the recorded ones came to: the same call has the same outcome.
 * @param fakes tools that do something else now, every call of them
 */
export function recordedTools(
  { outcomes, undone, commands }: Recording,
  fakes: { readonly [name: string]: FakeTool } = {},
  specs: FakeTools['specs'],
): FakeTools & Required<Pick<Tools, 'undo'>> & { readonly shell: FakeShell } {
  const faked = fakeTools({
    ...Object.fromEntries(
      Object.entries(fakes).map(([name, run]) => [
        name,
        { spec: specs.find((one) => one.name === name) ?? NO_SPEC, run },
      ]),
    ),
  });
  const takeOutcome = taker(outcomes);
  const undoes = [...undone];
  const commandsLeft = [...commands];
  return {
    specs,
    calls: faked.calls,
    async run(tool, params, context) {
      if (Object.hasOwn(fakes, tool)) return faked.run(tool, params, context);
      const found = takeOutcome(keyOf(tool, params));
      if (found === null) return NEVER;
      if (found === undefined) {
        throw new TestMistake(
          `The recording has no outcome for ${tool} ${JSON.stringify(params)}. Say what it does: { tools: { ${tool}: () => '…' } }.`,
        );
      }
      await context.clock?.wait(found.durationMs, new AbortController().signal);
      return found.outcome;
    },
    async undo() {
      const outcome = undoes.shift();
      if (outcome === null) return NEVER;
      if (outcome) return outcome;
      throw new TestMistake('The recording has no outcome for one undo more than the person had asked for.');
    },
    async shell(_command, { clock }) {
      const found = commandsLeft.shift();
      if (found === null) return NEVER;
      await clock?.wait(found?.durationMs ?? 0, new AbortController().signal);
      if (found) return found.outcome;
      throw new TestMistake('The recording has no outcome for one command more than the person had run.');
    },
  };
}

/** What a session was cut off in. */
const NEVER = new Promise<never>(() => {});
const NO_SPEC = { description: '', parameters: { type: 'object', properties: {} } } as const;

/** A call that was never made has the facts of the usual table. */
export function recordedFacts({ facts }: Recording, changed: FakeFacts = {}): FakeFacts {
  const takeRecorded = taker(facts);
  const usual = fakeFacts(changed);
  return async (call) => {
    const own = typeof changed === 'function' ? await changed(call) : changed[call.tool];
    const recorded = takeRecorded(keyOf(call.tool, call.params));
    if (recorded === null) return NEVER;
    return recorded ? { ...recorded, ...own } : usual(call, { folder: '/project' });
  };
}

/** As above, and a call that was never made has what `usual` finds out about it. */
export function recordedFactsOr({ facts }: Recording, usual: TakeFacts): TakeFacts {
  const takeRecorded = taker(facts);
  return async (call, place) => takeRecorded(keyOf(call.tool, call.params)) ?? usual(call, place);
}

/** Whoever was not asked then does not answer now. */
export function recordedPerson({ answers }: Recording): Person {
  const takeAnswer = taker(answers);
  return (question) => takeAnswer(keyOfQuestion(question)) ?? undefined;
}

/** Past the last plan that was shown there is none. */
export function recordedPlan({ plans }: Recording): () => string {
  let shown = 0;
  return () => plans[shown++] ?? '';
}

function replyIn(event: Extract<TakenStep['event'], { readonly type: 'reply.ended' | 'reply.failed' }>): ScriptedReply {
  const { text, reasoning, stopSent, imagesSent, toolCalls, functionCall } = event;
  const ended =
    event.type === 'reply.ended'
      ? { finish: event.finish, ...(event.usage && { usage: event.usage }) }
      : { fault: event.fault };
  // In one piece: an early stop has cut it then, and shall not cut it elsewhere now.
  return {
    text,
    reasoning,
    ...ended,
    pieceCharacters: Number.MAX_SAFE_INTEGER,
    ...(stopSent && { stopSent }),
    ...(imagesSent && { imagesSent }),
    ...(toolCalls && { toolCalls }),
    ...(functionCall && { functionCall }),
  };
}

function isAsked(emitted: Emitted): emitted is FactsTake | ToolRun | UndoRun | ShellRun | QuestionAsked {
  return ['facts.take', 'tool.run', 'undo.run', 'shell.run'].includes(emitted.type) || isQuestion(emitted);
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  map.set(key, [...(map.get(key) ?? []), value]);
}

/** Gives what belongs to the first call, then to the second; undefined past the last. */
function taker<T>(map: ByCall<T>): (key: string) => T | undefined {
  const taken = new Map<string, number>();
  return (key) => {
    const count = taken.get(key) ?? 0;
    taken.set(key, count + 1);
    return map.get(key)?.[count];
  };
}

function keyOfQuestion(question: QuestionAsked): string {
  if (question.type === 'limit.ask') return JSON.stringify([question.type, question.limit]);
  return JSON.stringify([question.type, question.tool, question.params]);
}

function keyOf(tool: string, params: Params): string {
  return JSON.stringify([tool, params]);
}
