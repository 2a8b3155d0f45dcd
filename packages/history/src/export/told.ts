/** What stands in the fields of a record, of a type that can be relied on, whatever was written there. */
import type { Json, JsonObject, OutcomeStatus } from '@tagma/protocol';

const STATUSES: readonly OutcomeStatus[] = ['ok', 'error', 'denied', 'aborted', 'timeout', 'skipped'];
const NOTHING: JsonObject = {};

/** Empty where there is no text. */
export function textIn(fields: JsonObject, name: string): string {
  const value = own(fields, name);
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
}

export function textOrNull(fields: JsonObject, name: string): string | null {
  const value = own(fields, name);
  return value === undefined || value === null ? null : textIn(fields, name);
}

/** Zero where there is no number. */
export function numberIn(fields: JsonObject, name: string): number {
  return numberOrNull(fields, name) ?? 0;
}

export function numberOrNull(fields: JsonObject, name: string): number | null {
  const value = own(fields, name);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

export function flagIn(fields: JsonObject, name: string): boolean {
  return own(fields, name) === true;
}

/** An empty one where there is none. */
export function objectIn(fields: JsonObject, name: string): JsonObject {
  const value = own(fields, name);
  return isObject(value) ? value : NOTHING;
}

export function hasObject(fields: JsonObject, name: string): boolean {
  return isObject(own(fields, name));
}

/** The members of a list that are objects. */
export function objectsIn(fields: JsonObject, name: string): readonly JsonObject[] {
  return listIn(fields, name).filter(isObject);
}

/** The members of a list, as texts. */
export function textsIn(fields: JsonObject, name: string): readonly string[] {
  return listIn(fields, name).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
}

/** Anything that is no status reads as an error: it is not good news. */
export function statusIn(fields: JsonObject): OutcomeStatus {
  const value = textIn(fields, 'status');
  return STATUSES.find((known) => known === value) ?? 'error';
}

function listIn(fields: JsonObject, name: string): readonly Json[] {
  const value = own(fields, name);
  return Array.isArray(value) ? value : [];
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(fields: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}
