/** Where `tagma init` writes, and where a link of the project does not lead it. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeAgents } from '../../src/init/write-agents.ts';

function project() {
  const root = mkdtempSync(join(tmpdir(), 'tagma-init-'));
  const folder = mkdtempSync(join(root, 'project-'));
  return { root, folder, file: join(folder, 'AGENTS.md'), elsewhere: join(root, 'elsewhere') };
}

test('what is there is replaced where that is wanted, also through a link within the project', () => {
  const { folder, file } = project();
  writeFileSync(join(folder, 'CLAUDE.md'), 'mine');
  symlinkSync('CLAUDE.md', file);
  expect(writeAgents(folder, false)).toMatchObject({ ok: false, there: 'AGENTS.md' });
  expect(writeAgents(folder, true)).toEqual({ ok: true, file });
  expect(readFileSync(join(folder, 'CLAUDE.md'), 'utf8')).toMatch(/^# /);
});

test('a link that leads out of the project is not followed', () => {
  const { folder, file, elsewhere } = project();
  writeFileSync(elsewhere, 'of the person');
  symlinkSync(elsewhere, file);
  expect(writeAgents(folder, true)).toMatchObject({
    ok: false,
    message: expect.stringMatching(/leads out of the proj/),
  });
  expect(readFileSync(elsewhere, 'utf8')).toBe('of the person');
});

test('one that leads nowhere makes nothing there', () => {
  const { root, folder, file, elsewhere } = project();
  symlinkSync(elsewhere, file);
  expect(writeAgents(folder, true)).toMatchObject({ ok: false, there: null });
  expect([existsSync(elsewhere), readdirSync(root)]).toEqual([false, [expect.stringMatching(/^project-/)]]);
});
