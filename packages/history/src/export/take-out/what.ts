/** What a person wants taken out of an export: a kind of texts, a record, or what a pattern finds. */
import { TEXT_KINDS, type TextKind } from './kinds.ts';

/** What is to be taken out. */
export type What =
  | { readonly by: 'kind'; readonly kind: TextKind }
  | { readonly by: 'record'; readonly record: number }
  /** Every text in which it is found, whole. */
  | { readonly by: 'pattern'; readonly pattern: RegExp };

export type WhatRead = { readonly ok: true; readonly what: What } | { readonly ok: false; readonly message: string };

const RECORD = /^[1-9]\d{0,14}$/;
const PATTERN = /^\/(.+)\/([ims]*)$/s;

/**
 * Reads what a person wants taken out: a kind of text, a record's number, or a pattern `/…/` with the flags i, m and s. Never
 * throws.
 */
export function readWhat(text: string): WhatRead {
  const kind = TEXT_KINDS.find((known) => known === text);
  if (kind !== undefined) return { ok: true, what: { by: 'kind', kind } };
  if (RECORD.test(text)) return { ok: true, what: { by: 'record', record: Number(text) } };
  const [, source, flags] = PATTERN.exec(text) ?? [];
  if (source === undefined) {
    const forms = `one of ${TEXT_KINDS.join(', ')}; a record's number; or a pattern, /…/`;
    return { ok: false, message: `"${text}" says nothing that can be taken out. It should be ${forms}.` };
  }
  try {
    return { ok: true, what: { by: 'pattern', pattern: new RegExp(source, `${flags}u`) } };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
