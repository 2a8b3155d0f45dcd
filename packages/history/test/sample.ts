/** Records and files to work on. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HistoryRecord, JsonObject } from '@tagma/protocol';
import { createHistory, type History } from '../src/index.ts';
import { temporaryFolder } from './temporary.ts';

export const AT = 1_795_155_038_123;

export function event(type: string, fields: JsonObject = {}): HistoryRecord {
  return { kind: 'event', type, at: AT, fields };
}

export function state(value: string): HistoryRecord {
  return { kind: 'state', type: value, at: AT, fields: {} };
}

export function effect(type: string, fields: JsonObject = {}): HistoryRecord {
  return { kind: 'effect', type, at: AT, fields };
}

export function note(type: string, fields: JsonObject = {}): HistoryRecord {
  return { kind: 'note', type, at: AT, fields };
}

export const LONG_REPLY = '<thought>Look first.</thought>\n<action tool="ls"><path>src</path></action>\n'.repeat(5);

/** A little of everything: short and long, plain, CDATA and escaped, nested and empty. */
export const SAMPLE: readonly HistoryRecord[] = [
  event('session.started', { session: 's1', tools: [{ name: 'ls' }, { name: 'bash' }], settings: { headless: true } }),
  state('idle'),
  event('prompt.given', { text: 'Why does <a> fail?' }),
  state('thinking'),
  effect('model.ask', { id: 1, turn: 1, messages: 2 }),
  event('reply.ended', { request: 1, text: LONG_REPLY, usage: null, colours: '\u001B[0m' }),
  note('reply.read', { request: 1, reply: { actions: [], final: null } }),
];

/** A new history in a folder of its own, open for writing. */
export function newHistory(records: readonly HistoryRecord[] = []): { history: History; file: string } {
  const file = join(temporaryFolder(), 's1.xml');
  const created = createHistory(file, { session: 's1' });
  if (!created.ok) throw new Error(created.error.message);
  append(created.history, records);
  return { history: created.history, file };
}

/** A finished history with these records in it, one append each. */
export function historyFile(records: readonly HistoryRecord[] = SAMPLE): string {
  const { history, file } = newHistory();
  for (const record of records) append(history, [record]);
  history.close();
  return file;
}

export function append(history: History, records: readonly HistoryRecord[], sync = false): void {
  const appended = history.append(records, { sync });
  if (!appended.ok) throw new Error(appended.error.message);
}

/** The file as its head, its records, each with the newline before it, and its closing tag. */
export function piecesOf(file: string): { head: string; records: string[]; closing: string } {
  const text = readFileSync(file, 'utf8');
  const closing = '\n</history>\n';
  const [head = '', ...records] = text.slice(0, -closing.length).split(/(?=\n<(?:event|state|effect|note) n=")/);
  return { head, records, closing };
}
