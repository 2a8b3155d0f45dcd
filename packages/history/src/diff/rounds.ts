/**
 * A session as rounds: what the person said, the model's reply to it, and what came of that reply. A turn is one round or
 * several: it begins with a prompt, and ends with an answer.
 */
import { type Decision, isAtRest, type TurnResult } from '@tagma/core';
import type { Fault, Outcome, OutcomeStatus, Params, Reply, Usage } from '@tagma/protocol';
import { fieldsOf, type Said, type SaidStep } from './steps.ts';

/** One request to the model and all that came of it. */
export type Round = {
  /** Which turn it belongs to, and which reply of that turn it is, both from 1; reply 0 where none came. */
  readonly turn: number;
  readonly reply: number;
  /** The numbers of its first and last record. */
  readonly from: number;
  readonly to: number;
  /** What the person said before the model was asked. */
  readonly said: readonly string[];
  readonly thoughts: readonly string[];
  /** The final answer, or what was said outside of every element. */
  readonly text: string;
  readonly repairs: readonly string[];
  /** Why the reply could not be taken. */
  readonly problem: string | null;
  /** Why no reply came. */
  readonly fault: string | null;
  readonly calls: readonly RoundCall[];
  /** The state at its end. */
  readonly state: string;
  /** How the turn ended; null where it went on. */
  readonly result: TurnResult['kind'] | null;
  readonly usage: Usage | null;
  readonly steps: readonly SaidStep[];
};

/** A call of a round. */
export type RoundCall = {
  /** Counted over the whole session, from 1. */
  readonly call: number;
  readonly tool: string;
  readonly params: Params;
  /** Who decided, in order: the verdict, then the person where he was asked. */
  readonly decisions: readonly string[];
  /** Null where the file ends before it. */
  readonly outcome: { readonly status: OutcomeStatus; readonly content: string } | null;
};

/** What begins a turn at rest, or goes on with one. */
const BEGINNINGS: ReadonlySet<string> = new Set(['prompt.given', 'steer.given', 'resume.requested']);

/** Every step but the first, which starts the session, belongs to one round. */
export function roundsOf(steps: readonly SaidStep[]): readonly Round[] {
  const rounds: Open[] = [];
  const numbers: Numbers = { turn: 0, reply: 0, call: 0, calls: new Map(), waiting: [] };
  for (const step of steps.slice(1)) {
    const open = rounds.at(-1);
    if (open === undefined || beginsRound(step, open)) {
      if (open !== undefined) skipUnanswered(open);
      rounds.push(newRound(step, numbers, open));
    }
    take(step, rounds.at(-1) as Open, numbers);
  }
  return rounds;
}

/** A round to which steps are still added. */
type Open = {
  -readonly [name in keyof Omit<Round, 'calls'>]: Round[name] extends readonly (infer T)[] ? T[] : Round[name];
} & { readonly calls: OpenCall[] };
type OpenCall = Omit<RoundCall, 'decisions' | 'outcome'> & {
  readonly decisions: string[];
  outcome: RoundCall['outcome'];
};
type Numbers = {
  turn: number;
  reply: number;
  call: number;
  /** By the id of the effect that asked about it or ran it. */
  readonly calls: Map<number, OpenCall>;
  /** What the person has said and the model is told with the next request. */
  waiting: string[];
};

function beginsRound({ event, before }: SaidStep, { reply, said, result }: Open): boolean {
  if (isReply(event) && before === 'thinking') return reply > 0 || result !== null;
  return BEGINNINGS.has(event.type) && isAtRest(before) && (reply > 0 || said.length > 0);
}

function isReply({ type }: Said): boolean {
  return type === 'reply.ended' || type === 'reply.failed';
}

/** What had not begun when the model was asked again, or the turn ended. */
function skipUnanswered({ calls }: Open): void {
  for (const call of calls) call.outcome ??= { status: 'skipped', content: '' };
}

function newRound({ event, after }: SaidStep, numbers: Numbers, before: Open | undefined): Open {
  // A turn that has failed and goes on is the same turn.
  if (before === undefined || (before.result !== null && event.type !== 'resume.requested')) {
    numbers.turn += 1;
    numbers.reply = 0;
  }
  const said = numbers.waiting;
  numbers.waiting = [];
  return {
    ...{ turn: numbers.turn, reply: 0, from: event.n, to: event.n, said, thoughts: [], text: '', repairs: [] },
    ...{ problem: null, fault: null, calls: [], state: after, result: null, usage: null, steps: [] },
  };
}

