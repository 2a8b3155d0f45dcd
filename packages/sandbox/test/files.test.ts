/** What a confined command can read and write, by the sandbox of this machine. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, linkSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { layOut } from '../src/index.ts';
import { hasSandbox, Place, sandbox } from './place.ts';

test.runIf(process.env.TAGMA_REQUIRE_SANDBOX === '1')('the sandbox that CI asks for is there', () => {
  expect(sandbox).toMatchObject({ kind: 'bubblewrap', path: expect.stringMatching(/\/bwrap$/) });
});

describe.runIf(hasSandbox)('files', () => {
  let place: Place;
  beforeEach(() => {
    place = new Place();
  });
  afterEach(() => place.remove());

  /** What a script leaves in a file of the project or around it. */
  const text = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null);

  test('the project is written, and nothing around it', async () => {
    const { stderr } = await place.run(
      'echo in > new; echo out > ../new; echo out > /usr/tagma; echo out > /etc/tagma',
    );
    expect(text(join(place.project, 'new'))).toBe('in\n');
    expect(readdirSync(place.home)).toEqual(['project']);
    expect(stderr.split('\n').filter((line) => line.endsWith('Read-only file system'))).toHaveLength(3);
    expect([existsSync('/usr/tagma'), existsSync('/etc/tagma')]).toEqual([false, false]);
  });

  test('where nothing may be written, the project is only read', async () => {
    place.file('home/project/old', 'old\n');
    const { stdout, stderr } = await place.run('cat old; echo x > new; rm old', { writes: 'nothing' });
    expect(stdout).toBe('old\n');
    expect(stderr.match(/Read-only file system/g)).toHaveLength(2);
    expect(readdirSync(place.project)).toEqual(['old']);
  });

  test('the real home of this user is read-only', async () => {
    const path = join(homedir(), '.tagma-sandbox-test');
    const { stderr } = await place.run(`echo x > '${path}'`, { home: homedir() });
    expect(stderr).toContain('Read-only file system');
    expect(existsSync(path)).toBe(false);
  });

  const ESCAPES: readonly (readonly [string, string])[] = [
    ['a symbolic link made by the command', 'ln -s ../kept link; echo changed > link'],
    ['a symbolic link that was there', 'echo changed > old-link'],
    ['a symbolic link to a folder', 'ln -s .. up; echo changed > up/kept'],
    ['a hard link made by the command', 'ln ../kept hard && echo changed > hard'],
    ['/proc/self/root', 'echo changed > /proc/self/root/$HOME/kept'],
    ['/proc/PID/root of its first process', 'echo changed > /proc/1/root/$HOME/kept'],
    ['/proc/PID/cwd', 'cd ..; echo changed > /proc/self/cwd/kept'],
    ['a remount', 'mount -o remount,rw,bind / ; mount -o remount,rw / ; echo changed > ../kept'],
    ['a bind over it', 'mount --bind . .. ; echo changed > ../kept'],
    [
      'namespaces of its own',
      'unshare -Urm bash -c "mount -o remount,rw,bind /; mount -o remount,rw /; echo changed > ../kept"',
    ],
    ['a rename out of the project', 'echo changed > new; mv -f new ../kept'],
    ['the folder above, moved', 'mv ../../home ../../gone; echo changed > ../../gone/kept; echo changed > ../kept'],
  ];
  test.each(ESCAPES)('nothing around the project is written by way of %s', async (_, script) => {
    const kept = place.file('home/kept', 'kept\n');
    symlinkSync('../kept', join(place.project, 'old-link'));
    await place.run(script);
    expect(text(kept)).toBe('kept\n');
    expect(readdirSync(place.root)).toEqual(['home']);
  });

  test('a hard link that was in the project before is written: it is a file of the project', async () => {
    const kept = place.file('home/kept', 'kept\n');
    linkSync(kept, join(place.project, 'hard'));
    await place.run('echo changed > hard');
    expect(text(kept)).toBe('changed\n');
  });

  test('secrets of the home are not seen, by any way', async () => {
    place.file('home/.ssh/id_rsa', 'SECRET');
    place.file('home/.npmrc', 'SECRET');
    place.file('home/.config/gh/hosts.yml', 'SECRET');
    place.file('home/.bash_history', 'SECRET');
    place.file('home/dotfiles/netrc', 'SECRET');
    symlinkSync('dotfiles/netrc', join(place.home, '.netrc'));
    const { stdout } = await place.run(
      'ls -A ~/.ssh ~/.config/gh; cat ~/.npmrc ~/.netrc ~/dotfiles/netrc; grep -rsh SECRET ~ /proc/1/root$HOME /proc/self/root$HOME; umount ~/.ssh; grep -rsh SECRET ~',
    );
    expect(stdout).not.toContain('SECRET');
    expect(stdout).toContain(`${place.home}/.ssh:`);
  });

  test('secrets stay hidden in a project that is the home folder or holds it, also when folders are renamed', async () => {
    place.file('home/.ssh/id_rsa', 'SECRET');
    place.file('home/.config/gh/hosts.yml', 'SECRET');
    place.file('home/.npmrc', 'SECRET');
    for (const folder of [place.home, place.root]) {
      const { stdout } = await place.run('echo x > ~/new; mv ~/.config ~/moved; ln ~/.npmrc ~/hard; cat ~/new', {
        folder,
      });
      expect(stdout).toBe('x\n');
      const again = await place.run('grep -rsh SECRET ~', { folder });
      expect(again.stdout).toBe('');
    }
    expect(readdirSync(place.home).sort()).toEqual(['.config', '.npmrc', '.ssh', 'new', 'project']);
  });

  test('what a caller hides is hidden, also in the project, and what he opens is open', async () => {
    place.file('home/project/keys/one', 'SECRET');
    place.file('home/.aws/config', 'region');
    place.file('home/.aws/credentials', 'SECRET');
    const hidden = [join(place.project, 'keys')];
    const readable = [join(place.home, '.aws/config')];
    const { stdout } = await place.run('cat keys/one ~/.aws/*; mv keys keys2', { hidden, readable });
    expect(stdout).toBe('region');
  });

  test('a link in the project opens nothing that is hidden', async () => {
    place.file('home/.ssh/id', 'SECRET');
    place.file('home/.aws/config', 'SECRET');
    const readable = ['one', 'two'].map((name) => join(place.project, name));
    await place.run('ln -s ~/.ssh one; ln -s ~/.aws/config two');
    expect((await place.run('cat one/id two ~/.ssh/id ~/.aws/config', { readable })).stdout).toBe('');
  });

  test('a further folder is written where it is allowed', async () => {
    const other = place.folder('home/other');
    const writable = [other];
    await place.run('echo x > ~/other/new', { writable });
    await place.run('echo x > ~/other/never', { writable, writes: 'nothing' });
    expect(readdirSync(other)).toEqual(['new']);
  });

  test('/tmp is empty and of its own; a folder for a session is kept between commands and has the same files under both names', async () => {
    const alone = await place.run(
      'ls -A /tmp /var/tmp | grep -v tagma-sandbox; echo x > /tmp/new; cat /tmp/new; echo $TMPDIR',
    );
    expect(alone.stdout.replace(/^\/(var\/)?tmp:\n|^\n/gm, '')).toBe('x\n/tmp\n');
    expect(existsSync('/tmp/new')).toBe(false);

    const temporary = place.folder('temporary');
    await place.run('echo x > /tmp/new; echo y > "$(mktemp -d)/deep"', { temporary });
    const { stdout } = await place.run('cat /tmp/new $TMPDIR/new $TMPDIR/*/deep; echo $TMPDIR', { temporary });
    expect(stdout).toBe(`x\nx\ny\n${temporary}\n`);
    expect(text(join(temporary, 'new'))).toBe('x\n');
  });

  test('a project that is a link is the folder it leads to, and the command begins where it should', async () => {
    const link = join(place.root, 'link');
    symlinkSync(place.project, link);
    place.folder('home/project/deep');
    const { stdout } = await place.run('pwd; echo x > new', { folder: link }, {}, join(link, 'deep'));
    expect(stdout).toBe(`${join(place.project, 'deep')}\n`);
    expect(text(join(place.project, 'deep/new'))).toBe('x\n');
  });

  test('programs of the search path are found in a covered folder too, also by a link', async () => {
    chmodSync(place.file('programs/one', '#!/bin/sh\necho one\n'), 0o755);
    chmodSync(place.file('home/versions/two', '#!/bin/sh\necho two\n'), 0o755);
    symlinkSync(join(place.home, 'versions'), join(place.root, 'link'));
    const PATH = [join(place.root, 'programs'), join(place.root, 'link'), place.environment.PATH].join(':');
    const { stdout } = await place.run('one; two; touch "$(command -v one).new"', {}, { PATH });
    expect(stdout).toBe('one\ntwo\n');
    expect(readdirSync(join(place.root, 'programs'))).toEqual(['one']);
  });

  test('a command whose folder is not to be seen does not begin elsewhere', async () => {
    const folder = place.folder('home/.ssh/deep');
    const { stdout, exitCode } = await place.run('echo began', {}, {}, folder);
    expect([stdout, exitCode]).toEqual(['', 1]);
  });

  test('.tagma and what else is to be kept stays as it is, and is not put aside', async () => {
    place.file('home/project/.tagma/rules', 'kept\n');
    place.file('home/project/a/b/kept', 'kept\n');
    const readOnly = [join(place.project, 'a/b/kept')];
    await place.run(
      'echo x > .tagma/rules; echo x > .tagma/new; rm -rf .tagma; mv .tagma gone; mv a c; mv a/b a/c; echo x > a/b/kept; echo x > a/b/new',
      { readOnly },
    );
    expect(readdirSync(place.project, { recursive: true }).sort()).toEqual(
      ['.tagma', '.tagma/rules', 'a', 'a/b', 'a/b/kept', 'a/b/new'].sort(),
    );
    expect(text(join(place.project, '.tagma/rules'))).toBe('kept\n');
    expect(text(join(place.project, 'a/b/kept'))).toBe('kept\n');
  });

  test('the settings of the kernel are not written, also by root', async () => {
    const before = readFileSync('/proc/sys/kernel/printk', 'utf8');
    const { stdout } = await place.run(
      'for f in /proc/sys/kernel/printk /proc/sys/kernel/core_pattern /sys/kernel/mm/transparent_hugepage/enabled; do cat $f > $f && echo wrote; done 2>/dev/null; true',
    );
    expect(stdout).toBe('');
    expect(readFileSync('/proc/sys/kernel/printk', 'utf8')).toBe(before);
  });

  test('there are no devices but the harmless ones', async () => {
    const { stdout } = await place.run(
      'ls /dev; mknod disk b 8 0 && echo made; mknod null c 1 3 && echo x > null && echo opened',
    );
    const devices = [
      'core',
      'fd',
      'full',
      'null',
      'ptmx',
      'pts',
      'random',
      'shm',
      'stderr',
      'stdin',
      'stdout',
      'tty',
      'urandom',
    ];
    expect(stdout.trim().split('\n')).toEqual([...devices, 'zero']);
  });

  test('the root folder, a folder of secrets and one that is not there are refused as projects', () => {
    const ssh = place.folder('home/.ssh/deep');
    const why = (folder: string) => layOut(place.confinement({ folder }), {});
    expect([why('/'), why(ssh), why(join(place.root, 'none'))]).toEqual([
      { kind: 'refused', why: 'The project is the root folder: a sandbox around it would hold nothing back.' },
      { kind: 'refused', why: `The project lies in ${place.home}/.ssh, which is hidden from commands.` },
      { kind: 'refused', why: `There is no folder ${place.root}/none.` },
    ]);
  });
});

