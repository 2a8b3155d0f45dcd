/**
 * Whether a command comes to what is Tagma's own: by any word of it that leads there, however the command is to be read, and by
 * programs that go through the folder around it. What is not named (a path that code puts together) is for the sandbox.
 */
import { isAbsolute, resolve } from 'node:path';
import { aboutClosed, closedBelow, holdsClosed, whyClosed } from './closed.ts';
import { beginLooks } from './disk.ts';
import { type Ground, isWithin, type Place, survey } from './ground.ts';
import { mayMatch } from './name-pattern.ts';
import type { Named, NamedCommand, NamedText } from './named-in-command.ts';
import { nameOf } from './programs.ts';

/** Where one name may end and another begin: `a=b`, `-v FROM:TO`, `--file=FILE`, `open('FILE')`. */
const BETWEEN = /[\s"'`=:,;()<>@|&{}]+/;
/** `-C/path`, `-I~/path` */
const BEHIND_OPTION = /^-\w*?([~/].*)$/s;
const VARIABLE = /\$(?:(\w+)|\{(\w+)\})/g;
const PATTERN = /[*?[]/;
const NAMES_MAX = 4_000;
const NAME_CHARS_MAX = 4_096;

/** Programs that say no more of a folder than the names in it, and the like. */
const NAMES_ALONE =
  /^(ls|ll|dir|exa|eza|lsd|tree|find|fd|stat|du|df|cd|pushd|test|\[|\[\[|echo|printf|mkdir|realpath|readlink|dirname|basename|file|pwd|which)$/;

const SEARCHES = /^([ef]?grep|rg|ag|ack)$/;

/** The same for the parameters of a tool of the person's own: those that are paths, and no prose about one. */
export function closedInParams(params: Params, place: Place): string | null {
  beginLooks();
  const ground = survey(place);
  const texts = textsIn(params).filter((text) => !/\s/.test(text));
  return closedInCommand({ commands: [], texts: texts.map((text) => ({ text, folder: ground.folder })) }, ground);
}

type Params = { readonly [name: string]: unknown };

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Why it is on the deny list, or null. */
export function closedInCommand({ commands, texts }: Named, ground: Ground): string | null {
  if (ground.closed.length === 0) return null;
  const looked = new Set<string>();
  for (const text of texts) {
    for (const path of pathsIn(text, ground)) {
      if (looked.size >= NAMES_MAX) return null;
      if (looked.has(path)) continue;
      looked.add(path);
      const why = PATTERN.test(path) ? closedByPattern(path, ground) : whyClosed(path, ground);
      if (why !== null) return why;
    }
  }
  const goesOn = commands.some(({ words }) => /^(xargs|parallel)$/.test(nameOf(words[0] ?? '')));
  for (const command of commands) {
    const why = throughFolder(command, goesOn, ground);
    if (why !== null) return why;
  }
  return null;
}

function pathsIn({ text, folder }: NamedText, ground: Ground): readonly string[] {
  const behind = text.startsWith('-') ? (BEHIND_OPTION.exec(text)?.[1] ?? '') : '';
  const pieces = BETWEEN.test(text) ? [text, ...text.split(BETWEEN), behind] : [text, behind];
  const names = pieces.filter((piece) => piece !== '' && piece.length <= NAME_CHARS_MAX && !/[\0\n]/.test(piece));
  return [...new Set(names.flatMap((name) => located(name, folder, ground)))];
}

/** From the home, by variables of the environment, relative to the folder. */
function located(name: string, folder: string | null, ground: Ground): readonly string[] {
  const fromHome = name.replace(/^~(?=\/|$)/, ground.home);
  const knownOr = (whole: string, plain?: string, braced?: string) =>
    knownValue(plain ?? braced ?? '', ground) ?? whole;
  const known = fromHome.includes('$') ? fromHome.replaceAll(VARIABLE, knownOr) : fromHome;
  if (isAbsolute(known)) return [resolve(known)];
  return folder === null || known.startsWith('-') ? [] : [resolve(folder, known)];
}

function knownValue(name: string, { environment, home }: Ground): string | undefined {
  return environment.get(name) ?? (name === 'HOME' ? home : undefined);
}

/** `*` alone does not stand for a name that begins with a dot. */
function closedByPattern(path: string, { closed }: Ground): string | null {
  const patterns = path.split('/');
  const isMeant = (name: string, pattern: string) =>
    name === pattern ||
    (PATTERN.test(pattern) && !(name.startsWith('.') && /^[*?]/.test(pattern)) && mayMatch(pattern, name));
  const found = closed.find((one) => {
    const names = one.path.split('/');
    return names.length <= patterns.length && names.every((name, at) => isMeant(name, patterns[at] ?? ''));
  });
  return found === undefined ? null : aboutClosed(found.path);
}

/** `tar c ~`, `cp -r ~/.config x`: it names a folder in which that is. */
function throughFolder({ words, folder }: NamedCommand, goesOn: boolean, ground: Ground): string | null {
  const [program = '', ...rest] = words;
  const name = nameOf(program);
  const isFolder = goesThrough(name, rest, goesOn);
  if (!isFolder && NAMES_ALONE.test(name)) return null;
  // What is searched for may be a text with a path in it.
  const isText = (word: string) => SEARCHES.test(name) && /\s/.test(word);
  const pathsOf = (text: string) => (isText(text) ? located(text, folder, ground) : pathsIn({ text, folder }, ground));
  for (const path of rest.flatMap(pathsOf)) {
    if (!isAbove(path, ground)) continue;
    const held = closedBelow(path, ground);
    if (held !== null && (isFolder || holdsClosed(path, ground))) {
      return `it goes through ${path}, and ${aboutClosed(held)}`;
    }
  }
  return null;
}

/** Cheap, before links are followed: of other folders only a link may lead there. */
function isAbove(path: string, { closed, homes }: Ground): boolean {
  return closed.some((one) => isWithin(one.path, path)) || !homes.some((home) => isWithin(home, path));
}

/** Whether a program reads, moves or hands on all that is in a folder. */
function goesThrough(name: string, words: readonly string[], goesOn: boolean): boolean {
  const has = (form: RegExp) => words.some((word) => form.test(word));
  switch (name) {
    case 'cp':
    case 'scp':
      return has(/^-\w*[rRa]|^--(recursive|archive)$/);
    case 'tar':
    case 'bsdtar':
    case 'gtar':
      return has(/^-?\w*[cru]\w*$|^--(create|append|update)$/);
    case 'zip':
      return has(/^-\w*r|^--recurse/);
    case 'grep':
    case 'egrep':
    case 'fgrep':
      return has(/^-\w*[rR]|^--(dereference-)?recursive$/);
    case 'rg':
    case 'ag':
    case 'ack':
      return has(/^-\w*[.u]|^--(hidden|unrestricted)/);
    case 'find':
    case 'fd':
      return (goesOn || has(/^-(exec|execdir|ok|okdir|delete|x|X)$/)) && mayFind(words);
    case 'rm':
      return has(/^-\w*[rR]|^--recursive$/);
    case 'rsync':
    case 'mv':
    case 'ln':
    case 'cpio':
    case '7z':
    case '7za':
    case 'bindfs':
    case 'mount':
      return true;
    default:
      return false;
  }
}

/** Whether its names leave the file of keys in: `-name '*.log'` does not. */
function mayFind(words: readonly string[]): boolean {
  const names = words.filter((_, at) => /^-i?name$/.test(words[at - 1] ?? ''));
  return names.length === 0 || names.some((pattern) => mayMatch(pattern, 'secrets.jsonc'));
}
