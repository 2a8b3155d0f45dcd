/** The hooks of a point, one after the other. One that fails is recorded, and passed over; its stack goes to the log. */
import type {
  Context,
  Fact,
  HookEnded,
  HookOutcomeOf,
  HookPoint,
  HookRun,
  HookTell,
  OutsideOperation,
} from '@tagma/core';
import type { JsonObject, Outcome } from '@tagma/protocol';
import type { PerformerDeps, SessionDeps } from '../deps.ts';
import { messageOf, safeLog, stackOf } from '../log.ts';
import { createRedactor } from '../redact.ts';
import { answerIn, type TakeAnswer, type Turn, takeAnswerAt } from './answers.ts';
import { callHook } from './call-hook.ts';
import { dataOf, operationIn, toldOf } from './data.ts';
import type { Hook } from './hook.ts';

/** @param outcomeOf what a call has come to, by the id of the effect that ran it */
export async function askHooks(
  deps: PerformerDeps,
  effect: HookRun,
  context: Context,
  outcomeOf: (request: number) => Outcome | undefined,
  signal: AbortSignal,
): Promise<Fact> {
  const data = dataOf(effect, context, outcomeOf);
  const { turn, ran } = await inOrder(deps, effect.point, data, takeAnswerAt(effect.point), signal);
  return { type: 'hook.ended', request: effect.id, point: effect.point, outcome: turn.outcome, ran };
}

/** Hooks that are told and not asked: what they answer is nothing. */
export async function tellHooks(
  deps: PerformerDeps,
  effect: HookTell,
  context: Context,
  outcome: Outcome | undefined,
  signal: AbortSignal,
): Promise<Fact> {
  const data = toldOf(effect, context, outcome);
  const { ran } = await inOrder(deps, effect.point, data, (before) => before, signal);
  return { type: 'hook.ended', request: effect.id, point: effect.point, outcome: null, ran };
}

/**
 * Hooks before something is done with a session that is not open: what comes of it stands in no history.
 * @param asked what is to be done; with the session, and the folder in which it would go on
 */
export async function askAboutOperation(
  deps: Asking & Pick<SessionDeps, 'findOwnSecrets'>,
  asked: OutsideOperation,
  { session, folder }: { readonly session: string; readonly folder: string },
): Promise<Pick<HookEnded, 'outcome' | 'ran'>> {
  const point = 'before_session_op';
  const data = { point, session_id: session, folder, ...operationIn({ point, ...asked }) };
  const redactor = createRedactor({ ...deps, secrets: new Map() });
  const redacted = { ...deps, log: safeLog(deps.log, redactor) };
  const { turn, ran } = await inOrder(redacted, point, data, takeAnswerAt(point), new AbortController().signal);
  return { outcome: turn.outcome, ran };
}

/** Who is asked, by which clock, and where a failure goes. */
type Asking = Pick<PerformerDeps, 'hooks' | 'clock' | 'log'>;

async function inOrder(
  deps: Asking,
  point: HookPoint,
  data: JsonObject,
  take: TakeAnswer,
  signal: AbortSignal,
): Promise<{ readonly turn: Turn; readonly ran: readonly HookOutcomeOf[] }> {
  const ran: HookOutcomeOf[] = [];
  let turn: Turn = { original: data, data, outcome: null, isLast: false };
  for (const hook of hooksAt(deps.hooks ?? [], point, data)) {
    const startedAt = deps.clock.now();
    const called = await callHook(hook, point, turn.data, signal);
    const ended = () => ({ hook: hook.name, durationMs: deps.clock.now() - startedAt });
    try {
      if (!called.ok) throw called.error;
      turn = take(turn, answerIn(called.answer), hook.name);
      ran.push(ended());
    } catch (error) {
      deps.log.error({ hook: hook.name, point, error: stackOf(error) }, 'a hook failed');
      ran.push({ ...ended(), problem: messageOf(error) });
    }
    if (turn.isLast || signal.aborted) break;
  }
  return { turn, ran };
}

function hooksAt(hooks: readonly Hook[], point: HookPoint, { tool }: JsonObject): readonly Hook[] {
  return hooks.filter(
    ({ on, tools }) => on[point] !== undefined && (tool === undefined || tools?.includes(String(tool)) !== false),
  );
}
