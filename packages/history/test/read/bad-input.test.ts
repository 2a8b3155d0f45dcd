/** What is no history, or holds what none may: said clearly and soon, in bounded memory, and nothing in it is expanded. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openHistory, readHistory, replayHistory, verifyHistory } from '../../src/index.ts';
import { loadParser } from '../../src/read/parse.ts';
import { built } from '../built.ts';
import { historyFile } from '../sample.ts';
import { temporaryFolder } from '../temporary.ts';
import { readIn } from './reading.ts';

const head = '<?xml version="1.0" encoding="UTF-8"?>\n<history format="1" session="s1">';

describe('what is no history', () => {
  const bomb = '<!DOCTYPE h [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>';
  const ROWS: readonly (readonly [title: string, content: string, kind: string, record: number | null])[] = [
    ['an empty file', '', 'empty', null],
    ['a head cut off', head.slice(0, 50), 'empty', null],
    ['a head cut off in its root', head.slice(0, -5), 'empty', null],
    ['a text', 'hello\n', 'not-a-history', null],
    ['another document', '<?xml version="1.0" encoding="UTF-8"?>\n<html></html>\n', 'not-a-history', null],
    ['a program', '\u007FELF\0\0\0', 'not-a-history', null],
    ['a document type', head.replace('\n', `\n${bomb}\n`), 'doctype', null],
    [
      'an external entity',
      head.replace('\n', `\n<!DOCTYPE h [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n`),
      'doctype',
      null,
    ],
    ['an external subset', head.replace('\n', `\n<!doctype h SYSTEM "http://127.0.0.1:1/x.dtd">\n`), 'doctype', null],
    [
      'a document type behind much else',
      head.replace('\n', `\n<!-- ${'x'.repeat(70_000)} --><!DOCTYPE h>\n`),
      'not-a-history',
      null,
    ],
    ['zeros', '\0'.repeat(5_000), 'not-a-history', null],
    ['UTF-16', Buffer.from(`${head}\n</history>\n`, 'utf16le').toString('latin1'), 'not-a-history', null],
    ['a history from the future', `${head.replace('"1" ', '"2" ')}\n</history>\n`, 'future', 1],
    ['a head that was changed', `${head.replace('UTF-8', 'utf-8')}\n<event n="1" x=""/>\n</history>\n`, 'damaged', 1],
  ];

  it.each(ROWS)('%s', async (_title, content, kind, record) => {
    const file = join(temporaryFolder(), 's1.xml');
    writeFileSync(file, content);
    const expected = { ok: false, error: { kind, file, record, message: expect.stringContaining(`${file}: `) } };
    expect(await readHistory(file)).toEqual(expected);
    expect(verifyHistory(file)).toEqual(expected);
    expect(openHistory(file)).toEqual(expected);
    expect(readFileSync(file, 'utf8')).toBe(content);
    if (kind !== 'damaged') expect(await replayHistory(file)).toEqual(expected);
  });

  it('a name without a file, a folder, a pipe, a device, a link to nothing', async () => {
    const folder = temporaryFolder();
    const at = (name: string): string => join(folder, name);
    mkdirSync(at('folder.xml'));
    spawnSync('mkfifo', [at('pipe.xml')]);
    symlinkSync(at('none.xml'), at('link.xml'));
    const paths = [at('none.xml'), at('link.xml'), at('folder.xml'), at('pipe.xml'), '/dev/zero'];
    const kinds = paths.map((path) => [verifyHistory(path), openHistory(path)].map((one) => one.ok || one.error.kind));
    const expected = ['missing', 'missing', 'not-a-file', 'not-a-file', 'not-a-file'];
    expect(kinds).toEqual(expected.map((kind) => [kind, kind]));
  });

  it.skipIf(process.getuid?.() === 0)('a file that may not be read (skipped for root, who may)', () => {
    const file = historyFile();
    chmodSync(file, 0);
    expect(verifyHistory(file)).toMatchObject({
      ok: false,
      error: { kind: 'io', message: expect.stringContaining('EACCES') },
    });
  });
});

describe('what a record may not hold', () => {
  const whole = readFileSync(historyFile(), 'utf8');
  const within = (markup: string): string => whole.replace('Why does', `${markup} Why does`);

  it.each([
    ['a document type', within('<!DOCTYPE x [<!ENTITY a "aaaa">]>')],
    ['an entity declared', within('<!ENTITY a "aaaa">')],
  ])('%s', async (_title, text) => {
    const file = historyFile([]);
    writeFileSync(file, text);
    const read = await readHistory(file);
    expect(read).toMatchObject({ ok: true, fault: { record: 3, message: 'a declaration stands in it' } });
    expect(openHistory(file)).toMatchObject({ ok: false, error: { kind: 'damaged', record: 3 } });
  });

  it('a reference that only a document type declares is never resolved', async () => {
    const parse = await loadParser();
    const record = (text: string) =>
      parse(
        Buffer.from(`<event n="1" type="x" at="2026-11-20T06:10:38.123Z" hash="0">\n  <text>${text}</text>\n</event>`),
      );
    for (const text of ['&lol9;', '&nbsp;', '&x;']) expect(record(text)).toMatchObject({ ok: true, fields: { text } });
  });

  const GIGABYTE = 1024 ** 3;
  const RESIDENT_MB_MAX = 160;
  const MS_MAX = 30_000;
  const SIZED: readonly (readonly [string, string, number, string, string])[] = [
    ['2 GB of zeros', '', 2 * GIGABYTE, 'not-a-history', 'this is no history of Tagma'],
    [
      'a record of 2 GB',
      `${head}\n<event n="1" type="x" at="x" hash="${'0'.repeat(64)}"><t>`,
      2 * GIGABYTE,
      'read',
      'it is larger than',
    ],
    ['2 GB of zeros behind the records', whole, 2 * GIGABYTE, 'read', 'no record begins here'],
  ];

  it.each(SIZED)('%s: said soon, in bounded memory', async (_title, start, size, kind, message) => {
    const program = [await built(new URL('reader-process.ts', import.meta.url))];
    const file = join(temporaryFolder(), 'large.xml');
    writeFileSync(file, start);
    truncateSync(file, size);
    const reading = readIn(program, file, 'parse');
    expect(reading).toMatchObject({ kind, message: expect.stringContaining(message) });
    expect(reading.residentMb).toBeLessThan(RESIDENT_MB_MAX);
    expect(reading.ms).toBeLessThan(MS_MAX);
  });
});
