/** A real project in a real home, with links that lead in and out. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Place } from '../src/index.ts';

export type TestPlace = Place & { readonly elsewhere: string; readonly remove: () => void };

export function makePlace(): TestPlace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'permission-')));
  const home = join(root, 'home/me');
  const folder = join(home, 'project');
  const elsewhere = join(root, 'elsewhere');
  for (const path of ['src/deep', '.git/hooks', '.tagma', 'nested/.git', 'docs', '@types'])
    mkdirSync(join(folder, path), { recursive: true });
  mkdirSync(elsewhere);
  writeFileSync(join(folder, '.env'), 'KEY=1');
  writeFileSync(join(folder, 'src/a.ts'), '');
  symlinkSync('/etc', join(folder, 'linked-etc'));
  symlinkSync('/etc/passwd', join(folder, 'link-out'));
  symlinkSync('.env', join(folder, 'link-env'));
  symlinkSync(elsewhere, join(folder, 'linked-folder'));
  symlinkSync(join(elsewhere, 'not/yet'), join(folder, 'dangling'));
  symlinkSync('circle', join(folder, 'circle'));
  symlinkSync('src/deep', join(folder, 'deep'));
  return { folder, home, elsewhere, remove: () => rmSync(root, { recursive: true, force: true }) };
}
