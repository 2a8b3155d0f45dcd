import { readdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { filesOf, removeSession } from '../../src/index.ts';
import { historyFile, newHistory } from '../sample.ts';

/** A history, what belongs to it, and what only looks so. */
function kept(): string {
  const file = historyFile();
  for (const end of ['.torn', '.torn.2', '.tornado', '.torn.x', '.bak']) writeFileSync(file + end, 'xx');
  return file;
}

test('a session goes with the copies of its torn tails, and with nothing else', () => {
  const file = kept();
  const beside: string[][] = [];
  expect(filesOf(file).map((each) => each.file)).toEqual([file, `${file}.torn`, `${file}.torn.2`]);
  expect(
    removeSession(file, () => beside.push(readdirSync(dirname(file)).filter((name) => name === 's1.xml'))),
  ).toEqual({
    ok: true,
  });
  expect(beside).toEqual([['s1.xml']]);
  expect(readdirSync(dirname(file)).sort()).toEqual(['s1.xml.bak', 's1.xml.torn.x', 's1.xml.tornado']);
  expect(filesOf(file)).toEqual([]);
});

test('one that is being written stays', () => {
  const { history, file } = newHistory();
  expect(removeSession(file, () => expect.unreachable())).toMatchObject({ ok: false, error: { kind: 'locked' } });
  expect(filesOf(file)).toHaveLength(1);
  history.close();
  expect(removeSession(file)).toEqual({ ok: true });
});
