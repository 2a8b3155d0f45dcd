/**
 * A session's updates, folded to what a renderer shows. Pure: the same updates give the same transcript, and `items`
 * grows only at its end, so that a renderer that cannot take back what it printed prints what is new.
 *
 * An action becomes an item when its turn comes, not when its reply is read: so each stands right above its verdict and
 * its observation, however many a reply holds. Until then it is `waiting`.
 */
import { type CallRef, type Emitted, formatRule, isAtRest, type Update } from '@tagma/core';
import type { PartialReply, Reply, ReplyAction } from '@tagma/protocol';
import { answerItems, isAnswerTo, type Question } from './answers.ts';
import { guideItems, promptItems } from './attached-items.ts';
import { gateItems } from './gate-items.ts';
import { hookItems } from './hook-items.ts';
import { type ItemList, NO_ITEMS } from './item-list.ts';
import { cutOffItem, failure, type Item, observation, shellItem, summaryFailure, undoItem } from './items.ts';
import { type Ledger, ledgerAfter, NO_LEDGER } from './ledger.ts';
import { adapted, remains, replyItems, resultItem } from './reply-items.ts';
import { NOTHING_SPENT, type Spent, spentAfter, unknownCost } from './spent.ts';

/** All that the screen shows of a session, derived from its updates alone. */
export type Transcript = {
  readonly items: ItemList;
  /** The reply that streams in, in place of the items that it will become. */
  readonly live: { readonly request: number; readonly partial: PartialReply } | null;
  /** Actions of the last reply whose turn has not come. */
  readonly waiting: readonly Waiting[];
  readonly running: readonly Running[];
  /** The person's own command, while it runs. */
  readonly command: OwnCommand | null;
  /** What the person is asked, or null. */
  readonly question: Question | null;
  /** The request for a summary of what is old, while the model writes it: that is no reply to anybody. */
  readonly summary: number | null;
  readonly spent: Spent;
  readonly ledger: Ledger;
  /** The machine does not rest. */
  readonly busy: boolean;
  /** The number of the last call. */
  readonly lastCall: number;
  /** What the endpoint's last failure said, until a reply has come: the same need not be said at each retry. */
  readonly failing: string | null;
  /** The request whose reply has ended last: what still comes of it is stale. */
  readonly ended: number | null;
};

type StepUpdate = Extract<Update, { kind: 'step' }>;

export type Waiting = { readonly call: number; readonly action: ReplyAction };

/** A tool at work. `output` is the end of what it has written so far. */
export type Running = {
  readonly request: number;
  readonly call: number;
  readonly tool: string;
  readonly output: string;
};

/** `output` as that of a tool. */
export type OwnCommand = Pick<Running, 'request' | 'output'> & { readonly command: string };

/** Code units of a running tool's output that are kept. */
export const OUTPUT_KEPT_MAX = 4_000;

/** The transcript of a session that has not begun. */
export const EMPTY: Transcript = {
  items: NO_ITEMS,
  live: null,
  waiting: [],
  running: [],
  command: null,
  question: null,
  summary: null,
  spent: NOTHING_SPENT,
  ledger: NO_LEDGER,
  busy: false,
  lastCall: 0,
  failing: null,
  ended: null,
};

/** The transcript after one more update; `before` is not changed. */
export function transcriptAfter(before: Transcript, update: Update): Transcript {
  switch (update.kind) {
    case 'partial':
      if (update.request === before.ended || update.request === before.summary) return before;
      return { ...before, live: { request: update.request, partial: update.partial } };
    case 'output':
      return {
        ...before,
        running: before.running.map((each) => withOutput(each, update.request, update.text)),
        command: before.command && withOutput(before.command, update.request, update.text),
      };
    case 'step': {
      const marks = gateItems(update.event);
      // What no state took has changed nothing.
      if (update.emitted.some(({ type }) => type === 'event.ignored')) return append(before, ...marks);
      const busy = !isAtRest(update.snapshot.value);
      const spent = spentAfter(before.spent, update.snapshot.context);
      const ledger = ledgerAfter(before.ledger, update.snapshot.context);
      const told = { ...append(afterEvent(before, update, busy), ...marks), busy, spent, ledger };
      const after = update.emitted.reduce((made, emitted) => afterEmitted(made, emitted, update.emitted), told);
      const observed = update.snapshot.context.turn.calls.length === 0;
      const note = unknownCost(before.spent, update.snapshot.context);
      const shown = observed ? settle(after, 'skipped') : after;
      return note === null ? shown : append(shown, { kind: 'note', text: note });
    }
  }
}

