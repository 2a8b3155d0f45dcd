/** Projects as somebody may hand them over, each made to keep whoever looks at them waiting: by hand, in a new folder. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';

export type HostileRepository = { readonly title: string; readonly make: (folder: string) => void | Promise<void> };

const MANY_INCLUDES = 1_000_000;
const MANY_ENTRIES = 30_000;
const DEEP = 1_200;
const HUGE_BYTES = 40 * 1024 ** 3;
const HEAD = 'ref: refs/heads/main\n';
const CONFIG = '[core]\n\trepositoryformatversion = 0\n\tbare = false\n';

/** Names that Tagma itself, or a look that it starts, comes to. */
const READ_FILES = [
  ...['.git', '.git/HEAD', '.git/config', '.git/index', '.git/commondir', '.git/config.worktree', '.git/info/exclude'],
  ...[
    'package.json',
    '.gitignore',
    '.gitattributes',
    '.gitmodules',
    'AGENTS.md',
    'CLAUDE.md',
    '.env',
    '.ignore',
    '.rgignore',
  ],
  ...['.tagma/config.jsonc', '.tagma/config.local.jsonc', '.tagma/permissions.jsonc', '.tagma/permissions.local.jsonc'],
  ...[
    '.tagma/AGENTS.md',
    '.tagma/commands/x.md',
    'sub/AGENTS.md',
    'sub/.gitignore',
    'rust-toolchain.toml',
    '.yarnrc.yml',
  ],
];

function inRepository(make: (folder: string) => void | Promise<void>) {
  return (folder: string) => {
    if (existsSync(join(folder, 'a.txt'))) return make(folder);
    for (const each of ['objects', 'refs/heads', 'info']) mkdirSync(join(folder, '.git', each), { recursive: true });
    write(folder, '.git/HEAD', HEAD);
    write(folder, '.git/config', CONFIG);
    write(folder, 'a.txt', 'foo\n');
    return make(folder);
  };
}

function write(folder: string, path: string, text: string): void {
  make(folder, path, (file) => writeFileSync(file, text));
}

/** In the place of what is there. */
function make(folder: string, path: string, making: (file: string) => void): void {
  const file = join(folder, path);
  rmSync(file, { recursive: true, force: true });
  mkdirSync(dirname(file), { recursive: true });
  making(file);
}

const pipeAt = (path: string): HostileRepository => ({
  title: `a pipe for ${path}`,
  make: inRepository((folder) => make(folder, path, (file) => execFileSync('mkfifo', [file]))),
});
const deviceAt = (path: string): HostileRepository => ({
  title: `a device without an end for ${path}`,
  make: inRepository((folder) => make(folder, path, (file) => symlinkSync('/dev/zero', file))),
});
const hugeAt = (path: string): HostileRepository => ({
  title: `40 GB for ${path}`,
  make: inRepository((folder) =>
    make(folder, path, (file) => {
      closeSync(openSync(file, 'w'));
      truncateSync(file, HUGE_BYTES);
    }),
  ),
});
const circleAt = (path: string): HostileRepository => ({
  title: `a circle of links for ${path}`,
  make: inRepository((folder) =>
    make(folder, path, (file) => {
      symlinkSync(`${file}-there`, file);
      symlinkSync(file, `${file}-there`);
    }),
  ),
});

/** Of all that has a kind, one repository: a session comes to all of it. */
function together(title: string, all: readonly HostileRepository[]): HostileRepository {
  return {
    title,
    async make(folder) {
      for (const { make } of all) await make(folder);
    },
  };
}

