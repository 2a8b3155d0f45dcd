import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openHistory, readHistory, replayHistory, verifyHistory } from '../../src/index.ts';
import { AT, event, historyFile, LONG_REPLY, piecesOf, SAMPLE, state } from '../sample.ts';
import { temporaryFolder } from '../temporary.ts';

describe('readHistory', () => {
  it('gives back every record as it was appended, with its number and its bytes', async () => {
    const file = historyFile();
    const { records } = piecesOf(file);
    const read = await readHistory(file);
    expect(read).toStrictEqual({
      ok: true,
      head: { session: 's1' },
      records: SAMPLE.map((record, index) => ({
        n: index + 1,
        ...record,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        bytes: Buffer.from(records[index]?.trimStart() ?? ''),
        takenOut: [],
      })),
      torn: null,
      faults: [],
      fault: null,
    });
  });

  it('reads what is larger than it takes in at once', async () => {
    const large = [
      event('a', { text: 'x'.repeat(3_000_000) }),
      ...Array.from({ length: 3000 }, (_, index) => event('b', { index, text: LONG_REPLY })),
      event('c', { text: '<a>'.repeat(700_000) }),
      state('idle'),
    ];
    const read = await readHistory(historyFile([]));
    expect(read.ok && read.records).toEqual([]);
    const file = historyFile([]);
    const opened = openHistory(file);
    if (!opened.ok) throw new Error(opened.error.message);
    opened.history.append(large, { sync: false });
    expect(verifyHistory(file)).toMatchObject({ ok: true, records: 3003, torn: null, fault: null });
    const all = await readHistory(file);
    expect(all.ok && all.records.map(({ kind, type, at, fields }) => ({ kind, type, at, fields }))).toEqual(large);
  });

  it('names a record that is in its place and still cannot be read', async () => {
    // As another program might write it: chained, and not of this format.
    const file = historyFile([{ kind: 'event', type: 'x', at: AT, fields: { id: Number('0x10') } }]);
    const read = await readHistory(file);
    expect(read.ok && read.records[0]?.fields).toEqual({ id: 16 });
  });
});

describe('what is no history', () => {
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n<history format="1" session="s1">';
  const bomb = '<!DOCTYPE h [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>';
  const ROWS: readonly (readonly [title: string, content: string, kind: string, record: number | null])[] = [
    ['an empty file', '', 'empty', null],
    ['a head cut off', head.slice(0, 50), 'empty', null],
    ['a head cut off in its root', head.slice(0, -5), 'empty', null],
    ['a text', 'hello\n', 'not-a-history', null],
    ['another document', '<?xml version="1.0" encoding="UTF-8"?>\n<html></html>\n', 'not-a-history', null],
    ['a program', '\u007FELF\0\0\0', 'not-a-history', null],
    ['a document type', head.replace('\n', `\n${bomb}\n`), 'doctype', null],
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

  it('a name without a file, a folder, a pipe', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'folder.xml'));
    spawnSync('mkfifo', [join(folder, 'pipe.xml')]);
    const kinds = ['none.xml', 'folder.xml', 'pipe.xml'].map((name) => {
      const verified = verifyHistory(join(folder, name));
      return verified.ok || verified.error.kind;
    });
    expect(kinds).toEqual(['missing', 'not-a-file', 'not-a-file']);
  });
});
