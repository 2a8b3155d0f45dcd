/** No file that other programs run by themselves is changed unasked, and no ordinary one is asked about for it. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decide, MODES, type Mode } from '../../core/src/index.ts';
import { type CallToJudge, type Place, takeFacts } from '../src/index.ts';
import { ORDINARY_FILES, SELF_RUNNING_FILES } from './corpus/self-running.ts';

let place: Place;
let root: string;

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'self-running-')));
  const [home, folder] = [join(root, 'me'), join(root, 'me/project')];
  for (const path of ['src', 'config', 'editor', '.github', '.vscode', 'templates'])
    mkdirSync(join(folder, path), { recursive: true });
  for (const path of ['.vscode/tasks.json', 'a.json', 'templates/AGENTS.md']) writeFileSync(join(folder, path), '{}');
  symlinkSync('editor', join(folder, '.zed'));
  symlinkSync('docs/for-agents.txt', join(folder, 'CLAUDE.md'));
  place = { folder, home, environment: { PATH: '/usr/bin', HOME: home } };
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const WAYS: readonly (readonly [string, (path: string) => CallToJudge])[] = [
  ['write', (path) => ({ tool: 'write', params: { path, content: 'x' } })],
  ['edit', (path) => ({ tool: 'edit', params: { path, old: 'x', new: 'y' } })],
  ['a redirection', (path) => ({ tool: 'bash', params: { command: `echo x > ${path}` } })],
];

async function verdictOf(call: CallToJudge, mode: Mode): Promise<string> {
  const facts = await takeFacts(call, place);
  return decide({ ...call, facts, folder: place.folder, planFile: null, sandbox: true }, mode, []).verdict;
}

async function thoseWith(paths: readonly string[], way: (path: string) => CallToJudge, mode: Mode, verdict: string) {
  const verdicts = await Promise.all(paths.map((path) => verdictOf(way(path), mode)));
  return paths.filter((_, at) => verdicts[at] === verdict);
}

test('the lists are long enough to say something', () => {
  expect(new Set(SELF_RUNNING_FILES).size).toBe(SELF_RUNNING_FILES.length);
  expect(new Set(ORDINARY_FILES).size).toBe(ORDINARY_FILES.length);
  expect([SELF_RUNNING_FILES.length > 180, ORDINARY_FILES.length > 80]).toEqual([true, true]);
});

describe.each(WAYS)('by %s', (name, way) => {
  test.each([
    ['plan', 'deny'],
    ['default', 'ask'],
    ['accept-edits', 'ask'],
    ['auto-in-project', 'ask'],
    ['trust', 'allow'],
  ] as const)('what runs by itself, in %s: %s', async (mode, verdict) => {
    expect(await thoseWith(SELF_RUNNING_FILES, way, mode, verdict)).toEqual(SELF_RUNNING_FILES);
  });

  test.each([
    ['plan', 'deny'],
    ['default', 'ask'],
    // A command runs a program, which asks there whatever it writes.
    ['accept-edits', name === 'a redirection' ? 'ask' : 'allow'],
    ['auto-in-project', 'allow'],
    ['trust', 'allow'],
  ] as const)('what is ordinary, in %s: %s', async (mode, verdict) => {
    expect(await thoseWith(ORDINARY_FILES, way, mode, verdict)).toEqual(ORDINARY_FILES);
  });
});

describe('commands in the project, in auto-in-project', () => {
  const rows: readonly (readonly [command: string, files: readonly string[]])[] = [
    ['cp a.json .vscode/tasks.json', ['.vscode/tasks.json']],
    ['cp a.json .vscode', ['.vscode', '.vscode/a.json']],
    ['cp templates/AGENTS.md .', ['AGENTS.md']],
    ['cp -t . templates/AGENTS.md', ['AGENTS.md', 'templates/AGENTS.md']],
    ['mv a.json AGENTS.md', ['AGENTS.md']],
    ['mv templates/AGENTS.md src', ['templates/AGENTS.md', 'src/AGENTS.md']],
    ['cp -r templates .cargo', ['.cargo']],
    ['cp -r templates .github', []],
    ['cp -r workflows .github/', ['.github/workflows']],
    ['ln -s ../x .husky', ['.husky']],
    ['mkdir -p .githooks', ['.githooks']],
    ['echo x | tee .envrc', ['.envrc']],
    ['sed -i s/a/b/ .vscode/settings.json', ['.vscode/settings.json']],
    ['perl -pi -e s/a/b/ CLAUDE.md', ['CLAUDE.md']],
    ['chmod +x scripts/pre-commit', ['scripts/pre-commit']],
    ['dd if=a.json of=.vscode/tasks.json', ['.vscode/tasks.json']],
    ['curl -o .npmrc http://127.0.0.1/x', ['.npmrc']],
    ['install a.json .githooks/pre-commit', ['.githooks/pre-commit']],
    ['rm .vscode/tasks.json', ['.vscode/tasks.json']],
    ['cd src && echo x > AGENTS.md', ['src/AGENTS.md']],
    ['echo x > .zed/tasks.json', ['.zed/tasks.json']],
    ['echo x > config', []],
    ['mkdir -p config src/head', []],
    ['rm -rf node_modules .venv', []],
    ['cp a.json src', []],
    ['sed -i s/a/b/ src/a.ts', []],
    ['cat .vscode/tasks.json AGENTS.md', []],
    ['./node_modules/.bin/tsc -p .', []],
    ['sed s/a/b/ AGENTS.md', []],
  ];
  test.each(rows)('%s', async (command, files) => {
    const { runsByItself = [] } = await takeFacts({ tool: 'bash', params: { command } }, place);
    expect([...runsByItself].sort()).toEqual(files.map((file) => join(place.folder, file)).sort());
  });
});

describe('what a command may change as its own work', () => {
  const MODULES = ['node_modules'];
  const VENVS = ['.venv', 'venv', '.virtualenv'];
  const rows: readonly (readonly [command: string, installs: readonly string[] | undefined, movesWorkTree?: true])[] = [
    ['npm ci', MODULES],
    ['npm i left-pad', MODULES],
    ['cd src && npm ci', MODULES],
    ['npm --prefix src install', MODULES],
    ['npm ci > log.txt', MODULES],
    ['yarn', [...MODULES, '.yarn/cache', '.yarn/unplugged', '.yarn/install-state.gz', '.pnp.cjs', '.pnp.loader.mjs']],
    ['pip install -r requirements.txt', VENVS],
    ['python3 -m pip install x', VENVS],
    ['python3 -m venv .venv', VENVS],
    ['bundle install', ['vendor/bundle']],
    ['npm test', undefined],
    ['npm run install', undefined],
    ['npm ci && ./build.sh', undefined],
    ['./npm ci', undefined],
    ['node_modules/.bin/npm ci', undefined],
    ['git checkout other', undefined, true],
    ['git -C src pull --rebase', undefined, true],
    ['git pull && npm ci', MODULES, true],
    ['git stash && npm test', undefined],
    ['git commit -m x', undefined],
    ['git -c core.pager=x checkout other', undefined],
    ['./git checkout other', undefined],
  ];
  test.each(rows)('%s', async (command, installs, movesWorkTree) => {
    const facts = await takeFacts({ tool: 'bash', params: { command } }, place);
    expect([facts.installs, facts.movesWorkTree]).toEqual([installs, movesWorkTree]);
  });

  test('it is named in the reason', async () => {
    const call = { tool: 'bash', params: { command: 'git checkout other' } };
    const facts = await takeFacts(call, place);
    const judged = { ...call, facts, folder: place.folder, planFile: null, sandbox: true };
    expect(decide(judged, 'auto-in-project', []).by).toBe(
      'mode auto-in-project: running a program is allowed (git; tracked files that run by themselves may change with the work tree)',
    );
  });
});

test('a link of such a name leads to what runs, and so does its target by that name', async () => {
  const { runsByItself } = await takeFacts({ tool: 'write', params: { path: 'CLAUDE.md' } }, place);
  expect(runsByItself).toEqual([join(place.folder, 'CLAUDE.md')]);
});

test('the reason names the file and why it runs', async () => {
  const call = { tool: 'write', params: { path: '.vscode/tasks.json', content: '' } };
  const facts = await takeFacts(call, place);
  const judged = { ...call, facts, folder: place.folder, planFile: null, sandbox: true };
  expect(decide(judged, 'auto-in-project', []).by).toBe(
    'mode auto-in-project: changing what runs by itself asks (.vscode/tasks.json is run or obeyed by the editor, mostly when the folder is opened)',
  );
});

test('a path in a project that stands in a folder of such a name is judged from the project on', async () => {
  const folder = join(dirname(place.folder), '.claude/worktrees/a');
  mkdirSync(folder, { recursive: true });
  const facts = await takeFacts({ tool: 'write', params: { path: 'src/a.ts' } }, { ...place, folder });
  expect(facts.runsByItself).toBeUndefined();
  expect(MODES).toContain('trust');
});
