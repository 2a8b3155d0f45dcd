import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { branchIn } from '../src/branch.ts';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';

test.each<{ title: string; files: { readonly [path: string]: string }; branch: string | null }>([
  { title: 'a branch', files: { '.git/HEAD': 'ref: refs/heads/main\n' }, branch: 'main' },
  { title: 'a branch with a slash', files: { '.git/HEAD': 'ref: refs/heads/fix/it\n' }, branch: 'fix/it' },
  { title: 'no branch: the commit', files: { '.git/HEAD': `${COMMIT}\n` }, branch: '01234567' },
  { title: 'a folder of the repository', files: { '../.git/HEAD': 'ref: refs/heads/main\n' }, branch: 'main' },
  {
    title: 'a worktree',
    files: { '.git': 'gitdir: ../elsewhere/one\n', '../elsewhere/one/HEAD': 'ref: refs/heads/side\n' },
    branch: 'side',
  },
  { title: 'no repository', files: {}, branch: null },
  { title: 'a HEAD that says nothing', files: { '.git/HEAD': '\x1b[31m' }, branch: null },
  { title: 'a worktree whose folder is gone', files: { '.git': 'gitdir: /nowhere\n' }, branch: null },
])('$title', async ({ files, branch }) => {
  const folder = join(mkdtempSync(join(tmpdir(), 'tagma-branch-')), 'folder');
  mkdirSync(folder);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  expect(await branchIn(folder)).toBe(branch);
});

test.each<{ title: string; make: (head: string) => void }>([
  { title: 'a pipe that nobody writes', make: (head) => execFileSync('mkfifo', [head]) },
  { title: 'a device without an end', make: (head) => symlinkSync('/dev/zero', head) },
  { title: 'a file that is too large', make: (head) => writeFileSync(head, `ref: refs/heads/${'m'.repeat(10_000)}`) },
])('no branch: $title', async ({ make }) => {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-branch-'));
  mkdirSync(join(folder, '.git'));
  make(join(folder, '.git', 'HEAD'));
  expect(await branchIn(folder)).toBeNull();
});