export const HOSTILE_REPOSITORIES: readonly HostileRepository[] = [
  {
    title: 'a configuration that includes itself',
    make: inRepository((folder) => write(folder, '.git/config', `${CONFIG}[include]\n\tpath = config\n`)),
  },
  {
    title: 'two configurations that include each other',
    make: inRepository((folder) => {
      write(folder, '.git/config', `${CONFIG}[include]\n\tpath = other\n`);
      write(folder, '.git/other', '[include]\n\tpath = ../.git/./config\n');
    }),
  },
  {
    title: 'a million includes',
    make: inRepository((folder) =>
      write(folder, '.git/config', `${CONFIG}[include]\n${'\tpath = config\n'.repeat(MANY_INCLUDES)}`),
    ),
  },
  {
    title: 'includes without an end, each of a name of its own',
    make: inRepository((folder) => {
      write(folder, '.git/config', `${CONFIG}[include]\n\tpath = d/config\n`);
      symlinkSync('.', join(folder, '.git/d'));
    }),
  },
  {
    title: 'a .git file that names itself',
    make: (folder) => write(folder, '.git', 'gitdir: .git\n'),
  },
  {
    title: 'a pipe behind a .git file',
    make: (folder) => {
      write(folder, '.git', 'gitdir: there\n');
      for (const each of ['objects', 'refs']) mkdirSync(join(folder, 'there', each), { recursive: true });
      write(folder, 'there/HEAD', HEAD);
      execFileSync('mkfifo', [join(folder, 'there/config')]);
    },
  },
  {
    title: 'a socket for AGENTS.md',
    make: inRepository(
      (folder) =>
        new Promise((done) => {
          // The name stays when the server is gone without a word; nobody answers.
          const server = createServer().listen(join(folder, 'AGENTS.md'), () => done());
          server.unref();
        }),
    ),
  },
  ...READ_FILES.map(pipeAt),
  ...[
    '.git/config',
    '.git/HEAD',
    '.gitignore',
    'AGENTS.md',
    '.tagma/config.jsonc',
    '.tagma/permissions.jsonc',
    'package.json',
    '.env',
  ].map(deviceAt),
  ...[
    '.git/config',
    '.git/index',
    '.gitignore',
    'AGENTS.md',
    '.tagma/config.jsonc',
    '.tagma/permissions.jsonc',
    'package.json',
  ].map(hugeAt),
  ...['.git', '.git/config', '.gitignore', 'AGENTS.md', '.tagma/config.jsonc', 'package.json', 'docs'].map(circleAt),
  {
    title: 'very many entries in a folder',
    make: inRepository((folder) => {
      execFileSync('sh', ['-c', `seq ${MANY_ENTRIES} | xargs touch`], { cwd: folder });
    }),
  },
  {
    title: 'a very deep tree',
    make: inRepository((folder) => {
      const script = `for i in $(seq ${DEEP}); do mkdir d && cd d || exit 0; done; mkfifo p; ln -s .. up`;
      execFileSync('sh', ['-c', script], { cwd: folder });
    }),
  },
  {
    title: 'links back to the top in each folder',
    make: inRepository((folder) => {
      for (const name of 'abcdefgh') {
        mkdirSync(join(folder, name));
        for (const link of 'abcdefgh') symlinkSync('..', join(folder, name, `up-${link}`));
      }
    }),
  },
  {
    title: 'folders without rights',
    make: inRepository((folder) => {
      for (const name of ['docs', '.tagma', '.git/info']) {
        mkdirSync(join(folder, name), { recursive: true });
        chmodSync(join(folder, name), 0);
      }
    }),
  },
  {
    title: 'pipes all over',
    make: inRepository((folder) => {
      execFileSync('sh', ['-c', 'mkdir -p src docs; mkfifo src/a.ts src/b.ts docs/c.md x.xml README.md a.json'], {
        cwd: folder,
      });
    }),
  },
];

/** Each session takes some seconds, so it comes to several of them at once: what keeps it from the others is apart. */
const isApart = ({ title }: HostileRepository) => /for \.git$|\.git\/|\.tagma\/(config|permissions)/.test(title);
const ofKind = (kind: string) => HOSTILE_REPOSITORIES.filter(({ title }) => title.startsWith(kind));
const KINDS = ['a pipe for', 'a device', '40 GB', 'a circle of links'];

export const HOSTILE_SESSIONS: readonly HostileRepository[] = [
  ...KINDS.map((kind) =>
    together(
      `${kind} …`,
      ofKind(kind).filter((one) => !isApart(one)),
    ),
  ),
  ...['a pipe for .git', 'a pipe for .git/HEAD', 'a pipe for .git/config', '40 GB for .git/index'].flatMap((title) =>
    HOSTILE_REPOSITORIES.filter((one) => one.title === title),
  ),
  ...['a pipe for .tagma/config.jsonc', 'a device without an end for .tagma/permissions.jsonc'].flatMap((title) =>
    HOSTILE_REPOSITORIES.filter((one) => one.title === title),
  ),
  ...HOSTILE_REPOSITORIES.filter(({ title }) => !KINDS.some((kind) => title.startsWith(kind))),
];
