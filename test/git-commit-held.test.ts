/**
 * A commit by the tool `git` runs the repository's hooks, and these run where commands run: in the sandbox. What they are is
 * nobody's to change unasked. Over the built command, with a real git.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findSandbox } from '../packages/sandbox/src/index.ts';
import { temporaryFolder } from './command.ts';
import { printWith } from './scripted.ts';

const FINAL = '<final>done</final>';
const COMMIT = '<action tool="git"><action>commit</action><message>one</message><files>["a.txt"]</files></action>';
const hasSandbox = (await findSandbox()).kind !== 'none';

/** @param hook what the hook before a commit does; it gets a folder outside of the project */
function repository(settings: readonly string[], file: string, hook: (outside: string) => string) {
  const folder = realpathSync(temporaryFolder());
  const home = realpathSync(temporaryFolder());
  const outside = realpathSync(temporaryFolder());
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: folder, env: { ...process.env, HOME: home } });
  git('init', '-q');
  for (const setting of ['user.name=A', 'user.email=a@example.org', ...settings]) {
    git('config', ...(setting.split('=') as [string, string]));
  }
  writeFileSync(join(folder, 'a.txt'), 'a\n');
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), `#!/bin/sh\n${hook(outside)}\n`);
  chmodSync(join(folder, file), 0o755);
  const commits = () => git('rev-list', '--all', '--count').toString().trim();
  return { folder, outside, env: { HOME: home }, commits };
}

const ROWS: readonly (readonly [title: string, settings: readonly string[], file: string])[] = [
  ['in .git/hooks', [], '.git/hooks/pre-commit'],
  ['where core.hooksPath says', ['core.hooksPath=hk'], 'hk/pre-commit'],
];

describe.runIf(hasSandbox).each(['auto-in-project', 'trust'] as const)('mode %s', (mode) => {
  const args = ['--mode', mode];

  test.each(ROWS)('a hook %s writes the project, and nothing outside', async (_, settings, file) => {
    const { folder, outside, env, commits } = repository(
      settings,
      file,
      (out) => `touch made; touch ${out}/made || true`,
    );
    const ended = await printWith([COMMIT, FINAL], args, { folder, env });
    expect([ended.code, commits(), existsSync(join(folder, 'made'))]).toEqual([0, '1', true]);
    // In `trust` the machine's own temporary files are shared.
    expect(existsSync(join(outside, 'made'))).toBe(mode === 'trust');
  });

  test.each(ROWS)('a hook %s cannot write the home, and the model is told', async (_, settings, file) => {
    const { folder, env, commits } = repository(settings, file, () => 'touch "$HOME/.profile"');
    const ended = await printWith([COMMIT, FINAL], args, { folder, env });
    expect([commits(), existsSync(join(env.HOME, '.profile'))]).toEqual(['0', false]);
    expect(readFileSync(ended.history, 'utf8')).toContain(
      'the sandbox has kept it from a write outside of the project',
    );
  });

  test.each(ROWS)('a hook %s that has changed in the session asks before a commit', async (_, settings, file) => {
    const { folder, env, commits } = repository(settings, file, () => 'exit 0');
    const own = {
      customTools: {
        change: {
          description: 'Changes it.',
          command: ['cp', 'a.txt', join(folder, file)],
          parameters: { type: 'object' },
        },
      },
    };
    mkdirSync(join(env.HOME, '.config/tagma'), { recursive: true });
    writeFileSync(join(env.HOME, '.config/tagma/config.jsonc'), JSON.stringify(own));
    const bash = '<action tool="bash"><command>git commit -qm two a.txt</command></action>';
    const ended = await printWith(
      ['<action tool="change"></action>', COMMIT, bash, FINAL],
      [...args, '--allow', 'Change'],
      { folder, env },
    );
    expect([ended.code, commits()]).toEqual([3, '0']);
    expect(
      ended.err.match(/denied: mode [\w-]+: .*, which git runs, has changed since this session began, which asks/g),
    ).toHaveLength(2);
  });
});

describe.each(['accept-edits', 'auto-in-project'] as const)('mode %s', (mode) => {
  test('to write what core.hooksPath names asks, there or not', async () => {
    const { folder, env } = repository(['core.hooksPath=hk'], 'hk/pre-commit', () => 'exit 0');
    for (const path of ['hk/pre-commit', 'hk/commit-msg']) {
      const write = `<action tool="write"><path>${path}</path><content>x</content></action>`;
      const ended = await printWith([write, FINAL], ['--mode', mode], { folder, env });
      expect([ended.code, ended.err]).toEqual([3, expect.stringContaining('changing a protected path asks')]);
    }
    expect(existsSync(join(folder, 'hk/commit-msg'))).toBe(false);
  });
});
