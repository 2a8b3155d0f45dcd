/** A fork is a whole copy up to a step's end: it says the same, leads to the same, and needs nothing of the other file. */
import { existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  type Forked,
  forkHistory,
  openHistory,
  type ReadRecord,
  readHistory,
  replayHistory,
  verifyHistory,
} from '../../src/index.ts';
import { DISK, type Disk } from '../../src/write/disk.ts';
import { HOSTILE_TEXTS } from '../hostile-texts.ts';
import { append, event, historyFile, LONG_REPLY, newHistory, SAMPLE, state } from '../sample.ts';
import { temporaryFolder } from '../temporary.ts';

const GOLDEN = fileURLToPath(new URL('../../../../history/golden/', import.meta.url));
/** Without waiting for the disk: a golden session is forked at every record. */
const QUICK: Disk = { ...DISK, sync: () => {}, syncFolder: () => {} };

function fork(file: string, at: number | null, disk: Disk = QUICK): { outcome: Forked; file: string } {
  const target = { file: join(temporaryFolder(), 'forks', 'f1.xml'), session: 'f1' };
  const outcome = forkHistory(file, at, target, disk);
  if (outcome.ok) outcome.history.close();
  return { outcome, file: target.file };
}

function lastHashIn(file: string): string {
  const verified = verifyHistory(file);
  return verified.ok ? verified.hash : '';
}

/** What the records say, without what belongs to the chain. */
async function said(file: string): Promise<object[]> {
  const read = await readHistory(file);
  if (!read.ok || read.fault !== null || read.torn !== null) throw new Error(`${file} is not whole`);
  return read.records.map(({ bytes: _bytes, hash: _hash, ...record }: ReadRecord) => record);
}

/** For each record the last of its step: the one before the next event. */
function stepEnds(records: readonly object[]): number[] {
  const kinds = records.map((record) => (record as ReadRecord).kind);
  return kinds.map((_kind, index) => {
    const next = kinds.indexOf('event', index + 1);
    return next === -1 ? kinds.length : next;
  });
}

