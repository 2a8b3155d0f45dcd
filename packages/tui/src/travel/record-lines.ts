/** One record of a history as lines: its fields, or the text that stands in the file. Both bounded: a record may hold 200 MB. */
import type { StopRecord } from '@tagma/history';
import { type Json, visible } from '@tagma/protocol';
import { type Line, line, named } from '../text/line.ts';
import { wrap } from '../text/wrap.ts';

/** Code units and lines of a record that are shown; the editor shows all of it. */
export const SHOWN_LENGTH_MAX = 64 * 1024;
export const SHOWN_LINES_MAX = 2_000;

const INDENT = '  ';

const kept = new WeakMap<
  StopRecord,
  { readonly width: number; readonly asSource: boolean; readonly rows: readonly Line[] }
>();

/** Wrapped to `width` columns. */
export function recordRows(record: StopRecord, width: number, asSource: boolean): readonly Line[] {
  const known = kept.get(record);
  if (known?.width === width && known.asSource === asSource) return known.rows;
  const lines = asSource ? sourceLines(record) : fieldLines(record);
  const rows = lines.flatMap((each) => wrap(each, width));
  kept.set(record, { width, asSource, rows });
  return rows;
}

/** A record in a line: what it is, and the first of what it holds. */
export function recordSummary({ kind, type, fields }: StopRecord): string {
  const said = Object.entries(fields).flatMap(([name, value]) => (isScalar(value) ? [`${name} ${scalar(value)}`] : []));
  return [`${kind} ${named(type)}`, ...said.slice(0, 3)].join(' · ');
}

function sourceLines({ bytes }: StopRecord): readonly Line[] {
  const writing = startLines();
  addText(writing, bytes.toString('utf8', 0, SHOWN_LENGTH_MAX + 1), '', 'code');
  return ended(writing, bytes.length > SHOWN_LENGTH_MAX);
}

function fieldLines({ fields, takenOut }: StopRecord): readonly Line[] {
  const writing = startLines();
  for (const [name, value] of Object.entries(fields)) addField(writing, name, value, '');
  if (Object.keys(fields).length === 0) writing.lines.push(line(['nothing beside its type and its time', 'muted']));
  for (const path of takenOut) writing.lines.push(line([`${named(path)} has been taken out of the file`, 'warning']));
  return ended(writing, writing.left <= 0);
}

/** `left`: code units that there is still room for. */
type Writing = { readonly lines: Line[]; left: number };

function startLines(): Writing {
  return { lines: [], left: SHOWN_LENGTH_MAX };
}

function isFull({ lines, left }: Writing): boolean {
  return left <= 0 || lines.length >= SHOWN_LINES_MAX;
}

function ended(writing: Writing, isCut: boolean): readonly Line[] {
  if (!isCut && !isFull(writing)) return writing.lines;
  return [...writing.lines, line(['… more than is shown here: the editor shows all of it', 'warning'])];
}

function addField(writing: Writing, name: string, value: Json, indent: string): void {
  if (isFull(writing)) return;
  const label = `${indent}${named(name)}:`;
  if (isScalar(value)) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (!text.includes('\n')) {
      writing.lines.push(line([`${label} `, 'label'], [visible(taken(writing, text)), 'text']));
      return;
    }
    writing.lines.push(line([label, 'label']));
    addText(writing, text, indent + INDENT, 'text');
    return;
  }
  const members = Object.entries(value);
  writing.lines.push(line([label, 'label'], [members.length === 0 ? ' nothing' : '', 'muted']));
  for (const [key, member] of members)
    addField(writing, Array.isArray(value) ? `${Number(key) + 1}` : key, member, indent + INDENT);
}

function addText(writing: Writing, text: string, indent: string, role: 'text' | 'code'): void {
  for (const each of taken(writing, text).split(/\r?\n/)) {
    if (writing.lines.length >= SHOWN_LINES_MAX) return;
    writing.lines.push(line([indent + visible(each), role]));
  }
}

function taken(writing: Writing, text: string): string {
  const part = text.slice(0, Math.max(0, writing.left));
  writing.left -= text.length;
  return part;
}

type Scalar = string | number | boolean | null;

function isScalar(value: Json | undefined): value is Scalar {
  return value !== undefined && (typeof value !== 'object' || value === null);
}

/** So much of a text stands in a line about a record. */
const SUMMARY_LENGTH = 60;

function scalar(value: Scalar): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return named(text.length > SUMMARY_LENGTH ? `${text.slice(0, SUMMARY_LENGTH)}…` : text);
}
