/**
 * Updates of a session → the events of the stream. It holds what an event must know of earlier ones, and nothing of the
 * conversation; what it is told has no secrets in it any more.
 */
import { type Emitted, formatRule, type Update } from '@tagma/core';
import type { StreamEvent } from '@tagma/stream';
import { answeredOf, askedOf, createPlans, type Plans } from './asked.ts';
import { createCalls } from './calls.ts';
import { createDeltas } from './deltas.ts';
import { createHooks, type Hooks } from './hooks.ts';
import { replyOf, requestEndedOf } from './replies.ts';
import { type ResultTeller, resultTeller } from './result.ts';
import { createPrompts, modeChangedOf, startedOf } from './session.ts';
import { createStanding } from './standing.ts';
import { isoTime } from './time.ts';

export type TellerOptions = {
  /** The file of the history. */
  readonly history: string;
  /** What the process would end with because somebody wants it to end (a signal), or null. */
  readonly endCode: () => number | null;
  /** Whether what streams in is told, too. */
  readonly deltas: boolean;
};

export type Teller = {
  /** What an update adds. Give it every update of the session, in order; of those that only stream past some may be left out. */
  readonly take: (update: Update) => readonly StreamEvent[];
  readonly broken: ResultTeller['broken'];
  readonly exitCode: ResultTeller['exitCode'];
};

type Step = Extract<Update, { kind: 'step' }>;

export function createTeller(options: TellerOptions): Teller {
  const results = resultTeller(options.endCode);
  const deltas = options.deltas ? createDeltas() : null;
  const prompts = createPrompts();
  const calls = createCalls();
  const standing = createStanding();
  const asking: Asking = { plans: createPlans(), hooks: createHooks() };
  let lastTurn = 0;

  /** A turn begins with the step, or with the message that waited for the end of another. */
  const newTurn = ({ event, snapshot }: Step, at: string): readonly StreamEvent[] => {
    const { lastTurn: turn } = snapshot.context;
    // What an earlier process has begun is told of nowhere else either.
    const begins = turn > lastTurn && event.type !== 'session.resumed';
    lastTurn = turn;
    return begins ? [{ type: 'turn_started', turn, at }] : [];
  };
  const fromStep = (step: Step, at: string): readonly StreamEvent[] => {
    const { event, emitted } = step;
    // An answer that nobody waits for any more.
    if (emitted.some(({ type }) => type === 'event.ignored')) return [];
    return [...requestEndedOf(event, emitted, at), ...fromEvent(step, asking, at), ...calls.take(event, at)];
  };
  const fromEach = (one: Emitted, step: Step, at: string): readonly StreamEvent[] => {
    const { snapshot } = step;
    if (one.type === 'mode.switched') return [modeChangedOf(one.mode, step, at)];
    if (one.type === 'message.taken') return [prompts.taken(one, at)];
    if (one.type !== 'reply.read')
      return [...calls.take(one, at), ...fromEmitted(one, asking, at), ...results.take(one)];
    const first = snapshot.context.lastCall - one.reply.actions.length + 1;
    return [replyOf(one, first, at), ...calls.planned(one.reply, first, at)];
  };

  return {
    take(update) {
      if (update.kind === 'partial') return deltas?.partial(update) ?? [];
      if (update.kind === 'output') return deltas?.output(update, calls.of(update.request)) ?? [];
      const at = isoTime(update.event.at);
      results.step(update);
      const said = [...startedOf(update, options.history), ...prompts.given(update, at)];
      const begun = newTurn(update, at);
      const { before, after } = standing.take(update, at);
      const told = fromStep(update, at);
      const waited = update.emitted.findLastIndex(({ type }) => type === 'message.taken');
      const followed = update.emitted.flatMap((one, index) => [
        ...fromEach(one, update, at),
        ...(index === waited ? begun : []),
      ]);
      return [...said, ...before, ...(waited < 0 ? begun : []), ...told, ...followed, ...after];
    },
    broken: results.broken,
    exitCode: results.exitCode,
  };
}

/** What an answer names by the number of its request alone. */
type Asking = { readonly plans: Plans; readonly hooks: Hooks };

function fromEvent(step: Step, { plans, hooks }: Asking, at: string): readonly StreamEvent[] {
  const { event } = step;
  switch (event.type) {
    case 'plan.presented':
      return plans.presented(event, at);
    case 'hook.ended':
      return hooks.ended(event, at);
    case 'permission.answered':
    case 'question.answered':
    case 'plan.answered':
    case 'limit.answered':
      return [answeredOf(event, at)];
    case 'abort.requested':
      return [{ type: 'abort_requested', by: event.by, at }];
    case 'undo.ended':
      return [{ type: 'undone', status: event.outcome.status, content: event.outcome.content, at }];
    case 'mode.changed':
      return [modeChangedOf(event.mode, step, at)];
    default:
      return [];
  }
}

function fromEmitted(one: Emitted, { plans, hooks }: Asking, at: string): readonly StreamEvent[] {
  switch (one.type) {
    case 'model.ask':
    case 'summary.ask': {
      const { id, endpoint, model } = one;
      const purpose = one.type === 'model.ask' ? 'reply' : 'summary';
      return [{ type: 'request_started', request: id, purpose, endpoint, model, at }];
    }
    case 'person.ask':
    case 'question.ask':
    case 'limit.ask':
      return [askedOf(one, at)];
    case 'plan.review':
      plans.reviewed(one);
      return [];
    case 'hook.run':
      hooks.asked(one);
      return [];
    case 'model.switched':
      return [{ type: 'model_changed', endpoint: one.endpoint, model: one.model, why: one.why, at }];
    case 'rule.added':
      return [{ type: 'rule_added', says: one.rule.says, rule: formatRule(one.rule), at }];
    case 'conversation.compacted': {
      const { how, why, tokensBefore: tokens_before, tokensAfter: tokens_after, problem } = one;
      return [{ type: 'compacted', how, why, tokens_before, tokens_after, problem, at }];
    }
    default:
      return [];
  }
}
