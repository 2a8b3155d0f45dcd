/** What is removed at a start where the configuration says for how long histories are kept, and what stays. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHistory, type History } from '@tagma/history';
import { expect, onTestFinished, test } from 'vitest';
import { removeOldSessions } from '../../src/sessions/old-sessions.ts';

const NOW = new Date('2026-06-30T12:00:00Z');
const LONG_AGO = new Date('2026-01-01T12:00:00Z');
const OLD = '2026-01-01T11-00-00-0a1b2c';
const OTHER = '2026-01-02T11-00-00-ffffff';
const SIDE = '2026-01-03T11-00-00-aaaaaa';
const NEW = '2026-06-29T11-00-00-123456';
const goesOn = new AbortController().signal;

function place() {
  const root = mkdtempSync(join(tmpdir(), 'tagma-old-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folders = { history: join(root, 'history'), outputs: join(root, 'outputs'), log: join(root, 'log') };
  const lines: string[] = [];
  const log = { info: (_: object, line: string) => void lines.push(line), error: () => {} };
  const remove = (signal = goesOn) => removeOldSessions(folders, 30, NOW, signal, log);
  const left = () => [folders.history, folders.outputs].map((folder) => readdirSync(folder).sort());
  mkdirSync(folders.outputs);
  /** A history that was written long ago, or lately, with outputs; still open. */
  const write = (session: string, at: Date, parent: string | null = null): History => {
    const file = join(folders.history, `${session}.xml`);
    const created = createHistory(file, { session });
    if (!created.ok) throw new Error(created.error.message);
    const fields = { folder: '/p', parent: parent === null ? null : { session: parent, record: 1, hash: 'x' } };
    created.history.append([{ kind: 'event', type: 'session.resumed', at: at.getTime(), fields }], { sync: false });
    mkdirSync(join(folders.outputs, session));
    writeFileSync(join(folders.outputs, session, 'bash.log'), 'x');
    utimesSync(file, at, at);
    return created.history;
  };
  return { folders, lines, remove, left, write };
}

test('old sessions go whole, new ones stay, and the log says so once', async () => {
  const { folders, lines, remove, left, write } = place();
  for (const [session, at] of [
    [OLD, LONG_AGO],
    [OTHER, LONG_AGO],
    [NEW, NOW],
  ] as const)
    write(session, at).close();
  writeFileSync(join(folders.history, `${OLD}.xml.torn`), 'x');
  await remove();
  expect(left()).toEqual([[`${NEW}.xml`], [NEW]]);
  expect(lines).toEqual(['2 sessions older than 30 days removed']);
  await remove();
  expect(lines).toHaveLength(1);
});

test('one that is being written stays', async () => {
  const { remove, left, write } = place();
  const history = write(OLD, LONG_AGO);
  await remove();
  expect(left()).toEqual([expect.arrayContaining([`${OLD}.xml`]), [OLD]]);
  history.close();
  await remove();
  expect(left()).toEqual([[], []]);
});

test('the whole line of those that a session which stays was forked from stays', async () => {
  const { remove, left, write } = place();
  write(OLD, LONG_AGO).close();
  write(OTHER, LONG_AGO, OLD).close();
  write(SIDE, LONG_AGO, OLD).close();
  write(NEW, NOW, OTHER).close();
  await remove();
  expect(left()[0]).toEqual([`${OLD}.xml`, `${OTHER}.xml`, `${NEW}.xml`]);
});

test('a file that no session was called so stays', async () => {
  const { folders, remove, left, write } = place();
  write(OLD, LONG_AGO).close();
  for (const name of ['kept.xml', `${OLD}-copy.xml`, 'notes.txt']) {
    writeFileSync(join(folders.history, name), 'x');
    utimesSync(join(folders.history, name), LONG_AGO, LONG_AGO);
  }
  await remove();
  expect(left()[0]).toEqual([`${OLD}-copy.xml`, 'kept.xml', 'notes.txt']);
});

test('none once the session ends', async () => {
  const { remove, left, write } = place();
  write(OLD, LONG_AGO).close();
  await remove(AbortSignal.abort());
  expect(left()).toEqual([[`${OLD}.xml`], [OLD]]);
});

test('no folder is no reason to fail', async () => {
  const { remove } = place();
  await remove();
});
