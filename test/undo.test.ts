/** The person takes back what a turn has changed, over real HTTP and with the real tools. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type RealSession, realSession } from './real-session.ts';

const EDIT = '<action tool="edit"><path>a.txt</path><old>one</old><new>two</new></action>';
const WRITE = '<action tool="write"><path>b.txt</path><content>new</content></action>';
const AGAIN = '<action tool="edit"><path>a.txt</path><old>one</old><new>three</new></action>';

async function said(real: RealSession, text: string): Promise<void> {
  real.session.send({ type: 'prompt.given', text });
  await real.until(() => real.state() === 'finished');
}

async function takenBack(real: RealSession, steps: number | 'turn'): Promise<string> {
  const before = real.events.length;
  real.session.send({ type: 'undo.requested', steps });
  await real.until(() => real.state() === 'idle');
  const ended = real.events.slice(before).find((event) => event.type === 'undo.ended');
  return ended?.outcome.content ?? '';
}

test('a turn is taken back as one, the model hears of it, and goes on from there', async () => {
  const real = await realSession([
    `${EDIT}\n${WRITE}`,
    '<final>changed</final>',
    AGAIN,
    '<final>changed otherwise</final>',
  ]);
  onTestFinished(async () => expect(await real.close()).toEqual([]));
  const file = (name: string) => join(real.folder, name);
  writeFileSync(file('a.txt'), 'one\n');
  await said(real, 'change a.txt');
  expect(readFileSync(file('a.txt'), 'utf8')).toBe('two\n');

  expect(await takenBack(real, 'turn')).toBe(
    'Took back 2 steps, the last first:\n- the write of b.txt, which is removed: it was new\n- the edit of a.txt',
  );
  expect(readFileSync(file('a.txt'), 'utf8')).toBe('one\n');
  expect(() => readFileSync(file('b.txt'))).toThrow(/ENOENT/);

  await said(real, 'to three');
  expect(real.messages().findLast(({ content }) => content.includes('to three'))?.content).toMatch(
    /^<observation tool="undo" status="ok">\nThe user has taken back changes of yours\. Took back 2 steps[\s\S]*<\/observation>\n\nto three$/,
  );
  expect(readFileSync(file('a.txt'), 'utf8')).toBe('three\n');
  expect(await takenBack(real, 1)).toBe('Took back 1 step, the last first:\n- the edit of a.txt');
  expect(await takenBack(real, 'turn')).toBe('There is no change by write or edit to take back.');
});

const BASH = (command: string) => `<action tool="bash"><command>${command}</command></action>`;

test('what a command has changed that could not be analysed is taken back', async () => {
  const real = await realSession([
    BASH('f() { echo two &gt; "$1"; rm b.txt; mkdir new; echo x &gt; new/c.txt; }; f a.txt'),
    '<final>changed</final>',
  ]);
  onTestFinished(async () => expect(await real.close()).toEqual([]));
  const file = (name: string) => join(real.folder, name);
  for (const name of ['a.txt', 'b.txt']) writeFileSync(file(name), 'one\n');
  await said(real, 'do it');
  expect([readFileSync(file('a.txt'), 'utf8'), existsSync(file('b.txt')), existsSync(file('new/c.txt'))]).toEqual([
    'two\n',
    false,
    true,
  ]);
  expect(await takenBack(real, 'turn')).toBe(
    'Took back 1 step, the last first:\n- what a command changed\nfiles that are as they were:\n  a.txt\n  b.txt\n  new/c.txt',
  );
  expect([readFileSync(file('a.txt'), 'utf8'), readFileSync(file('b.txt'), 'utf8'), existsSync(file('new'))]).toEqual([
    'one\n',
    'one\n',
    false,
  ]);
});

test('what can be analysed is not kept', async () => {
  const real = await realSession([BASH('echo two &gt; a.txt'), '<final>changed</final>']);
  onTestFinished(async () => expect(await real.close()).toEqual([]));
  await said(real, 'do it');
  expect(await takenBack(real, 'turn')).toBe('There is no change by write or edit to take back.');
});
