/** Looking for files that run by themselves: all of them, cheaply, and within a limit. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { moveAside } from '../src/aside.ts';
import { openGuard } from '../src/index.ts';
import { riskyIn } from '../src/repositories.ts';
import { selfRunningFinder } from '../src/self-running.ts';

const isSelfRunning = (name: string) => ['agents.md', 'node_modules', '.git'].includes(name.toLowerCase());
const NO_TIME = { milliseconds: -1, folders: 1_000 };

function project(...files: readonly string[]): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tagma-finder-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const file of files) write(folder, file);
  return folder;
}

function write(folder: string, file: string, text = ''): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

const below = (paths: Iterable<string>, folder: string) =>
  [...paths].map((path) => path.slice(folder.length + 1)).sort();

describe('the finder', () => {
  test('finds files and whole folders at any depth, and what came since, and what is gone', () => {
    const folder = project('AGENTS.md', 'a/b/AGENTS.md', 'node_modules/x/AGENTS.md', 'src/x.ts');
    const find = selfRunningFinder(folder, isSelfRunning);
    expect(below(find().marks.keys(), folder)).toEqual(['AGENTS.md', 'a/b/AGENTS.md', 'node_modules']);
    write(folder, 'src/new/AGENTS.md');
    rmSync(join(folder, 'a'), { recursive: true });
    expect(below(find().marks.keys(), folder)).toEqual(['AGENTS.md', 'node_modules', 'src/new/AGENTS.md']);
  });

  test('says when there is no time to look through all of it', () => {
    const folder = project('a/AGENTS.md');
    expect(selfRunningFinder(folder, isSelfRunning, NO_TIME)()).toEqual({ marks: new Map(), kept: [], isWhole: false });
    const few = { milliseconds: 1_000, folders: 1 };
    expect(selfRunningFinder(folder, isSelfRunning, few)().isWhole).toBe(false);
  });

  test('does not go through what is installed, and reads no folder twice that has not changed', () => {
    const folder = project(...Array.from({ length: 300 }, (_, at) => `src/${at}/x.ts`), 'AGENTS.md');
    let time = Date.now() + 5_000;
    const find = selfRunningFinder(folder, isSelfRunning, undefined, () => time++);
    find();
    const [before, start] = [find(), process.hrtime.bigint()];
    for (let round = 0; round < 20; round++) find();
    expect(Number(process.hrtime.bigint() - start) / 20 / 1e6).toBeLessThan(50);
    expect(below(before.marks.keys(), folder)).toEqual(['AGENTS.md']);
  });
});

describe('a repository', () => {
  const HARMLESS = '[core]\n\tbare = false\n# a comment\n[remote "o"]\n\turl = https://a.b/c\n[user]\n\tname = A B\n';
  const rows: readonly (readonly [title: string, config: string, isRisky: boolean])[] = [
    ['plain settings', HARMLESS, false],
    ['a program', '[core]\n\tfsmonitor = ./x\n', true],
    ['a program behind plain ones', `${HARMLESS}[core]\n\tpager = x\n`, true],
    ['another section', '[alias]\n\tx = !y\n', true],
    ['an include', '[include]\n\tpath = x\n', true],
    ['a setting in the line of its section', '[core] fsmonitor = ./x\n', true],
    ['a line that goes on', '[core]\n\tbare = \\\n\tfsmonitor = ./x\n', true],
    ['a comment that goes on', '# x \\\n[core]\n\tfsmonitor = ./x\n', true],
    ['a setting without a value', '[core]\n\tbare\n', true],
    ['quotes', '[user]\n\tname = "a"\n', true],
    ['a server that is a program', '[remote "o"]\n\turl = ext::sh -c x\n', true],
    ['a section in two parts', '[core.x]\n\tbare = false\n', true],
    ['a setting in another section', '[user]\n\tbare = false\n', true],
    ['a byte order mark', '\ufeff[core]\n\tbare = false\n', true],
    ['nothing', '', false],
  ];
  test.each(rows)('%s', (_, config, isRisky) => {
    const folder = project();
    write(folder, '.git/config', config);
    expect(below(riskyIn(join(folder, '.git')), folder)).toEqual(isRisky ? ['.git/config'] : []);
  });

  test('hooks count, samples of them do not', () => {
    const folder = project('.git/hooks/pre-commit', '.git/hooks/pre-push.sample', '.git/commondir', '.git/HEAD');
    expect(below(riskyIn(join(folder, '.git')), folder)).toEqual(['.git/commondir', '.git/hooks/pre-commit']);
  });
});

test('each goes into a folder of its own time, with its path', () => {
  const folder = project('a/AGENTS.md', 'b/AGENTS.md');
  const aside = project();
  const move = (path: string) => moveAside([join(folder, path)], folder, aside, join(folder, 'nearby'));
  expect(move('a/AGENTS.md')).toEqual([{ path: join(folder, 'a/AGENTS.md'), to: join(aside, '1/a/AGENTS.md') }]);
  expect(move('b/AGENTS.md')).toEqual([{ path: join(folder, 'b/AGENTS.md'), to: join(aside, '2/b/AGENTS.md') }]);
});

test('where a project is too large, only what has come to be is new', async () => {
  const folder = project('a/AGENTS.md');
  const guard = openGuard(folder, {
    isSelfRunning,
    aside: project(),
    caches: [],
    limits: { milliseconds: 1_000, folders: 1 },
  });
  const watch = guard.begin({ paths: [], names: [], tracked: null });
  write(folder, 'AGENTS.md');
  const { moved, isWhole } = await watch.end();
  expect([
    below(
      moved.map(({ path }) => path),
      folder,
    ),
    isWhole,
  ]).toEqual([['AGENTS.md'], false]);
});
