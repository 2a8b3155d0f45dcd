import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Facts, NO_FACTS } from '@tagma/protocol';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { takeFacts } from '../src/index.ts';
import { makePlace, type TestPlace } from './place.ts';

let place: TestPlace;
const raw = (...args: string[]) =>
  execFileSync('git', args, { cwd: place.folder, env: { PATH: process.env.PATH, HOME: place.home } });
beforeAll(() => {
  place = makePlace();
  raw('init', '--quiet', '--template=', '.');
  mkdirSync(join(place.folder, '.git/hooks'), { recursive: true });
  writeFileSync(join(place.folder, '.git/hooks/pre-commit'), '');
});
afterAll(() => place.remove());

const at = (path: string, where: 'inside' | 'protected') => ({ path: join(place.folder, path), where });
const project = () => ({ path: place.folder, where: 'inside' as const });
const looks = (...reads: Facts['reads'][number][]) => ({ reads });
const runs = (...programs: string[]) => ({ readOnly: false, runs: programs });

const rows: [params: { [name: string]: unknown }, expected: () => Partial<Facts>][] = [
  [{ action: 'status' }, () => looks(project())],
  [{ action: 'diff', ref: 'main..dev' }, () => looks(project())],
  [{ action: 'log', ref: '-x' }, () => looks(project())],
  [{ action: 'diff', files: ['src/a.ts', '.env'] }, () => looks(at('src/a.ts', 'inside'), at('.env', 'protected'))],
  [{ action: 'show', ref: 'HEAD:src/a.ts' }, () => looks(project(), at('src/a.ts', 'inside'))],
  [{ action: 'show', ref: 'HEAD:.env' }, () => looks(project(), at('.env', 'protected'))],
  [{ action: 'show', ref: ':0:.env' }, () => looks(project(), at('0', 'inside'), at('.env', 'protected'))],
  [{ action: 'diff', ref: 'a:x..b:.env' }, () => looks(project(), at('x', 'inside'), at('.env', 'protected'))],
  [{ action: 'commit', message: 'x' }, () => runs('git', '.git/hooks/pre-commit')],
  [
    { action: 'commit', message: 'x', files: ['.env'] },
    () => ({ ...runs('git', '.git/hooks/pre-commit'), ...looks(at('.env', 'protected')) }),
  ],
  [{ action: 'push' }, () => ({ ...runs('git'), network: ['*'] })],
  [{ action: 'reset' }, () => ({ readOnly: false, unknown: 'git has no action reset here' })],
  [{}, () => ({ readOnly: false, unknown: 'its action is missing' })],
  [{ action: 'diff', files: 'a' }, () => ({ readOnly: false, unknown: 'its files are not a list of paths' })],
  [{ action: 'diff', ref: 7 }, () => ({ readOnly: false, unknown: 'its ref is no text' })],
];

test.each(rows)('git %j', async (params, expected) => {
  expect(await takeFacts({ tool: 'git', params }, place)).toEqual({ ...NO_FACTS, ...expected() });
});

test('a file in a commit is unknown where the repository is larger than the project', async () => {
  const inner = { ...place, folder: join(place.folder, 'src') };
  expect(await takeFacts({ tool: 'git', params: { action: 'show', ref: 'HEAD:x' } }, inner)).toMatchObject({
    unknown: 'it is not clear which file HEAD:x is',
  });
});

describe('what the repository has git start at a commit or a push is named', () => {
  const commit = { tool: 'git', params: { action: 'commit' } };
  const BOTH = ['commit', 'push'];
  test.each<[key: string, actions: readonly string[]]>([
    ['filter.a b.clean', ['commit']],
    ['filter.x.process', ['commit']],
    ['gpg.program', BOTH],
    ['gpg.ssh.program', BOTH],
    ['gpg.ssh.defaultKeyCommand', BOTH],
    ['gpg.x509.program', BOTH],
    ['core.sshCommand', ['push']],
    ['core.gitProxy', ['push']],
    ['credential.helper', ['push']],
    ['credential.https://example.org.helper', ['push']],
    ['remote.origin.receivepack', ['push']],
    ['remote.origin.vcs', ['push']],
    // The tool turns these off.
    ['core.fsmonitor', []],
    ['core.editor', []],
    ['core.askPass', []],
    ['diff.external', []],
  ])('%s', async (key, actions) => {
    raw('config', key, '/bin/evil --now');
    onTestFinished(() => void raw('config', '--unset', key));
    for (const action of BOTH) {
      const { runs } = await takeFacts({ tool: 'git', params: { action } }, place);
      const named = runs.filter((program) => program.startsWith('/bin/evil --now ('));
      expect([action, named.length]).toEqual([action, actions.includes(action) ? 1 : 0]);
    }
  });

  test('also by an included file, but not by the person', async () => {
    writeFileSync(join(place.folder, '.git/more'), '[gpg]\n\tprogram = included\n');
    raw('config', 'include.path', 'more');
    raw('config', '--global', 'gpg.ssh.program', 'own');
    vi.stubEnv('HOME', place.home);
    onTestFinished(() => void vi.unstubAllEnvs());
    onTestFinished(() => void raw('config', '--unset', 'include.path'));
    expect(await takeFacts(commit, place)).toMatchObject({
      runs: ['git', '.git/hooks/pre-commit', 'included (gpg.program of the repository)'],
    });
  });

  test.each([
    ['husky', ['git', 'husky/commit-msg']],
    ['/nowhere', ['git']],
  ])('hooks in the folder %s that it names', async (folder, runs) => {
    mkdirSync(join(place.folder, 'husky'), { recursive: true });
    writeFileSync(join(place.folder, 'husky/commit-msg'), '');
    raw('config', 'core.hooksPath', folder);
    onTestFinished(() => void raw('config', '--unset', 'core.hooksPath'));
    expect((await takeFacts(commit, place)).runs).toEqual(runs);
  });

  test('hooks of a repository that is larger than the project', async () => {
    const inner = { ...place, folder: join(place.folder, 'src/deep') };
    expect((await takeFacts(commit, inner)).runs).toEqual(['git', '../../.git/hooks/pre-commit']);
  });

  test('a folder that is no repository has none', async () => {
    expect((await takeFacts(commit, { ...place, folder: place.elsewhere })).runs).toEqual(['git']);
  });
});
