/**
 * Effects → the world → facts. Each effect runs under its id until its answer has been sent; a cancel aborts it, and the
 * answer still comes. A performer never throws: what goes wrong is a fact like any other.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  type Context,
  type Effect,
  type Fact,
  type ModelAsk,
  messagesOf,
  modelOf,
  patienceOf,
  replyOptionsOf,
  type SummaryAsk,
  summaryMessagesOf,
  summaryModelOf,
  type ToolRun,
  type Update,
  type WindowFind,
} from '@tagma/core';
import type { Said, Sent } from '@tagma/endpoint';
import {
  type Facts,
  feedReply,
  type ImageRef,
  NO_FACTS,
  type Outcome,
  overOf,
  partialReply,
  startReply,
} from '@tagma/protocol';
import { loadImage } from '@tagma/tools';
import type { Model, ModelAsked, ModelHooks, SessionDeps, ToolRunContext, WindowSaid } from './deps.ts';
import { messageOf, stackOf } from './log.ts';
import { restore, type Secrets, startRedaction } from './redact.ts';

/** A reply that streams is shown at most so often. */
const PARTIAL_INTERVAL_MS = 30;
/** To show a reply costs as much as it is long: a very long one is shown less often. */
const PARTIAL_CHARACTERS_PER_MS = 32 * 1024;
/** Nobody can say. Nothing is compacted ahead of time then. */
const UNKNOWN_WINDOW: WindowSaid = { tokens: 0, source: 'unknown' };

const NOTHING_KEPT: Outcome = {
  status: 'error',
  content: 'These tools keep nothing that could be taken back.',
  details: {},
};

export type Performers = {
  /** Starts what the effect asks for. Its answer comes through `send`. */
  readonly perform: (effect: Effect, context: Context) => void;
  readonly cancelAll: () => void;
  /** Resolves when nothing runs any more, or after so many milliseconds. */
  readonly settled: (msMax: number) => Promise<void>;
};

export function createPerformers(
  deps: SessionDeps,
  send: (fact: Fact) => void,
  tell: (update: Update) => void,
  shutdown: AbortSignal,
): Performers {
  /** What each call would do, as it was found out last. */
  const found = new Map<number, Facts>();
  const running = new Map<number, { readonly controller: AbortController; readonly done: Promise<void> }>();

  const run = (id: number, work: (signal: AbortSignal) => Promise<Fact>, failed: (message: string) => Fact) => {
    const controller = new AbortController();
    const done = work(controller.signal)
      .catch((error: unknown) => {
        deps.log.error({ request: id, error: stackOf(error) }, 'a performer failed');
        return failed(messageOf(error));
      })
      .then((fact) => {
        running.delete(id);
        send(fact);
      });
    running.set(id, { controller, done });
  };

  return {
    perform(effect, context) {
      switch (effect.type) {
        case 'model.ask':
        case 'summary.ask':
          return run(
            effect.id,
            (signal) => askModel(deps, effect, context, signal, tell),
            (message) => ({
              type: 'reply.failed',
              request: effect.id,
              text: '',
              reasoning: '',
              fault: {
                kind: 'malformed',
                message,
                advice: 'This is a mistake in Tagma; the log file has more.',
                status: null,
              },
            }),
          );
        case 'facts.take':
          return run(
            effect.id,
            async () => {
              const params = restore(effect.params, deps.secrets);
              const facts = await deps.facts({ tool: effect.tool, params }, { folder: context.session.folder });
              found.set(effect.call, facts);
              return { type: 'facts.taken', request: effect.id, facts };
            },
            (message) => ({ type: 'facts.taken', request: effect.id, facts: unknownFacts(message) }),
          );
        case 'tool.run':
          return run(
            effect.id,
            async (signal) =>
              (await isOvertaken(deps, effect, context, found.get(effect.call)))
                ? { type: 'facts.changed', request: effect.id }
                : runTool(deps, effect, context, { signal, shutdown }, tell),
            (message) => ({
              type: 'tool.ended',
              request: effect.id,
              outcome: { status: 'error', content: `${effect.tool} failed: ${message}`, details: {} },
              durationMs: 0,
            }),
          );
        case 'undo.run':
          return run(
            effect.id,
            async (signal) => {
              const place = toolContext(deps, context, { signal, shutdown });
              const outcome = (await deps.tools.undo?.(effect.steps, place)) ?? NOTHING_KEPT;
              return { type: 'undo.ended', request: effect.id, outcome };
            },
            (message) => ({
              type: 'undo.ended',
              request: effect.id,
              outcome: { status: 'error', content: `The undo failed: ${message}`, details: {} },
            }),
          );
        case 'plan.review':
          return run(
            effect.id,
            async () => ({ type: 'plan.presented', request: effect.id, text: await deps.readPlan(effect.file) }),
            (message) => ({ type: 'plan.presented', request: effect.id, text: `The plan cannot be read: ${message}` }),
          );
        case 'window.find':
          return run(
            effect.id,
            (signal) => findWindow(deps.model, effect, signal),
            () => ({ type: 'window.found', request: effect.id, ...UNKNOWN_WINDOW }),
          );
        case 'timer.start': {
          const fired: Fact = { type: 'timer.fired', request: effect.id };
          return run(
            effect.id,
            async (signal) => {
              await deps.clock.wait(effect.ms, signal);
              return fired;
            },
            () => fired,
          );
        }
        case 'cancel':
          running.get(effect.request)?.controller.abort();
          return;
        default:
          // Questions to the person and the end of a turn are for those who watch the session.
          return;
      }
    },
    cancelAll() {
      for (const { controller } of running.values()) controller.abort();
    },
    async settled(msMax) {
      const late = new AbortController();
      const tooLate = wait(msMax, true, { ref: false, signal: late.signal }).catch(() => true);
      while (running.size > 0) {
        const all = Promise.all([...running.values()].map((one) => one.done)).then(() => false);
        if (!(await Promise.race([all, tooLate]))) continue;
        deps.log.error({ requests: [...running.keys()] }, 'something did not end when the session stopped');
        break;
      }
      late.abort();
    },
  };
}

