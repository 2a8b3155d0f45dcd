/**
 * The deny list: what no mode and no rule lets through. A catch of last resort for what could not be undone, not a
 * boundary: whoever wants to get around a list of words can. It is asked with the words of one simple command, read as
 * well as they can be (see `alarm.ts`), and with the paths of known changes; it only ever adds a denial.
 */
import { basename, dirname, isAbsolute, resolve } from 'node:path';
import type { Facts } from '@tagma/protocol';
import { type Ground, isWithin } from './ground.ts';
import { nameOf } from './programs.ts';

const OTHER_USERS: ReadonlySet<string> = new Set([
  'sudo',
  'su',
  'doas',
  'pkexec',
  'run0',
  'runas',
  'runuser',
  'gosu',
  'su-exec',
]);
const POWER: ReadonlySet<string> = new Set(['shutdown', 'reboot', 'poweroff', 'halt']);
const POWER_VERBS = /^(poweroff|reboot|halt|kexec|suspend|hibernate|hybrid-sleep|soft-reboot|rescue|emergency|exit)$/;
const DISKS = /^(mkfs(\..+)?|mke2fs|mkswap|wipefs|blkdiscard|fdisk|sfdisk|gdisk|sgdisk|cfdisk|parted)$/;

/** Files of keys that are known by their own names. */
const REMOVES = /^(rm|rmdir|unlink|shred)$/;
const KEY_FILES = /^(authorized_keys2?|id_(rsa|dsa|ecdsa|ed25519)(_sk)?)$/;

/** Start-up files of shells, where they lie in a home. */
const STARTUP_FILES: ReadonlySet<string> = new Set(
  (
    '.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout ' +
    '.kshrc .cshrc .tcshrc .login .logout .inputrc .xprofile .xinitrc .xsessionrc .pam_environment'
  ).split(' '),
);
const STARTUP_PATHS =
  /\/\.config\/(fish|autostart|environment\.d|systemd\/user|plasma-workspace\/env)(\/|$)|\/\.local\/share\/systemd\/user(\/|$)|\/Library\/LaunchAgents(\/|$)|\/\.bashrc\.d(\/|$)|^\/var\/spool\/cron(\/|$)/;
const HARMLESS_DEVICES =
  /^\/dev\/(null|zero|full|random|urandom|stdin|stdout|stderr|tty|ptmx|(fd|shm|pts|tcp|udp)(\/.*)?)$/;
/** Where a change is never a project's business. */
const SYSTEM_FILES = /^(\/private)?\/(etc|boot|proc|sys)(\/|$)/;
/** Folders of the system: their owners and modes, and they themselves, are not to be changed. */
const SYSTEM_FOLDERS =
  /^\/(bin|boot|dev|etc|lib\d*|libexec|proc|run|sbin|sys|usr|var|System|Library|Applications|private)(\/|$)/;
/** Parts of them that people do change. */
const CHANGEABLE_PARTS = /^(\/private)?\/(usr\/local|var\/(tmp|folders|www)|run\/user)\/./;
/** Folders right below the root that may be cleared. */
const SCRATCH_FOLDERS = /^\/(tmp|mnt|media|cdrom)$/;

/** The option by which a program goes through all that is in a folder; `rm` takes its abbreviations too. */
export const isRecursive = (word: string): boolean =>
  /^-[a-z]*r/i.test(word) || (word.length >= 3 && '--recursive'.startsWith(word));

/**
 * Why a simple command is on the deny list, or null. `words` begins with the program; `folder` is where it runs, or null
 * where that is not known.
 */
export function forbiddenCommand(words: readonly string[], folder: string | null, ground: Ground): string | null {
  const [program, ...rest] = words;
  if (program === undefined) return null;
  const name = nameOf(program);
  const operands = rest.filter((word) => !word.startsWith('-') && word !== '');
  if (OTHER_USERS.has(name)) return `${name} runs a command as another user`;
  if (POWER.has(name)) return `${name} turns the machine off`;
  if (/^(systemctl|loginctl)$/.test(name) && operands.some((word) => POWER_VERBS.test(word)))
    return `${name} turns the machine off`;
  if (/^(init|telinit)$/.test(name) && operands.some((word) => /^[06]$/.test(word)))
    return `${name} turns the machine off`;
  // Without a word it takes its input for one, and asks on a terminal alone.
  if (name === 'crontab' && !rest.includes('-l')) return 'it changes what is run at set times';
  if (DISKS.test(name) && !rest.some((word) => word === '-l' || word === '--list')) return `${name} changes a disk`;
  return (
    forbiddenRemoval(name, program, rest, folder, ground) ??
    firstOf(changedBy(name, rest, operands), (path) => forbiddenChange(path, folder, ground, REMOVES.test(name))) ??
    forbiddenOwnership(name, rest, operands, folder, ground)
  );
}

