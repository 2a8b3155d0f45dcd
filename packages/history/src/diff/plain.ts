/**
 * What of a record counts when two histories are compared. Numbers and names that only tell things apart do not, nor what
 * is measured (times, durations, tokens), nor on whose model and in which folder it ran: that is told once, at the top.
 */
import type { Json, JsonObject } from '@tagma/protocol';
import { maskedText } from './mask.ts';
import type { Said } from './steps.ts';

/** How two histories are compared. */
export type Comparing = {
  /** Times, durations and temporary paths in what tools gave back do not count either, nor why the session was ended. */
  readonly masked?: boolean;
};

/** What stands for the names of one session, so that the other's are the same. */
export type Names = { readonly session: string; readonly folder: string };

const NOT_COUNTED: ReadonlySet<string> = new Set([
  ...['id', 'request', 'call', 'turn', 'message', 'messages', 'digest'],
  ...['usage', 'durationMs', 'ms', 'tokensBefore', 'tokensAfter'],
  ...['endpoint', 'model'],
]);
/** In the details of an outcome. */
const DETAILS_NOT_COUNTED: ReadonlySet<string> = new Set(['durationMs', 'fullOutputPath', 'pid']);
/** What came of a command or a call. */
const OUTCOMES: ReadonlySet<string> = new Set(['tool.ended', 'shell.ended']);
/** Their own fields tell on what it ran. */
const BEGINNINGS: ReadonlySet<string> = new Set(['session.started', 'session.resumed']);
/** A window is found out, and tokens are counted, beside the work and at any time. The window is told at the top. */
const BESIDE: ReadonlySet<string> = new Set(['window.find', 'window.found', 'tokens.count', 'tokens.counted']);

export function isBeside({ type }: Said): boolean {
  return BESIDE.has(type);
}

/** What counts of a record, as data. */
export function plainOf(said: Said, names: Names, { masked = false }: Comparing): JsonObject {
  if (BEGINNINGS.has(said.type) || (masked && said.type === 'session.ended')) return {};
  const text = (value: string) => withoutNames(value, names);
  const counted = mapped(without(said.fields, NOT_COUNTED), text) as JsonObject;
  if (said.type === 'turn.end') return withoutNumbers(counted);
  return OUTCOMES.has(said.type) ? outcomeOf(counted, masked) : counted;
}

/** A text without the names of its session and folder. */
export function withoutNames(text: string, { session, folder }: Names): string {
  const shorter = folder.length > 1 ? text.replaceAll(folder, '[folder]') : text;
  return session === '' ? shorter : shorter.replaceAll(session, '[session]');
}

function outcomeOf(fields: JsonObject, masked: boolean): JsonObject {
  const outcome = fields.outcome as JsonObject;
  const details = without((outcome.details ?? {}) as JsonObject, DETAILS_NOT_COUNTED);
  const counted = { ...fields, outcome: { ...outcome, details } };
  return masked ? (mapped(counted, maskedText) as JsonObject) : counted;
}

/** A turn's result names the calls that were denied, by their numbers. */
function withoutNumbers(fields: JsonObject): JsonObject {
  const result = fields.result as JsonObject;
  if (!Array.isArray(result?.denials)) return fields;
  const denials = result.denials.map((denial) => without(denial as JsonObject, NOT_COUNTED));
  return { ...fields, result: { ...result, denials } };
}

function without(fields: JsonObject, names: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)));
}

function mapped(value: Json, map: (text: string) => string): Json {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapped(item, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapped(member, map)]));
}
