/** One request to a model: its reply streams by a scanner, for whoever watches, and becomes a fact when it has ended. */
import {
  type Context,
  type Fact,
  type Message,
  type ModelAsk,
  modelOf,
  patienceOf,
  replyOptionsOf,
  requestMessagesOf,
  type SummaryAsk,
  summaryMessagesOf,
  summaryModelOf,
  type Update,
  type WindowFind,
} from '@tagma/core';
import type { Said, Sent } from '@tagma/endpoint';
import { feedReply, type ImageRef, overOf, partialReply, startReply } from '@tagma/protocol';
import { loadImage } from '@tagma/tools';
import type { Model, ModelAsked, ModelHooks, PerformerDeps, WindowSaid } from './deps.ts';

/** A reply that streams is shown at most so often. */
const PARTIAL_INTERVAL_MS = 30;
/** To show a reply costs as much as it is long: a very long one is shown less often. */
const PARTIAL_CHARACTERS_PER_MS = 32 * 1024;
/** A summary that is longer than what it sums up is none; short ones get room, and so much more what is thought about them. */
const SUMMARY_CHARACTERS_MIN = 4_000;
const THOUGHT_PER_SUMMARY = 4;
/** Nobody can say. Nothing is compacted ahead of time then. */
export const UNKNOWN_WINDOW: WindowSaid = { tokens: 0, source: 'unknown' };

export async function askModel(
  deps: PerformerDeps,
  effect: ModelAsk | SummaryAsk,
  context: Context,
  signal: AbortSignal,
  tell: (update: Update) => void,
): Promise<Fact> {
  const scan = startReply(replyOptionsOf(context));
  const redaction = deps.redactor.showing();
  let shownAt = Number.NEGATIVE_INFINITY;
  let characters = 0;
  const show = () => tell({ kind: 'partial', request: effect.id, partial: partialReply(scan) });
  const isSummary = effect.type === 'summary.ask';
  const messages = isSummary ? summaryMessagesOf(context) : requestMessagesOf(context);
  const isTooLong = isSummary ? boundOf(messages) : () => false;
  const hooks: ModelHooks = {
    signal,
    onDelta({ text = '', reasoning = '' }) {
      feedReply(scan, redaction.feed(text));
      const now = deps.clock.now();
      characters += text.length;
      if (now - shownAt >= Math.max(PARTIAL_INTERVAL_MS, characters / PARTIAL_CHARACTERS_PER_MS)) {
        shownAt = now;
        show();
      }
      return overOf(scan) === null && !isTooLong(text, reasoning) ? 'go on' : 'stop';
    },
  };
  const asked = {
    ...askedBy(effect, context, deps.clock.now()),
    loadImage: (image: ImageRef) => loadImage(image, deps.outputFolder),
  };
  const reply = await deps.model.ask(messages, hooks, asked);
  if (!reply.ok) {
    return { type: 'reply.failed', request: effect.id, ...saidIn(reply), ...sentIn(reply), fault: reply.fault };
  }
  feedReply(scan, redaction.end());
  show();
  const { finish, usage } = reply;
  return { type: 'reply.ended', request: effect.id, ...saidIn(reply), ...sentIn(reply), finish, usage };
}

/** Whether a summary of these messages, with this piece more, has become too long: a model may write without end. */
function boundOf(messages: readonly Message[]): (text: string, reasoning: string) => boolean {
  const told = messages.reduce((sum, { content }) => sum + content.length, 0);
  const max = Math.max(told, SUMMARY_CHARACTERS_MIN);
  let [said, thought] = [0, 0];
  return (text, reasoning) => {
    said += text.length;
    thought += reasoning.length;
    return said > max || thought > max * THOUGHT_PER_SUMMARY;
  };
}

function askedBy(effect: ModelAsk | SummaryAsk, context: Context, now: number): Omit<ModelAsked, 'loadImage'> {
  const patienceMs = patienceOf(context, now);
  const patience = patienceMs === null ? {} : { patienceMs };
  if (effect.type === 'summary.ask') return { model: summaryModelOf(context), purpose: 'summary', ...patience };
  return { model: modelOf(context), purpose: 'reply', ...patience };
}

function sentIn({ stopSent, imagesSent, changes }: Sent): Sent {
  return { ...(stopSent && { stopSent }), ...(imagesSent && { imagesSent }), ...(changes && { changes }) };
}

export async function findWindow(model: Model, effect: WindowFind, signal: AbortSignal): Promise<Fact> {
  const said = (await model.window?.(effect, signal)) ?? UNKNOWN_WINDOW;
  return { type: 'window.found', request: effect.id, ...said };
}

function saidIn({ text, reasoning, toolCalls, functionCall }: Said): Said {
  return { text, reasoning, ...(toolCalls && { toolCalls }), ...(functionCall && { functionCall }) };
}