describe.runIf(hasSandbox)('git', () => {
  let place: Place;
  const git = (folder: string, ...args: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], {
      env: { ...place.environment, GIT_CONFIG_NOSYSTEM: '1' },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const COMMIT = 'git -c user.name=x -c user.email=x@example.org commit -q --allow-empty -m confined';
  const PLANT =
    'd=$(git rev-parse --git-common-dir); echo "[alias]" >> $d/config; git config alias.x y; echo x > $d/hooks/pre-commit; mv $d/hooks $d/h; mv $d $d-moved; mv .git gone';
  const planted = (folder: string) => [
    readFileSync(join(folder, '.git/config'), 'utf8').includes('alias'),
    existsSync(join(folder, '.git/hooks/pre-commit')),
    existsSync(join(folder, '.git-moved')),
    existsSync(join(folder, 'gone')),
  ];
  beforeEach(() => {
    place = new Place();
    git(place.project, 'init', '-q', '-b', 'main');
    git(place.project, 'commit', '-q', '--allow-empty', '-m', 'first');
  });
  afterEach(() => place.remove());
  const subject = (folder: string) => git(folder, 'log', '-1', '--format=%s').trim();

  test('a commit is made; hooks and configuration stay as they are', async () => {
    await place.run(`${COMMIT}; ${PLANT}`);
    expect(subject(place.project)).toBe('confined');
    expect(planted(place.project)).toEqual([false, false, false, false]);
  });

  test('hooks cannot be made where there are none', async () => {
    execFileSync('rm', ['-r', join(place.project, '.git/hooks')]);
    await place.run('mkdir -p .git/hooks; echo x > .git/hooks/pre-commit');
    expect(readdirSync(join(place.project, '.git/hooks'))).toEqual([]);
  });

  test('in a folder of a repository, a commit is made and other files of it are not written', async () => {
    const folder = place.folder('home/project/packages/one');
    await place.run(`${COMMIT}; echo x > ../two; ${PLANT}`, { folder });
    expect(subject(place.project)).toBe('confined');
    expect(existsSync(join(place.project, 'packages/two'))).toBe(false);
    expect(planted(place.project)).toEqual([false, false, false, false]);
  });

  test('in a worktree, whose repository lies elsewhere, a commit is made', async () => {
    const folder = join(place.home, 'tree');
    git(place.project, 'worktree', 'add', '-q', folder);
    await place.run(`${COMMIT}; ${PLANT}; echo "gitdir: /" > .git`, { folder });
    expect([subject(folder), subject(place.project)]).toEqual(['confined', 'first']);
    expect(planted(place.project)).toEqual([false, false, false, false]);
  });

  test('in a submodule, a commit is made', async () => {
    git(place.project, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', place.project, 'module');
    const folder = join(place.project, 'module');
    await place.run(`${COMMIT}; git config alias.x y`, { folder });
    expect([subject(folder), subject(place.project)]).toEqual(['confined', 'first']);
  });

  const FORGERIES: readonly (readonly [string, string])[] = [
    ['a file', 'echo "gitdir: $HOME/other" > .git'],
    ['a link', 'ln -s ~/other .git'],
    [
      'a worktree of its own making',
      'mkdir -p w/worktrees/x w/objects; echo "$PWD/.git" > w/worktrees/x/gitdir; ln -s ~/other w/commondir; echo "gitdir: $PWD/w/worktrees/x" > .git',
    ],
    [
      'a submodule of its own making',
      'mkdir -p modules; ln -s ~/other modules/x; echo "gitdir: $PWD/modules/x" > .git',
    ],
  ];
  test.each(FORGERIES)('a repository elsewhere is not opened by %s', async (_, script) => {
    const other = place.folder('home/other');
    const folder = place.folder('home/plain');
    await place.run(script, { folder });
    await place.run('echo x > ~/other/new', { folder });
    expect(readdirSync(other)).toEqual([]);
  });
});
