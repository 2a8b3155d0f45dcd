import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { createHistory, type Disk, openHistory, readHistory, verifyHistory } from '../../src/index.ts';
import { DISK } from '../../src/write/disk.ts';
import { append, event, historyFile, newHistory, SAMPLE, state } from '../sample.ts';
import { temporaryFolder } from '../temporary.ts';

const hasXmllint = spawnSync('xmllint', ['--version']).status === 0;

function wellFormed(file: string): unknown {
  if (!hasXmllint) return XMLValidator.validate(readFileSync(file, 'utf8'));
  const { status, stderr } = spawnSync('xmllint', ['--noout', file], { encoding: 'utf8' });
  return status === 0 || stderr;
}

/** The real disk, with some of its doings replaced. */
function diskWith(other: Partial<Disk>): Disk {
  return { ...DISK, ...other };
}

function fullDisk(): Error {
  return Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
}

describe('what must not be lost', () => {
  const watched = () => {
    const done: string[] = [];
    const named =
      <T extends unknown[]>(name: string, act: (...args: T) => void) =>
      (...args: T) => {
        done.push(name);
        act(...args);
      };
    const disk = diskWith({
      write: named('write', DISK.write),
      truncate: named('truncate', DISK.truncate),
      sync: named('sync', DISK.sync),
      syncFolder: named('sync the folder', DISK.syncFolder),
    });
    return { disk, done };
  };

  it('is a new history, and its name', () => {
    const { disk, done } = watched();
    expect(createHistory(join(temporaryFolder(), 's1.xml'), { session: 's1' }, disk).ok).toBe(true);
    expect(done).toEqual(['write', 'sync', 'sync the folder']);
  });

  it('is the copy of a torn tail, before the tail is cut off', () => {
    const file = historyFile();
    writeFileSync(file, readFileSync(file).subarray(0, -40));
    const { disk, done } = watched();
    expect(openHistory(file, disk)).toMatchObject({ ok: true, torn: { copy: `${file}.torn` } });
    expect(done).toEqual(['write', 'sync', 'sync the folder', 'truncate', 'write', 'sync']);
  });
});

it('writes nothing that nobody could read again, and goes on', () => {
  const { history, file } = newHistory(SAMPLE);
  const before = readFileSync(file, 'utf8');
  const large = event('a', { text: '€'.repeat(90 << 20) });
  expect(history.append([event('b'), large], { sync: false })).toMatchObject({
    ok: false,
    error: { kind: 'too-large', record: SAMPLE.length + 2 },
  });
  expect(readFileSync(file, 'utf8')).toBe(before);
  append(history, [event('b')]);
  expect(verifyHistory(file)).toMatchObject({ ok: true, records: SAMPLE.length + 1, fault: null });
});

describe('createHistory', () => {
  it('makes a file and folders that only their owner can read', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'project', 'deep', 's1.xml');
    const created = createHistory(file, { session: 's1' });
    expect(created.ok).toBe(true);
    const modes = [file, join(folder, 'project', 'deep'), join(folder, 'project')].map(
      (path) => statSync(path).mode & 0o777,
    );
    expect(modes).toEqual([0o600, 0o700, 0o700]);
  });

  it('is a whole document before its first record', () => {
    const { file } = newHistory();
    expect(readFileSync(file, 'utf8')).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<history format="1" session="s1">\n</history>\n',
    );
    expect(wellFormed(file)).toBe(true);
    expect(verifyHistory(file)).toEqual({
      ok: true,
      head: { session: 's1' },
      records: 0,
      hash: '',
      torn: null,
      faults: [],
      fault: null,
    });
  });

  it('never writes over a file', () => {
    const file = join(temporaryFolder(), 's1.xml');
    writeFileSync(file, 'mine');
    expect(createHistory(file, { session: 's1' })).toEqual({
      ok: false,
      error: { kind: 'exists', file, record: null, message: `${file}: there is a file of this name already.` },
    });
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(readdirSync(dirname(file))).toEqual(['s1.xml']);
  });

  it('leaves nothing behind where the disk is full', () => {
    const file = join(temporaryFolder(), 's1.xml');
    const disk = diskWith({
      write: () => {
        throw fullDisk();
      },
    });
    expect(createHistory(file, { session: 's1' }, disk)).toEqual({
      ok: false,
      error: {
        kind: 'io',
        file,
        record: null,
        message: `${file}: cannot create the history: the disk is full (ENOSPC)`,
      },
    });
    expect(readdirSync(dirname(file))).toEqual([]);
  });

  it('says why where it cannot make the folder', () => {
    const file = join(historyFile(), 'below', 's1.xml');
    const created = createHistory(file, { session: 's1' });
    expect(created.ok === false && created.error.kind).toBe('io');
  });
});

