/**
 * What is known of programs that do more than look. Lists, so that a reader can check them; what is on none of them is a
 * program that runs, and that may do anything in the project.
 */

/** The last name of a program's path, in lower case: not every file system tells cases apart. Windows' programs without `.exe`. */
export function nameOf(program: string): string {
  return program
    .slice(program.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(/\.exe$/, '');
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

export const SHELLS = setOf(
  'sh bash dash zsh ksh mksh ash fish csh tcsh rbash yash pwsh pwsh-preview powershell nu elvish xonsh osh ysh',
);

/** Run the command in their own words, with the number of operands of their own before it. */
export const WRAPPERS: ReadonlyMap<string, number> = new Map([
  ...[...setOf('env command builtin exec nice ionice nohup setsid timeout gtimeout stdbuf time xargs parallel')].map(
    (name): [string, number] => [name, 0],
  ),
  ...[
    ...setOf('watch strace ltrace unshare nsenter busybox toybox caffeinate chrt systemd-run entr firejail unbuffer'),
  ].map((name): [string, number] => [name, 0]),
  ['chroot', 1],
  ['flock', 1],
  ['taskset', 1],
]);

/** Run text as a command, or change what the words after them mean to the shell. */
export const SHELL_STATE = setOf(
  'eval source . trap alias unalias set shopt export declare typeset local readonly let unset read mapfile readarray ' +
    'hash enable getopts pushd popd cd return bind complete compgen fc script expect',
);

const HOSTS = setOf(
  'curl wget ssh scp sftp ssh-copy-id rsync ftp lftp nc ncat netcat telnet socat ping dig nslookup host traceroute http ' +
    'https xh aria2c gh glab hub aws gcloud az kubectl helm docker podman npx bunx pnpx brew apt apt-get aptitude yum dnf ' +
    'pacman apk snap flatpak pip pip3 pipx uv uvx poetry conda mamba gem bundle composer rclone s3cmd mail sendmail ' +
    'terraform ansible vercel netlify heroku fly flyctl wrangler',
);

/** Programs that talk to the network but for some of their subcommands, and programs that do so with some of them. */
const HOSTS_UNLESS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['npm', setOf('run run-script test t tst start stop restart ls list root prefix bin pkg version help config')],
  ['pnpm', setOf('run test t start stop ls list root bin exec help')],
  ['yarn', setOf('run test start help')],
  ['bun', setOf('run test build')],
]);
const HOSTS_WITH: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['git', setOf('push fetch pull clone ls-remote submodule remote send-email request-pull svn lfs')],
  ['cargo', setOf('install add update fetch publish search login yank')],
  ['go', setOf('get install mod')],
]);

/** Whether a program with these words is known to talk to the network. */
export function usesNetwork(program: string, words: readonly string[]): boolean {
  const name = nameOf(program);
  if (HOSTS.has(name)) return true;
  const local = HOSTS_UNLESS.get(name);
  if (local) return !words.some((word) => local.has(word)) && !isVersion(words);
  const remote = HOSTS_WITH.get(name);
  return remote !== undefined && words.some((word) => remote.has(word));
}

function isVersion(words: readonly string[]): boolean {
  return words.length === 1 && ['-v', '--version', '-h', '--help'].includes(words[0] ?? '');
}
