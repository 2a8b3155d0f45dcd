/** Names that say nothing, and words that belong to a workplace and not to the project. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesUnder, ROOT } from '../../packages/build/workspace.mjs';

const EMPTY_NAME = /(^|[/._-])(utils?|helpers?|managers?|misc|stuff)([/._-]|$)/i;

/** In pieces, so that this file does not hold what it looks for. */
const WORKPLACE: readonly string[] = [
  ['farm', 'studio'].join('-'),
  ['farm', 'bench'].join('-'),
  ['', 'work', 'main'].join('/'),
  ['', 'work', 'shared'].join('/'),
  ['registry', 'npmjs', 'org'].join('.'),
];

/** The lock file is pnpm's own. */
const NOT_OURS = ['pnpm-lock.yaml'];

const files = ourFiles();

test('no file is named after nothing', () => {
  expect(files.filter((path) => EMPTY_NAME.test(path))).toEqual([]);
});

test('no file speaks of the place where it was written', () => {
  const words = homedir().split('/').length > 2 ? [...WORKPLACE, `${homedir()}/`] : WORKPLACE;
  const found = files
    .filter((path) => !NOT_OURS.includes(path))
    .flatMap((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      return words.filter((word) => text.includes(word)).map((word) => `${path}: ${word}`);
    });
  expect(found).toEqual([]);
});

/** What git tracks or would; where there is no git, all but its own folder and the sessions kept here. */
function ourFiles(): string[] {
  try {
    const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const deleted = execFileSync('git', ['ls-files', '-z', '--deleted'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
    return list.split('\0').filter((path) => path !== '' && !deleted.includes(path));
  } catch {
    return filesUnder(ROOT).filter((path) => !path.startsWith('.git/') && !/^history\/[^/]+\.xml$/.test(path));
  }
}
