/** What a repository may say to have a program started, and that to look at it starts none. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Repository } from './repository.ts';
import { changed, LOOKS, trap } from './trapped.ts';

type Row = [title: string, set: (repository: Repository, program: string) => void, control: readonly string[] | null];
const config = (name: string, value?: string, control: readonly string[] | null = null): Row => [
  name,
  ({ raw }, program) => raw('config', name, value ?? program),
  control,
];
const attribute = (name: string, attributes: string, value?: string, control: readonly string[] | null = null): Row => [
  `${name} with the attribute ${attributes}`,
  ({ raw, put }, program) => {
    put('.gitattributes', `* ${attributes}\n`);
    raw('config', name, value ?? program);
  },
  control,
];

const rows: readonly Row[] = [
  config('core.fsmonitor', undefined, ['status']),
  config('diff.external', undefined, ['diff']),
  attribute('diff.x.command', 'diff=x', undefined, ['diff']),
  attribute('diff.x.textconv', 'diff=x', undefined, ['diff']),
  attribute('filter.x.clean', 'filter=x', undefined, ['status']),
  attribute('filter.x.process', 'filter=x', undefined, ['status']),
  attribute('filter.x y.z.clean', 'filter=x', undefined),
  attribute('filter.x.smudge', 'filter=x'),
  config('core.pager'),
  config('pager.log'),
  config('pager.diff'),
  config('core.editor'),
  config('core.askPass'),
  config('core.sshCommand'),
  config('core.gitProxy'),
  config('core.alternateRefsCommand'),
  config('credential.helper'),
  config('interactive.diffFilter'),
  config('gpg.program'),
  ...['status', 'diff', 'log', 'show'].map((action) => config(`alias.${action}`, '!touch sprung')),
  [
    'post-index-change as a hook',
    ({ path }, program) =>
      writeFileSync(path('.git/hooks/post-index-change'), `#!/bin/sh\n${program} </dev/null\n`, { mode: 0o755 }),
    ['status'],
  ],
  [
    'core.hooksPath',
    ({ raw, path }, program) => {
      mkdirSync(path('hooks'));
      writeFileSync(path('hooks/post-index-change'), `#!/bin/sh\n${program} </dev/null\n`, { mode: 0o755 });
      raw('config', 'core.hooksPath', 'hooks');
    },
    ['status'],
  ],
  [
    'an included file',
    ({ raw, put }, program) => {
      put('.git/more', `[core]\n\tfsmonitor = ${program}\n[filter "x"]\n\tclean = ${program}\n`);
      put('.gitattributes', '* filter=x\n');
      raw('config', 'include.path', 'more');
    },
    ['status'],
  ],
  [
    'the configuration of a worktree',
    ({ raw, put }, program) => {
      raw('config', 'extensions.worktreeConfig', 'true');
      raw('config', '--worktree', 'filter.x.clean', program);
      put('.gitattributes', '* filter=x\n');
    },
    ['status'],
  ],
  [
    'signatures that are shown',
    ({ raw }, program) => {
      signLast(raw);
      raw('config', 'log.showSignature', 'true');
      raw('config', 'gpg.program', program);
    },
    ['log'],
  ],
  [
    'a format with the signature in it',
    ({ raw }, program) => {
      signLast(raw);
      raw('config', 'format.pretty', '%G?');
      raw('config', 'gpg.program', program);
    },
    ['show'],
  ],
  [
    'the configuration of a submodule',
    ({ raw, path, home }, program) => {
      const inner = path('inner');
      execFileSync('git', ['clone', '--quiet', path('.git'), inner], { env: { PATH: process.env.PATH, HOME: home } });
      raw('add', 'inner');
      raw('config', 'diff.submodule', 'diff');
      raw('config', 'status.submoduleSummary', 'true');
      raw('-C', 'inner', 'config', 'core.fsmonitor', program);
      writeFileSync(join(inner, 'a.txt'), 'changed\n');
    },
    ['status'],
  ],
];

/** The last commit gets a signature that nobody has made. */
function signLast(raw: Repository['raw']): void {
  const [head = '', ...message] = raw('cat-file', 'commit', 'HEAD').split('\n\n');
  const signed = `${head}\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n${message.join('\n\n')}`;
  const hash = execFileSync(
    'git',
    ['--git-dir', raw('rev-parse', '--absolute-git-dir').trim(), 'hash-object', '-t', 'commit', '-w', '--stdin'],
    {
      input: signed,
      encoding: 'utf8',
    },
  );
  raw('update-ref', 'HEAD', hash.trim());
}

