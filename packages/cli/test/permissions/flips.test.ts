/** What today's rules would have said to a recorded session: of calls that the sandbox has stopped, and of a torn file. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHistory } from '@tagma/history';
import { type HistoryRecord, NO_FACTS } from '@tagma/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { sessionStarted } from '../../../testing/src/session-started.ts';
import { flipsIn } from '../../src/permissions/flips.ts';

const FACTS = { ...NO_FACTS, runs: ['make'], readOnly: false };
const ALLOWED = { verdict: 'allow', by: 'mode auto-in-project: running a program is allowed (make)' };
const ASKED = { verdict: 'ask', by: 'the sandbox has kept it from the network: it would run again, outside' };

const { type: _type, ...STARTED } = sessionStarted({ settings: { mode: 'auto-in-project', sandbox: true } });

/** A call that runs in the sandbox, is stopped, and is decided anew. */
const STOPPED: readonly (readonly [type: string, fields: object])[] = [
  ['session.started', STARTED],
  ['reply.read', { reply: { actions: [{ tool: 'bash', params: { command: 'make' } }] } }],
  ['facts.take', { id: 1, call: 1 }],
  ['facts.taken', { request: 1, facts: FACTS }],
  ['call.judged', { call: 1, decision: ALLOWED }],
  ['tool.run', { id: 2, call: 1 }],
  ['tool.ended', { request: 2, outcome: { status: 'error', content: '', details: { blocked: 'the network' } } }],
  ['facts.take', { id: 3, call: 1 }],
  ['facts.taken', { request: 3, facts: FACTS }],
  ['call.judged', { call: 1, decision: ASKED }],
];

function recorded(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-flips-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 's.xml');
  const created = createHistory(file, { session: 's' });
  if (!created.ok) throw new Error(created.error.message);
  const records = STOPPED.map(
    ([type, fields]): HistoryRecord => ({ kind: 'event', type, at: 0, fields: JSON.parse(JSON.stringify(fields)) }),
  );
  expect(created.history.append(records, { sync: false }).ok).toBe(true);
  created.history.close();
  return file;
}

test('whether a command that the sandbox has stopped runs outside is asked today, too', async () => {
  expect(await flipsIn(recorded(), null, [])).toEqual({ ok: true, judged: 2, flips: [], damage: null });
});

test('without a sandbox that mode asks for what it allowed in there', async () => {
  const found = await flipsIn(recorded(), null, [], false);
  expect(found.ok && found.flips.map(({ record, today }) => [record, today])).toEqual([
    [5, { verdict: 'ask', by: 'mode auto-in-project without a sandbox: running a program asks (make)' }],
  ]);
});

test('a torn file is judged as far as it holds, and it is said', async () => {
  const file = recorded();
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.slice(0, text.lastIndexOf('call.judged') + 3));
  expect(await flipsIn(file, null, [])).toMatchObject({
    ...{ judged: 1, flips: [] },
    damage: expect.stringMatching(/^The file is torn: the last \d+ bytes, after record 9/),
  });
});
