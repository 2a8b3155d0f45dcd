/** A real repository in a temporary folder, with a person of its own: no configuration of this machine has a say. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../src/git.ts';
import { runTool, type ToolContext } from '../src/index.ts';
import { type Workspace, workspace } from './workspace.ts';

export type Repository = Workspace & {
  /** Runs git itself. */
  readonly raw: (...args: string[]) => string;
  /** Runs the tool. */
  readonly call: (params: { [name: string]: string | string[] }) => ReturnType<typeof runTool>;
  readonly home: string;
};

export function repository(
  files: { readonly [name: string]: string } = {},
  more: Partial<ToolContext> = {},
): Repository {
  const space = workspace(files);
  const home = join(space.folder, '..', 'home');
  mkdirSync(home);
  const environment = {
    PATH: process.env.PATH,
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    ...{ GIT_AUTHOR_NAME: 'Ann', GIT_AUTHOR_EMAIL: 'ann@example.org' },
    ...{ GIT_COMMITTER_NAME: 'Ann', GIT_COMMITTER_EMAIL: 'ann@example.org' },
  };
  const context: ToolContext = {
    ...space.context,
    ...more,
    operations: { ...space.context.operations, environment: () => environment },
  };
  const raw = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: space.folder,
      env: environment,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  raw('init', '--quiet', '--initial-branch=main');
  return { ...space, context, raw, home, call: (params) => runTool(git, params, context) };
}

/** The same with all files in a first commit. */
export function committed(
  files: { readonly [name: string]: string } = { 'a.txt': 'one\n' },
  more: Partial<ToolContext> = {},
) {
  const made = repository(files, more);
  made.raw('add', '--all');
  made.raw('commit', '--quiet', '--message=first');
  return made;
}
