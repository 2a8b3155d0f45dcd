/**
 * Whether a command has failed because of the sandbox. Programs say it in words of their own, so this is a judgement: it
 * goes by the form in which errors are written, by the paths in them, and never speaks up about a command that ended well.
 * A server of this machine that a command cannot reach without the network says "connection refused", as one that does not
 * run: of that nothing is said.
 */
import { relative, resolve } from 'node:path';
import type { Layout } from './layout.ts';
import { type Mount, mountAt } from './mounts.ts';
import { entryAt, isWithin } from './places.ts';

const GUARDED = 'a change of what runs by itself';
const NAMED_MAX = 5;

/** How a command has ended: with an exit code, or by a signal. */
export type CommandEnd = { readonly exitCode: number | null };

/** The reason of a failure stands near its end. */
const CHARACTERS_MAX = 32_768;
const LINES_MAX = 200;

const READ_ONLY =
  /(^|[:()\],-] ?|\bE: )read-only file system(?= *$|[.,:)]| at )|\bEROFS\b(?=[:'"]|$)|\berrno:? -?30\b|\bos error 30\b/i;
const BUSY = /: device or resource busy$|\bEBUSY: /i;
const NOT_THERE =
  /permission denied|no such file or directory|does not appear to be a git repository|cannot open|connection refused|\bE(ACCES|NOENT|CONNREFUSED)\b|os error (2|13)\b/i;
const NETWORK: readonly RegExp[] = [
  /\bcould not resolve (proxy|host(name)?):? \S/i,
  /\bunable to resolve host(name)? (address )?\S/i,
  /\btemporary failure (in name resolution\b(?=[.,:>)\]'"]|$)|resolving '\S)/i,
  /\bgetaddrinfo (EAI_AGAIN|ENOTFOUND)\b|\bcode:? '?(EAI_AGAIN|ENETUNREACH|ENOTFOUND)\b/,
  /(^|[:\]] |connect )network is unreachable(?= *$|[.,:)>])|\bconnect ENETUNREACH\b/i,
  /\bfailed to lookup address information: /i,
  /\bdial (tcp|udp)[^:]*: lookup \S+/,
  /\bjava\.net\.UnknownHostException: /,
  /: name or service not known$/i,
  // pip says no more than this.
  /\bcould not find a version that satisfies the requirement .*\(from versions: none\)/i,
];
const SERVICES: readonly RegExp[] = [
  /\bcannot connect to (the )?(docker|podman) (daemon|socket)\b/i,
  /\bcould not open a connection to your authentication agent\b/i,
  /\bfailed to connect to (\w+ scope )?bus\b/i,
  /\b(cannot|can't|unable to) (open|connect to|init) (x? ?server|display)\b/i,
];
const OTHER_USER =
  /\b"?no new privileges"? flag is set\b|^su(do)?: .*(operation not permitted|effective uid is not 0)|\bset(groups|e?[ug]id) .*\b(operation not permitted|invalid argument)\b/i;
/** What is said where a key, a password or the list of known hosts is wanted. */
const WANTS_SECRET =
  /\bpermission denied \([\w,-]*publickey|^host key verification failed|^fatal: could not read (username|password) for |\bcode (E401|ENEEDAUTH)\b/i;
/** What bubblewrap says for itself; that there is no such program is no matter of its own. */
const SANDBOX = /^bwrap: (?!execvp )/;

/** A test that has passed may be named after an error. */
const PASSED = /^\s*(✓|✔|√|ok\b|PASS\b|\[?passed\]?)/i;
/** Absolute, in quotes or between blanks; with a `~` too. */
const PATHS = /(?<![\w.])(~?\/[^\s'"’`:,;()[\]<>]+)/g;
/** A name right in the project: `rm: cannot remove 'AGENTS.md': …`, `bash: line 1: AGENTS.md: …`. */
const QUOTED_NAMES = /(?:['"`‘]|: )(\.?[\w@-][\w.@-]*)(?=['"`’]|: )/g;
const RELATIVE_PATHS = /(?<![\w/.])([\w.@-]+(?:\/[\w.@-]+)+)/g;

/** In a few words what the sandbox has kept it from; null where nothing speaks for that. `output`: all that it wrote. */
export function blockedBy({ exitCode }: CommandEnd, output: string, layout: Layout): string | null {
  if (exitCode === null || exitCode === 0) return null;
  const lines = output.slice(-CHARACTERS_MAX).split(/\r?\n/).slice(-LINES_MAX);
  const failing = lines.filter((line) => !PASSED.test(line)).map((line) => line.trimEnd());
  const reason = failing.map((line) => reasonIn(line, layout)).findLast((each) => each !== null) ?? null;
  return reason === GUARDED ? guardedWords(failing, layout) : reason;
}

/** With the files that it was about, for the person who is asked. */
function guardedWords(lines: readonly string[], layout: Layout): string {
  const about = lines.filter((line) => READ_ONLY.test(line) || BUSY.test(line));
  const paths = new Set(about.flatMap((line) => keptIn(line, layout)).filter((path) => isGuarded(path, layout)));
  const names = [...paths].map((path) => relative(layout.project, path));
  const more = names.length - NAMED_MAX;
  return `${GUARDED} (${names.slice(0, NAMED_MAX).join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
}

function isGuarded(path: string, { confinement }: Layout): boolean {
  return (confinement.guarded ?? []).some((each) => isWithin(path, each));
}

function reasonIn(line: string, layout: Layout): string | null {
  if (SANDBOX.test(line)) return 'the start of the sandbox';
  if (READ_ONLY.test(line)) return writeIn(line, layout);
  const kept = BUSY.test(line) ? keptWords(line, layout) : null;
  if (kept !== null) return kept;
  // A file that may be written cannot be replaced: something stands in its place.
  if (BUSY.test(line) && writtenIn(line, layout)) return 'a write outside of the project';
  if (!layout.confinement.network && NETWORK.some((form) => form.test(line))) return 'the network';
  if (OTHER_USER.test(line)) return 'the rights of another user';
  if (!layout.confinement.sharesMachine && SERVICES.some((form) => form.test(line))) return 'a service of this machine';
  if (WANTS_SECRET.test(line) && layout.mounts.some(isHiddenInHome(layout))) return 'what is hidden from it';
  return NOT_THERE.test(line) ? hiddenIn(line, layout) : null;
}

function writeIn(line: string, layout: Layout): string | null {
  if (layout.confinement.writes === 'nothing') return 'a write';
  const kept = keptWords(line, layout);
  if (kept !== null) return kept;
  const mounts = pathsIn(line, layout).map((path) => mountAt(layout.mounts, path));
  const isWritable = (mount: Mount | null) => mount?.kind === 'write' || mount?.kind === 'cover';
  // A file system of the command's own making, or one that is read-only in the project.
  return mounts.length > 0 && mounts.every(isWritable) ? null : 'a write outside of the project';
}

/** Also by a path from the project on. A home that lies in what may be written is outside of the project, and no more. */
function keptIn(line: string, layout: Layout): readonly string[] {
  const below = [...line.matchAll(RELATIVE_PATHS)].map(([, path = '']) => resolve(layout.project, path));
  const named = [...line.matchAll(QUOTED_NAMES)].map(([, path = '']) => resolve(layout.project, path));
  return [...pathsIn(line, layout), ...below, ...named].filter((path) => {
    const mount = mountAt(layout.mounts, path);
    return mount?.kind === 'keep' && mount.path !== layout.confinement.home;
  });
}

function keptWords(line: string, layout: Layout): string | null {
  const paths = keptIn(line, layout);
  if (paths.length === 0) return null;
  return paths.some((path) => isGuarded(path, layout)) ? GUARDED : 'a write to what is kept as it is';
}

function writtenIn(line: string, layout: Layout): boolean {
  const files = pathsIn(line, layout).filter((path) => path !== layout.project);
  return layout.mounts.some(({ kind, path }) => kind === 'write' && files.includes(path));
}

function hiddenIn(line: string, layout: Layout): string | null {
  for (const path of pathsIn(line, layout)) {
    const mount = mountAt(layout.mounts, path);
    if (mount?.kind.startsWith('hide')) return 'what is hidden from it';
    if (mount?.kind === 'cover' && mount.path === '/run') return 'a service of this machine';
    if (mount && isOwnTemporary(mount) && isThere(path)) return `what lies in the machine's own ${mount.path}`;
  }
  return null;
}

/** One of the sandbox's own, in the place of the machine's. */
function isOwnTemporary({ kind, path, from }: Mount): boolean {
  return /^\/(tmp|var\/tmp)$/.test(path) && (kind === 'cover' || (kind === 'write' && from !== undefined));
}

function isThere(path: string): boolean {
  try {
    return entryAt(path) !== null;
  } catch {
    return false;
  }
}

function isHiddenInHome({ confinement }: Layout) {
  return ({ kind, path }: Mount) => kind.startsWith('hide') && isWithin(path, confinement.home);
}

function pathsIn(line: string, { confinement }: Layout): readonly string[] {
  return [...line.matchAll(PATHS)].map(([, path = '']) =>
    resolve(path.replace(/^~/, confinement.home).replace(/^\/var\/run\//, '/run/')),
  );
}