const PLAN_TOOL = 'plan';

function afterEvent(before: Transcript, { event, emitted, snapshot }: StepUpdate, busy: boolean): Transcript {
  const { compaction } = snapshot.context;
  if (before.question && isAnswerTo(before.question, event))
    return append({ ...before, question: null }, ...answerItems(before.question, event));
  switch (event.type) {
    case 'prompt.given':
    case 'steer.given':
      // While a turn runs it waits, and is shown once it has been taken up.
      return before.busy ? before : append(before, ...promptItems(event));
    case 'abort.requested':
      // Of a compaction at rest: no turn ends that would tell it.
      return compaction?.before ? append(before, { kind: 'aborted', by: event.by }) : before;
    case 'resume.requested':
      return busy && !before.busy ? append(before, { kind: 'resumed' }) : before;
    case 'plan.presented':
      if (before.question?.type !== 'plan.review') return before;
      // There is nothing to be agreed to, and the model is told so.
      if (event.text.trim() === '') return { ...before, question: null };
      return { ...before, question: { ...before.question, text: event.text } };
    case 'window.found':
      return append(before, { kind: 'window', tokens: event.tokens, source: event.source });
    case 'reply.ended': {
      const understood = emitted.some((each) => each.type === 'reply.read');
      const told = append(before, ...adapted(event));
      const over = replyOver(understood ? told : append(told, ...remains(before.live)), event.request);
      return { ...over, failing: null };
    }
    case 'reply.failed': {
      if (event.request === before.summary) {
        const over = replyOver(before, event.request);
        // Where nothing comes of it the summary was broken off.
        return emitted.length === 0 ? over : append(over, summaryFailure(event.fault));
      }
      const given = append(before, ...adapted(event), ...remains(before.live));
      // A compaction answers it, and tells of it.
      if (compaction?.why === 'overflow' || emitted.some(tellsOfOverflow)) return replyOver(given, event.request);
      const told = emitted.some((each) => each.type === 'turn.end');
      const known = told || event.fault.message === before.failing;
      const over = replyOver(known ? given : append(given, failure(event.fault)), event.request);
      return { ...over, failing: event.fault.message };
    }
    case 'tool.ended': {
      const ran = before.running.find((each) => each.request === event.request);
      if (!ran) return before;
      const running = before.running.filter((each) => each !== ran);
      const observed = observation(ran, event.outcome, event.durationMs);
      return append({ ...before, running }, observed, ...guideItems(event.guides));
    }
    case 'undo.ended':
      return append(before, undoItem(event.outcome));
    case 'shell.ended':
      return append({ ...before, command: null }, shellItem(before.command?.command ?? '', event));
    case 'hook.ended':
      return append(before, ...hookItems(event));
    case 'session.resumed': {
      const { model, settings } = event;
      const cutOff = before.command ? [cutOffItem(before.command.command)] : [];
      const left = { ...before, live: null, command: null, question: null, summary: null, failing: null };
      return append(left, ...cutOff, { kind: 'taken-up', model: model.model, mode: settings.mode });
    }
    case 'session.ended':
      return { ...before, live: null, question: null };
    default:
      return before;
  }
}

function tellsOfOverflow(emitted: Emitted): boolean {
  return emitted.type === 'conversation.compacted' && emitted.why === 'overflow';
}

