/** Names of files as nobody should give them, through every action of git that shows or takes them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readStatus } from '../src/git-status.ts';
import { shownName } from '../src/paths.ts';
import { committed, repository } from './repository.ts';

const NAMES = [
  ...['-x', '--all', '-', ' lead', 'trail ', 'a b', 'tab\there', 'line\nbreak', '\nfirst', 'two\n\nlines', 'cr\rhere'],
  ...[
    '"quoted"',
    "it's",
    'back\\slash',
    '$(touch x)',
    '`x`',
    ';',
    '&&',
    '|',
    'a -> b',
    '? x',
    '# branch.oid x',
    '1 .M',
  ],
  ...['*', '?', '[a]', ':(glob)**', ':!x', ':^x', '**/*.ts', '{a,b}', '中文', 'é', 'e\u0301', '😀', '\u202egnp.exe'],
  ...['\u2028', '\x1b[31mred', '\x9b31mred', 'HEAD', 'main', '@', '~', 'x:y', '.x', 'dir/-y', 'dir/\n/z'],
];

/** Paths are trimmed, and `~` and `@` at their beginning mean something to every tool. */
const GIVEN = NAMES.filter((name) => name.trim() === name && !/^[~@]/.test(name));

describe('hostile names', () => {
  test('are each on one line of status, and nothing else is', async () => {
    const made = repository();
    for (const name of NAMES) made.put(name, 'x');
    made.raw('add', '--all');
    const { content, details } = await made.call({ action: 'status' });
    const [branch, staged, ...lines] = content.split('\n');
    expect([branch, staged, details.changes]).toEqual(['branch main, no commits yet', 'staged:', NAMES.length]);
    expect(content).not.toMatch(/[\u2028]|(?!\n)\p{Cc}/u);
    expect(lines.sort()).toEqual(NAMES.map((name) => `  added: ${shownName(name)}`).sort());
  });

  test('mean themselves where they are named: to commit, to diff, to log and to show', async () => {
    const made = committed({ 'other.txt': 'one\n' });
    for (const name of GIVEN) made.put(name, 'one\n');
    made.put('other.txt', 'two\n');
    const done = await made.call({ action: 'commit', message: 'names', files: GIVEN });
    expect(done).toMatchObject({ status: 'ok', details: { files: GIVEN.length } });
    expect(done.content.split('\n').slice(1).sort()).toEqual(GIVEN.map((name) => `  A ${shownName(name)}`).sort());
    expect(made.raw('status', '--porcelain')).toBe(' M other.txt\n');

    for (const name of GIVEN) made.put(name, 'two\n');
    for (const name of ['-x', '*', ':(glob)**', 'line\nbreak', ':^x', '"quoted"']) {
      const files = [name];
      const diff = await made.call({ action: 'diff', files });
      expect([name, diff.status, diff.content.match(/^diff --git /gm)?.length]).toEqual([name, 'ok', 1]);
      expect((await made.call({ action: 'log', files })).details).toMatchObject({ commits: 1 });
      expect((await made.call({ action: 'show', files })).content.match(/^diff --git /gm)?.length).toBe(1);
    }
  });

  test('a protected file below a name that is no UTF-8 is not shown', async () => {
    const made = committed();
    const env = Buffer.concat([Buffer.from(`${made.folder}/d`), Buffer.from([0xff]), Buffer.from('/.env')]);
    mkdirSync(Buffer.from(dirname(env.toString('latin1')), 'latin1'));
    writeFileSync(env, 'KEY=secret-value\n');
    made.raw('add', '--all');
    const { status, content } = await made.call({ action: 'diff' });
    expect([status, content.includes('secret-value')]).toEqual(['error', false]);
    expect(content).toContain('Name the files to see');
  });
});

describe('readStatus', () => {
  const name = fc.string({ unit: 'binary', minLength: 1 }).map((text) => text.replaceAll('\0', ''));
  const letters = fc.constantFrom('.', 'M', 'T', 'A', 'D', 'R', 'C', 'Z');
  const modes = 'N... 100644 100644 100644 1111 2222';
  const record = fc.oneof(
    fc.tuple(letters, letters, name).map(([x, y, path]) => `1 ${x}${y} ${modes} ${path}\0`),
    fc.tuple(letters, letters, name, name).map(([x, y, path, from]) => `2 ${x}${y} ${modes} R100 ${path}\0${from}\0`),
    name.map((path) => `u UU N... 1 2 3 4 5 6 7 ${path}\0`),
    name.map((path) => `? ${path}\0`),
  );

  test('gives a line for each change, whatever its name', () => {
    fc.assert(
      fc.property(fc.array(record), (records) => {
        const { text, changes } = readStatus(`# branch.oid 1234\0# branch.head main\0${records.join('')}`);
        const lines = text.split('\n');
        expect(lines[0]).toBe('branch main');
        const listed = lines.filter((line) => line.startsWith('  '));
        expect(listed.length).toBe(changes);
        const headings = lines.slice(1).filter((line) => !line.startsWith('  '));
        const known = ['conflicts:', 'staged:', 'not staged:', 'untracked:', 'nothing has changed'];
        expect(headings.filter((line) => !known.includes(line))).toEqual([]);
      }),
    );
  });

  test('is total: any text whatever is read', () => {
    const pieces = fc.constantFrom(
      '1',
      '2',
      'u',
      '?',
      '#',
      ' ',
      '\0',
      '\n',
      'branch.head',
      'branch.ab',
      '.M',
      'x',
      '+1',
    );
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces).map((found) => found.join('')),
    );
    fc.assert(
      fc.property(anyText, (text) => {
        expect(readStatus(text).text).toMatch(/^branch |^no branch /);
      }),
    );
  });
});