describe('a fork of a golden session', () => {
  it.each(readdirSync(GOLDEN))('%s: at every record it is the session up to the end of that step', async (name) => {
    const file = join(GOLDEN, name);
    const before = readFileSync(file);
    const original = await said(file);
    let copy = '';
    for (const [index, end] of stepEnds(original).entries()) {
      const forked = fork(file, index + 1);
      copy = forked.file;
      // It has been opened: its chain holds.
      expect(forked.outcome).toMatchObject({ ok: true, parent: { session: 'golden', record: end } });
      if (index + 1 === end) expect(await said(copy)).toEqual(original.slice(0, end));
    }
    expect(verifyHistory(copy)).toMatchObject({ ok: true, head: { session: 'f1' }, records: original.length });
    // What begins as this one does leads to the same: it says the same.
    expect(await replayHistory(copy)).toMatchObject({ ok: true, torn: null, unfinished: [] });
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});

describe('forkHistory', () => {
  it('copies any text as it stands, with a salt and a hash of its own, for its owner alone', async () => {
    const texts = HOSTILE_TEXTS.flatMap((text) => [text, text + LONG_REPLY]);
    const file = historyFile([...SAMPLE, ...texts.map((text) => event('prompt.given', { text, [text]: [text] }))]);
    const { outcome, file: copy } = fork(file, null, DISK);
    expect(await said(copy)).toEqual(await said(file));
    expect(outcome.ok && outcome.parent).toEqual({
      session: 's1',
      record: SAMPLE.length + texts.length,
      hash: lastHashIn(file),
    });
    const own = (path: string) => readFileSync(path, 'utf8').match(/ (?:salt|hash|sha256)="[0-9a-f]+"/g) ?? [];
    expect(own(copy)).toHaveLength(own(file).length);
    expect(new Set([...own(file), ...own(copy)]).size).toBe(2 * own(file).length);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(copy))).toEqual(['f1.xml']);
  });

  it('leaves out what has been taken out', async () => {
    const file = historyFile();
    const whole = readFileSync(file, 'utf8');
    writeFileSync(file, whole.replace(/ salt="[0-9a-f]+"><!\[CDATA\[[\s\S]*?\]\]></, '><'));
    const { file: copy } = fork(file, null);
    const read = await readHistory(copy);
    expect(read.ok && read.records[5]).toMatchObject({ takenOut: ['text'], fields: { text: '' } });
    expect(readFileSync(copy, 'utf8')).not.toContain('Look first');
  });

  it('gives it back open for writing: it goes on after the last record', async () => {
    const target = { file: join(temporaryFolder(), 'f1.xml'), session: 'f1' };
    const forked = forkHistory(historyFile(), 2, target);
    if (!forked.ok) throw new Error(forked.error.message);
    expect(openHistory(target.file)).toMatchObject({ ok: false, error: { kind: 'locked' } });
    append(forked.history, [event('prompt.given', { text: 'Another way.' })]);
    forked.history.close();
    expect((await said(target.file)).slice(2)).toMatchObject([{ n: 3, fields: { text: 'Another way.' } }]);
  });

  it('of a running session is of what is there', async () => {
    const { history, file } = newHistory(SAMPLE);
    const { outcome, file: copy } = fork(file, null);
    append(history, [state('acting')]);
    history.close();
    expect(outcome).toMatchObject({ ok: true, parent: { record: SAMPLE.length } });
    expect(await said(copy)).toHaveLength(SAMPLE.length);
  });

  it('of a torn file is of its whole records', async () => {
    const file = historyFile();
    const expected = await said(file);
    truncateSync(file, statSync(file).size - 40);
    const { file: copy } = fork(file, null);
    expect(await said(copy)).toEqual(expected.slice(0, -1));
  });

  it('before a damaged record takes no notice of it', async () => {
    const file = historyFile();
    writeFileSync(file, readFileSync(file, 'utf8').replace('"messages"', '"massages"').replace('>2<', '>3<'));
    expect(verifyHistory(file)).toMatchObject({ fault: { record: 5 } });
    const { outcome, file: copy } = fork(file, 2);
    expect(outcome).toMatchObject({ ok: true, parent: { record: 2 } });
    expect(await said(copy)).toHaveLength(2);
    // The step of record 3 is whole up to the damage; its replay makes the rest.
    expect(fork(file, 3).outcome).toMatchObject({ ok: true, parent: { record: 4 } });
  });

  const damaged = historyFile();
  writeFileSync(damaged, readFileSync(damaged, 'utf8').replace('thinking', 'drinking'));
  const nowhere = join(temporaryFolder(), 'none.xml');

  it.each([
    ['a record behind a damaged one', damaged, 5, 'damaged', 'record 4 has been changed'],
    ['all of a damaged file', damaged, null, 'damaged', 'fork at 3'],
    ['a record that is not there', historyFile(), 8, 'no-record', 'from 1 to 7'],
    ['record 0', historyFile(), 0, 'no-record', 'from 1'],
    ['an empty history', historyFile([]), null, 'no-record', 'nothing was recorded'],
    ['no file', nowhere, null, 'missing', 'no such file'],
  ])('refuses %s, and leaves nothing', (_title, file, at, kind, words) => {
    const { outcome, file: copy } = fork(file, at);
    expect(outcome).toMatchObject({ ok: false, error: { kind, message: expect.stringContaining(words) } });
    expect(existsSync(dirname(copy)) ? readdirSync(dirname(copy)) : []).toEqual([]);
  });

  it('writes over no file', () => {
    const file = historyFile();
    const other = historyFile();
    const before = readFileSync(other);
    const forked = forkHistory(file, null, { file: other, session: 'f1' });
    expect(forked).toMatchObject({ ok: false, error: { kind: 'exists' } });
    expect(readFileSync(other).equals(before)).toBe(true);
  });

  it.each(['write', 'sync'] as const)('leaves nothing where the disk fails: %s', (what) => {
    const full = () => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    };
    const { outcome, file } = fork(historyFile(), null, { ...DISK, [what]: full });
    expect(outcome).toMatchObject({ ok: false, error: { message: expect.stringContaining('the disk is full') } });
    expect(readdirSync(dirname(file))).toEqual([]);
  });

  it('has its name once it is whole and on the disk, not before', () => {
    const seen: string[][] = [];
    const target = { file: join(temporaryFolder(), 'f1.xml'), session: 'f1' };
    const look = () => seen.push(readdirSync(dirname(target.file)));
    const forked = forkHistory(historyFile(), null, target, {
      ...DISK,
      write: (...given) => [DISK.write(...given), look()],
      sync: (fd) => [DISK.sync(fd), look()],
      syncFolder: (folder) => [DISK.syncFolder(folder), look()],
    });
    if (forked.ok) forked.history.close();
    expect(seen).toEqual([['f1.xml.part'], ['f1.xml.part'], ['f1.xml']]);
  });
});
