/** A fork that cannot begin leaves nothing behind, and the session that it comes from as it was. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Context, start } from '@tagma/core';
import { createHistory, forkPoints } from '@tagma/history';
import { expect, onTestFinished, test } from 'vitest';
import { beginFork } from '../../src/fork/begin.ts';
import { rewound } from '../../src/fork/rewind.ts';

const GOLDEN = fileURLToPath(new URL('../../../../history/golden/interrupted.xml', import.meta.url));
const PARENT = '2026-06-30T12-00-00-0a1b2c';
const FORK = '2026-07-01T12-00-00-0a1b2c';

/** A session with an output beside it. */
function place() {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-begin-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [histories, outputs] = [join(folder, 'history'), join(folder, 'outputs')];
  const file = join(histories, `${PARENT}.xml`);
  cpSync(GOLDEN, file);
  mkdirSync(join(outputs, PARENT), { recursive: true });
  writeFileSync(join(outputs, PARENT, 'bash-1.log'), 'x');
  const target = { session: FORK, file: join(histories, `${FORK}.xml`), outputs, isElsewhere: false };
  return { histories, outputs, file, target };
}

test('a fork stands where the machine stood, under its own name', async () => {
  const { file, target } = place();
  const found = await forkPoints(file);
  const record = (found.ok ? (found.points[1]?.record ?? 0) : 0) - 1;
  const source = await beginFork({ file, record, isOwn: true }, target);
  if (!source.ok) throw new Error(source.message);
  source.history.close();
  expect(source).toMatchObject({ session: FORK, parent: { session: 'golden', record }, sessions: ['golden'] });
  expect(source.snapshot.context.lastTurn).toBe(1);
  expect([...source.transcript.items].filter(({ kind }) => kind === 'prompt')).toHaveLength(1);
});

test('one that the machine would lead elsewhere is none', async () => {
  const { histories, outputs, target } = place();
  const other = join(histories, 'other.xml');
  const created = createHistory(other, { session: 'other' });
  if (!created.ok) throw new Error(created.error.message);
  created.history.append([{ kind: 'state', type: 'idle', at: 0, fields: {} }], { sync: false });
  created.history.close();
  expect(await beginFork({ file: other, record: null, isOwn: true }, target)).toMatchObject({ ok: false, exit: 2 });
  expect([readdirSync(histories), readdirSync(outputs)]).toEqual([[`${PARENT}.xml`, 'other.xml'], [PARENT]]);
});

test('a session that cannot be prepared anew stays on the screen, and no fork is left', async () => {
  const { histories, outputs, file } = place();
  const before = readFileSync(file);
  const [point] = await pointsOf(file);
  if (!point) throw new Error('there is no prompt');
  const from = { file, isOwn: true, outputFolder: join(outputs, PARENT) };
  const failed = { ok: false, exit: 1, message: 'The disk is full.' } as const;
  const now: Context = start().context;
  expect(await rewound(point, from, now, async () => failed)).toEqual(failed);
  expect([readdirSync(histories), readdirSync(outputs)]).toEqual([[`${PARENT}.xml`], [PARENT]]);
  expect(readFileSync(file).equals(before)).toBe(true);
});

async function pointsOf(file: string) {
  const found = await forkPoints(file);
  return found.ok ? found.points : [];
}
