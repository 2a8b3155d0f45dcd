/**
 * One completion: ask, read the reply while it streams, say how it ended. Nothing is asked twice, here or above: whoever
 * wants to retry can tell by the kind of the fault whether it may help.
 */

import type { Fault } from '@tagma/protocol';
import { type Address, addressOf } from './address.ts';
import type { Completion, CompletionHooks, CompletionRequest, Said, Server } from './contract.ts';
import { type Awaits, type Ending, exchange, type Reader } from './exchange.ts';
import { type Asked, faultOfEnding, faultOfStatus, faultOfTrouble, type Stage } from './faults.ts';
import { ERROR_BODY_BYTES_MAX, limitsOf } from './limits.ts';
import { callsIn } from './native-calls.ts';
import type { Quirks } from './quirks.ts';
import { bodyOf, headersOf } from './request.ts';
import { retryAfterMs } from './retry-after.ts';
import { wordsOfBody } from './server-words.ts';
import { endReply, feedReply, type ReplyReading, startReply } from './stream.ts';

/**
 * Ask the server for one reply. Every failure is a value, with what had arrived until then; only what `onDelta` throws
 * is thrown on. After an abort it settles at once, and the server sees the connection close.
 */
export async function complete(
  request: CompletionRequest,
  server: Server,
  hooks: CompletionHooks,
): Promise<Completion> {
  const reading = startReply(hooks.onDelta);
  if (hooks.signal.aborted) return aborted(reading);
  const located = addressOf(server);
  if (!located.ok) return { ok: false, fault: located.fault, text: '', reasoning: '' };

  const answer = startAnswer(reading);
  const ending = await exchange(
    outgoingOf(request, located.address, server.quirks ?? {}),
    readerOf(answer),
    limitsOf(server.limits, request.patienceMs),
    hooks.signal,
  );
  const asked = { url: located.address.completions, address: located.address, model: request.model };
  return completionOf(answer, ending, asked);
}

/** What has come back so far: a reply, or the body of an error. */
type Answer = {
  status: number | null;
  location: string;
  retryAfter: unknown;
  errorBody: string;
  readonly reading: ReplyReading;
};

function startAnswer(reading: ReplyReading): Answer {
  return { status: null, location: '', retryAfter: undefined, errorBody: '', reading };
}

function outgoingOf(request: CompletionRequest, address: Address, quirks: Quirks) {
  const headers = { ...headersOf(address, 'text/event-stream, application/json'), 'content-type': 'application/json' };
  return { method: 'POST', url: address.completions, headers, body: bodyOf(request, quirks) } as const;
}

function readerOf(answer: Answer): Reader {
  const decoder = new TextDecoder();
  return {
    onHead(status, headers): Awaits {
      answer.status = status;
      answer.location = String(headers.location ?? '');
      answer.retryAfter = headers['retry-after'];
      return isSuccess(status) ? 'first' : 'tail';
    },
    onBytes(bytes): Awaits {
      if (isSuccess(answer.status)) return feedReply(answer.reading, bytes);
      answer.errorBody += decoder.decode(bytes, { stream: true });
      return answer.errorBody.length < ERROR_BODY_BYTES_MAX ? 'tail' : 'close';
    },
  };
}

function completionOf(answer: Answer, ending: Ending, asked: Asked): Completion {
  const { reading, status } = answer;
  if (ending.how === 'aborted') return aborted(reading);
  if (status !== null && !isSuccess(status)) {
    const words = wordsOfBody(answer.errorBody) || (answer.location && `see ${answer.location}`);
    return failed(reading, faultOfStatus(asked, status, words, retryAfterMs(answer.retryAfter, Date.now())));
  }
  if (ending.how === 'ended') endReply(reading);
  if (reading.stopped) return finished(reading, 'stop');
  // A reply that has said why it ends is whole, whatever came after it.
  if (reading.finish !== null) return finished(reading, reading.finish);
  if (reading.trouble !== null) return failed(reading, faultOfTrouble(asked, reading.trouble));
  if (reading.done) return finished(reading, 'stop');
  return failed(reading, faultOfEnding(asked, ending, stageOf(answer)));
}

function stageOf({ status, reading }: Answer): Stage {
  if (reading.begun) return 'replying';
  return status === null ? 'asking' : 'answering';
}

function finished(reading: ReplyReading, finish: 'stop' | 'length' | 'aborted'): Completion {
  return { ok: true, ...saidIn(reading), finish, usage: reading.usage };
}

function aborted(reading: ReplyReading): Completion {
  return finished(reading, 'aborted');
}

function failed(reading: ReplyReading, fault: Fault): Completion {
  return { ok: false, fault, ...saidIn(reading) };
}

function saidIn({ text, reasoning, calls }: ReplyReading): Said {
  return { text, reasoning, ...callsIn(calls) };
}

function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}