/** Why a file must not be written or deleted by anyone, or null. The path may hold patterns, and be relative. */
export function forbiddenChange(
  written: string,
  folder: string | null,
  ground: Ground,
  isRemoved = false,
): string | null {
  const path = target(written, folder);
  if (path === null) return null;
  if (path.startsWith('/dev/')) return HARMLESS_DEVICES.test(path) ? null : `it writes to the device ${path}`;
  if (SYSTEM_FILES.test(path)) return `it changes the system's ${path}`;
  const isInside = ground.folders.some((project) => isWithin(path, project));
  const isInHome = ground.homes.includes(dirname(path));
  if (path.split('/').includes('.ssh') && !isInside) return `it changes the keys in ${path}`;
  // By these names alone, wherever they are: whoever may write one may come in.
  if (KEY_FILES.test(basename(path)) && !isRemoved) return `it changes the keys in ${path}`;
  if (STARTUP_FILES.has(basename(path)) && (isInHome || !isInside))
    return `it changes the shell's start-up file ${path}`;
  return STARTUP_PATHS.test(path) && !isInside ? `it changes the start-up file ${path}` : null;
}

/** Why a folder with all that is in it must not be removed, or null. `/x/*` counts as `/x`. */
export function forbiddenTree(written: string, folder: string | null, ground: Ground): string | null {
  const path = target(written, folder);
  if (path === null) return null;
  if (path === '/') return 'it removes everything';
  const above = ground.homes.some((home) => isWithin(home, path));
  if (above) return ground.homes.includes(path) ? 'it removes the whole home folder' : 'it removes all homes';
  if (ground.folders.some((project) => path !== project && isWithin(project, path)))
    return 'it removes a parent of the project';
  if (/^\/[^/]+$/.test(path) && !SCRATCH_FOLDERS.test(path)) return `it removes the whole of ${path}`;
  return isSystemFolder(path, ground) ? `it removes the system's ${path}` : null;
}

/**
 * The same for changes that are known as facts, links followed. `isTree` says that what is deleted goes with all that is
 * in it.
 */
export function forbiddenFacts({ writes, deletes }: Facts, isTree: boolean, ground: Ground): string | null {
  const trees = isTree ? deletes.map(({ path }) => path) : [];
  return (
    firstOf(
      writes.map(({ path }) => path),
      (path) => forbiddenChange(path, null, ground),
    ) ??
    firstOf(
      deletes.map(({ path }) => path),
      (path) => forbiddenChange(path, null, ground, true),
    ) ??
    firstOf(trees, (path) => forbiddenTree(path, null, ground))
  );
}

