/**
 * The bytes of an answer, read as a reply: start, feed, end over plain state. What counts is what comes, not what the
 * content type says: server-sent events, or one JSON value from a server that ignores `stream`, or one in each line, or none of these. Bytes may be
 * cut anywhere, inside a character too.
 */
import { TextDecoder } from 'node:util';
import type { Finish, Usage } from '@tagma/protocol';
import { createParser, type EventSourceMessage, type EventSourceParser, type ParseError } from 'eventsource-parser';
import { type Chunk, readChunk, statusOf } from './chunk.ts';
import type { CompletionHooks, Delta } from './contract.ts';
import type { Awaits } from './exchange.ts';
import { meaningOf } from './finish.ts';
import { type Gathering, gather, isEmpty, startGathering } from './gathering.ts';
import { BODY_BYTES_MAX, EVENT_CHARACTERS_MAX } from './limits.ts';
import { type CallsReading, feedCall, feedFunctionCall, hasCalls, startCalls } from './native-calls.ts';
import { wordsOfBody } from './server-words.ts';
import { learn, saidBy, startTemplates, type Templates } from './template.ts';

export type ReplyReading = {
  readonly text: Gathering;
  readonly reasoning: Gathering;
  readonly calls: CallsReading;
  usage: Usage | null;
  /** Whether the server has said a usage of its own. */
  usageSaid: boolean;
  /** Set once the server has said why it stops. */
  finish: Finish | null;
  /** The server's mark that nothing follows. */
  done: boolean;
  /** The reader of the deltas has heard enough: of what follows only the usage counts. */
  stopped: boolean;
  /** And the model goes on all the same. */
  rambles: boolean;
  /** Why this is not a whole reply, or null. */
  trouble: Trouble | null;
  readonly onDelta: CompletionHooks['onDelta'];
  readonly decoder: TextDecoder;
  readonly templates: Templates;
  /** What comes: still unknown; server-sent events; JSON of which one value or many may come; one value; one in each line. */
  form: 'unknown' | 'events' | 'json?' | 'json' | 'lines';
  events: EventSourceParser | null;
  json: string;
  bytes: number;
  /** Whether anything came that belongs to a completion. */
  begun: boolean;
  ending: boolean;
};

export type Trouble =
  /** The server says in the stream that it failed; `status` where it names one. */
  | { readonly kind: 'server-error'; readonly status: number | null; readonly error: unknown }
  | { readonly kind: 'content-filter' }
  /** The server itself gave the reply up. */
  | { readonly kind: 'given-up' }
  /** What came is no completion; `what` says what it is. `isBroken`: it began as one. */
  | { readonly kind: 'malformed'; readonly what: string; readonly isBroken: boolean };

export function startReply(onDelta: CompletionHooks['onDelta']): ReplyReading {
  return {
    text: startGathering(),
    reasoning: startGathering(),
    calls: startCalls(),
    usage: null,
    usageSaid: false,
    finish: null,
    done: false,
    stopped: false,
    rambles: false,
    trouble: null,
    onDelta,
    decoder: new TextDecoder(),
    templates: startTemplates(),
    form: 'unknown',
    events: null,
    json: '',
    bytes: 0,
    begun: false,
    ending: false,
  };
}

export function feedReply(reading: ReplyReading, bytes: Uint8Array): Awaits {
  reading.bytes += bytes.length;
  if (reading.bytes > BODY_BYTES_MAX) fail(reading, `more than ${BODY_BYTES_MAX} bytes`);
  else feedText(reading, reading.decoder.decode(bytes, { stream: true }));
  return awaited(reading);
}

/** The stream has ended. Events that were not closed by an empty line count, where they are whole. */
export function endReply(reading: ReplyReading): void {
  if (isOver(reading)) return;
  reading.ending = true;
  feedText(reading, reading.decoder.decode());
  if (reading.form === 'events') feedText(reading, '\n\n');
  if (reading.form === 'lines') readLine(reading, reading.json);
  else if (reading.form !== 'events' && reading.form !== 'unknown') readJsonAnswer(reading);
}

