/** `read` and `grep` by the one file of the command, copied to where none of its packages are. */
import { copyFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { notebook, pdf, png } from '../packages/tools/test/samples.ts';
import { BUNDLE, run, temporaryFolder } from './command.ts';

const alone = join(temporaryFolder(), 'tagma.cjs');
copyFileSync(BUNDLE, alone);

const folder = temporaryFolder();
writeFileSync(join(folder, 'a.pdf'), pdf(['Hello from a page']));
writeFileSync(join(folder, 'a.png'), png(20, 10));
writeFileSync(join(folder, 'a.ipynb'), notebook([{ cell_type: 'code', source: 'print(1)' }]));
writeFileSync(join(folder, 'a.txt'), 'hello\n');
symlinkSync('/etc/hosts', join(folder, 'it’s'));

test.each([
  ['a PDF', 'read', { path: 'a.pdf' }, { status: 'ok', content: /^--- page 1 ---\nHello from a page\n/ }],
  ['an image', 'read', { path: 'a.png' }, { status: 'ok', content: /^a\.png: PNG image, 20 × 10 pixels, / }],
  ['a notebook', 'read', { path: 'a.ipynb' }, { status: 'ok', content: /^\[cell 1: code\]\nprint\(1\)\n/ }],
  [
    'a search without ripgrep',
    'grep',
    { pattern: 'hello' },
    { status: 'ok', content: /^a\.txt:1: hello\nripgrep was not found/ },
  ],
  [
    'a name that looks like that of a link to elsewhere',
    'read',
    { path: "it's" },
    { status: 'denied', content: /reading outside the project asks \(.*\/hosts\)/ },
  ],
])('%s', async (_, tool, params, { status, content }) => {
  const args = ['tool', tool, '--params', JSON.stringify(params), '--cwd', folder];
  const { out, err } = await run(args, { bundle: alone, env: { PATH: '/nowhere' } });
  const outcome = JSON.parse(out) as { status: string; content: string };
  expect(outcome.status).toBe(status);
  expect(outcome.content).toMatch(content);
  expect(err).toBe('');
});