describe('append', () => {
  it('leaves a well-formed document behind each time, and changes no earlier byte', () => {
    const { history, file } = newHistory();
    let before = readFileSync(file).subarray(0, -'</history>\n'.length);
    for (const record of SAMPLE) {
      append(history, [record]);
      expect(wellFormed(file)).toBe(true);
      const now = readFileSync(file).subarray(0, -'</history>\n'.length);
      expect(now.subarray(0, before.length).equals(before)).toBe(true);
      expect(now.length).toBeGreaterThan(before.length);
      before = now;
    }
  });

  it('numbers the records from 1 and says the last', () => {
    const { history } = newHistory();
    expect(history.last()).toEqual({ n: 0, hash: '' });
    expect(history.append(SAMPLE, { sync: true })).toEqual({ ok: true, last: 7 });
    expect(history.append([], { sync: true })).toEqual({ ok: true, last: 7 });
    expect(history.append([state('idle')], { sync: false })).toEqual({ ok: true, last: 8 });
    expect(history.last()).toEqual({ n: 8, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it('writes once, and syncs only where asked', () => {
    const done: string[] = [];
    const file = join(temporaryFolder(), 's1.xml');
    const disk = diskWith({
      write: (...args) => {
        done.push('write');
        DISK.write(...args);
      },
      sync: () => {
        done.push('sync');
      },
    });
    const created = createHistory(file, { session: 's1' }, disk);
    if (!created.ok) throw new Error(created.error.message);
    done.length = 0;
    append(created.history, SAMPLE, false);
    append(created.history, SAMPLE, true);
    expect(done).toEqual(['write', 'write', 'sync']);
  });

  it('writes what is long in several pieces, and holds what it held where one of them fails', () => {
    let room = Number.POSITIVE_INFINITY;
    const file = join(temporaryFolder(), 's1.xml');
    const disk = diskWith({
      write(fd, bytes, offset) {
        room -= 1;
        if (room === 0) throw fullDisk();
        DISK.write(fd, bytes, offset);
      },
    });
    const created = createHistory(file, { session: 's1' }, disk);
    if (!created.ok) throw new Error(created.error.message);
    append(created.history, SAMPLE);
    const held = readFileSync(file);
    const long = [event('prompt.given', { text: 'é<😀'.repeat(500_000) }), state('idle'), ...SAMPLE];
    room = 3;
    expect(created.history.append(long, { sync: true })).toMatchObject({ ok: false, error: { kind: 'io' } });
    expect(readFileSync(file).equals(held)).toBe(true);

    append(created.history, long);
    created.history.close();
    expect(verifyHistory(file)).toMatchObject({ ok: true, records: 2 * SAMPLE.length + 2, torn: null, fault: null });
  });

  it('holds what it held where the disk is full, and goes on when there is room', () => {
    let full = false;
    const file = join(temporaryFolder(), 's1.xml');
    const disk = diskWith({
      write(fd, bytes, offset) {
        if (!full) return DISK.write(fd, bytes, offset);
        full = false;
        DISK.write(fd, bytes.subarray(0, bytes.length / 2), offset);
        throw fullDisk();
      },
    });
    const created = createHistory(file, { session: 's1' }, disk);
    if (!created.ok) throw new Error(created.error.message);
    append(created.history, SAMPLE);
    const held = readFileSync(file);
    full = true;
    expect(created.history.append(SAMPLE, { sync: true })).toEqual({
      ok: false,
      error: {
        kind: 'io',
        file,
        record: null,
        message: `${file}: cannot write to the history: the disk is full (ENOSPC)`,
      },
    });
    expect(readFileSync(file).equals(held)).toBe(true);
    append(created.history, SAMPLE);
    expect(verifyHistory(file)).toMatchObject({ ok: true, records: 14, torn: null, fault: null });
  });

  it('takes nothing more where the file cannot be brought back', () => {
    let broken = false;
    const file = join(temporaryFolder(), 's1.xml');
    const disk = diskWith({
      write(fd, bytes, offset) {
        if (broken) throw Object.assign(new Error('i/o error'), { code: 'EIO' });
        DISK.write(fd, bytes, offset);
      },
    });
    const created = createHistory(file, { session: 's1' }, disk);
    if (!created.ok) throw new Error(created.error.message);
    broken = true;
    const failure = created.history.append(SAMPLE, { sync: false });
    expect(failure.ok).toBe(false);
    broken = false;
    expect(created.history.append(SAMPLE, { sync: false })).toEqual(failure);
  });

  it('takes nothing more after a sync that failed, and holds what it held', () => {
    let broken = false;
    const file = join(temporaryFolder(), 's1.xml');
    const disk = diskWith({
      sync: (fd) => {
        if (broken) throw Object.assign(new Error('i/o error'), { code: 'EIO' });
        DISK.sync(fd);
      },
    });
    const created = createHistory(file, { session: 's1' }, disk);
    if (!created.ok) throw new Error(created.error.message);
    append(created.history, SAMPLE, true);
    const held = readFileSync(file);
    broken = true;
    const failure = created.history.append(SAMPLE, { sync: true });
    expect(failure).toEqual({
      ok: false,
      error: {
        kind: 'io',
        file,
        record: null,
        message: `${file}: cannot write the history to the disk: i/o error (EIO)`,
      },
    });
    broken = false;
    expect(created.history.append(SAMPLE, { sync: true })).toEqual(failure);
    expect(readFileSync(file).equals(held)).toBe(true);
  });

  it('fails after the history is closed', () => {
    const { history } = newHistory();
    history.close();
    history.close();
    expect(history.append(SAMPLE, { sync: false })).toMatchObject({ ok: false, error: { kind: 'io' } });
  });
});

describe('openHistory', () => {
  it('goes on where the history ended', async () => {
    const file = historyFile();
    const opened = openHistory(file);
    if (!opened.ok) throw new Error(opened.error.message);
    expect(opened.torn).toBeNull();
    expect(opened.history.last().n).toBe(SAMPLE.length);
    append(opened.history, [event('prompt.given', { text: 'more' })]);
    const read = await readHistory(file);
    expect(read).toMatchObject({ ok: true, torn: null, fault: null });
    expect(read.ok && read.records.map(({ n, type }) => `${n} ${type}`)).toEqual(
      [...SAMPLE, event('prompt.given')].map(({ type }, index) => `${index + 1} ${type}`),
    );
  });

  it('goes on with one that has no record yet', () => {
    const file = historyFile([]);
    const opened = openHistory(file);
    if (!opened.ok) throw new Error(opened.error.message);
    append(opened.history, SAMPLE);
    expect(verifyHistory(file)).toMatchObject({ ok: true, records: SAMPLE.length, fault: null });
  });

  it('adds nothing to a history that was changed', () => {
    const file = historyFile();
    const changed = readFileSync(file, 'utf8').replace('Why does', 'How does');
    writeFileSync(file, changed);
    expect(openHistory(file)).toMatchObject({ ok: false, error: { kind: 'damaged', record: 3 } });
    expect(readFileSync(file, 'utf8')).toBe(changed);
    expect(readdirSync(dirname(file))).toEqual(['s1.xml']);
  });
});
