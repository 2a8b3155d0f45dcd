import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findSession, sessionFiles } from '../../src/index.ts';
import { temporaryFolder } from '../temporary.ts';

const [A, B, C] = ['2026-03-01T10-00-00-a1b2c3', '2026-03-01T11-00-00-d4e5f6', '2026-04-02T10-00-00-a1ffff'] as const;

/** Two folders: the later session was written to before the earlier ones. */
function folders(): [string, string] {
  const [one, two] = [temporaryFolder(), temporaryFolder()];
  write(join(one, `${A}.xml`), 3);
  write(join(one, `${B}.xml`), 2);
  write(join(two, `${C}.xml`), 1);
  for (const name of [`${A}.xml.lock`, `${A}.xml.torn`, 'notes.txt']) write(join(one, name), 4);
  mkdirSync(join(one, 'folder.xml'));
  return [one, two];
}

function write(file: string, seconds: number): void {
  writeFileSync(file, 'x'.repeat(seconds));
  utimesSync(file, seconds, seconds);
}

test('the files of sessions, the one that was written to last first', () => {
  const [one, two] = folders();
  expect(sessionFiles([one, two, one, join(one, 'nowhere')])).toEqual([
    { session: A, file: join(one, `${A}.xml`), bytes: 3, changedMs: 3000 },
    { session: B, file: join(one, `${B}.xml`), bytes: 2, changedMs: 2000 },
    { session: C, file: join(two, `${C}.xml`), bytes: 1, changedMs: 1000 },
  ]);
});

test.each([
  ['its name', B, B],
  ['its end', 'd4e5f6', B],
  ['its beginning', '2026-04', C],
  ['the name of its file', `${C}.xml`, C],
])('a session by %s', (_, given, session) => {
  expect(findSession(given, folders())).toMatchObject({ ok: true, session });
});

test('a session by its file, wherever that lies', () => {
  const file = join(temporaryFolder(), 'mine.xml');
  write(file, 5);
  expect(findSession(file, [])).toEqual({ ok: true, session: 'mine', file, bytes: 5, changedMs: 5000 });
});

test.each([
  ['a piece of two names', 'a1', `a1: 2 sessions have this in their name: ${A}, ${C}.`],
  ['a slip in the end', 'd4e5f7', `d4e5f7: there is no session of this name. Near it: ${B}.`],
  ['a slip in the name', A.replace('01T', '02T'), expect.stringContaining(`Near it: ${A}`)],
  ['nothing like it', 'nonsense', 'nonsense: there is no session of this name.'],
  ['nothing', '', ': there is no session of this name.'],
  ['a file that is not there', './nowhere.xml', './nowhere.xml: there is no such file.'],
])('none, by %s', (_, given, message) => {
  expect(findSession(given, folders())).toMatchObject({ ok: false, error: { kind: 'missing', message } });
});