function take(step: SaidStep, round: Open, numbers: Numbers): void {
  round.steps.push(step);
  round.to = step.emitted.at(-1)?.n ?? step.event.n + 1;
  round.state = step.after;
  // What no state took changed nothing.
  if (!step.emitted.some(({ type }) => type === 'event.ignored')) takeEvent(step, round, numbers);
  for (const said of step.emitted) takeEmitted(said, round, numbers);
}

function takeEvent({ event, before }: SaidStep, round: Open, numbers: Numbers): void {
  const { calls } = numbers;
  switch (event.type) {
    case 'prompt.given':
    case 'steer.given':
      // While a turn runs it waits, and is told of when it is taken up.
      if (!isAtRest(before)) return;
      round.said.push(...numbers.waiting, fieldsOf<{ text: string }>(event).text);
      numbers.waiting = [];
      return;
    case 'shell.requested':
      // The model is told of it with the next request.
      numbers.waiting.push(`! ${fieldsOf<{ command: string }>(event).command}`);
      return;
    case 'reply.ended':
    case 'reply.failed': {
      // Another one is the end of a summary, or of a request that was cancelled.
      if (before !== 'thinking') return;
      const { usage = null, fault } = fieldsOf<{ usage?: Usage | null; fault?: Fault }>(event);
      numbers.reply += 1;
      round.reply = numbers.reply;
      round.usage = usage;
      if (fault !== undefined) round.fault = `${fault.kind}: ${fault.message}`;
      return;
    }
    case 'tool.ended': {
      const { request, outcome } = fieldsOf<{ request: number; outcome: Outcome }>(event);
      const call = calls.get(request);
      if (call) call.outcome = { status: outcome.status, content: contentOf(outcome) };
      return;
    }
    case 'permission.answered':
    case 'plan.answered': {
      const { request, answer, reason } = fieldsOf<{ request: number; answer: string; reason: string }>(event);
      const call = calls.get(request);
      call?.decisions.push(`the person: ${answer}${reason === '' ? '' : `, ${reason}`}`);
      if (call) call.outcome = outcomeOf(answer, reason);
      return;
    }
    case 'question.answered': {
      const { request, answer } = fieldsOf<{ request: number; answer: string }>(event);
      const call = calls.get(request);
      if (call) call.outcome = { status: 'ok', content: answer };
    }
  }
}

function takeEmitted(said: Said, round: Open, numbers: Numbers): void {
  switch (said.type) {
    case 'reply.read':
      takeReply(fieldsOf<{ reply: Reply }>(said).reply, round, numbers);
      return;
    case 'call.judged': {
      const { call, decision } = fieldsOf<{ call: number; decision: Decision }>(said);
      const judged = callOf(round, call);
      judged?.decisions.push(`${decision.verdict}: ${decision.by}`);
      if (judged && decision.verdict === 'deny') judged.outcome = { status: 'denied', content: decision.by };
      return;
    }
    case 'call.answered': {
      const { call, status, content } = fieldsOf<{ call: number; status: OutcomeStatus; content: string }>(said);
      const answered = callOf(round, call);
      if (answered) answered.outcome = { status, content };
      return;
    }
    case 'message.taken':
      numbers.waiting.push(fieldsOf<{ text: string }>(said).text);
      return;
    case 'turn.end':
      skipUnanswered(round);
      round.result = fieldsOf<{ result: TurnResult }>(said).result.kind;
      return;
    default: {
      const { id, call } = fieldsOf<{ id?: number; call?: number }>(said);
      const found = call === undefined ? undefined : callOf(round, call);
      if (id !== undefined && found) numbers.calls.set(id, found);
    }
  }
}

function takeReply(reply: Reply, round: Open, numbers: Numbers): void {
  round.thoughts.push(...reply.thoughts.map(({ text }) => text));
  round.text = (reply.final ?? reply.loose).trim();
  round.repairs.push(...reply.repairs);
  round.problem = reply.error?.message ?? round.problem;
  for (const { tool, params, error } of reply.actions) {
    numbers.call += 1;
    const outcome = error === null ? null : { status: 'error' as const, content: error.message };
    round.calls.push({ call: numbers.call, tool, params, decisions: [], outcome });
  }
}

function callOf(round: Open, call: number): OpenCall | undefined {
  return round.calls.find((one) => one.call === call);
}

/** A call that was allowed has its outcome once it has run; a plan that was agreed to has it at once. */
function outcomeOf(answer: string, reason: string): RoundCall['outcome'] {
  if (answer === 'no' || answer === 'reject') return { status: 'denied', content: reason };
  return answer === 'approve' ? { status: 'ok', content: '' } : null;
}

/** What the model was given: the output, and what the tool says of it. */
function contentOf({ content, notes = [] }: Outcome): string {
  return [content, ...notes].filter((text) => text !== '').join('\n');
}
