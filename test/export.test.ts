/** `tagma export`: where it writes, what it says was taken out, and what it refuses. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { run, temporaryFolder } from './command.ts';
import { printWith } from './scripted.ts';

const GOLDEN = fileURLToPath(new URL('../history/golden/a-task-done.xml', import.meta.url));
const POEM = Array.from({ length: 9 }, (_, n) => `line ${n} of a poem that nobody else shall read`).join('\n');

test('Markdown on standard output', async () => {
  const { code, out, err } = await run(['export', GOLDEN]);
  expect([code, out.split('\n')[0], err]).toEqual([0, '# Session `golden`', '']);
});

test('a new file, for its owner alone; one that is there is not overwritten unasked', async () => {
  const file = join(temporaryFolder(), 'a.jsonl');
  const args = ['export', GOLDEN, '--format', 'jsonl', '-o', file];
  const [first, second, third] = [await run(args), await run(args), await run([...args, '--force'])];
  expect([first.code, second.code, third.code, statSync(file).mode & 0o777]).toEqual([0, 2, 0, 0o600]);
  expect(second.err).toContain('is there already. --force overwrites it.');
  expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(53);
});

test('by its name, in a folder of histories', async () => {
  const { code, out } = await run(['export', 'task-done', '--history', dirname(GOLDEN)]);
  expect([code, out.split('\n')[0]]).toEqual([0, '# Session `golden`']);
});

test('the history itself is not written over', async () => {
  const file = join(temporaryFolder(), 'history.xml');
  writeFileSync(file, readFileSync(GOLDEN));
  const args = ['export', file, '--format', 'xml', '--take-out', 'outputs', '-o', file, '--force'];
  expect(await run(args)).toMatchObject({ code: 2, err: expect.stringContaining('is what is read here') });
  expect(readFileSync(file)).toEqual(readFileSync(GOLDEN));
});

test('a real session without what was written to a file: gone, said, and the chain holds', async () => {
  const write = `<action tool="write"><path>poem.txt</path><content>\n${POEM}\n</content></action>`;
  const { history } = await printWith([write, '<final>Written.</final>'], ['--mode', 'accept-edits']);
  const file = join(temporaryFolder(), 'without.xml');
  const { code, err } = await run(['export', history, '--format', 'xml', '--take-out', 'replies', '-o', file]);
  expect([code, readFileSync(file, 'utf8').includes('nobody else')]).toEqual([0, false]);
  expect(err).toMatch(
    /^tagma: taken out: \d texts of \d records, [\d]+ characters:\n {2}record \d+, reply\.ended: text, \d+ characters\n/,
  );
  expect(err).toContain("tagma: left, for a short text is part of its record's own hash: ");
  const replayed = await run(['replay', file]);
  expect([replayed.code, replayed.err]).toEqual([1, expect.stringContaining('taken-out')]);
  const markdown = await run(['export', history, '--take-out', '/nobody else/']);
  expect([markdown.code, markdown.out.includes('nobody else'), markdown.out.includes('[taken out]')]).toEqual([
    0,
    false,
    true,
  ]);
});

test('strict: nothing is written where a text has to stay', async () => {
  const file = join(temporaryFolder(), 'strict.xml');
  const args = ['export', GOLDEN, '--format', 'xml', '--take-out', 'prompts', '--strict', '-o', file];
  const { code, out, err } = await run(args);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain('record 3, prompt.given: text, 8 characters\n');
  expect(err).toContain('Nothing was written (--strict).');
  expect(() => statSync(file)).toThrow();
});

test('a history that is damaged: up to there, or not at all where its chain should hold', async () => {
  const file = join(temporaryFolder(), 'damaged.xml');
  writeFileSync(file, readFileSync(GOLDEN, 'utf8').replace('and now?', 'and then?'));
  const [json, xml] = [
    await run(['export', file, '--format', 'jsonl']),
    await run(['export', file, '--format', 'xml']),
  ];
  expect([json.code, json.out.trimEnd().split('\n').length, xml.code, xml.out]).toEqual([1, 44, 1, '']);
  expect(json.err).toContain('record 45 is damaged');
});

test.each([
  ['no history', ['nowhere.xml'], /there is no such file, and no session of this name/],
  ['what there is none of', [GOLDEN, '--take-out', 'secrets'], /"secrets" says nothing that can be taken out/],
  ['strict in a form where nothing has to stay', [GOLDEN, '--strict'], /--strict goes with --format xml/],
  ['another form', [GOLDEN, '--format', 'pdf'], /Allowed choices are/],
  [
    'a folder that is not there',
    [GOLDEN, '-o', '/nowhere/a.md'],
    /--output: \/nowhere\/a\.md cannot be written: ENOENT: no such file or directory\.\n/,
  ],
])('refused: %s', async (_title, args, message) => {
  const { code, out, err } = await run(['export', ...args]);
  expect([code, out, err]).toEqual([2, '', expect.stringMatching(message)]);
});
