/** What commands say of a history of which not one record is whole: never that it is fine. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run, temporaryFolder } from './command.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<history format="1" session="s1">';
const RECORD = '\n<event n="1" type="session.started" at="x">';

test.each<[string, (file: string) => readonly string[], number, string]>([
  ['replay', (file) => ['replay', file], 2, 'record 1: chain differs'],
  ['step', (file) => ['step', file], 1, 'damaged at record 1'],
  ['audit', (file) => ['audit', '--no-replay', file], 1, ''],
  ['reparse', (file) => ['audit', '--reparse', file], 1, 'damaged at record 1'],
  ['query', (file) => ['query', file, '//prompt'], 1, 'is damaged'],
  ['show', (file) => ['sessions', 'show', file], 2, 'Nothing can be said of the session'],
  ['the points of a fork', (file) => ['fork', '--list', file], 1, 'damaged at record 1'],
  ['a fork', (file) => ['fork', '-p', 'Go on.', file], 2, 'Nothing can be said of the session'],
  ['resume', (file) => ['resume', file, '-p', 'Go on.'], 2, 'record 1'],
])('%s', async (_title, args, code, words) => {
  const file = join(temporaryFolder(), 's1.xml');
  writeFileSync(file, HEAD + RECORD.repeat(2_000));
  const ended = await run(args(file));
  expect([ended.code, ended.err]).toEqual([code, expect.stringContaining(words)]);
  expect(ended.out).not.toMatch(/as they were understood|No prompt was given/);
});