function afterEmitted(before: Transcript, emitted: Emitted, together: readonly Emitted[]): Transcript {
  switch (emitted.type) {
    case 'reply.read':
      return afterReply(before, emitted.reply, together);
    case 'facts.take':
      return settle(before, 'skipped', emitted);
    case 'question.ask':
      return { ...settle(before, 'skipped', emitted), question: emitted };
    case 'plan.review':
      return { ...settle(before, 'skipped', emitted), question: { ...emitted, text: null } };
    case 'call.answered': {
      const { call, status, content } = emitted;
      const ran = before.running.find((each) => each.call === call);
      if (ran) {
        const running = before.running.filter((each) => each !== ran);
        return append({ ...before, running }, observation(ran, { status, content }));
      }
      const action = before.waiting.find((each) => each.call === call)?.action;
      // The call stands there already: its plan was looked for, and there is none.
      if (!action) return append(before, observation({ call, tool: PLAN_TOOL }, { status, content }));
      const ref = { call, tool: action.tool };
      return append(
        settle(before, 'skipped', { ...ref, params: action.params, asWritten: {} }),
        observation(ref, { status, content }),
      );
    }
    case 'call.judged':
      if (emitted.decision.verdict === 'ask') return before;
      return append(before, { kind: 'permission', call: emitted.call, ...emitted.decision });
    case 'person.ask':
      return { ...before, question: emitted };
    case 'limit.ask':
      return { ...settle(before, 'skipped'), question: emitted };
    case 'tool.run': {
      const { id, call, tool } = emitted;
      return { ...before, running: [...before.running, { request: id, call, tool, output: '' }] };
    }
    case 'message.taken':
      return append(settle(before, 'skipped'), ...promptItems(emitted));
    case 'conversation.compacted': {
      const { type: _type, ...compaction } = emitted;
      return append(settle(before, 'skipped'), { kind: 'compaction', ...compaction });
    }
    case 'summary.ask':
      return { ...settle(before, 'skipped'), summary: emitted.id };
    case 'rule.added':
      return append(before, { kind: 'rule', rule: formatRule(emitted.rule) });
    case 'mode.switched':
      return append(before, { kind: 'mode', mode: emitted.mode });
    case 'event.ignored':
    case 'hook.run':
    case 'hook.tell':
      return before;
    case 'timer.start': {
      const { ms, retry, retriesMax } = emitted;
      return append(before, { kind: 'retry', ms, retry, retriesMax });
    }
    case 'cancel':
      return before.question?.id === emitted.request ? { ...before, question: null } : before;
    case 'model.switched': {
      const { type: _type, ...model } = emitted;
      return append(settle(before, 'skipped'), { kind: 'model', ...model });
    }
    case 'shell.run':
      return { ...settle(before, 'skipped'), command: { request: emitted.id, command: emitted.command, output: '' } };
    case 'model.ask':
    case 'window.find':
    case 'tokens.count':
    case 'undo.run':
      return settle(before, 'skipped');
    case 'turn.end': {
      const settled = settle(before, emitted.result.kind === 'aborted' ? 'aborted' : 'skipped');
      return { ...append(settled, resultItem(emitted.result)), live: null, question: null };
    }
  }
}

function afterReply(before: Transcript, reply: Reply, together: readonly Emitted[]): Transcript {
  const end = together.find((each) => each.type === 'turn.end');
  const waiting = reply.actions.map((action, index) => ({ call: before.lastCall + 1 + index, action }));
  const told = append(before, ...replyItems(reply, end?.result ?? null));
  return { ...told, waiting, lastCall: before.lastCall + waiting.length };
}

/** The turn of call `next` has come, or all that will come have come: those before it did not run, and it is told why. */
function settle(before: Transcript, status: 'skipped' | 'aborted', next?: CallRef): Transcript {
  if (!next && before.waiting.length === 0) return before;
  const passed = before.waiting.filter(({ call }) => !next || call < next.call);
  const items = passed.flatMap(({ call, action }): Item[] => {
    const ref = { call, tool: action.tool };
    const answer = action.error
      ? observation(ref, { status: 'error', content: action.error.message })
      : observation(ref, { status, content: '' });
    return [{ kind: 'action', ...ref, params: action.params }, answer];
  });
  // Facts that were put off are taken again: the call stands there already.
  if (next && before.waiting.some(({ call }) => call === next.call))
    items.push({ kind: 'action', call: next.call, tool: next.tool, params: next.params });
  const waiting = next ? before.waiting.filter(({ call }) => call > next.call) : [];
  return { ...append(before, ...items), waiting, lastCall: Math.max(before.lastCall, next?.call ?? 0) };
}

function replyOver(before: Transcript, request: number): Transcript {
  return { ...before, live: null, ended: request, summary: before.summary === request ? null : before.summary };
}

function withOutput<R extends Pick<Running, 'request' | 'output'>>(running: R, request: number, text: string): R {
  if (running.request !== request) return running;
  return { ...running, output: (running.output + text).slice(-OUTPUT_KEPT_MAX) };
}

function append(before: Transcript, ...items: readonly Item[]): Transcript {
  return items.length === 0 ? before : { ...before, items: before.items.with(...items) };
}