describe('to look at a repository runs nothing that it names', () => {
  test.each(rows)('%s', async (_, set) => {
    const repository = changed();
    const { program, sprung } = trap(repository);
    set(repository, program);
    for (const params of LOOKS) {
      const { status } = await repository.call(params);
      expect([params, status, sprung(), existsSync(repository.path('sprung'))]).toEqual([params, 'ok', false, false]);
    }
  });

  test.each(rows.filter(([, , control]) => control !== null))('while git itself does: %s', (_, set, control) => {
    const repository = changed();
    const { program, sprung } = trap(repository);
    set(repository, program);
    try {
      repository.raw('--paginate', ...(control ?? []));
    } catch {
      // What the program answers is no answer to git; it has run.
    }
    expect(sprung()).toBe(true);
  });
});

test('a filter whose name cannot be turned off is not looked at', async () => {
  const repository = changed();
  const { program, sprung } = trap(repository);
  repository.put('.gitattributes', '* filter=x=y\n');
  repository.raw('config', 'filter.x=y.clean', program);
  const { status, content } = await repository.call({ action: 'status' });
  expect([status, sprung()]).toEqual(['error', false]);
  expect(content).toContain('its configuration has a filter with an odd name ("x=y").');
});

test("the person's own filter stays on", async () => {
  const repository = changed();
  const { program, sprung } = trap(repository);
  repository.put('.gitattributes', '* filter=own\n');
  repository.raw('config', '--global', 'filter.own.clean', program);
  expect((await repository.call({ action: 'status' })).status).toBe('ok');
  expect(sprung()).toBe(true);
});

test('what is missing of a partial clone is not fetched', async () => {
  const repository = changed();
  const { program, sprung } = trap(repository);
  const blob = repository.raw('rev-parse', 'HEAD~1:a.txt').trim();
  const objects = repository.path(`.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`);
  execFileSync('rm', ['-f', objects]);
  repository.raw('config', 'core.repositoryFormatVersion', '1');
  repository.raw('config', 'extensions.partialClone', 'origin');
  repository.raw('config', 'remote.origin.promisor', 'true');
  repository.raw('config', 'protocol.ext.allow', 'always');
  for (const url of [`ext::${program}`, 'ssh://example.invalid/x', join(repository.home, 'other')]) {
    repository.raw('config', 'remote.origin.url', url);
    repository.raw('config', 'core.sshCommand', program);
    repository.raw('config', 'remote.origin.uploadpack', program);
    expect((await repository.call({ action: 'show', ref: 'HEAD' })).status).toBe('error');
    expect(sprung()).toBe(false);
  }
});

test('the environment of the person leads git nowhere else', async () => {
  const repository = changed();
  const { program, sprung } = trap(repository);
  const own = repository.context.operations?.environment?.() ?? {};
  const led = {
    ...own,
    ...{ GIT_DIR: '/nowhere', GIT_WORK_TREE: '/nowhere', GIT_INDEX_FILE: '/nowhere', GIT_EXTERNAL_DIFF: program },
    ...{ GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.fsmonitor', GIT_CONFIG_VALUE_0: program },
  };
  const { git } = await import('../src/git.ts');
  const { runTool } = await import('../src/index.ts');
  const context = { ...repository.context, operations: { ...repository.context.operations, environment: () => led } };
  expect((await runTool(git, { action: 'diff' }, context)).content).toContain('+three');
  expect(sprung()).toBe(false);
});
