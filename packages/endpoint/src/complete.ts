/**
 * One completion: ask, read the reply while it streams, say how it ended. A request that is refused for a field or a role
 * in it is made once more without; nothing else is asked twice here. Whoever wants to retry can tell by the kind of the
 * fault whether it may help.
 */

import type { Fault, JsonObject } from '@tagma/protocol';
import { type Adaptation, adaptTo, quirksOf, remember } from './adaptation.ts';
import { type Address, addressOf } from './address.ts';
import { type Complaint, complaintOfBody, complaintOfValue, type Headers } from './complaint.ts';
import { routeTo } from './connections.ts';
import type { Completion, CompletionHooks, CompletionRequest, Said, Sent, Server } from './contract.ts';
import { type Awaits, type Ending, exchange, type Reader } from './exchange.ts';
import {
  type Asked,
  faultOfEnding,
  faultOfNoRoom,
  faultOfSilentOverflow,
  faultOfStatus,
  faultOfTrouble,
  type Stage,
} from './faults.ts';
import { gathered } from './gathering.ts';
import { ERROR_BODY_BYTES_MAX, limitsOf } from './limits.ts';
import { callsIn } from './native-calls.ts';
import { namesLike } from './near-names.ts';
import { hasUrls, loadPictures, type Pictures } from './pictures.ts';
import { proxyAsked } from './proxy.ts';
import type { Quirks } from './quirks.ts';
import { isModelMissing, judge } from './refusals.ts';
import { bodyOf, headersOf, sendsStop } from './request.ts';
import { endReply, feedReply, hasBegun, type ReplyReading, startReply } from './stream.ts';
import { toldOf } from './told.ts';

/**
 * Ask the server for one reply. Every failure is a value, with what had arrived until then; only what `onDelta` throws
 * is thrown on. After an abort it settles at once, and the server sees the connection close.
 */
export async function complete(
  request: CompletionRequest,
  server: Server,
  hooks: CompletionHooks,
): Promise<Completion> {
  if (hooks.signal.aborted) return aborted(startReply(hooks.onDelta));
  const located = addressOf(server);
  if (!located.ok) return { ok: false, fault: located.fault, text: '', reasoning: '' };

  const ask = async (quirks: Quirks) => {
    const load = (await sendsImages(request, server, quirks, hooks.signal)) ? (request.loadImage ?? null) : null;
    const pictures = await loadPictures(request.messages, load);
    return attempt(request, server, { address: located.address, quirks, pictures }, hooks);
  };
  const first = await ask(quirksOf(server, request.model));
  const adapted = adaptationTo(first);
  if (adapted === null || hooks.signal.aborted) return completionOf(first, server, hooks.signal);

  remember(server, request.model, adapted.quirks);
  const second = await ask(adapted.quirks);
  // Twice is enough for one turn; the next one begins with what this refusal has taught as well.
  const further = adaptationTo(second);
  if (further !== null) remember(server, request.model, further.quirks);
  const changes = [...adapted.changes, ...(further?.changes ?? [])];
  return { ...(await completionOf(second, server, hooks.signal)), changes };
}

/** A request that has been made, and all that came of it. */
type Attempt = {
  readonly request: CompletionRequest;
  readonly asked: Asked & { readonly quirks: Quirks };
  readonly body: string;
  readonly sent: Sent;
  readonly answer: Answer;
  readonly ending: Ending;
};

/** What has come back so far: a reply, or the body of an error. */
type Answer = { status: number | null; headers: Headers; errorBody: string; readonly reading: ReplyReading };

async function attempt(
  request: CompletionRequest,
  server: Server,
  { address, quirks, pictures }: { address: Address; quirks: Quirks; pictures: Pictures },
  { signal, onDelta }: CompletionHooks,
): Promise<Attempt> {
  const answer: Answer = { status: null, headers: {}, errorBody: '', reading: startReply(onDelta) };
  const body = bodyOf(request, quirks, pictures);
  const sent: Sent = {
    ...(sendsStop(request, quirks) && { stopSent: true }),
    ...(hasUrls(pictures) && { imagesSent: true }),
  };
  const limits = limitsOf(server.limits, request.patienceMs);
  const outgoing = { ...outgoingOf(address, body), route: routeTo(server, address) };
  const ending = await exchange(outgoing, readerOf(answer), limits, signal);
  const url = address.completions;
  const asked = { url, address, model: request.model, quirks, ...proxyAsked(server.proxy, url) };
  return { request, asked, body, sent, answer, ending };
}

