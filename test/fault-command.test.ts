/** `tagma endpoint --fault`, as a person tries it. */
import { expect, test } from 'vitest';
import { ENDPOINT_FAULTS } from '../packages/testing/src/index.ts';
import { run, start, temporaryFolder } from './command.ts';
import { connection } from './scripted.ts';

test('--fault list names every fault and what it does', async () => {
  const { code, out } = await run(['endpoint', '--fault', 'list']);
  expect([
    code,
    out
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/)),
  ]).toEqual([0, ENDPOINT_FAULTS.map(({ name, does }) => [name, does])]);
});

test.each([
  { title: 'a fault that there is not', args: ['--fault', 'flood'], says: '--fault list' },
  { title: 'a number that is missing', args: ['--fault', 'drop@N'], says: '--fault list' },
  { title: 'neither script nor fault', args: [], says: 'name a script, or a fault' },
  { title: 'a script that is not there', args: ['--fault', '500', 'nowhere.xml'], says: 'nowhere.xml' },
  { title: 'a number of times that is none', args: ['--fault', '500', '--times', 'often'], says: 'whole number' },
])('$title is a mistake of usage', async ({ args, says }) => {
  const ended = await run(['endpoint', ...args]);
  expect([ended.code, ended.err]).toEqual([2, expect.stringContaining(says)]);
});

test.each([
  { fault: '500', times: '2', code: 0, says: 'answered 500' },
  { fault: '401', times: 'always', code: 1, says: 'answered 401' },
])('a session against $fault, $times times', async ({ fault, times, code, says }) => {
  const endpoint = start(['endpoint', '--fault', fault, '--times', times]);
  const url = await new Promise<string>((resolve) =>
    endpoint.child.stdout?.once('data', (text) => resolve(text.trim())),
  );
  const history = temporaryFolder();
  const ended = await run(['-p', 'do it', ...connection(url), '--history', history, '--mode', 'trust']);
  endpoint.child.kill('SIGTERM');
  expect([ended.code, ended.err]).toEqual([code, expect.stringContaining(says)]);
  await endpoint.ended;
});
