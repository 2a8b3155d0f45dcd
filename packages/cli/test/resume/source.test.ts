import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHistory, forkHistory } from '@tagma/history';
import { expect, test } from 'vitest';
import { openSource } from '../../src/resume/source.ts';

test('what a session goes on from names the redactions in it, for their secrets are not known any more', async () => {
  const golden = new URL('../../../../history/golden/all-forms-of-text.xml', import.meta.url);
  const file = join(mkdtempSync(join(tmpdir(), 'tagma-source-')), 'golden.xml');
  copyFileSync(fileURLToPath(golden), file);
  const source = await openSource(file, true);
  if (!source.ok) throw new Error(source.message);
  source.history.close();
  expect([...source.redacted]).toEqual(['github-token~aaaa', 'github-token-2~aaaa']);
});

test('a fork that was cut off before anything was written behind the copy goes on under its own name', async () => {
  const golden = fileURLToPath(new URL('../../../../history/golden/a-task-done.xml', import.meta.url));
  const file = join(mkdtempSync(join(tmpdir(), 'tagma-source-')), 'f1.xml');
  const forked = forkHistory(golden, null, { file, session: 'f1' });
  if (!forked.ok) throw new Error(forked.error.message);
  forked.history.close();
  const source = await openSource(file, true);
  if (!source.ok) throw new Error(source.message);
  source.history.close();
  expect([source.session, source.sessions]).toEqual(['f1', ['golden']]);
});

test('of a file that is refused it is told where its torn end is now', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'tagma-source-')), 's.xml');
  const made = createHistory(file, { session: 's' });
  if (!made.ok) throw new Error(made.error.message);
  made.history.close();
  writeFileSync(file, readFileSync(file, 'utf8').replace('</history>', '<event n="1" type="sess'));
  const message = expect.stringMatching(/nothing was recorded in it.*\nThe last \d+ bytes.* are in .*s\.xml\.torn now/);
  expect(await openSource(file, true)).toMatchObject({ ok: false, exit: 2, message });
});
