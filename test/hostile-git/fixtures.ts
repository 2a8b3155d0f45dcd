/**
 * Repositories in which looking runs a program, each made by hand as an archive or a clone could bring it. The program leaves a
 * file beside the repository, so that it shows whether it has run.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** How a repository is made hostile, in its folder. `program` is what shall run, as a command of the shell. */
type Make = (repository: Workshop, program: string) => void;

/** What plain git must do so that the program runs: the control. In a folder below the repository, or in it. */
export type Fixture = readonly [title: string, make: Make, control: readonly string[], folder?: string];

export type Workshop = {
  readonly folder: string;
  readonly git: (...args: string[]) => string;
  readonly put: (path: string, text: string) => void;
  readonly add: (path: string, text: string) => void;
};

export const ENVIRONMENT = {
  ...{ PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
  ...{ GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.org', GIT_COMMITTER_NAME: 'A' },
  ...{ GIT_COMMITTER_EMAIL: 'a@example.org' },
};

/** A repository with two commits, a change that is in none, and a folder. */
export function workshop(folder: string): Workshop {
  mkdirSync(folder, { recursive: true });
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, env: ENVIRONMENT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  git('init', '-q', '-b', 'main');
  put('f', 'one\n');
  put('sub/g', 'one\n');
  git('add', '.');
  git('commit', '-qm', 'First');
  put('f', 'two\n');
  git('commit', '-qam', 'Second');
  put('f', 'three\n');
  return { folder, git, put, add: (path, text) => appendFileSync(join(folder, path), text) };
}

const watcher = (program: string) => `"${program}; false"`;
const hook = ({ folder, put }: Workshop, path: string, program: string) => {
  put(path, `#!/bin/sh\n${program}\n`);
  chmodSync(join(folder, path), 0o755);
};
const STATUS = ['status'];

/** A repository in a repository, with a watcher of its own. */
function inner({ folder }: Workshop, place: string, program: string): void {
  const made = workshop(join(folder, place));
  made.git('config', 'core.fsmonitor', `${program}; false`);
}

/** A merge that was made otherwise than git would make it, so that its driver is asked again. */
function merged({ git, put }: Workshop, program: string): void {
  put('.gitattributes', '* merge=evil\n');
  put('f', 'a\nb\nc\n');
  git('add', '-A');
  git('commit', '-qm', 'base');
  git('checkout', '-qb', 'other');
  put('f', 'a\nX\nc\n');
  git('commit', '-qam', 'x');
  git('checkout', '-q', 'main');
  put('f', 'a\nM\nc\n');
  git('commit', '-qam', 'm');
  git('merge', '-q', '-s', 'ours', 'other');
  git('config', 'merge.evil.driver', `${program}; false`);
}

/** Nothing of it lies in `.git`: a plain clone brings it. */
function nestedByCommonFolder({ put }: Workshop, program: string): void {
  put('docs/ev/HEAD', 'ref: refs/heads/main\n');
  put('docs/ev/commondir', '../store\n');
  put('docs/ev/config.worktree', '[core]\n\tworktree = ..\n\tbare = false\n');
  put('docs/store/objects/.keep', '');
  put('docs/store/refs/heads/.keep', '');
  put(
    'docs/store/config',
    `[core]\n\trepositoryformatversion = 1\n\tbare = false\n\tfsmonitor = ${watcher(program)}\n[extensions]\n\tworktreeConfig = true\n`,
  );
}

export const FIXTURES: readonly Fixture[] = [
  [
    'a comment that ends in a backslash',
    (w, p) => w.add('.git/config', `[core]\n# a note \\\n\tfsmonitor = ${watcher(p)}\n`),
    STATUS,
  ],
  [
    'a comment behind a value, that ends in a backslash',
    (w, p) => w.add('.git/config', `[core]\n\tx = y ; note \\\n\tfsmonitor = ${watcher(p)}\n`),
    STATUS,
  ],
  [
    'an escaped backslash at the end of a line',
    (w, p) => w.add('.git/config', `[core]\n\tx = b\\\\\n\tfsmonitor = ${watcher(p)}\n`),
    STATUS,
  ],
  [
    'an include with a comment behind it',
    (w, p) => {
      w.put('.git/evil', `[core]\n\tfsmonitor = ${watcher(p)}\n`);
      w.add('.git/config', '[include]\n\tpath = evil ; a note\n');
    },
    STATUS,
  ],
  [
    'an include in quotes with a comment behind it',
    (w, p) => {
      w.put('.git/evil', `[core]\n\tfsmonitor = ${watcher(p)}\n`);
      w.add('.git/config', '[include]\n\tpath = "evil" # a note\n');
    },
    STATUS,
  ],
  [
    'an include with an escape in its name',
    (w, p) => {
      w.put('.git/e\tvil', `[core]\n\tfsmonitor = ${watcher(p)}\n`);
      w.add('.git/config', '[include]\n\tpath = "e\\tvil"\n');
    },
    STATUS,
  ],
  [
    'a folder of hooks with a comment behind it',
    (w, p) => {
      hook(w, 'hk/post-index-change', p);
      w.add('.git/config', '[core]\n\thooksPath = hk ; a note\n');
    },
    ['update-index', '--force-write-index'],
  ],
  [
    'a .git file whose target ends with a blank',
    (w, p) => {
      renameSync(join(w.folder, '.git'), join(w.folder, 'real '));
      w.put('.git', 'gitdir: real \n');
      w.add('real /config', `[core]\n\tfsmonitor = ${watcher(p)}\n`);
    },
    STATUS,
  ],
  [
    'a .git file whose target holds a line break',
    (w, p) => {
      renameSync(join(w.folder, '.git'), join(w.folder, 're\nal'));
      w.put('.git', 'gitdir: re\nal\n');
      w.add('re\nal/config', `[core]\n\tfsmonitor = ${watcher(p)}\n`);
    },
    STATUS,
  ],
  [
    'an empty .git folder on the way up',
    (w, p) => {
      mkdirSync(join(w.folder, 'sub', '.git'));
      w.add('.git/config', `[core]\n\tfsmonitor = ${watcher(p)}\n`);
    },
    STATUS,
    'sub',
  ],
  [
    'hooks of the repository that a worktree belongs to',
    (w, p) => {
      w.git('worktree', 'add', '-q', '--detach', 'linked');
      hook(w, '.git/hooks/post-index-change', p);
    },
    ['update-index', '--force-write-index'],
    'linked',
  ],
  [
    'a submodule that is in no .gitmodules',
    (w, p) => {
      inner(w, 'module', p);
      w.git(
        'update-index',
        '--add',
        '--cacheinfo',
        `160000,${w.git('-C', 'module', 'rev-parse', 'HEAD').trim()},module`,
      );
    },
    STATUS,
  ],
  [
    'a submodule that is looked into by a setting, with a filter',
    (w, p) => {
      inner(w, 'module', 'true');
      w.put('.gitmodules', '[submodule "module"]\n\tpath = module\n\turl = ./module\n\tignore = none\n');
      w.git('add', '.gitmodules');
      w.git(
        'update-index',
        '--add',
        '--cacheinfo',
        `160000,${w.git('-C', 'module', 'rev-parse', 'HEAD').trim()},module`,
      );
      w.put('module/.gitattributes', '* filter=evil\n');
      w.git('-C', 'module', 'config', 'core.fsmonitor', 'false');
      w.git('-C', 'module', 'config', 'filter.evil.clean', `${p}; cat`);
      w.put('module/f', 'four\n');
    },
    STATUS,
  ],
  [
    'the same, with .gitmodules in the last commit alone',
    (w, p) => {
      inner(w, 'module', 'true');
      w.put('.gitmodules', '[submodule "module"]\n\tpath = module\n\turl = ./module\n\tignore = none\n');
      w.git('add', '.gitmodules');
      w.git(
        'update-index',
        '--add',
        '--cacheinfo',
        `160000,${w.git('-C', 'module', 'rev-parse', 'HEAD').trim()},module`,
      );
      w.git('commit', '-qm', 'Module');
      w.git('rm', '-q', '--cached', '.gitmodules');
      rmSync(join(w.folder, '.gitmodules'));
      w.put('module/.gitattributes', '* filter=evil\n');
      w.git('-C', 'module', 'config', 'core.fsmonitor', 'false');
      w.git('-C', 'module', 'config', 'filter.evil.clean', `${p}; cat`);
      w.put('module/f', 'four\n');
    },
    STATUS,
  ],
  ['a repository by its common folder, which a clone brings', nestedByCommonFolder, STATUS, 'docs/ev'],
  [
    'a merge driver, where merges are made anew',
    (w, p) => {
      merged(w, p);
      w.git('config', 'log.diffMerges', 'remerge');
    },
    ['log', '-p', '-m'],
  ],
  ['a merge driver', merged, ['log', '--remerge-diff', '-1']],
  [
    'a filter',
    (w, p) => {
      w.put('.gitattributes', '* filter=evil\n');
      w.git('config', 'filter.evil.clean', `${p}; cat`);
    },
    STATUS,
  ],
  [
    'a filter that git talks to',
    (w, p) => {
      w.put('.git/info/attributes', '* filter=evil\n');
      w.git('config', 'filter.evil.process', p);
    },
    STATUS,
  ],
  [
    'a filter of the configuration of the worktree',
    (w, p) => {
      w.put('.gitattributes', '* filter=evil\n');
      w.git('config', 'extensions.worktreeConfig', 'true');
      w.git('config', '--worktree', 'filter.evil.clean', `${p}; cat`);
    },
    STATUS,
  ],
  [
    'a filter that calls itself git-lfs',
    (w, p) => {
      w.put('.gitattributes', '* filter=lfs\n');
      w.git('config', 'filter.lfs.clean', `${p}; cat`);
    },
    STATUS,
  ],
  [
    'what makes a text of a file',
    (w, p) => {
      w.put('.gitattributes', '* diff=evil\n');
      w.git('config', 'diff.evil.textconv', `${p}; cat`);
    },
    ['log', '-p'],
  ],
  [
    'what compares a kind of files',
    (w, p) => {
      w.put('.gitattributes', '* diff=evil\n');
      w.git('config', 'diff.evil.command', p);
    },
    ['diff'],
  ],
  ['what compares all files', (w, p) => void w.git('config', 'diff.external', p), ['diff']],
  [
    'what checks signatures',
    (w, p) => {
      const commit = w
        .git('cat-file', 'commit', 'HEAD')
        .replace('\n\n', '\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n');
      w.put('signed', commit);
      w.git('update-ref', 'HEAD', w.git('hash-object', '-t', 'commit', '-w', 'signed').trim());
      hook(w, 'check', p);
      w.git('config', 'gpg.program', join(w.folder, 'check'));
      w.git('config', 'log.showSignature', 'true');
    },
    ['log', '-1'],
  ],
  [
    'a server whose address is a command, for what is missing',
    (w, p) => {
      const blob = w.git('rev-parse', 'HEAD~1:f').trim();
      w.git('config', 'core.repositoryformatversion', '1');
      w.git('config', 'extensions.partialClone', 'origin');
      w.git('config', 'remote.origin.url', `ext::sh -c ${p.replaceAll(' ', '% ')}`);
      w.git('config', 'remote.origin.promisor', 'true');
      w.git('config', 'protocol.ext.allow', 'always');
      rmSync(join(w.folder, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    },
    ['log', '-p'],
  ],
];

/** Where the program leaves its file. */
export const markOf = (folder: string) => `${folder}.ran`;
export const hasRun = (folder: string) => existsSync(markOf(folder));
export const forget = (folder: string) => rmSync(markOf(folder), { force: true });
