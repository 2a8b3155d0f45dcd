/**
 * Calls on their way. Each that a reply holds comes to one end, by a tool, by the machine, by a denial, by an answer of the
 * person, or because the ones before it went wrong; where it runs a second time (outside of its sandbox), to a second one.
 */
import type { AgentEvent, CallRef, Emitted, ReplyRead } from '@tagma/core';
import type { OutcomeStatus } from '@tagma/protocol';
import type { StreamEvent } from '@tagma/stream';

type Ended = Extract<StreamEvent, { type: 'call_ended' }>;

export type Calls = {
  /** What an event, or what has followed from it, means for calls. */
  readonly take: (one: AgentEvent | Emitted, at: string) => readonly StreamEvent[];
  /** Those of a reply, by the number of the first. */
  readonly planned: (reply: ReplyRead['reply'], first: number, at: string) => readonly StreamEvent[];
  /** The call that something is asked for, by the number of the request. */
  readonly of: (request: number) => number | undefined;
};

export function createCalls(): Calls {
  const open = new Set<number>();
  const asked = new Map<number, number>();
  let aborts = false;

  const end = (call: number, status: OutcomeStatus, content: string, at: string, ran?: Ran): readonly Ended[] => {
    if (!open.delete(call)) return [];
    const { notes = [], durationMs = null } = ran ?? {};
    return [{ type: 'call_ended', call, status, content, notes: [...notes], duration_ms: durationMs, at }];
  };
  const endAsked = (request: number, status: OutcomeStatus, content: string, at: string, ran?: Ran) => {
    const call = asked.get(request);
    asked.delete(request);
    return call === undefined ? [] : end(call, status, content, at, ran);
  };
  /** The model is asked again, or the turn is over: whatever is open did not begin. */
  const endRest = (at: string) => {
    asked.clear();
    return [...open].flatMap((call) => end(call, aborts ? 'aborted' : 'skipped', '', at));
  };

  return {
    of: (request) => asked.get(request),
    planned: ({ actions }, first, at) =>
      actions.flatMap(({ error }, index) => {
        open.add(first + index);
        return error ? end(first + index, 'error', error.message, at) : [];
      }),
    take(one, at) {
      switch (one.type) {
        case 'abort.requested':
          aborts = true;
          return [];
        case 'session.resumed':
          // What is told of the calls of an earlier process stands in the history.
          open.clear();
          asked.clear();
          return [];
        case 'tool.run': {
          const { id: request, call, tool, params }: CallRef & { readonly id: number } = one;
          open.add(call);
          asked.set(request, call);
          return [{ type: 'call_started', request, call, tool, params, at }];
        }
        case 'hook.run':
          if ('call' in one) asked.set(one.id, one.call);
          return [];
        case 'hook.ended': {
          const { request, outcome } = one;
          if (outcome?.kind === 'refused') return endAsked(request, 'denied', `denied by the hook ${outcome.by}`, at);
          asked.delete(request);
          return [];
        }
        case 'person.ask':
        case 'question.ask':
        case 'plan.review':
          asked.set(one.id, one.call);
          return [];
        case 'tool.ended': {
          const { request, outcome, durationMs } = one;
          return endAsked(request, outcome.status, outcome.content, at, { ...outcome, durationMs });
        }
        case 'facts.changed':
          // It has not run, and is decided anew.
          asked.delete(one.request);
          return [];
        case 'call.judged': {
          const { call, decision } = one;
          const denied = decision.verdict === 'deny' ? end(call, 'denied', `denied: ${decision.by}`, at) : [];
          return [{ type: 'call_judged', call, ...decision, at }, ...denied];
        }
        case 'call.answered':
          return end(one.call, one.status, one.content, at);
        case 'permission.answered':
          return one.answer === 'no' ? endAsked(one.request, 'denied', `denied: ${one.reason}`, at) : [];
        case 'question.answered':
          return endAsked(one.request, 'ok', one.answer, at);
        case 'plan.answered':
          return endAsked(one.request, one.answer === 'approve' ? 'ok' : 'denied', one.reason, at);
        case 'model.ask':
          aborts = false;
          return endRest(at);
        case 'turn.end':
          return endRest(at);
        default:
          return [];
      }
    },
  };
}

type Ran = { readonly notes?: readonly string[]; readonly durationMs: number };
