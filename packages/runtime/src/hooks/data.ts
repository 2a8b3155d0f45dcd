/** What a hook is told at its point: names as docs/hooks.md lists them. */
import {
  type Context,
  type HookRun,
  type HookTell,
  messagesOf,
  modelOf,
  promptOf,
  type SessionOperation,
} from '@tagma/core';
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
    case 'on_input':
      return { text: textOf(context), steers: effect.steers };
    case 'on_before_agent':
      return { prompt: promptOf(context), system: systemOf(context), messages: [] };
    case 'on_context':
      return { messages: messagesOf(context).map(({ role, content }) => ({ role, content })) };
    case 'before_session_op':
      return operationIn(effect);
  }
}

/** What is to be done with a session as a whole. */
export function operationIn(asked: SessionOperation): JsonObject {
  return { op: asked.op, meta: metaOf(asked) };
}

function metaOf(asked: SessionOperation): JsonObject {
  switch (asked.op) {
    case 'compact':
      return { why: asked.why };
    case 'fork':
      return { record: asked.record };
    case 'switch':
      return { session: asked.to };
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

/** The words that are heard now. */
function textOf({ opening, queue, hearing }: Context): string {
  return (opening ? opening.waiting[0] : queue.find(({ message }) => message === hearing))?.text ?? '';
}

/** Without what hooks have made of it in the turn before. */
function systemOf(context: Context): string {
  return messagesOf({ ...context, conversation: [], systemHooked: null })[0]?.content ?? '';
}

/** @param outcome of the tool that has come to an end */
export function toldOf(effect: HookTell, context: Context, outcome: Outcome | undefined): JsonObject {
  const { session, folder } = context.session;
  return { point: effect.point, session_id: session, folder, ...noticeOf(effect, context, outcome) };
}

function noticeOf(effect: HookTell, context: Context, outcome: Outcome | undefined): JsonObject {
  switch (effect.point) {
    case 'session_start': {
      const { endpoint, model } = modelOf(context);
      return { endpoint, model };
    }
    case 'session_shutdown':
      return { reason: effect.reason };
    case 'agent_start':
      return { turn: effect.turn, prompt: context.opening ? promptOf(context) : context.turn.task };
    case 'agent_end':
      return { duration_ms: effect.durationMs, steps: effect.steps, result: effect.result };
    case 'turn_start':
      return { turn_index: effect.index };
    case 'turn_end':
      return { turn_index: effect.index, duration_ms: effect.durationMs, tool_calls: [...effect.calls] };
    case 'model_select':
      return { endpoint: effect.endpoint, model: effect.model };
    case 'tool_stop': {
      const { status, content = '', details = {}, notes = [] } = outcome ?? { status: effect.status };
      const result = { status, content, details, notes: [...notes], duration_ms: effect.durationMs };
      return { tool: effect.tool, call: effect.call, result };
    }
    case 'hook_error':
      return { hook: effect.hook, where: effect.where, problem: effect.problem };
  }
}
