/** What a hook is told at its point: names as docs/hooks.md lists them. */
import type { Context, HookRun } from '@tagma/core';
import type { JsonObject, Outcome } from '@tagma/protocol';

export function dataOf(
  effect: HookRun,
  context: Context,
  outcomeOf: (request: number) => Outcome | undefined,
): JsonObject {
  const { session, folder } = context.session;
  return { point: effect.point, session_id: session, folder, ...saidAt(effect, context, outcomeOf) };
}

function saidAt(effect: HookRun, context: Context, outcomeOf: (request: number) => Outcome | undefined): JsonObject {
  switch (effect.point) {
    case 'before_tool_call':
      return { tool: effect.tool, call: effect.call, params: effect.params };
    case 'on_tool_result':
      return {
        tool: effect.tool,
        call: effect.call,
        params: effect.params,
        result: resultOf(context, effect.call, outcomeOf),
      };
    case 'before_session_op':
      return { op: effect.op, meta: { why: effect.why } };
  }
}

/** As the model would be told it; the details are for programs alone. */
function resultOf({ turn }: Context, number: number, outcomeOf: (request: number) => Outcome | undefined): JsonObject {
  const call = turn.calls.find(({ ref }) => ref.call === number);
  const { answer, request } = call ?? {};
  const { status = 'ok', content = '', notes = [], durationMs = 0 } = answer ?? {};
  return {
    status,
    content,
    notes: [...notes],
    duration_ms: durationMs,
    details: outcomeOf(request ?? 0)?.details ?? {},
  };
}
