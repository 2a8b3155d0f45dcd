/**
 * Effects → the world → facts. Each effect runs under its id until its answer has been sent; a cancel aborts it, and the
 * answer still comes. A performer never throws: what goes wrong is a fact like any other.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { type AgentEvent, type Context, type Effect, type Fact, messagesOf, type Update } from '@tagma/core';
import { type Facts, NO_FACTS, type Outcome } from '@tagma/protocol';
import { askModel, findWindow, UNKNOWN_WINDOW } from './ask-model.ts';
import { countMessages } from './count-messages.ts';
import type { PerformerDeps } from './deps.ts';
import { guidesBeside } from './guides-beside.ts';
import { askHooks, tellHooks } from './hooks/ask-hooks.ts';
import { messageOf, stackOf } from './log.ts';
import { runShell } from './run-shell.ts';
import { factsOf, isOvertaken, runTool, toolContext } from './run-tool.ts';
import { placeOfCall } from './secret-uses.ts';
import type { Place } from './seen-secrets.ts';
import { endingInTime } from './turn-time.ts';

const NOTHING_KEPT: Outcome = {
  status: 'error',
  content: 'These tools keep nothing that could be taken back.',
  details: {},
};

export type Performers = {
  /** Every event that the machine is told, before what follows from it is performed. */
  readonly heed: (event: AgentEvent) => void;
  /** Where the outcome under this id comes from, where a tool runs there. */
  readonly placeOf: (request: number) => Place | undefined;
  /** Starts what the effect asks for. Its answer comes through `send`. */
  readonly perform: (effect: Effect, context: Context) => void;
  readonly cancelAll: () => void;
  /** What still runs is cancelled, and its answers are nobody's any more. */
  readonly forget: () => void;
  /** Resolves when nothing runs any more, or after so many milliseconds. */
  readonly settled: (msMax: number) => Promise<void>;
  /** Resolves when all hooks have been told what they were to be told, or after so many milliseconds. */
  readonly told: (msMax: number) => Promise<void>;
};

export function createPerformers(
  deps: PerformerDeps,
  send: (fact: Fact) => void,
  tell: (update: Update) => void,
  shutdown: AbortSignal,
): Performers {
  /** Where the output of what runs under each id comes from. */
  const places = new Map<number, Place>();
  /** What each call would do, as it was found out last. */
  const found = new Map<number, Facts>();
  /** What was run under each id has come to, for hooks: those of the last reply. */
  const outcomes = new Map<number, Outcome>();
  let lastOutcome: Outcome | undefined;
  /** What hooks are told: the next when the one before has been. */
  let telling: Promise<void> = Promise.resolve();
  const shutdownLate = new AbortController();
  const withGuides = guidesBeside(deps.findGuides);
  const running = new Map<number, { readonly controller: AbortController; readonly done: Promise<void> }>();

  const run = (id: number, work: (signal: AbortSignal) => Promise<Fact>, failed: (message: string) => Fact) => {
    const controller = new AbortController();
    const begun = deps.log.debug ? deps.clock.now() : 0;
    const done = work(controller.signal)
      .catch((error: unknown) => {
        deps.log.error({ request: id, error: stackOf(error) }, 'a performer failed');
        return failed(messageOf(error));
      })
      .then((fact) => {
        const fault = fact.type === 'reply.failed' ? { fault: fact.fault } : {};
        deps.log.debug?.({ request: id, fact: fact.type, ms: deps.clock.now() - begun, ...fault }, 'performed');
        if (running.delete(id)) send(fact);
      });
    running.set(id, { controller, done });
  };

  return {
    heed(event) {
      if (event.type === 'reply.ended') outcomes.clear();
      if (event.type === 'tool.ended' || event.type === 'facts.changed') places.delete(event.request);
      if (event.type !== 'tool.ended' || !deps.hooks) return;
      outcomes.set(event.request, event.outcome);
      lastOutcome = event.outcome;
    },
    placeOf: (request) => places.get(request),
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
              const facts = await factsOf(deps, effect, context);
              found.set(effect.call, facts);
              return { type: 'facts.taken', request: effect.id, facts };
            },
            (message) => ({ type: 'facts.taken', request: effect.id, facts: unknownFacts(message) }),
          );
        case 'tool.run':
          places.set(effect.id, placeOfCall(effect, found.get(effect.call)));
          return run(
            effect.id,
            async (signal) =>
              (await isOvertaken(deps, effect, context, found.get(effect.call)))
                ? { type: 'facts.changed', request: effect.id }
                : withGuides((find) =>
                    endingInTime(signal, context, deps.clock.now(), (ending) =>
                      runTool(deps, effect, context, { signal: ending, shutdown }, tell, found.get(effect.call), find),
                    ),
                  ),
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
        case 'shell.run':
          return run(
            effect.id,
            (signal) => runShell(deps, effect, context, { signal, shutdown }, tell),
            (message) => ({
              type: 'shell.ended',
              request: effect.id,
              outcome: { status: 'error', content: `It could not be run: ${message}`, details: {} },
              durationMs: 0,
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
        case 'tokens.count':
          return run(
            effect.id,
            async (signal) => ({
              type: 'tokens.counted',
              request: effect.id,
              tokens: await countMessages(deps, messagesOf(context).slice(0, effect.messages), signal),
            }),
            () => ({ type: 'tokens.counted', request: effect.id, tokens: 0 }),
          );
        case 'hook.run':
          return run(
            effect.id,
            (signal) => askHooks(deps, effect, context, (request) => outcomes.get(request), signal),
            (problem) => ({
              type: 'hook.ended',
              request: effect.id,
              point: effect.point,
              outcome: null,
              ran: [{ hook: effect.point, durationMs: 0, problem }],
            }),
          );
        case 'hook.tell': {
          const outcome = lastOutcome;
          // One after the other, in the order of what they are told.
          const before = telling;
          const told = before.then(() => tellHooks(deps, effect, context, outcome, shutdownLate.signal));
          telling = told.then(
            () => {},
            () => {},
          );
          return run(
            effect.id,
            () => told,
            (problem) => ({
              type: 'hook.ended',
              request: effect.id,
              point: effect.point,
              outcome: null,
              ran: [{ hook: effect.point, durationMs: 0, problem }],
            }),
          );
        }
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
    forget() {
      for (const { controller } of running.values()) controller.abort();
      running.clear();
    },
    async told(msMax) {
      const late = new AbortController();
      await Promise.race([telling, wait(msMax, undefined, { ref: false, signal: late.signal }).catch(() => {})]);
      late.abort();
    },
    async settled(msMax) {
      const late = new AbortController();
      const tooLate = wait(msMax, true, { ref: false, signal: late.signal }).catch(() => true);
      while (running.size > 0) {
        const all = Promise.all([...running.values()].map((one) => one.done)).then(() => false);
        if (!(await Promise.race([all, tooLate]))) continue;
        shutdownLate.abort();
        deps.log.error({ requests: [...running.keys()] }, 'something did not end when the session stopped');
        break;
      }
      late.abort();
    },
  };
}

function unknownFacts(why: string): Facts {
  return { ...NO_FACTS, readOnly: false, unknown: `its facts could not be taken: ${why}` };
}
