/** `PROGRAM --version`: of programs that are known to say their version and do nothing else, where they are what they seem. */

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

export function asksForVersion(program: string, words: readonly string[]): boolean {
  const [option = '', ...others] = words;
  if (others.length > 0) return false;
  return (option === '--version' && LONG.has(program)) || LETTERS.get(program) === option;
}
