/** A project in a home, with a neighbour, whose files have names that a program may take for options, commands or several names. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export type WatchedPlace = {
  /** All that is watched. */
  readonly root: string;
  readonly home: string;
  readonly folder: string;
  readonly remove: () => void;
};

/** Right in the project and in its folders. */
export const HOSTILE_NAMES: readonly string[] = [
  ...[
    '-oOUT',
    '--pre=./run.sh',
    '-exec',
    '-n',
    '-f.env',
    '--output=OUT',
    '-i',
    '-',
    '--',
    '@list',
    '--compress-program=./run.sh',
  ],
  ...[
    'a b',
    ' lead',
    'trail ',
    'x\ny',
    'tab\tname',
    "it's",
    'say"hi"',
    'back\\slash',
    '$(touch OUT)',
    '`touch OUT`',
    ';touch OUT',
  ],
  ...[
    'a.txt ../../elsewhere/secret.txt',
    'n=1',
    'BEGIN{system("touch OUT")}',
    '*',
    '?',
    '{}',
    '~',
    '#x',
    'w OUT',
    'ümlaut',
  ],
];
export const PLAIN_NAMES: readonly string[] = [
  'README.md',
  'data.csv',
  'data.json',
  'src/a.ts',
  'src/b.ts',
  'src/deep/c.ts',
  'docs/guide.md',
  'list',
];
/** They are links, or protected: whoever reads them must have been asked. */
export const AWAY_NAMES: readonly string[] = [
  '.env',
  'src/.env',
  'link-out',
  'link-env',
  'linked',
  '../notes.txt',
  '~/.ssh/id_rsa',
];

export function makeWatchedPlace(): WatchedPlace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'watched-')));
  const home = join(root, 'home/me');
  const folder = join(home, 'project');
  const write = (path: string, text: string, mode = 0o644) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode });
  };
  write(join(home, '.ssh/id_rsa'), 'CANARY key\n');
  write(join(home, 'notes.txt'), 'CANARY notes\n');
  write(join(root, 'elsewhere/secret.txt'), 'CANARY secret\n');
  write(join(root, 'elsewhere/deep/more.txt'), 'CANARY more\n');
  for (const name of PLAIN_NAMES) write(join(folder, name), 'one two three\nfoo 1\nbar,2\n../notes.txt\n-oOUT\n');
  write(join(folder, 'data.json'), '{"a": [1, 2, {"b": "c"}], "env": 1}\n');
  for (const name of HOSTILE_NAMES)
    for (const below of ['', 'odd/']) write(join(folder, below, name), 'foo\n/etc/hostname\nw OUT\n');
  write(join(folder, '.env'), 'CANARY=1\n');
  write(join(folder, 'src/.env'), 'CANARY=2\n');
  write(join(folder, 'run.sh'), '#!/bin/sh\ntouch OUT\n', 0o755);
  for (const name of ['ls', 'cat', 'grep', 'awk', 'git'])
    write(join(folder, 'bin', name), '#!/bin/sh\ntouch OUT\n', 0o755);
  symlinkSync('../../../elsewhere/secret.txt', join(folder, 'link-out'));
  symlinkSync('.env', join(folder, 'link-env'));
  symlinkSync('../../../elsewhere', join(folder, 'linked'));
  const quiet = { cwd: folder, env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', HOME: home } };
  execFileSync('tar', ['-czf', 'archive.tgz', 'src/a.ts', 'README.md'], quiet);
  execFileSync('git', ['init', '-q', '.'], quiet);
  execFileSync('git', ['add', 'src/a.ts', 'README.md', 'docs', 'odd'], quiet);
  return { root, home, folder, remove: () => rmSync(root, { recursive: true, force: true }) };
}
