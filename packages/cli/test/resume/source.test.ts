import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openSource } from '../../src/resume/source.ts';

test('what a session goes on from names the redactions in it, for their secrets are not known any more', async () => {
  const golden = new URL('../../../../history/golden/all-forms-of-text.xml', import.meta.url);
  const file = join(mkdtempSync(join(tmpdir(), 'tagma-source-')), 'golden.xml');
  copyFileSync(fileURLToPath(golden), file);
  const source = await openSource(file, true);
  if (!source.ok) throw new Error(source.message);
  source.history.close();
  expect([...source.redacted]).toEqual(['github-token', 'github-token-2']);
});
