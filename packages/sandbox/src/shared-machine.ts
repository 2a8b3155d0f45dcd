/**
 * How the files look to a command of mode `trust`, which shares processes, network and sockets with the machine: all of the
 * machine is to be read, secrets too, for that mode allows to read them, and programs cannot push, deploy or sign without
 * them. Home, system and devices cannot be written. `/tmp`, the folder of running services and the caches of package managers
 * are the machine's own. Only what is Tagma's own stays hidden: with it a command would be no longer what was allowed.
 */
import { join } from 'node:path';
import type { Confinement } from './confinement.ts';
import { gitFolders } from './git-folders.ts';
import { type Mount, mountOf } from './mounts.ts';
import { personsCaches } from './persons-caches.ts';
import { isWithin, realPath } from './places.ts';

/** Scratch folders of the machine. */
const SCRATCH = ['/tmp', '/var/tmp', '/dev/shm'];

/** @param project its real path. @param home likewise. @param temporary of the session, for what may write nothing else */
export function sharedMounts(
  { writes, writable = [], readOnly = [] }: Confinement,
  project: string,
  home: string,
  temporary: string | null,
  environment: NodeJS.ProcessEnv,
): readonly Mount[] {
  if (writes === 'nothing')
    return [...mountOf('cover', '/dev/shm'), ...(temporary === null ? [] : mountOf('write', temporary))];
  const runtimes = runtimeFolders(environment);
  const caches = personsCaches(home, environment);
  const written = [
    ...SCRATCH,
    ...namedScratch(environment, home),
    ...runtimes,
    ...caches.written,
    ...gitFolders(project).written,
    ...writable,
  ];
  // Units of services run by themselves, and outside.
  const kept = [
    join(project, '.tagma'),
    ...readOnly,
    ...runtimes.map((folder) => join(folder, 'systemd')),
    ...caches.kept,
  ];
  const mounts = written.flatMap((path) => mountOf('write', path));
  const isHomeWritten = mounts.some(({ path }) => path !== home && isWithin(home, path)) && !isWithin(home, project);
  return [
    ...mounts,
    ...(isHomeWritten ? mountOf('keep', home) : []),
    ...kept.flatMap((path) => mountOf('keep', path)),
    { kind: 'write', path: project },
  ];
}

/** Where services of the person listen: memory, gone when he logs out. */
function runtimeFolders({ XDG_RUNTIME_DIR }: NodeJS.ProcessEnv): readonly string[] {
  const named = [XDG_RUNTIME_DIR, `/run/user/${process.getuid?.()}`].flatMap((path) => realPath(path || '') ?? []);
  return [...new Set(named)].filter((path) => isWithin(path, '/run'));
}

/** A folder for temporary files of the person's own; never the home, nor what it lies in. */
function namedScratch({ TMPDIR, TMUX_TMPDIR }: NodeJS.ProcessEnv, home: string): readonly string[] {
  const named = [TMPDIR, TMUX_TMPDIR].flatMap((path) => realPath(path || '') ?? []);
  return named.filter((path) => path !== '/' && !isWithin(home, path));
}
