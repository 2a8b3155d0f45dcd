import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readMap } from '../../src/map/read-map.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'tagma-map-'));
const SOURCE = "import './b.ts';\nexport const a = 1;\n";
mkdirSync(join(FOLDER, '.ssh'));
for (const path of ['a.ts', 'b.ts', 'denied.ts', '.env.ts', '.ssh/key.ts', 'ignored.ts', 'notes.md']) {
  writeFileSync(join(FOLDER, path), SOURCE);
}
writeFileSync(join(FOLDER, '.gitignore'), 'ignored.ts\n');
symlinkSync('/etc/passwd', join(FOLDER, 'link.ts'));
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'commit.gpgsign=false', ...args], {
    cwd: FOLDER,
    stdio: 'ignore',
  });
git('init', '-q');
git('add', 'b.ts');
git('commit', '-qm', 'one');
git('add', 'a.ts');
git('commit', '-qm', 'two');

test('the files that git does not ignore; what is protected or denied is named and not looked into', async () => {
  const read = await readMap(FOLDER, (file) => !file.endsWith('denied.ts'));
  const found = Object.fromEntries((read?.files ?? []).map(({ path, symbols, imports }) => [path, [symbols, imports]]));
  expect(found).toMatchObject({
    'a.ts': [['a'], ['./b.ts']],
    'b.ts': [['a'], ['./b.ts']],
    'denied.ts': [[], []],
    '.env.ts': [[], []],
    'notes.md': [[], []],
  });
  expect(Object.keys(found)).not.toContain('ignored.ts');
  expect(found['.ssh/key.ts'] ?? [[], []]).toEqual([[], []]);
  expect(found['link.ts'] ?? [[], []]).toEqual([[], []]);
  expect(read?.recent).toEqual(['a.ts', 'b.ts']);
});

test('nothing where there are more files than a map could name', async () => {
  expect(await readMap(FOLDER, () => true, 3)).toBe(null);
});

test('a folder that is not there has no files, and no history', async () => {
  expect(await readMap(join(FOLDER, 'gone'), () => true)).toEqual({ files: [], recent: [] });
});
