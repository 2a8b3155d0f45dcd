/** What a model is told of the sandbox around a command that it cannot see. */
import { expect, onTestFinished, test } from 'vitest';
import type { Jobs } from '../src/jobs.ts';
import { createJobs } from '../src/jobs.ts';
import type { Command } from '../src/operations.ts';
import { commandNotes, jobNotes } from '../src/sandbox-notes.ts';

const command = (network: boolean | null): Command => ({
  ...{ file: '', args: [], folder: '/', environment: {} },
  bounds: network === null ? null : { writes: 'project', network, beyond: [] },
});
const SHARING: Command = {
  ...command(true),
  bounds: { writes: 'project', network: true, beyond: [], sharesMachine: true },
};
const LEFT = 'what it started with & has ended with it: background true starts a job that runs on';

/** One job that runs, or has ended. */
function jobsWith(isApart: boolean, ended = false): Jobs {
  const jobs = createJobs();
  onTestFinished(() => jobs.end());
  const job = { id: 'job-1', isApart, end: () => (ended ? {} : null) };
  return { ...jobs, all: () => [job] as unknown as ReturnType<Jobs['all']> };
}

test.each([
  ['a server alone', 'npm run dev &', true],
  ['and something after it', 'npm start & sleep 3; curl localhost:3000', true],
  ['without a hang-up, its output in a file', 'nohup npm start > log 2>&1 &', true],
  ['two, one after the other', 'make && make test', false],
  ['both outputs in a file', 'make &> log; make 2>&1 | tail', false],
  ['an address with parameters', 'curl "http://example.org/?a=1&b=2"', false],
  ['a quoted one', "grep 'a & b' c\\&d", false],
])('%s: whether something was left in the background', (_, text, isSaid) => {
  expect(commandNotes(text, command(true), createJobs())).toEqual(isSaid ? [LEFT] : []);
  expect(commandNotes(text, command(null), createJobs())).toEqual([]);
  // There it goes on.
  expect(commandNotes(text, SHARING, createJobs())).toEqual([]);
});

test.each([
  ['curl localhost:3000', true],
  ["node -e 'fetch(`http://127.0.0.1:80`)'", true],
  ['curl http://[::1]:80/', true],
  ['curl https://example.org', false],
  ['npm start & sleep 3; curl localhost:3000', false],
])('%s: whether a job with a network of its own is named', (text, isSaid) => {
  expect(commandNotes(text, command(true), jobsWith(true)).some((note) => note.startsWith('job-1 has'))).toBe(isSaid);
  expect(commandNotes(text, command(true), jobsWith(false)).filter((note) => note !== LEFT)).toEqual([]);
  expect(commandNotes(text, command(true), jobsWith(true, true)).filter((note) => note !== LEFT)).toEqual([]);
});

test('a job is told to be apart only where it is', () => {
  expect([null, true, false].map((network) => jobNotes(command(network)).length)).toEqual([0, 0, 1]);
});
