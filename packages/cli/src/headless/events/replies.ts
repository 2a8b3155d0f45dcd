/** What has come of a request to the model. */
import type { AgentEvent, Emitted, ReplyRead } from '@tagma/core';
import type { Usage } from '@tagma/protocol';
import type { StreamEvent } from '@tagma/stream';

type RequestEnded = Extract<StreamEvent, { type: 'request_ended' }>;

export function requestEndedOf(event: AgentEvent, emitted: readonly Emitted[], at: string): readonly RequestEnded[] {
  const type = 'request_ended';
  if (event.type === 'reply.ended') {
    const { request, finish, usage } = event;
    return [{ type, request, finish, tokens: usage && tokensOf(usage), problem: null, retry: null, at }];
  }
  if (event.type !== 'reply.failed') return [];
  const { request, fault } = event;
  const waits = emitted.find((one) => one.type === 'timer.start');
  const retry = waits ? { after_ms: waits.ms, retry: waits.retry, retries_max: waits.retriesMax } : null;
  return [{ type, request, finish: 'failed', tokens: null, problem: fault.message, retry, at }];
}

function tokensOf({ input, output, cost }: Usage): NonNullable<RequestEnded['tokens']> {
  return { input_tokens: input, output_tokens: output, ...(cost !== undefined && { cost }) };
}

/** @param first the number of its first call */
export function replyOf({ request, reply }: ReplyRead, first: number, at: string): StreamEvent {
  const { thoughts, actions, final, loose, repairs, error } = reply;
  return {
    type: 'reply',
    request,
    thoughts: thoughts.map(({ text }) => text),
    actions: actions.map(({ tool, params, error: wrong }, index) => ({
      ...{ call: first + index, tool, params },
      problem: wrong?.message ?? null,
    })),
    ...{ final, loose, repairs: [...repairs], problem: error?.message ?? null, at },
  };
}
