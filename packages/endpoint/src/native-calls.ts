/**
 * Native calls, put together from the pieces that a stream carries: start, feed, end over plain state. Nobody has asked the
 * server for them; a model that was trained on them writes them all the same, and the server takes them out of its text.
 *
 * By the book, the first piece of a call has its index, id and name, and those that follow have the index and more of the
 * arguments. Half-compatible servers leave the index out, send the same one for every call, repeat id and name in each
 * piece, or send each call whole.
 */
import type { NativeCall, NativeCalls } from '@tagma/protocol';

/** What it does not say is null or empty. */
export type CallPiece = {
  readonly index: number | null;
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
};

type OpenCall = { id: string; name: string; arguments: string };

export type CallsReading = {
  readonly calls: OpenCall[];
  /** The last call of each index (a number) and of each id (a string). */
  readonly byKey: Map<number | string, OpenCall>;
  /** The older field, which holds one call and no key. */
  functionCall: OpenCall | null;
};

export function startCalls(): CallsReading {
  return { calls: [], byKey: new Map(), functionCall: null };
}

/** A piece of one of the `tool_calls`. */
export function feedCall(reading: CallsReading, piece: CallPiece): void {
  const { calls, byKey } = reading;
  const last = piece.index === null ? calls.at(-1) : undefined;
  const same = byKey.get(piece.index ?? piece.id) ?? last;
  const call = same && goesOn(same, piece) ? same : emptyCall();
  if (call !== same) calls.push(call);
  if (piece.index !== null) byKey.set(piece.index, call);
  if (piece.id !== '') byKey.set(piece.id, call);
  grow(call, piece);
}

/** A piece of the `function_call`. */
export function feedFunctionCall(reading: CallsReading, piece: CallPiece): void {
  reading.functionCall ??= emptyCall();
  grow(reading.functionCall, piece);
}

export function hasCalls({ calls, functionCall }: CallsReading): boolean {
  return calls.length > 0 || functionCall !== null;
}

/** All that has come, in the order in which it began. A call that says nothing at all is none. */
export function callsIn({ calls, functionCall }: CallsReading): NativeCalls {
  const toolCalls = calls.filter(saysAnything).map(nativeCall);
  return {
    ...(toolCalls.length > 0 ? { toolCalls } : {}),
    ...(functionCall && saysAnything(functionCall) ? { functionCall: nativeCall(functionCall) } : {}),
  };
}

/** Whether the piece belongs to the call, or begins another one: only a piece with a name can begin one. */
function goesOn(call: OpenCall, piece: CallPiece): boolean {
  if (piece.name === '') return true;
  if (piece.id !== '' && call.id !== '') return piece.id === call.id;
  if (piece.index === null) return false;
  return call.arguments === '' || piece.name === call.name;
}

/** A name may come in pieces, or whole in each of them. */
function grow(call: OpenCall, piece: CallPiece): void {
  call.id ||= piece.id;
  if (piece.name !== call.name) call.name += piece.name;
  call.arguments += piece.arguments;
}

function emptyCall(): OpenCall {
  return { id: '', name: '', arguments: '' };
}

function saysAnything(call: OpenCall): boolean {
  return call.name !== '' || call.arguments !== '';
}

function nativeCall({ name, arguments: given }: OpenCall): NativeCall {
  return { name, arguments: given };
}
