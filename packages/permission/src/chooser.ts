/**
 * Programs that are found under the name of another, and choose which version of it runs by files of the project: what runs then
 * may be a file of the project too, or is downloaded first. Told by where the name really leads; what such a chooser reads is
 * looked for only where its files are few and known.
 */
import { basename, dirname, join, sep } from 'node:path';
import { isThere, textOf } from './disk.ts';
import type { ProgramPlace } from './program-place.ts';

/** Choosers that may run what a project names, by the last name of their file, or by a folder on the way to it. */
const CHOOSING_PROGRAMS =
  /^(volta(-shim)?|asdf|mise|rtx|proto(-shim)?|swiftly|aqua(-proxy)?|hermit|pkgx|vfox|nodist|bazelisk)(\.exe)?$/;
const CHOOSING_FOLDERS = new Set([
  '.volta',
  '.asdf',
  '.proto',
  '.hermit',
  'mise',
  'rtx',
  'corepack',
  'aquaproj-aqua',
  '.vfox',
]);
/** Folders of choosers that run what the person has installed, unless this file names another. */
const SHIM_FILES: ReadonlyMap<string, string> = new Map([
  ['.pyenv', '.python-version'],
  ['.rbenv', '.ruby-version'],
  ['.nodenv', '.node-version'],
  ['.goenv', '.go-version'],
  ['.jenv', '.java-version'],
  ['.phpenv', '.php-version'],
  ['.plenv', '.perl-version'],
]);
/** Programs that choose among their own versions by files. */
const RUST_FILES = ['rust-toolchain', 'rust-toolchain.toml'];
const OWN_CHOICE: ReadonlyMap<string, readonly string[]> = new Map([
  ...['rustc', 'cargo', 'rustfmt', 'rustup'].map((name): [string, readonly string[]] => [name, RUST_FILES]),
  ['go', ['go.mod', 'go.work']],
  ['yarn', ['.yarnrc', '.yarnrc.yml', 'package.json']],
  ['pnpm', ['package.json', 'package.json5', 'package.yaml', 'pnpm-workspace.yaml']],
]);
const FOLDERS_MAX = 64;
const MANIFEST_BYTES_MAX = 4 * 1024 * 1024;

/** Whether files from `base` upwards may decide what runs under this name. */
export function isChosenHere(program: string, place: ProgramPlace, base: string): boolean {
  const own = OWN_CHOICE.get(program);
  if (own && isAnyAbove(own, base)) return true;
  const chooser = known.get(place) ?? chooserAt(place);
  known.set(place, chooser);
  return typeof chooser === 'string' ? isAnyAbove([chooser], base) : chooser;
}

const known = new WeakMap<ProgramPlace, string | boolean>();

/** Whether there is a chooser of any files, or the one file that it obeys. */
function chooserAt({ path, real }: ProgramPlace): string | boolean {
  if (path === null || real === null) return false;
  const folders = [path, real].flatMap((each) => dirname(each).split(sep));
  const file = folders.map((folder) => SHIM_FILES.get(folder)).find((each) => each !== undefined);
  if (file !== undefined) return file;
  const isInShims = folders.some((folder) => CHOOSING_FOLDERS.has(folder) || folder === 'shims');
  return isInShims || CHOOSING_PROGRAMS.test(basename(real));
}

function isAnyAbove(files: readonly string[], base: string): boolean {
  let folder = base;
  for (let looked = 0; files.length > 0 && looked < FOLDERS_MAX; looked++) {
    if (files.some((file) => chooses(join(folder, file)))) return true;
    if (dirname(folder) === folder) return false;
    folder = dirname(folder);
  }
  return files.length > 0;
}

function chooses(file: string): boolean {
  if (!isThere(file)) return false;
  if (basename(file) !== 'package.json') return true;
  try {
    const value: unknown = JSON.parse(textOf(file, MANIFEST_BYTES_MAX) ?? '');
    return typeof value !== 'object' || value === null || 'packageManager' in value || 'devEngines' in value;
  } catch {
    return true;
  }
}