/** Known, or told by the server, which is asked when the first picture is to be sent; else not. */
async function sendsImages(
  { messages, model, loadImage }: CompletionRequest,
  server: Server,
  { takesImages }: Quirks,
  signal: AbortSignal,
): Promise<boolean> {
  if (loadImage === undefined || messages.every(({ images = [] }) => images.length === 0)) return false;
  return takesImages ?? (await toldOf(server, model, signal)).images === true;
}

function outgoingOf(address: Address, body: string) {
  const headers = { ...headersOf(address, 'text/event-stream, application/json'), 'content-type': 'application/json' };
  return { method: 'POST', url: address.completions, headers, body } as const;
}

function readerOf(answer: Answer): Reader {
  const decoder = new TextDecoder();
  return {
    onHead(status, headers): Awaits {
      answer.status = status;
      answer.headers = headers;
      return isSuccess(status) ? 'first' : 'tail';
    },
    onBytes(bytes): Awaits {
      if (isSuccess(answer.status)) return feedReply(answer.reading, bytes);
      answer.errorBody += decoder.decode(bytes, { stream: true });
      return answer.errorBody.length < ERROR_BODY_BYTES_MAX ? 'tail' : 'close';
    },
  };
}

/** Only where the server refuses the request as it is, before a word of a reply. */
function adaptationTo({ answer, asked, body, ending }: Attempt): Adaptation | null {
  const complaint = complaintOf(answer);
  if (complaint === null || ending.how === 'aborted') return null;
  const { kind } = judge(complaint, asked);
  if (kind !== 'bad-request' && kind !== 'not-found' && kind !== 'overloaded') return null;
  return adaptTo(complaint, JSON.parse(body) as JsonObject, asked.quirks);
}

function complaintOf({ status, headers, errorBody, reading }: Answer): Complaint | null {
  if (status !== null && !isSuccess(status)) return complaintOfBody(status, errorBody, headers);
  const { trouble } = reading;
  if (trouble?.kind !== 'server-error' || hasBegun(reading)) return null;
  return complaintOfValue(trouble.status, trouble.error);
}

async function completionOf(attempt: Attempt, server: Server, signal: AbortSignal): Promise<Completion> {
  const { request, sent, answer } = attempt;
  const completion = endOf(attempt);
  const complaint = completion.ok ? null : complaintOf(answer);
  if (completion.ok || complaint === null || !mayList(completion.fault) || !isModelMissing(complaint)) {
    return { ...completion, ...sent };
  }
  const names = await namesLike(request.model, server, signal);
  const advice =
    names.length === 0 ? completion.fault.advice : `${completion.fault.advice} It has ${names.join(', ')}.`;
  return { ...completion, ...sent, fault: { ...completion.fault, advice } };
}

/** Whoever is not let in is not asked anything more. */
function mayList({ kind, status }: Fault): boolean {
  return kind === 'not-found' && status !== 403;
}

function endOf({ request, answer, ending, asked }: Attempt): Completion {
  const { reading, status, headers, errorBody } = answer;
  if (ending.how === 'aborted') return aborted(reading);
  if (status !== null && !isSuccess(status)) return failed(reading, faultOfStatus(asked, status, errorBody, headers));
  if (ending.how === 'ended') endReply(reading);
  if (reading.stopped) return finished(reading, 'stop');
  const silent = silentOverflow(reading, request, asked);
  if (silent !== null) return failed(reading, silent);
  // A reply that has said why it ends is whole, whatever came after it.
  if (reading.finish !== null) return finished(reading, reading.finish);
  if (reading.trouble !== null) return failed(reading, faultOfTrouble(asked, reading.trouble));
  if (reading.done) return finished(reading, 'stop');
  return failed(reading, faultOfEnding(asked, ending, stageOf(answer)));
}

function silentOverflow(reading: ReplyReading, { windowTokens = 0 }: CompletionRequest, asked: Asked): Fault | null {
  const { usage, finish } = reading;
  if (usage !== null && finish === 'length' && usage.output === 0 && !hasBegun(reading)) {
    return faultOfNoRoom(asked, usage.input);
  }
  if (!asked.quirks?.overflowsInSilence || windowTokens === 0 || usage === null) return null;
  return usage.input > windowTokens ? faultOfSilentOverflow(asked, usage.input, windowTokens) : null;
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
  return { text: gathered(text), reasoning: gathered(reasoning), ...callsIn(calls) };
}

function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}
