/** A file that is written to by `-o`: whole or not at all, and never one that is read. */
import { linkSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Destination, openDestination } from '../../src/export/destination.ts';

/** A folder with a history in it, by two more names, and another file, by one more. */
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'tagma-destination-'));
  writeFileSync(join(made, 'history.xml'), 'HISTORY');
  writeFileSync(join(made, 'other.md'), 'OTHER');
  symlinkSync(join(made, 'history.xml'), join(made, 'symbolic.xml'));
  linkSync(join(made, 'history.xml'), join(made, 'hard.xml'));
  symlinkSync(join(made, 'other.md'), join(made, 'symbolic.md'));
  return made;
}

const NAMES = ['hard.xml', 'history.xml', 'other.md', 'symbolic.md', 'symbolic.xml'];

const open = (at: string, name: string, force: boolean) =>
  openDestination(join(at, name), force, [join(at, 'nowhere.xml'), join(at, 'history.xml')]);

function opened(at: string, name: string, force: boolean): Destination {
  const destination = open(at, name, force);
  if (!destination.ok) throw new Error(destination.message);
  return destination;
}

const text = (at: string, name: string) => readFileSync(join(at, name), 'utf8');

test.each([
  ['what is read', 'history.xml', true, /history\.xml is what is read here\. Write to a file of another name\.$/],
  ['also where nothing was to be overwritten', 'history.xml', false, /is what is read here/],
  ['by a symbolic link', 'symbolic.xml', true, /is what is read here/],
  ['by a hard link', 'hard.xml', true, /is what is read here/],
  ['another file, unasked', 'other.md', false, /other\.md is there already\. --force overwrites it\.$/],
  ['a folder', '', true, /EISDIR/],
  ['in a folder that is not there', 'none/a.md', true, /ENOENT/],
])('refused: %s', (_title, name, force, message) => {
  const at = folder();
  expect(open(at, name, force)).toEqual({ ok: false, exit: 2, message: expect.stringMatching(message) });
  expect([readdirSync(at), text(at, 'history.xml'), text(at, 'other.md')]).toEqual([NAMES, 'HISTORY', 'OTHER']);
});

test.each([
  ['a new file', 'new.md', false, 'new.md'],
  ['one that is there', 'other.md', true, 'other.md'],
  ['one that a link leads to', 'symbolic.md', true, 'other.md'],
])('%s: whole at the end, and nothing before', async (_title, name, force, target) => {
  const at = folder();
  const before = NAMES.includes(name) ? 'OTHER' : undefined;
  const destination = opened(at, name, force);
  await destination.write('NEW ');
  if (before !== undefined) expect(text(at, name)).toBe(before);
  const [part] = readdirSync(at).filter((each) => each.endsWith('.part'));
  expect(statSync(join(at, part ?? '')).mode & 0o777).toBe(0o600);
  await destination.write(Buffer.from('TEXT'));
  destination.end();
  expect([text(at, name), statSync(join(at, target)).mode & 0o777]).toEqual(['NEW TEXT', 0o600]);
  expect(readdirSync(at)).toEqual([...new Set([...NAMES, name])].sort());
});

test('abandoned: nothing is left of it, and what was there still is', async () => {
  const at = folder();
  for (const [name, force] of [
    ['other.md', true],
    ['new.md', false],
  ] as const) {
    const destination = opened(at, name, force);
    await destination.write('NEW');
    destination.abandon();
  }
  expect([readdirSync(at), text(at, 'other.md')]).toEqual([NAMES, 'OTHER']);
});

test('a file that came there meanwhile is not overwritten unasked', async () => {
  const at = folder();
  const destination = opened(at, 'new.md', false);
  writeFileSync(join(at, 'new.md'), 'ANOTHER');
  expect(() => destination.end()).toThrow('is there already');
  destination.abandon();
  expect([readdirSync(at), text(at, 'new.md')]).toEqual([[...NAMES, 'new.md'].sort(), 'ANOTHER']);
});

test('a device is written to, and stays one', async () => {
  const destination = opened(folder(), '../../../../../../dev/null', true);
  await destination.write('NEW');
  destination.end();
  expect(statSync('/dev/null').isFile()).toBe(false);
});