function forbiddenRemoval(
  name: string,
  program: string,
  words: readonly string[],
  folder: string | null,
  ground: Ground,
): string | null {
  const operands = words.filter((word) => !word.startsWith('-'));
  const judge = (paths: readonly string[]) => firstOf(paths, (path) => forbiddenTree(path, folder, ground));
  // A program's name that the shell has yet to work out is taken for `rm` if its options are.
  const isRemover = name === 'rm' || (/[$`]/.test(program) && words.some((word) => /^-(rf|fr|Rf|fR)$/.test(word)));
  if (isRemover && words.some(isRecursive)) return judge(operands);
  if (name === 'mv') return judge(operands.slice(0, -1));
  if (name === 'rsync' && words.some((word) => /^--del/.test(word))) return judge(operands.slice(-1));
  if (name === 'find' && words.some((word, at) => word === '-delete' || removes(words.slice(at)))) {
    const start = words.findIndex((word) => /^(-..|[(!])/.test(word));
    return judge(words.slice(0, Math.max(start, 0)));
  }
  return null;
}

/** `-exec rm …` */
function removes([action, program]: readonly string[]): boolean {
  return /^-(exec|execdir|ok|okdir)$/.test(action ?? '') && /^(rm|unlink|shred)$/.test(nameOf(program ?? ''));
}

/** The files that a program changes, as far as its words say. */
function changedBy(name: string, words: readonly string[], operands: readonly string[]): readonly string[] {
  const valuesOf = (...options: string[]) => words.flatMap((word, at) => optionValue(word, words[at + 1], options));
  switch (name) {
    case 'tee':
    case 'touch':
    case 'truncate':
    case 'mkdir':
    case 'rm':
    case 'rmdir':
    case 'unlink':
    case 'shred':
    case 'mv':
    case 'sponge':
    case 'patch':
    case 'ed':
    case 'ex':
    case 'vi':
    case 'vim':
    case 'nano':
      return [...operands, ...valuesOf('-t', '--target-directory')];
    case 'xxd':
      return operands.slice(1);
    case 'find':
      return words.filter((_, at) => /^-f(print0?|printf|ls)$/.test(words[at - 1] ?? ''));
    case 'git':
      return operands[0] === 'config' && !/^--(get|list)/.test(words[1] ?? '') ? valuesOf('-f', '--file') : [];
    case 'cp':
    case 'ln':
    case 'install':
    case 'rsync':
    case 'scp':
      return [...operands.slice(-1), ...valuesOf('-t', '--target-directory')];
    case 'dd':
      return operands.filter((word) => word.startsWith('of=')).map((word) => word.slice('of='.length));
    case 'sed':
    case 'perl':
    case 'ruby':
      return words.some((word) => /^(-[a-zA-Z]*i|--in-place)/.test(word)) ? withoutCode(words) : [];
    case 'curl':
      return valuesOf('-o', '--output', '--output-dir');
    case 'wget':
      return valuesOf('-O', '--output-document', '-P', '--directory-prefix');
    case 'sort':
      return valuesOf('-o', '--output');
    case 'ssh-keygen':
      return valuesOf('-f');
    case 'tar':
    case 'unzip':
      return valuesOf('-C', '--directory', '-d');
    default:
      return [];
  }
}

/** The value of the first of these options that the word is: `-o FILE`, `-sSo FILE`, `-oFILE`, `--output=FILE`. */
function optionValue(word: string, next: string | undefined, options: readonly string[]): string[] {
  for (const option of options) {
    const isCluster = /^-[a-zA-Z]$/.test(option) && /^-[a-zA-Z]+$/.test(word) && word.endsWith(option.slice(1));
    if (word === option || isCluster) return next === undefined ? [] : [next];
    const attached = option.startsWith('--') ? `${option}=` : option;
    if (word.startsWith(attached)) return [word.slice(attached.length)];
  }
  return [];
}

/** The operands of an editor of streams: the first is its code, unless an option gives it. */
function withoutCode(words: readonly string[]): readonly string[] {
  const isCode = (word: string | undefined) => /^(-[a-zA-Z]*e|--expression|-f|--file)$/.test(word ?? '');
  const operands = words.filter((word, at) => !word.startsWith('-') && !isCode(words[at - 1]));
  return words.some(isCode) ? operands : operands.slice(1);
}

function forbiddenOwnership(
  name: string,
  words: readonly string[],
  operands: readonly string[],
  folder: string | null,
  ground: Ground,
): string | null {
  if (!/^(chmod|chown|chgrp|chattr|setfacl)$/.test(name)) return null;
  return firstOf(operands, (word) => {
    const path = target(word, folder);
    if (path === null) return null;
    if (path === '/' || isSystemFolder(path, ground)) return `it changes the mode or the owner of ${path}`;
    if (!words.some(isRecursive) || forbiddenTree(word, folder, ground) === null) return null;
    return `it changes the modes or the owners of all that is in ${path}`;
  });
}

function isSystemFolder(path: string, ground: Ground): boolean {
  if (!SYSTEM_FOLDERS.test(path) || CHANGEABLE_PARTS.test(path)) return false;
  return !ground.folders.some((project) => isWithin(path, project));
}

/** The absolute path without its last names if they are nothing but patterns; null where it cannot be told. */
function target(written: string, folder: string | null): string | null {
  const names = written.replace(/(?!^)\/+$/, '').split('/');
  while (isWholePattern(names.at(-1))) names.pop();
  const path = names.length === 0 ? '.' : names.join('/') || '/';
  if (isAbsolute(path)) return resolve(path);
  return folder === null ? null : resolve(folder, path);
}

/** `*`, `.*`, `{*,.*}`, `[!.]*`: all names, or nearly. */
function isWholePattern(name: string | undefined): boolean {
  return name?.includes('*') === true && /^[.{},!?*[\]^]+$/.test(name);
}

function firstOf(words: readonly string[], judge: (word: string) => string | null): string | null {
  for (const word of words) {
    const why = judge(word);
    if (why !== null) return why;
  }
  return null;
}