function awaited(reading: ReplyReading): Awaits {
  if (reading.rambles || reading.trouble !== null) return 'close';
  if (reading.done) return 'nothing';
  if (reading.finish !== null) return 'tail';
  if (reading.stopped) return 'farewell';
  return reading.json === '' && !hasBegun(reading) ? 'first' : 'more';
}

/** Whether anything of a reply has come. */
export function hasBegun({ text, reasoning, calls }: ReplyReading): boolean {
  return !isEmpty(text) || !isEmpty(reasoning) || hasCalls(calls);
}

function isOver(reading: ReplyReading): boolean {
  return reading.rambles || reading.done || reading.trouble !== null;
}

function feedText(reading: ReplyReading, text: string): void {
  if (text === '' || isOver(reading)) return;
  if (reading.form === 'unknown') recognise(reading, text.trimStart());
  if (reading.form === 'events') reading.events?.feed(text);
  else if (reading.form !== 'unknown') feedJson(reading, text);
}

/** One value over many lines is a whole answer; a whole value in the first of them, with a piece of a reply, is a stream of such. */
function feedJson(reading: ReplyReading, text: string): void {
  reading.json += text;
  if (reading.json.length > EVENT_CHARACTERS_MAX) {
    fail(reading, `an answer of more than ${EVENT_CHARACTERS_MAX} characters`);
  }
  if (reading.form === 'json?' && /[\r\n]/.test(text)) reading.form = formOf(reading.json);
  if (reading.form !== 'lines') return;
  const lines = reading.json.split(/\r\n|\n|\r/);
  reading.json = lines.pop() ?? '';
  for (const line of lines) readLine(reading, line);
}

function formOf(json: string): 'json?' | 'json' | 'lines' {
  const [first, ...others] = json.trimStart().split(/[\r\n]/, 2);
  if (first === undefined || others.length === 0) return 'json?';
  return readChunk(parsed(first))?.piece ? 'lines' : 'json';
}

function readLine(reading: ReplyReading, line: string): void {
  if (isOver(reading) || line.trim() === '') return;
  if (line.trim() === '[DONE]') reading.done = true;
  else takeChunk(reading, readChunk(parsed(line)), line);
}

/** By the first character that is not blank: no server-sent event starts with a bracket of any kind. */
function recognise(reading: ReplyReading, text: string): void {
  if (text === '') return;
  if (text.startsWith('<')) {
    fail(reading, wordsOfBody(text));
  } else if (text.startsWith('{') || text.startsWith('[')) {
    reading.form = 'json?';
    reading.begun = true;
  } else {
    reading.form = 'events';
    reading.events = createParser({
      maxBufferSize: EVENT_CHARACTERS_MAX,
      onEvent: (event) => readEvent(reading, event),
      onError: (error) => readStrayLine(reading, error),
    });
  }
}

function readEvent(reading: ReplyReading, event: EventSourceMessage): void {
  if (isOver(reading) || event.data === '' || event.event === 'ping') return;
  reading.begun = true;
  const short = event.event === undefined ? saidBy(reading.templates, event.data) : null;
  if (short !== null) {
    if (short.said !== '') takeDelta(reading, { [short.field]: short.said });
    return;
  }
  if (event.data.trim() === '[DONE]') {
    reading.done = true;
    return;
  }
  const value = parsed(event.data);
  if (event.event === 'error') {
    reading.trouble = serverError(value ?? event.data);
    return;
  }
  const chunk = value === undefined ? null : readChunk(value);
  takeChunk(reading, chunk, event.data);
  if (chunk !== null) learn(reading.templates, event.data, chunk);
}

