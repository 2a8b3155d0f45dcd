/** Processes: what a confined command leaves, sees and may do to others. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ROOT } from '../../build/workspace.mjs';
import { confine } from '../src/index.ts';
import { endOf, hasSandbox, Place, sandbox } from './place.ts';

/** A program that was started with open files, and starts a command in the sandbox as the tools do. */
const STARTER = `
  import { spawn } from 'node:child_process';
  import { confine, findSandbox, layOut } from '${join(ROOT, 'packages/sandbox/src/index.ts')}';
  const [confinement, command] = COMMAND;
  const { file, args, folder, environment } = confine(command, layOut(confinement, {}), await findSandbox());
  spawn(file, args, { cwd: folder, env: environment, stdio: ['ignore', 'inherit', 'ignore'] });
`;

const PATIENCE_MS = 20_000;

async function until(what: string, holds: () => boolean): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`still not: ${what}`);
    await delay(10);
  }
}

/** The living processes that have this in their environment. */
function marked(mark: string): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark);
    } catch {
      return false;
    }
  });
}

describe.runIf(hasSandbox)('processes', () => {
  let place: Place;
  beforeEach(() => {
    place = new Place();
  });
  afterEach(() => place.remove());

  const STRAYS: readonly (readonly [string, string])[] = [
    ['in the background', 'sleep 1000 & echo > up; '],
    ['setsid', 'setsid sleep 1000 & echo > up; '],
    ['nohup', 'nohup sleep 1000 >/dev/null 2>&1 & echo > up; '],
    ['forked twice', '(setsid bash -c "sleep 1000 & disown" &) ; echo > up; '],
    ['deaf to signals', '(trap "" TERM HUP INT; setsid sleep 1000 & ) ; echo > up; '],
  ];
  const mark = () => `TAGMA_CALL=${place.root}`;

  test.each(STRAYS)('a process %s is gone when its command has ended', async (_, stray) => {
    await place.run(stray, {}, { TAGMA_CALL: place.root });
    await until('all have ended', () => marked(mark()).length === 0);
  });

  test.each(
    STRAYS.flatMap(([name, stray]) => (['SIGTERM', 'SIGKILL'] as const).map((signal) => [name, signal, stray])),
  )('a process %s is gone when the first process gets %s', async (_, signal, stray) => {
    const child = place.spawn(`${stray} sleep 1000`, {}, { TAGMA_CALL: place.root });
    const end = endOf(child);
    await until('it is up', () => existsSync(join(place.project, 'up')));
    expect(marked(mark()).length).toBeGreaterThan(2);
    child.kill(signal as NodeJS.Signals);
    await end;
    await until('all have ended', () => marked(mark()).length === 0);
  });

  test('no process of others is seen, signalled or traced', async () => {
    const other = spawn('sleep', ['1000'], { stdio: 'ignore' });
    try {
      await place.run(
        `ls /proc > seen; for p in ${other.pid} ${process.pid}; do ls /proc/$p/environ; done > reached 2>/dev/null; kill -9 ${other.pid}; kill -9 -1`,
      );
      const seen = readFileSync(join(place.project, 'seen'), 'utf8')
        .split('\n')
        .filter((name) => /^\d+$/.test(name));
      expect(seen.length).toBeLessThan(6);
      expect(readFileSync(join(place.project, 'reached'), 'utf8')).toBe('');
      expect([other.exitCode, other.signalCode]).toEqual([null, null]);
    } finally {
      other.kill('SIGKILL');
    }
  });

  test('no privilege is had or won, also by the first process inside', async () => {
    const { stdout } = await place.run(
      "grep -hE '^(Cap(Prm|Eff|Bnd|Amb)|NoNewPrivs)' /proc/self/status /proc/1/status | sort -u",
    );
    const none = '0000000000000000';
    expect(stdout.trim().split(/\s+/)).toEqual(
      [
        ['CapAmb:', none],
        ['CapBnd:', none],
        ['CapEff:', none],
        ['CapPrm:', none],
        ['NoNewPrivs:', '1'],
      ].flat(),
    );
  });

  test('a setuid program gives no other user', async () => {
    const programs = ['/usr/bin/su', '/bin/su', '/usr/bin/passwd', '/usr/bin/newgrp'].filter(
      (path) => existsSync(path) && statSync(path).mode & 0o4000,
    );
    const { stdout } = await place.run(
      `id -u; for p in ${programs.join(' ')}; do cp $p mine; chmod u+s mine; done; unshare -r id -u || true; su nobody -s /bin/sh -c 'echo other' < /dev/null`,
    );
    expect(stdout).not.toContain('other');
    expect(stdout.split('\n')[0]).toBe(String(process.getuid?.()));
  });

  test('mounts of its own change nothing for others, and uncover nothing', async () => {
    place.file('home/.ssh/id', 'SECRET');
    mkdirSync(join(place.project, 'here'));
    const { stdout } = await place.run(
      'unshare -Urm bash -c "mount -t tmpfs none here && echo x > here/inside; umount -l ~/.ssh; umount -R /; cat ~/.ssh/id; mount --bind / here; cat here$HOME/.ssh/id"',
    );
    expect(stdout).not.toContain('SECRET');
    expect(readdirSync(join(place.project, 'here'))).toEqual([]);
  });

  test('no file is inherited but for the three of every program, in any process of the sandbox', async () => {
    const outside = place.folder('home/outside');
    const script = 'for p in 1 $$; do ls /proc/$p/fd; echo --; done; ls /proc/1/fd/200/ /proc/self/fd/200/';
    const command = { file: 'bash', args: ['-c', script], folder: place.project, environment: place.environment };
    const starter = place.file(
      'starter.ts',
      STARTER.replace('COMMAND', () => JSON.stringify([place.confinement(), command])),
    );
    const outfile = join(place.root, 'starter.mjs');
    await build({ entryPoints: [starter], outfile, bundle: true, platform: 'node', format: 'esm' });
    place.file('home/outside/secret');
    const begin = `exec 9< . 200< '${outside}'; exec '${process.execPath}' '${outfile}'`;
    const { stdout } = spawnSync('bash', ['-c', begin], { encoding: 'utf8' });
    const [first = '', own = ''] = stdout.split('--\n');
    // The first process waits by files of its own making: an eventfd and a signalfd.
    expect(first.split('\n').filter((number) => Number(number) > 8)).toEqual([]);
    expect(own).toBe('0\n1\n2\n');
    expect(stdout).not.toContain('secret');
  });

  test.runIf(existsSync('/usr/bin/script') && existsSync('/usr/bin/perl'))(
    'nothing is typed into the terminal around it',
    async () => {
      const script = `perl -e 'print open(T, "+<", "/dev/tty") ? "opened " : "no terminal "; $c = "x"; print ioctl(STDIN, 0x5412, $c) ? "typed" : "refused"'`;
      const command = { file: 'bash', args: ['-c', script], folder: place.project, environment: place.environment };
      const confined = confine(command, place.layout(), sandbox);
      const words = [confined.file, ...confined.args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
      const { stdout } = spawnSync('/usr/bin/script', ['-q', '-e', '-c', words, '/dev/null'], {
        input: '',
        env: place.environment,
        encoding: 'utf8',
      });
      expect(stdout).toContain('no terminal refused');
    },
  );

  test('libraries of the project are for the command, and not for the sandbox itself', async () => {
    const variables = { LD_LIBRARY_PATH: place.project, LD_BIND_NOW: '1' };
    const command = {
      file: 'true',
      args: [],
      folder: place.project,
      environment: { ...place.environment, ...variables },
    };
    const { environment } = confine(command, place.layout(), sandbox);
    expect(Object.keys(environment).filter((name) => name.startsWith('LD_'))).toEqual([]);
    const { stdout } = await place.run('echo $LD_LIBRARY_PATH $LD_BIND_NOW', {}, variables);
    expect(stdout).toBe(`${place.project} 1\n`);
  });

  test('an exit code and the end by a signal are told as a shell tells them', async () => {
    expect((await place.run('exit 7')).exitCode).toBe(7);
    expect((await place.run('kill -SEGV $$')).exitCode).toBe(139);
  });
});
