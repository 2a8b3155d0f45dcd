/** JSON-RPC 2.0, one message a line: what a line asks for, and the messages that answer it. */
import type { Json } from '@tagma/protocol';

export type RpcId = string | number | null;

/** A request; a notification where `id` is undefined: nothing answers it. */
export type RpcRequest = {
  readonly id: RpcId | undefined;
  readonly method: string;
  readonly params: { readonly [name: string]: unknown };
};

/** `jsonrpc.org/specification`, 5.1; from -32000 down to -32099 are ours. */
export const RPC = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  /** It is a request like any other, and cannot be carried out now. */
  refused: -32_000,
  notInitialized: -32_002,
} as const;

export type RpcError = { readonly code: number; readonly message: string };

export type ReadRequest =
  | { readonly ok: true; readonly request: RpcRequest }
  | { readonly ok: false; readonly id: RpcId; readonly error: RpcError };

export function readRequest(line: string): ReadRequest {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    const message = `Parse error: ${error instanceof Error ? error.message : error}`;
    return { ok: false, id: null, error: { code: RPC.parseError, message } };
  }
  if (Array.isArray(value)) return invalid(null, 'batches are not taken; send one message a line');
  if (typeof value !== 'object' || value === null) return invalid(null, 'a message is an object');
  const { jsonrpc, id, method, params } = value as Record<string, unknown>;
  if (id !== undefined && !isId(id)) return invalid(null, 'id should be a text, a number or null');
  if (jsonrpc !== '2.0') return invalid(id ?? null, 'jsonrpc should be "2.0"');
  if (typeof method !== 'string') return invalid(id ?? null, 'method should be a text');
  if (params !== undefined && (typeof params !== 'object' || params === null || Array.isArray(params))) {
    const error = { code: RPC.invalidParams, message: 'Invalid params: they go by name, in an object' };
    return { ok: false, id: id ?? null, error };
  }
  return { ok: true, request: { id, method, params: { ...params } } };
}

function isId(id: unknown): id is RpcId {
  return id === null || typeof id === 'string' || typeof id === 'number';
}

function invalid(id: RpcId, why: string): ReadRequest {
  return { ok: false, id, error: { code: RPC.invalidRequest, message: `Invalid Request: ${why}` } };
}

export function responseWith(id: RpcId, result: Json | object) {
  return { jsonrpc: '2.0', id, result } as const;
}

export function errorWith(id: RpcId, error: RpcError) {
  return { jsonrpc: '2.0', id, error } as const;
}

export function notificationOf(method: string, params: object) {
  return { jsonrpc: '2.0', method, params } as const;
}
