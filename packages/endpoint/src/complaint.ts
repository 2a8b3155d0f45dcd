/**
 * What a server says for itself when it refuses, taken apart: its words for the person, its codes for the tables that tell
 * one refusal from another. Found in JSON of a dozen shapes, in an HTML page, in plain text.
 */
import { wordsOf, wordsOfBody } from './server-words.ts';

export type Headers = { readonly [name: string]: string | readonly string[] | undefined };

export type Complaint = {
  /** The HTTP status, or the one that an error in a stream names; null where there is none. */
  readonly status: number | null;
  /** As it came, of any length. Empty where the server says nothing. */
  readonly words: string;
  /** The values of its fields `code`, `type` and their relatives, with a blank between them. */
  readonly codes: string;
  /** The parsed body, or undefined where it is no JSON. */
  readonly value: unknown;
  readonly headers: Headers;
};

/** The fields in which servers put what identifies an error. */
const CODE_FIELDS = new Set(['code', 'type', 'status', 'reason', 'error_code', 'status_code', 'quotaId', 'error_type']);
/** Gateways wrap the error of the server behind them, which may itself be wrapped. */
const DEPTH_MAX = 8;

/** @param body as it came, or the server's words alone */
export function complaintOfBody(status: number, body: string, headers: Headers = {}): Complaint {
  const value = parsed(body);
  return { status, words: wordsOfBody(body), codes: codesIn(value).join(' '), value, headers };
}

/** An error that came in a stream, or in an answer with a status of success. */
export function complaintOfValue(status: number | null, value: unknown): Complaint {
  return { status, words: wordsOf(value), codes: codesIn(value).join(' '), value, headers: {} };
}

/** Words and codes as one text, which the tables look through. */
export function textOf({ words, codes }: Complaint): string {
  return `${words}\n${codes}`;
}

/** The first value of a field of that name, at any depth; undefined where there is none. */
export function fieldIn(value: unknown, name: string, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return undefined;
  if (!Array.isArray(value) && name in value) return (value as { readonly [name: string]: unknown })[name];
  for (const inner of Object.values(value)) {
    const found = fieldIn(inner, name, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function codesIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string' && depth > 0) return codesIn(parsed(value), depth + 1);
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    CODE_FIELDS.has(name) && ['string', 'number'].includes(typeof inner) ? [String(inner)] : codesIn(inner, depth + 1),
  );
}

function parsed(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
