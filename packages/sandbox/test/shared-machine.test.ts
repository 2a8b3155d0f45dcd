/** Commands that share the machine, as those of mode `trust` do: what they reach, what they cannot write, and what stays hidden. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { blockedBy, type Confinement } from '../src/index.ts';
import { hasSandbox, Place } from './place.ts';

const SHARES: Partial<Confinement> = { network: true, sharesMachine: true };
const NAME = `tagma-shared-${process.pid}`;

describe.runIf(hasSandbox)('a command that shares the machine', () => {
  let place: Place;
  const servers: Server[] = [];
  const processes: ChildProcess[] = [];
  const files: string[] = [];
  beforeEach(() => {
    place = new Place();
  });
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
    for (const each of processes.splice(0)) each.kill('SIGKILL');
    for (const file of files.splice(0)) rmSync(file, { recursive: true, force: true });
    place.remove();
  });

  const run = (script: string, changes: Partial<Confinement> = {}, more: NodeJS.ProcessEnv = {}) =>
    place.run(script, { ...SHARES, ...changes }, more);
  async function listen(path: string): Promise<void> {
    const server = createServer((socket) => socket.end('reached'));
    servers.push(server);
    server.listen({ path });
    await once(server, 'listening');
  }
  const connect = (path: string) =>
    `'${process.execPath}' -e 'const c = require("net").connect({path: ${JSON.stringify(path)}}); c.on("data", (d) => console.log(String(d))); c.on("error", (e) => console.log(e.code))'`;
  const scratch = (path: string) => {
    files.push(path);
    return path;
  };

  test.each([
    ['in the place of docker', () => scratch(`/run/${NAME}.sock`)],
    ['in /tmp, as tmux and X have it', () => scratch(`/tmp/${NAME}.sock`)],
    ['in the home, as agents have it', () => join(place.home, 'agent.sock')],
    ['abstract', () => `\0${NAME}`],
  ])('reaches a socket %s', async (_, at) => {
    const path = at();
    if (path.startsWith('/run/') && process.getuid?.() !== 0) return;
    await listen(path);
    expect((await run(connect(path))).stdout).toBe('reached\n');
  });

  test('ends a process outside, by its number and by what a search has found', async () => {
    const others = ['1371', '1372'].map((seconds) => spawn('sleep', [seconds], { stdio: 'ignore' }));
    processes.push(...others);
    const ends = others.map((other) => once(other, 'exit'));
    await run(`kill ${others[0]?.pid}; kill $(pgrep -f 'sleep 137[2]')`);
    await Promise.all(ends);
    expect(others.map(({ signalCode }) => signalCode)).toEqual(['SIGTERM', 'SIGTERM']);
  });

  test('leaves a server running that the next command reaches, and ends', async () => {
    const serve = `'${process.execPath}' -e 'const s = require("net").createServer((c) => c.end("served")).listen(0, "127.0.0.1", () => require("fs").writeFileSync("port", String(s.address().port)))'`;
    await run(`${serve} >/dev/null 2>&1 & echo $! > pid; until [ -s port ]; do sleep 0.05; done`);
    expect((await run('cat < /dev/tcp/127.0.0.1/$(cat port)')).stdout).toBe('served');
    await run('kill $(cat pid)');
    const pid = readFileSync(join(place.project, 'pid'), 'utf8').trim();
    for (let i = 0; i < 200 && existsSync(`/proc/${pid}`); i++) await delay(20);
    expect(existsSync(`/proc/${pid}`)).toBe(false);
  });

  test('writes into /tmp, where others see it, and sees there what others write', async () => {
    const path = scratch(`/tmp/${NAME}-file`);
    await run(`echo written > ${path}`);
    expect(readFileSync(path, 'utf8')).toBe('written\n');
    expect((await run(`cat ${path}`, { writes: 'nothing' })).stdout).toBe('written\n');
  });

  test.each([
    ['npm', '.npm/_cacache', {}],
    ['what keeps to the folder of caches', '.cache/pip/http', {}],
    ['cargo', '.cargo/registry/cache', {}],
    ['one that a variable names', 'elsewhere/uv', { UV_CACHE_DIR: 'elsewhere/uv' }],
  ])('writes the cache of %s', async (_, folder, variables) => {
    if (!folder.startsWith('.cache')) place.folder(`home/${folder}`);
    const named = Object.entries(variables).map(([name, path]) => [name, join(place.home, path)]);
    const end = await run(`mkdir -p ~/${folder} && echo x > ~/${folder}/file`, {}, Object.fromEntries(named));
    expect([end.stderr, readFileSync(join(place.home, folder, 'file'), 'utf8')]).toEqual(['', 'x\n']);
  });

  test('a cache that is not there is made where its program is', async () => {
    place.file('bin/cargo', '#!/bin/sh\nmkdir -p ~/.cargo/registry/index && echo x > ~/.cargo/registry/index/file\n');
    chmodSync(join(place.root, 'bin/cargo'), 0o755);
    const end = await run('cargo', {}, { PATH: `${join(place.root, 'bin')}:${place.environment.PATH}` });
    expect([end.exitCode, end.stderr, existsSync(join(place.home, '.npmrc'))]).toEqual([0, '', false]);
    expect(existsSync(join(place.home, '.cargo/registry/index/file'))).toBe(true);
  });

  test('works in a repository as outside: settings, remotes, hooks', async () => {
    const end = await run(
      'git init -q . && git config user.email a@b && git config user.name a && git remote add o /x && echo x > .git/hooks/pre-push && git commit -q --allow-empty -m first && git worktree add -q ../project/other',
    );
    expect([end.exitCode, end.stderr]).toEqual([0, '']);
  });

  test('leaves the project’s settings for Tagma as they are, and what else is named for it', async () => {
    const named = [place.file('home/project/.tagma/config.jsonc', 'own'), place.file('home/project/hook.mjs', 'own')];
    const end = await run(named.map((path) => `echo x > ${path}`).join('; '), { readOnly: named.slice(1) });
    expect(end.exitCode).toBe(1);
    expect(named.map((path) => readFileSync(path, 'utf8'))).toEqual(['own', 'own']);
    expect(blockedBy(end, end.stderr, place.layout({ ...SHARES, readOnly: named }))).toBe(
      'a write to what is kept as it is',
    );
  });

  test('hands on all variables, those that lead to services and those named like secrets among them', async () => {
    const { stdout } = await run(
      'echo $SSH_AUTH_SOCK $DOCKER_HOST $GITHUB_TOKEN',
      {},
      {
        ...{ SSH_AUTH_SOCK: '/a', DOCKER_HOST: 'unix:///b', GITHUB_TOKEN: 'c' },
      },
    );
    expect(stdout).toBe('/a unix:///b c\n');
  });

  test('reads the secrets of the person, for those are his to give; not what is Tagma’s own', async () => {
    place.file('home/.ssh/id', 'KEY');
    place.file('home/.aws/credentials', 'CLOUD');
    place.file('home/.config/tagma/keys.json', 'OWN');
    place.file('home/.local/state/tagma/history/a', 'OWN');
    const own = place.file('home/checkpoints/a', 'OWN');
    const { stdout } = await run(
      'cat ~/.ssh/id ~/.aws/credentials; find ~/.config/tagma ~/.local/state/tagma -type f; cat ~/checkpoints/a; mv ~/checkpoints ~/.cache/',
      { hidden: [join(own, '..')] },
    );
    expect(stdout).toBe('KEYCLOUD');
  });

  const KEPT: readonly (readonly [string, string])[] = [
    ['a new file in the home', 'touch ~/x'],
    ['a file of the home', 'echo x >> ~/.bashrc'],
    ['a folder of the home', 'echo x > ~/notes/x'],
    ['the home’s start-up', 'mkdir -p ~/.config/autostart'],
    ['what a shell runs from the caches', 'echo x > ~/.cache/p10k-instant-prompt-a.zsh'],
    ['the settings of the system', 'touch /etc/tagma-x'],
    ['programs', 'touch /usr/local/x'],
    ['a device', 'dd if=/dev/zero of=/dev/sda count=0'],
    ['the settings of devices', 'echo 0 > /sys/kernel/uevent_helper'],
    ['the settings of the kernel', 'echo x > /proc/sys/kernel/core_pattern'],
    ['the kernel', 'echo b > /proc/sysrq-trigger'],
    ['a mount', 'mount -t tmpfs none /mnt'],
    ['a mount over the home', 'mount --bind /tmp ~'],
    ['a list of cron', 'mkdir -p /var/spool/cron/crontabs && echo x > /var/spool/cron/crontabs/x'],
    ['a job of at', 'mkdir -p /var/spool/at && echo x > /var/spool/at/x'],
    ['another name for a folder of the home', 'mv ~/notes ~/.cache/'],
  ];
  test.each(KEPT)('does not change %s', async (_, script) => {
    place.file('home/.bashrc', 'own\n');
    place.file('home/notes/own', 'own\n');
    place.file('home/.cache/p10k-instant-prompt-a.zsh', 'own\n');
    const end = await run(`{ ${script}; } || exit 1; echo done`);
    expect(end.stdout).toBe('');
    expect(end.exitCode).not.toBe(0);
    const own = ['.bashrc', 'notes/own', '.cache/p10k-instant-prompt-a.zsh'].map((path) =>
      readFileSync(join(place.home, path), 'utf8'),
    );
    expect(own).toEqual(['own\n', 'own\n', 'own\n']);
    expect([existsSync(join(place.home, 'x')), existsSync('/etc/tagma-x')]).toEqual([false, false]);
  });

  test.each(['environ', 'mem', 'maps', 'root/', 'cwd/', 'fd/0', 'exe', 'ns/mnt'])(
    'of a process outside %s cannot be read, nor be a way out',
    async (name) => {
      const secret = 'outside-own-variable';
      const other = spawn('sleep', ['1000'], { stdio: 'ignore', env: { OWN: secret }, cwd: place.home });
      processes.push(other);
      for (const pid of [other.pid, process.pid]) {
        const at = `/proc/${pid}/${name}`;
        const read =
          name === 'mem' ? `dd if=${at} bs=1 count=1 skip=4194304` : name.endsWith('/') ? `ls ${at}` : `cat ${at}`;
        const end = await run(
          `${read}; readlink ${at.replace(/\/$/, '')}; echo x > ${at}escaped; nsenter -t ${pid} -m touch ~/out`,
        );
        expect(end.stdout).toBe('');
        expect(end.exitCode).not.toBe(0);
      }
      expect(existsSync(join(place.home, 'out'))).toBe(false);
    },
  );

  test('of a command beside it nothing can be read either', async () => {
    const child = place.spawn('echo > up; exec sleep 1000', SHARES, { OWN: 'beside' });
    processes.push(child);
    for (let i = 0; i < 200 && !existsSync(join(place.project, 'up')); i++) await delay(20);
    const { stdout } = await run(
      'for p in $(pgrep -x sleep); do cat /proc/$p/environ; ls /proc/$p/root/; done 2>/dev/null | grep -ac beside',
    );
    expect(stdout).toBe('0\n');
    await run('pkill -f "sleep 1000"');
  });

  test('has no privilege, and wins none', async () => {
    const { stdout } = await run("grep -hE '^(Cap(Prm|Eff|Bnd|Amb)|NoNewPrivs)' /proc/self/status | cut -f2 | sort -u");
    expect(stdout).toBe('0000000000000000\n1\n');
  });

  test('a namespace of its own uncovers nothing', async () => {
    place.file('home/.config/tagma/keys.json', 'OWN');
    const { stdout } = await run(
      'unshare -Urm bash -c "umount -l ~/.config/tagma; cat ~/.config/tagma/keys.json; mount -o remount,rw,bind / ; touch ~/out; mount -o remount,rw,bind ~; touch ~/out"; ls ~/out',
    );
    expect(stdout).toBe('');
  });

  test('one that looks writes nothing but its own temporary files', async () => {
    const temporary = place.folder('temporary');
    const path = scratch(`/tmp/${NAME}-look`);
    const end = await run(`touch x; touch ${path}; touch $TMPDIR/own; mkdir -p ~/.npm; ls; echo "$TMPDIR"`, {
      ...{ writes: 'nothing', temporary },
    });
    expect(end.stdout).toBe(`${temporary}\n`);
    expect([existsSync(path), existsSync(join(temporary, 'own'))]).toEqual([false, true]);
  });

  test.each([
    ['touch ~/x', 'a write outside of the project'],
    ['touch /etc/tagma-x', 'a write outside of the project'],
    ['mkdir ~/.config/x', 'a write outside of the project'],
    ['sudo -n true', 'the rights of another user'],
    ['echo "Cannot connect to the Docker daemon at unix:///var/run/docker.sock" >&2; exit 1', null],
    ['echo "getaddrinfo ENOTFOUND example.org" >&2; exit 1', null],
    ['exit 3', null],
  ])('%s: what it was kept from is named', async (script, reason) => {
    if (script.startsWith('sudo') && !existsSync('/usr/bin/sudo')) return;
    mkdirSync(join(place.home, '.config'), { recursive: true });
    writeFileSync(join(place.home, '.bashrc'), '');
    const end = await run(script);
    expect(blockedBy(end, end.stdout + end.stderr, place.layout(SHARES))).toBe(reason);
  });
});
