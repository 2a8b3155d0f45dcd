/**
 * Runs a command with bash, without a sandbox, and tells from its system calls what it did that no look may do: wrote, ran
 * something that is watched, read what is protected or lies outside of the project, talked to the network.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { isProtectedPath } from '@tagma/protocol';
import type { WatchedPlace } from './place.ts';

/** A command that waits for something has done what it does. */
const MS_MAX = 4_000;
const CALLS =
  'execve,execveat,open,openat,openat2,creat,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat,rmdir,link,linkat,symlink,' +
  'symlinkat,mknod,mknodat,truncate,chmod,fchmodat,chown,lchown,fchownat,utimensat,utimes,setxattr,connect,bind,sendto';
/** Open in every process, or no file. */
const NOTHING_THERE = /^\/(dev\/(null|tty|pts\/.*|fd\/.*|stdin|stdout|stderr)|proc\/.*)$/;
/** What a program puts away while it works, under a name that nobody can tell before, and takes away again. */
const OWN_TEMPORARY = /^\/tmp\/(sort|tac|sh-thd)[.\w]+$/;

export const canTrace = spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']).status === 0;

/** What it did that it may not do, in words; `[]` for a look. */
export async function misdeedsOf(command: string, place: WatchedPlace, traceFile: string): Promise<readonly string[]> {
  const shell = ['bash', '--norc', '--noprofile', '-c', command];
  const traced = ['strace', '-f', '-qq', '-s', '4096', '-xx', '-e', `trace=${CALLS}`, '-o', traceFile, ...shell];
  await run(canTrace ? traced : shell, place);
  if (!canTrace) return [];
  const text = readFileSync(traceFile, 'latin1');
  rmSync(traceFile, { force: true });
  return [...new Set(text.split('\n').flatMap((line) => misdeedIn(line, place) ?? []))];
}

function run([file = '', ...args]: readonly string[], { folder, home }: WatchedPlace): Promise<void> {
  const env = { PATH: '/usr/bin:/bin', HOME: home, LC_ALL: 'C.UTF-8', GIT_OPTIONAL_LOCKS: '0', TERM: 'dumb' };
  return new Promise((ended) => {
    const child = spawn(file, args, { cwd: folder, env, stdio: 'ignore', detached: true });
    const end = () => {
      try {
        process.kill(-(child.pid ?? 0), 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    };
    const timer = setTimeout(end, MS_MAX);
    child.on('close', () => {
      clearTimeout(timer);
      end();
      ended();
    });
  });
}

/** A line of strace: `PID call(ARGUMENTS) = RESULT`, with texts as bytes in hexadecimal. */
function misdeedIn(line: string, place: WatchedPlace): string | null {
  const [, call = '', args = '', result = ''] = /^\d+\s+(\w+)\((.*)\)\s+= (-?\d+|\?)/.exec(line) ?? [];
  // To have tried is enough.
  if (/^(connect|bind|sendto)$/.test(call)) return /AF_INET/.test(args) ? `${call} ${args}` : null;
  if (call === '' || result === '-1') return null;
  const paths = [...args.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, bytes = '']) => textOf(bytes));
  const path = resolve(place.folder, paths[0] ?? '');
  if (call.startsWith('exec')) return isWithin(path, place.root) ? `ran ${path}` : null;
  if (OWN_TEMPORARY.test(path)) return null;
  if (!call.startsWith('open') && call !== 'creat') return `${call} ${paths.join(' ')}`;
  if (NOTHING_THERE.test(path)) return null;
  if (/O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND/.test(args) || call === 'creat') return `wrote ${path}`;
  if (/O_DIRECTORY|O_PATH/.test(args)) return null;
  return isForbiddenRead(path, place) ? `read ${path}` : null;
}

/** Git's own files are git's to read. Paths are relative to the project wherever a command has gone: good enough for links. */
function isForbiddenRead(written: string, { root, folder }: WatchedPlace): boolean {
  const path = followed(written);
  if (!isWithin(path, root) || path.startsWith(join(folder, '.git/'))) return false;
  return !isWithin(path, folder) || isProtectedPath(relative(folder, path));
}

function followed(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function textOf(bytes: string): string {
  return Buffer.from(bytes.replaceAll('\\x', ''), 'hex').toString('utf8');
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Of all that is below a folder: names, kinds, contents, times of change. */
export function fingerprint(folder: string): string {
  const hash = createHash('sha256');
  const visit = (path: string) => {
    const found = lstatSync(path);
    hash.update(`${path}\0${found.mode}\0${found.size}\0${found.mtimeMs}\0`);
    if (found.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name));
    else hash.update(found.isSymbolicLink() ? readlinkSync(path) : readFileSync(path));
  };
  visit(folder);
  return hash.digest('hex');
}
