/** Before a fork, and before another session: what hooks are told, who is refused, and what stands in the history. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OutsideOperation } from '@tagma/core';
import { createSession, createStepping, type Hook } from '@tagma/runtime';
import { expect, test } from 'vitest';
import { fieldsOf, hookOf, KINDS } from '../../../runtime/test/hooks/hooked.ts';
import { STARTED, world } from '../../../runtime/test/world.ts';
import { refusalOfFork } from '../../src/fork/consent.ts';
import { refusalIn } from '../../src/hooks/operations.ts';

/** A session at rest that is asked, and what of it was recorded. */
async function asked(operation: OutsideOperation, hooks: readonly Hook[], gate = createStepping(false).gate) {
  const deps = { ...world(), hooks };
  const session = createSession({ ...deps, gate });
  session.send(STARTED);
  const refusal = await refusalIn({ session, hooks }, operation);
  await session.stop();
  return { refusal, records: deps.records };
}

const FORK = { op: 'fork', record: 41, to: null } as const;
const SWITCH = { op: 'switch', record: null, to: 'other' } as const;
const ROWS = [
  [FORK, { record: 41 }, 'fork the session'],
  [SWITCH, { session: 'other' }, 'leave the session for another'],
] as const;

for (const kind of KINDS) {
  for (const [operation, meta, words] of ROWS) {
    test(`before_session_op as a ${kind}: no ${operation.op}`, async () => {
      const hook = hookOf(kind, 'before_session_op', "note(data); return { cancel: 'not now' };", { name: 'guard' });
      const { refusal, records } = await asked(operation, [hook]);
      const message = `a hook (guard) does not let you ${words}: not now`;
      expect(refusal).toEqual({ ok: false, exit: 3, message });
      expect(JSON.parse(readFileSync(hook.notes, 'utf8'))).toMatchObject({ op: operation.op, meta });
      expect(fieldsOf(records, 'operation.requested')).toEqual([operation]);
      expect(fieldsOf(records, 'hook.run')).toEqual([{ id: 1, point: 'before_session_op', ...operation }]);
      expect(fieldsOf(records, 'hook.ended')).toMatchObject([
        { request: 1, outcome: { kind: 'refused', by: 'guard', reason: 'not now' } },
      ]);
    });
  }
}

const BROKEN = hookOf('module', 'before_session_op', "throw new Error('boom');", { name: 'broken' });

test('one that fails is passed over, and that is recorded', async () => {
  const { refusal, records } = await asked(FORK, [BROKEN]);
  expect(refusal).toBe(null);
  expect(fieldsOf(records, 'hook.ended')).toMatchObject([
    { outcome: null, ran: [{ hook: 'broken', problem: 'boom' }] },
  ]);
});

test('where there are no such hooks nothing is recorded', async () => {
  const { refusal, records } = await asked(SWITCH, [hookOf('module', 'agent_end', '')]);
  expect([refusal, fieldsOf(records, 'operation.requested')]).toEqual([null, []]);
});

test('step mode holds neither the question nor the answer', async () => {
  const stepping = createStepping(false);
  const hold: typeof stepping.gate = (event, snapshot, signal) => {
    if (event.type === 'session.started') queueMicrotask(() => stepping.hold(true));
    return stepping.gate(event, snapshot, signal);
  };
  const hook = hookOf('module', 'before_session_op', 'return { cancel: true };', { name: 'guard' });
  const { refusal } = await asked(SWITCH, [hook], hold);
  expect(refusal?.message).toBe('a hook (guard) does not let you leave the session for another.');
});

test('before a fork of a session that is not open the hooks of the configuration are asked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-fork-'));
  const config = join(folder, 'config.jsonc');
  const module = "import { writeFileSync } from 'node:fs';\nexport const before_session_op = (data) => {\n";
  const note = `writeFileSync(${JSON.stringify(join(folder, 'told'))}, JSON.stringify(data));\n`;
  writeFileSync(join(folder, 'no.mjs'), `${module}${note}return { cancel: 'it is under audit' }; };`);
  writeFileSync(config, JSON.stringify({ hooks: [{ on: 'before_session_op', module: 'no.mjs' }] }));
  const refusal = await refusalOfFork('/histories/old.xml', 7, folder, { config });
  expect(refusal?.message).toBe('a hook (no.mjs) does not let you fork the session: it is under audit');
  expect(JSON.parse(readFileSync(join(folder, 'told'), 'utf8'))).toEqual({
    ...{ point: 'before_session_op', session_id: 'old', folder, op: 'fork', meta: { record: 7 } },
  });
});