async function askModel(
  deps: SessionDeps,
  effect: ModelAsk | SummaryAsk,
  context: Context,
  signal: AbortSignal,
  tell: (update: Update) => void,
): Promise<Fact> {
  const scan = startReply(replyOptionsOf(context));
  const redaction = startRedaction(deps.secrets);
  let shownAt = Number.NEGATIVE_INFINITY;
  let characters = 0;
  const show = () => tell({ kind: 'partial', request: effect.id, partial: partialReply(scan) });
  const isSummary = effect.type === 'summary.ask';
  const messages = isSummary ? summaryMessagesOf(context) : messagesOf(context);
  const hooks: ModelHooks = {
    signal,
    onDelta({ text = '' }) {
      feedReply(scan, redaction.feed(text));
      const now = deps.clock.now();
      characters += text.length;
      if (now - shownAt >= Math.max(PARTIAL_INTERVAL_MS, characters / PARTIAL_CHARACTERS_PER_MS)) {
        shownAt = now;
        show();
      }
      return overOf(scan) === null ? 'go on' : 'stop';
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

function askedBy(effect: ModelAsk | SummaryAsk, context: Context, now: number): Omit<ModelAsked, 'loadImage'> {
  const patienceMs = patienceOf(context, now);
  const patience = patienceMs === null ? {} : { patienceMs };
  if (effect.type === 'summary.ask') return { model: summaryModelOf(context), purpose: 'summary', ...patience };
  return { model: modelOf(context), purpose: 'reply', ...patience };
}

function sentIn({ stopSent, imagesSent, changes }: Sent): Sent {
  return { ...(stopSent && { stopSent }), ...(imagesSent && { imagesSent }), ...(changes && { changes }) };
}

async function findWindow(model: Model, effect: WindowFind, signal: AbortSignal): Promise<Fact> {
  const said = (await model.window?.(effect, signal)) ?? UNKNOWN_WINDOW;
  return { type: 'window.found', request: effect.id, ...said };
}

function saidIn({ text, reasoning, toolCalls, functionCall }: Said): Said {
  return { text, reasoning, ...(toolCalls && { toolCalls }), ...(functionCall && { functionCall }) };
}

/** Whether a call would do something else by now than what was found out before it was allowed. */
async function isOvertaken(
  { factsAgain, secrets }: SessionDeps,
  { tool, params }: ToolRun,
  { session }: Context,
  before: Facts | undefined,
): Promise<boolean> {
  if (!factsAgain || !before) return false;
  const now = await factsAgain({ tool, params: restore(params, secrets) }, { folder: session.folder });
  return !isDeepStrictEqual(now, before);
}

async function runTool(
  deps: SessionDeps,
  effect: ToolRun,
  context: Context,
  signals: Pick<ToolRunContext, 'signal' | 'shutdown'>,
  tell: (update: Update) => void,
): Promise<Fact> {
  const startedAt = deps.clock.now();
  const redaction = startRedaction(deps.secrets);
  const show = (text: string) => {
    if (text !== '') tell({ kind: 'output', request: effect.id, text });
  };
  const outcome = await deps.tools.run(effect.tool, restore(effect.params, deps.secrets), {
    ...toolContext(deps, context, signals),
    bounds: effect.bounds ?? null,
    asWritten: restore(effect.asWritten, deps.secrets),
    onOutput: (text) => show(redaction.feed(text)),
  });
  show(redaction.end());
  return { type: 'tool.ended', request: effect.id, outcome, durationMs: deps.clock.now() - startedAt };
}

/** What a tool has of the session, but for what is of one call. */
function toolContext(
  { outputFolder, secrets }: SessionDeps,
  { session, lastTurn }: Context,
  signals: Pick<ToolRunContext, 'signal' | 'shutdown'>,
): ToolRunContext {
  return {
    folder: session.folder,
    turn: lastTurn,
    ...signals,
    outputFolder,
    masking: () => startRedaction(asLatin1(secrets)),
    bounds: null,
    asWritten: {},
    onOutput: () => {},
  };
}

/** As they look where each byte is read as a character. */
function asLatin1(secrets: Secrets): Secrets {
  return new Map([...secrets].map(([name, secret]) => [name, Buffer.from(secret).toString('latin1')]));
}

function unknownFacts(why: string): Facts {
  return { ...NO_FACTS, readOnly: false, unknown: `its facts could not be taken: ${why}` };
}
