/** `PROGRAM --version`: of programs that are known to say their version and do nothing else. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const LONG = new Set(
  (
    'node npm npx bun deno python python2 python3 pip pip3 pipx uv ruby gem perl php lua java javac ghc ' +
    'go rustc cargo rustup rustfmt zig swift gcc g++ cc c++ clang clang++ ld make cmake ninja meson git gh glab docker ' +
    'podman kubectl helm aws gcloud az tsc eslint prettier biome yarn pnpm corepack ruff black mypy ' +
    'bash zsh fish dash sh rg grep sed awk gawk find ls cat jq yq curl wget tar zip unzip gzip ssh sqlite3 psql mysql redis-cli ' +
    'nginx ffmpeg convert magick tmux vim nvim nano emacs code tree fd fzf bat diff sort shellcheck protoc openssl gpg bwrap strace'
  ).split(' '),
);
/** By a letter, where that is all that the letter does. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ...'node npm npx bun perl php ruby tsc eslint prettier make gcc clang docker yarn pnpm'
    .split(' ')
    .map((name): [string, string] => [name, '-v']),
  ...'python python3 pip pip3 rustc cargo ruff rg git curl wget tmux uv jq ssh'
    .split(' ')
    .map((name): [string, string] => [name, '-V']),
  ['java', '-version'],
  ['javac', '-version'],
  ['lua', '-v'],
  ['go', 'version'],
  ['git', 'version'],
  ['openssl', 'version'],
  ['zig', 'version'],
]);
/** Files by which a project says which version runs, or that its own does. */
const CHOOSERS: ReadonlyMap<string, RegExp> = new Map([
  ...['rustc', 'cargo', 'rustfmt', 'rustup'].map((name): [string, RegExp] => [name, /^rust-toolchain(\.toml)?$/]),
  ['yarn', /^(\.yarnrc(\.yml)?|package\.json)$/],
  ['pnpm', /^package\.json$/],
]);
const CHOOSER_FILES = ['rust-toolchain', 'rust-toolchain.toml', '.yarnrc', '.yarnrc.yml', 'package.json'];
const FOLDERS_MAX = 64;

/** `base` is the folder that it runs in. */
export function asksForVersion(program: string, words: readonly string[], base: string): boolean {
  const [option = '', ...others] = words;
  if (others.length > 0) return false;
  const isAsked = (option === '--version' && LONG.has(program)) || LETTERS.get(program) === option;
  return isAsked && !isChosen(program, base);
}

function isChosen(program: string, base: string): boolean {
  const chooser = CHOOSERS.get(program);
  if (!chooser) return false;
  const files = CHOOSER_FILES.filter((file) => chooser.test(file));
  for (let folder = base, looked = 0; looked < FOLDERS_MAX; looked++) {
    if (files.some((file) => chooses(join(folder, file)))) return true;
    if (dirname(folder) === folder) return false;
    folder = dirname(folder);
  }
  return true;
}

function chooses(file: string): boolean {
  if (!existsSync(file)) return false;
  if (!file.endsWith('package.json')) return true;
  try {
    return readFileSync(file, 'utf8').includes('"packageManager"');
  } catch {
    return true;
  }
}
