/**
 * How the files look from inside: all of the machine, read-only; on it what is covered, shown, written and hidden. What lies
 * deeper counts, so that secrets in a project that is the home folder stay hidden, and a project below `/tmp` is there.
 * This is the part that looks at the disk; what is made of it (`confine.ts`) is pure.
 */
import { mkdirSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { ownCaches } from './caches.ts';
import type { Confinement } from './confinement.ts';
import { gitFolders } from './git-folders.ts';
import { guarded, held, hideOf, inOrder, type Mount, mountAt, mountOf, needed } from './mounts.ts';
import { entryAt, isFolder, isWithin, realPath } from './places.ts';
import { ownPaths, secretPaths } from './secrets.ts';
import { sharedMounts } from './shared-machine.ts';
import { socketPaths } from './sockets.ts';

/** What a command sees of the disk in the sandbox. */
export type Layout = {
  readonly kind: 'layout';
  readonly confinement: Confinement;
  /** The real path of the project. */
  readonly project: string;
  /** Parents before what lies in them. */
  readonly mounts: readonly Mount[];
  /** Variables that commands get: where temporary files and caches are. */
  readonly variables: Readonly<Record<string, string>>;
};

/** `why` is a sentence for the person. */
export type Refusal = { readonly kind: 'refused'; readonly why: string };

/** Folders full of sockets and of other programs' files. */
const COVERED = ['/tmp', '/var/tmp', '/run', '/var/run'];
/** In there, what programs need: NixOS has its programs there, others the names of name servers. */
const NEEDED = [
  ...['/run/current-system', '/run/booted-system', '/run/opengl-driver', '/etc/resolv.conf', '/etc/hosts'],
  ...['/etc/localtime', '/run/systemd/resolve/resolv.conf', '/run/systemd/resolve/stub-resolv.conf'],
];

/**
 * What a command sees and may write. To be made anew for each command: what is there changes. `environment` is that of the
 * commands. Makes the folders for temporary files and caches where they are missing.
 */
export function layOut(confinement: Confinement, environment: NodeJS.ProcessEnv): Layout | Refusal {
  const grounds = groundsOf(confinement, environment);
  if (grounds.kind === 'refused') return grounds;
  const { project, home, secrets } = grounds;
  if (confinement.sharesMachine) return layOutShared(confinement, grounds, environment);
  const search = searchPath(environment.PATH);
  const caches = cachesOf(confinement, home, environment);
  const temporary = confinement.temporary === null ? null : madeFolder(confinement.temporary);
  const basis: Mount[] = [
    ...COVERED.flatMap((path) => coverOf(path, temporary)),
    ...[...NEEDED, ...search.folders].flatMap((path) => mountOf('show', path)),
    ...mountOf('show', home),
    // A link in the project could open anything.
    ...(confinement.readable ?? []).filter((path) => !isWithin(path, project)).flatMap((path) => mountOf('show', path)),
    ...projectMounts(confinement, project),
    ...[...(confinement.copies ?? [])].map(([path, from]): Mount => ({ kind: 'keep', path, from })),
    ...(temporary === null ? [] : mountOf('write', temporary)),
    ...caches.mounts,
  ];
  const hidden = [...secrets, ...openSockets(basis, home)].flatMap(hideOf);
  return {
    kind: 'layout',
    confinement,
    project,
    mounts: guarded(held(needed(inOrder([...basis, ...hidden]))), confinement),
    variables: { TMPDIR: temporary ?? '/tmp', ...search.variables, ...caches.variables },
  };
}

/** Of a command that shares the machine. The temporary folder of the session is for one that may write nothing else. */
function layOutShared(confinement: Confinement, grounds: Grounds, environment: NodeJS.ProcessEnv): Layout {
  const { project, home, secrets } = grounds;
  const temporary = confinement.temporary === null ? null : madeFolder(confinement.temporary);
  const basis = [
    ...(confinement.readable ?? []).filter((path) => !isWithin(path, project)).flatMap((path) => mountOf('show', path)),
    ...sharedMounts(confinement, project, home, temporary, environment),
  ];
  return {
    kind: 'layout',
    confinement,
    project,
    mounts: held(needed(inOrder([...basis, ...secrets.flatMap(hideOf)]))),
    variables: confinement.writes === 'nothing' && temporary !== null ? { TMPDIR: temporary } : {},
  };
}

/** Why no command of such a project can be held in, whatever it may do; null where it can. It makes nothing. */
export function refusalFor(confinement: Confinement, environment: NodeJS.ProcessEnv): Refusal | null {
  const grounds = groundsOf(confinement, environment);
  return grounds.kind === 'refused' ? grounds : null;
}

type Grounds = {
  readonly kind: 'grounds';
  readonly project: string;
  readonly home: string;
  readonly secrets: readonly string[];
};

/** What every layout of a project stands on, as real paths. */
function groundsOf(confinement: Confinement, environment: NodeJS.ProcessEnv): Grounds | Refusal {
  const project = realPath(confinement.folder);
  const home = realPath(confinement.home) ?? confinement.home;
  if (project === null || !isFolder(project)) return refused(`There is no folder ${confinement.folder}.`);
  if (project === '/') return refused('The project is the root folder: a sandbox around it would hold nothing back.');
  const secrets = secretsOf(confinement, home, environment);
  const around = secrets.find((secret) => isWithin(project, secret));
  if (around !== undefined) return refused(`The project lies in ${around}, which is hidden from commands.`);
  return { kind: 'grounds', project, home, secrets };
}

function refused(why: string): Refusal {
  return { kind: 'refused', why };
}

/** Real paths of what is hidden and is there. What the person has made readable or writable, by the same name, is not. */
function secretsOf(confinement: Confinement, home: string, environment: NodeJS.ProcessEnv): readonly string[] {
  const open = [...(confinement.readable ?? []), ...(confinement.writable ?? [])];
  const homes = [...new Set([home, confinement.home])];
  const paths = confinement.sharesMachine ? ownPaths : secretPaths;
  const own = homes.flatMap((folder) => paths(folder, environment));
  const closed = own.filter((path) => !open.includes(path) && entryAt(path) !== null);
  const real = [...closed, ...(confinement.hidden ?? [])].flatMap((path) => realPath(path) ?? []);
  // A variable may name a whole file system by mistake.
  return [...new Set(real)].filter((path) => path !== '/');
}

/**
 * Programs in folders that are covered: version managers have links to theirs in there (fnm in `/run/user`). Such a folder
 * is on the search path by where it really is.
 */
function searchPath(path: string | undefined) {
  const real = (folder: string) => (COVERED.some((cover) => isWithin(folder, cover)) ? realPath(folder) : null);
  const entries = (path ?? '').split(delimiter);
  const folders = entries.flatMap((folder) => real(folder) ?? []);
  if (folders.length === 0) return { folders, variables: {} };
  return { folders, variables: { PATH: entries.map((folder) => real(folder) ?? folder).join(delimiter) } };
}

function projectMounts(confinement: Confinement, project: string): readonly Mount[] {
  if (confinement.writes === 'nothing') return [{ kind: 'show', path: project }];
  const { written, kept, hooks } = gitFolders(project);
  const readOnly = [join(project, '.tagma'), ...(confinement.readOnly ?? []), ...kept];
  return [
    { kind: 'write', path: project },
    ...[...written, ...(confinement.writable ?? [])].flatMap((path) => mountOf('write', path)),
    ...readOnly.flatMap((path) => mountOf('keep', path)),
    ...hooks.flatMap((path) =>
      entryAt(path) === null ? [{ kind: 'hide-folder' as const, path }] : mountOf('keep', path),
    ),
  ];
}

function cachesOf({ caches, network }: Confinement, home: string, environment: NodeJS.ProcessEnv) {
  if (caches === null) return { mounts: [], variables: {} };
  const { inPlace, written, variables } = ownCaches(madeFolder(caches), network, home, environment);
  const swapped = [...inPlace].flatMap(([path, from]) => mountOf('write', path).map((mount) => ({ ...mount, from })));
  return { mounts: [...written.flatMap((path) => mountOf('write', path)), ...swapped], variables };
}

function madeFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return realPath(path) ?? resolve(path);
}

/** `/var/run` is mostly a link to `/run`, and so the same. */
function coverOf(path: string, temporary: string | null): readonly Mount[] {
  return mountOf('cover', path).map((mount) =>
    path === '/tmp' && temporary !== null ? { kind: 'write', path: mount.path, from: temporary } : mount,
  );
}

/** Sockets to be seen from inside, but for a project's own servers: those in what may be written and is not the home. */
function openSockets(basis: readonly Mount[], home: string): readonly string[] {
  const mounts = needed(inOrder(basis));
  return socketPaths().filter((path) => {
    const mount = mountAt(mounts, path);
    if (mount?.kind === 'cover' || mount?.from !== undefined) return false;
    if (mount?.kind === 'write' && !isWithin(home, mount.path)) return false;
    return entryAt(path)?.isSocket() && realPath(path) === path;
  });
}
