/**
 * A writer to be run in a process of its own, for tests of what happens between two, and of a death at any point. It says each thing on
 * a line of standard output, and is sure that it has been said.
 *
 * - `hold FILE`: opens the history; `held`, or why not. Then it starts a child that outlives it, says its number, and waits.
 * - `race FILE RECORDS`: waits for a line on standard input, opens, appends so many records, and holds the history until
 *   standard input ends; the numbers, or why not.
 * - `fill FILE`: creates the history and appends to it until it is refused; why, how many records were acknowledged, how many
 *   the file holds, and whether it takes a small one once more.
 */
import { spawn } from 'node:child_process';
import { readSync, writeSync } from 'node:fs';
import { verifyHistory } from '../../src/read/reader.ts';
import type { History } from '../../src/write/append.ts';
import { createHistory, openHistory } from '../../src/write/writer.ts';

function say(line: string): void {
  writeSync(1, `${line}\n`);
}

function opened(file: string): History {
  const opening = openHistory(file);
  if (opening.ok) return opening.history;
  say(`${opening.error.kind} ${opening.error.message}`);
  return process.exit(0);
}

/** @param args as above */
export function playWriter([role = '', file = '', count = '']: readonly string[]): void {
  if (role === 'hold') hold(file);
  else if (role === 'fill') fill(file);
  else race(file, Number(count));
}

function hold(file: string): void {
  opened(file);
  say('held');
  say(String(spawn('sleep', ['60'], { stdio: 'ignore', detached: true }).pid));
  setInterval(() => {}, 1_000);
}

function race(file: string, count: number): void {
  say('ready');
  readSync(0, Buffer.alloc(1));
  const history = opened(file);
  for (let record = 0; record < count; record++) {
    const fields = { by: process.pid };
    const appended = history.append([{ kind: 'event', type: 'x', at: 0, fields }], { sync: false });
    say(appended.ok ? String(appended.last) : `${appended.error.kind} ${appended.error.message}`);
  }
  readSync(0, Buffer.alloc(1));
}

function fill(file: string): void {
  const created = createHistory(file, { session: 's' });
  if (!created.ok) {
    say(created.error.message);
    return;
  }
  const { history } = created;
  const append = (text: string) =>
    history.append([{ kind: 'event', type: 'x', at: 0, fields: { text } }], { sync: true });
  let acknowledged = 0;
  for (let appended = append(''); ; appended = append('x'.repeat(5_000))) {
    if (!appended.ok) {
      say(appended.error.message);
      break;
    }
    acknowledged = appended.last;
  }
  const verified = verifyHistory(file);
  say(
    `${acknowledged} ${verified.ok && verified.fault === null && verified.torn === null ? verified.records : 'damaged'}`,
  );
  say(append('').ok ? 'goes on' : 'takes nothing more');
}