/** A line that is no field of an event: some servers put their error there, bare or as `error: {…}`. */
function readStrayLine(reading: ReplyReading, error: ParseError): void {
  if (isOver(reading)) return;
  if (error.type === 'max-buffer-size-exceeded') {
    fail(reading, `an event of more than ${EVENT_CHARACTERS_MAX} characters`, true);
  } else if (error.field === 'error') {
    reading.trouble = serverError(parsed(error.value ?? '') ?? error.value);
  } else if (error.line?.startsWith('{')) {
    const chunk = readChunk(parsed(error.line));
    if (chunk?.error) reading.trouble = serverError(chunk.error);
  }
}

function readJsonAnswer(reading: ReplyReading): void {
  const chunk = readChunk(parsed(reading.json));
  // Whole JSON with a list of choices is a whole answer, whether or not it says why it stopped.
  takeChunk(reading, chunk?.answer ? { ...chunk, finish: chunk.finish ?? 'stop' } : chunk, reading.json);
  if (chunk !== null && !chunk.answer && reading.trouble === null) fail(reading, excerpt(reading.json));
}

function takeChunk(reading: ReplyReading, chunk: Chunk | null, source: string): void {
  if (chunk === null) {
    // The last event of a stream may have been cut with it: that is a cut, not a malformed event.
    if (!reading.ending || reading.form.startsWith('json')) fail(reading, excerpt(source), isBroken(reading, source));
    return;
  }
  if (chunk.error) {
    reading.trouble = serverError(chunk.error);
    return;
  }
  takeUsage(reading, chunk);
  for (const piece of chunk.calls) feedCall(reading.calls, piece);
  if (chunk.functionCall !== null) feedFunctionCall(reading.calls, chunk.functionCall);
  const { text, reasoning } = chunk;
  if (text !== '' || reasoning !== '') {
    takeDelta(reading, { ...(text === '' ? {} : { text }), ...(reasoning === '' ? {} : { reasoning }) });
  }
  if (chunk.finish === null) return;
  if (reading.stopped) reading.finish = 'stop';
  else takeFinish(reading, chunk.finish);
}

function takeDelta(reading: ReplyReading, delta: Delta): void {
  if (reading.stopped) {
    reading.rambles ||= `${delta.text ?? ''}${delta.reasoning ?? ''}`.trim() !== '';
    return;
  }
  gather(reading.text, delta.text ?? '');
  gather(reading.reasoning, delta.reasoning ?? '');
  if (reading.onDelta(delta) === 'stop') reading.stopped = true;
}

/** The last one counts: some servers send one with each chunk, and it grows. */
function takeUsage(reading: ReplyReading, { usage, timed }: Chunk): void {
  if (usage === null && (timed === null || reading.usageSaid)) return;
  reading.usage = usage ?? timed;
  reading.usageSaid ||= usage !== null;
}

function takeFinish(reading: ReplyReading, word: string): void {
  const meaning = meaningOf(word);
  if (meaning === 'filter') reading.trouble = { kind: 'content-filter' };
  else if (meaning === 'given-up') reading.trouble = { kind: 'given-up' };
  else if (meaning === 'overloaded') reading.trouble = stoppedBy(word, 503, 'the server is short of resources');
  // A reply that has filled the window is cut; one for which there was no room at all says that the conversation is too long.
  else if (meaning === 'window' && !hasBegun(reading)) {
    reading.trouble = stoppedBy(word, 400, 'the conversation exceeds the context window');
  } else reading.finish = meaning === null ? 'stop' : 'length';
}

function stoppedBy(code: string, status: number, message: string): Trouble {
  return { kind: 'server-error', status, error: { code, message: `${message} (${code})` } };
}

function serverError(error: unknown): Trouble {
  return { kind: 'server-error', status: statusOf(error), error };
}

function fail(reading: ReplyReading, what: string, isBroken = false): void {
  reading.trouble = { kind: 'malformed', what, isBroken };
}

/** It is the right address, then: a reply had begun, or this is JSON that somebody has cut or garbled. */
function isBroken(reading: ReplyReading, source: string): boolean {
  return hasBegun(reading) || (source.trimStart().startsWith('{') && parsed(source) === undefined);
}

function excerpt(source: string): string {
  return `"${source.trim()}"`;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
