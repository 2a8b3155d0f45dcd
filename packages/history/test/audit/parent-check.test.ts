/** An audit of a fork holds it against the file that it was copied from. */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { auditHistory, forkHistory, readHistory } from '../../src/index.ts';
import { rewritten } from '../rewritten.ts';
import { append, event, state } from '../sample.ts';
import { temporaryFolder } from '../temporary.ts';

const GOLDEN = fileURLToPath(new URL('../../../../history/golden/a-task-done.xml', import.meta.url));
const AT = 9;

/** A session and a fork of it in one folder. */
async function twoFiles(): Promise<{ readonly parent: string; readonly fork: string }> {
  const folder = temporaryFolder();
  const parent = join(folder, 'golden.xml');
  cpSync(GOLDEN, parent);
  const fork = join(folder, 'fork.xml');
  const forked = forkHistory(parent, AT, { file: fork, session: 'fork' });
  if (!forked.ok) throw new Error(forked.error.message);
  const read = await readHistory(parent);
  const started = read.ok ? read.records[0]?.fields : {};
  const resumed = { ...started, session: 'fork', parent: forked.parent };
  append(forked.history, [event('session.resumed', resumed), state('failed')]);
  forked.history.close();
  return { parent, fork };
}

async function found(fork: string): Promise<readonly string[]> {
  const report = await auditHistory(fork, { replay: false });
  if ('error' in report) throw new Error(report.error.message);
  return report.findings.filter(({ code }) => code.startsWith('parent')).map(({ code, record }) => `${code} ${record}`);
}

test.each([
  ['as it was', () => {}, []],
  ['that says something else', (parent: string) => change(parent), ['parent-differs 3']],
  ['that is gone', (parent: string) => rmSync(parent), ['parent-unseen 10']],
  ['that is no history any more', (parent: string) => writeFileSync(parent, 'x'), ['parent-unseen 10']],
])('beside a parent %s', async (_title, meddle, expected) => {
  const { parent, fork } = await twoFiles();
  await meddle(parent);
  expect(await found(fork)).toEqual(expected);
});

test('each parent of the fork of a fork is looked at', async () => {
  const { parent, fork } = await twoFiles();
  const second = join(dirname(fork), 'second.xml');
  const forked = forkHistory(fork, null, { file: second, session: 'second' });
  if (!forked.ok) throw new Error(forked.error.message);
  const read = await readHistory(parent);
  const started = read.ok ? read.records[0]?.fields : {};
  const resumed = { ...started, session: 'second', parent: forked.parent };
  append(forked.history, [event('session.resumed', resumed), state('failed')]);
  forked.history.close();
  expect(await found(second)).toEqual([]);
  await change(parent);
  expect(await found(second)).toEqual(['parent-differs 3']);
  rmSync(fork);
  expect(await found(second)).toEqual(['parent-differs 3', 'parent-unseen 12']);
});

test('a session that is no fork has no parent to be looked at', async () => {
  expect(await found(GOLDEN)).toEqual([]);
});

/** The prompt is another, and every hash is right again. */
async function change(file: string): Promise<void> {
  const changed = await rewritten(file, (record, n) =>
    n === 3 ? { ...record, fields: { text: 'Another.' } } : record,
  );
  cpSync(changed, file);
}
