/** Whether a failure came of the sandbox: by what real programs say in it, and by what is told of others. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { blockedBy, type Confinement } from '../src/index.ts';
import { endOf, hasSandbox, Place } from './place.ts';

const OUTSIDE = 'a write outside of the project';
const KEPT = 'a write to what is kept as it is';
const NETWORK = 'the network';
const HIDDEN = 'what is hidden from it';
const SERVICE = 'a service of this machine';
const OTHER = 'the rights of another user';

let place: Place;
beforeAll(() => {
  place = new Place();
  for (const path of ['.npmrc', '.ssh/id_rsa', 'kept']) place.file(`home/${path}`, 'x');
  execFileSync('git', ['init', '-q', place.project]);
  execFileSync('git', ['init', '-q', join(place.home, 'other')]);
  mkdirSync(join(place.project, 'crate/src'), { recursive: true });
  writeFileSync(join(place.project, 'crate/src/main.rs'), 'fn main() {}');
  writeFileSync(
    join(place.project, 'crate/Cargo.toml'),
    '[package]\nname = "x"\nversion = "1.0.0"\n[dependencies]\nserde = "1"\n',
  );
  writeFileSync(join(place.project, 'go.mod'), 'module example.org/x\n');
});
afterAll(() => place.remove());

/** Program, what it is asked for, what has kept it from that. */
const REAL: readonly (readonly [string, string, string | null])[] = [
  ['bash', 'echo x > ~/kept', OUTSIDE],
  ['bash', 'echo x > /dev/tcp/192.0.2.1/80', NETWORK],
  ['touch', 'touch ~/new', OUTSIDE],
  ['mkdir', 'mkdir /usr/new', OUTSIDE],
  ['rm', 'rm ~/kept', OUTSIDE],
  ['cp', 'cp go.mod /usr/bin/', OUTSIDE],
  ['mv', 'mv go.mod ~/', OUTSIDE],
  ['sed', 'sed -i s/a/b/ ~/kept', OUTSIDE],
  ['tee', 'tee ~/kept < go.mod', OUTSIDE],
  ['chmod', 'chmod 700 ~/kept', OUTSIDE],
  ['ln', 'ln -s x ~/new', OUTSIDE],
  ['dd', 'dd if=go.mod of=$HOME/kept', OUTSIDE],
  ['git', 'git -C ~/other -c user.name=x -c user.email=x commit --allow-empty -m x', OUTSIDE],
  ['git', 'git config --global a.b c', OUTSIDE],
  ['git', 'git config a.b c', KEPT],
  ['bash', 'echo x > .git/hooks/pre-commit', KEPT],
  ['git', 'git clone https://example.org/x', NETWORK],
  ['git', 'git ls-remote git@example.org:x', NETWORK],
  ['ssh', 'ssh -o BatchMode=yes example.org', NETWORK],
  ['curl', 'curl -sS https://example.org', NETWORK],
  ['wget', 'wget -nv https://example.org', NETWORK],
  ['npm', 'npm install left-pad --fetch-retries=0', NETWORK],
  ['pip', 'pip download --retries 0 left-pad', NETWORK],
  ['node', `node -e 'fetch("https://example.org").catch((e) => { console.error(e); process.exit(1); })'`, NETWORK],
  ['node', `node -e 'require("http").get("http://192.0.2.1")'`, NETWORK],
  ['node', `node -e 'fs.writeFileSync(process.env.HOME + "/new", "")'`, OUTSIDE],
  ['python3', `python3 -c 'import urllib.request as u; u.urlopen("https://example.org")'`, NETWORK],
  ['python3', `python3 -c 'import socket; socket.create_connection(("192.0.2.1", 80))'`, NETWORK],
  ['python3', `python3 -c 'open("/usr/new", "w")'`, OUTSIDE],
  ['perl', `perl -e 'open(F, ">", "/usr/new") or die "$!"'`, OUTSIDE],
  ['cargo', 'cd crate && CARGO_NET_RETRY=0 cargo build', NETWORK],
  ['go', 'GOFLAGS= go get golang.org/x/text', NETWORK],
  ['go', 'GOPATH=/usr/go GOCACHE=/tmp/go go install example.org/x@latest', NETWORK],
  ['cat', 'cat ~/.npmrc', HIDDEN],
  ['cat', 'cat ~/.ssh/id_rsa', HIDDEN],
  ['docker', 'DOCKER_HOST= docker ps', SERVICE],
  // The command's own failures.
  ['bash', 'nonsense-program', null],
  ['cat', 'cat none', null],
  ['cat', 'cat /etc/none', null],
  ['ls', 'ls ~/none', null],
  ['curl', 'curl -sS http://127.0.0.1:1', null],
  ['python3', `python3 -c 'open("none")'`, null],
  ['node', `node -e 'require("none")'`, null],
  ['git', 'git checkout none', null],
  ['go', 'go build ./none', null],
  ['bash', 'echo "bash: x: Read-only file system"', null],
  ['grep', 'echo "Could not resolve host: x" | grep --color=never Could', null],
];

describe.runIf(hasSandbox)('what a real program says', () => {
  const isHere = (name: string) => spawnSync('bash', ['-c', `command -v ${name}`]).status === 0;

  test.concurrent.each(REAL.filter(([program]) => isHere(program)))('%s: %s', async (_, script, reason) => {
    const confinement: Partial<Confinement> = { caches: join(place.root, 'caches') };
    // Programs that one person alone has, of those who start the tests, still find their own files.
    const { CARGO_HOME, RUSTUP_HOME = `${process.env.HOME}/.rustup`, PYENV_ROOT } = process.env;
    const environment = { RUSTUP_HOME, ...(CARGO_HOME && { CARGO_HOME }), ...(PYENV_ROOT && { PYENV_ROOT }) };
    const { exitCode, stdout, stderr } = await endOf(place.spawn(script, confinement, environment));
    expect({ reason: blockedBy({ exitCode }, stdout + stderr, place.layout(confinement)), stderr }).toEqual({
      reason,
      stderr,
    });
  });
});

type Row = readonly [title: string, output: string, reason: string | null, changes?: Partial<Confinement>];

const TOLD: readonly Row[] = [
  ['Java', 'java.io.FileNotFoundException: /opt/x (Read-only file system)', OUTSIDE],
  ['Java', 'Caused by: java.net.UnknownHostException: repo.example.org', NETWORK],
  [
    'Rust',
    'Error: Os { code: 30, kind: ReadOnlyFilesystem, message: "x" }\nRead-only file system (os error 30)',
    OUTSIDE,
  ],
  ['reqwest', 'error: dns error: failed to lookup address information: Name or service not known', NETWORK],
  ['Go', 'open /opt/x: read-only file system', OUTSIDE],
  ['apt', "Err:1 http://deb.example.org x\n  Temporary failure resolving 'deb.example.org'", NETWORK],
  [
    'pip',
    "NewConnectionError('<x>: Failed to establish a new connection: [Errno -3] Temporary failure in name resolution')",
    NETWORK,
  ],
  [
    'pnpm',
    'ERR_PNPM_META_FETCH_FAIL GET https://x/: request failed, reason: getaddrinfo ENOTFOUND registry.example.org',
    NETWORK,
  ],
  ['yarn', 'error Error: getaddrinfo EAI_AGAIN registry.example.org', NETWORK],
  ['rsync', 'ssh: Could not resolve hostname example.org: Name or service not known', NETWORK],
  ['sudo', 'sudo: The "no new privileges" flag is set, which prevents sudo from running as root.', OTHER],
  ['su', 'su: cannot set groups: Operation not permitted', OTHER],
  [
    'psql',
    'psql: error: connection to server on socket "/run/postgresql/.s.PGSQL.5432" failed: No such file or directory',
    SERVICE,
  ],
  ['ssh-add', 'Could not open a connection to your authentication agent.', SERVICE],
  ['systemctl', 'Failed to connect to bus: No such file or directory', SERVICE],
  ['a program with a window', 'Gtk-WARNING **: cannot open display: ', SERVICE],
  [
    'git by ssh',
    'git@example.org: Permission denied (publickey).\nfatal: Could not read from remote repository.',
    HIDDEN,
  ],
  ['ssh', 'Host key verification failed.', HIDDEN],
  ['git', "fatal: could not read Username for 'https://example.org': No such device or address", HIDDEN],
  ['npm', 'npm error code ENEEDAUTH', HIDDEN],
  ['podman', 'Cannot connect to Podman socket: x', SERVICE],
  ['bubblewrap', "bwrap: Can't chdir to /gone: No such file or directory", 'the start of the sandbox'],
  ['a program that is not there', 'bwrap: execvp nonsense: No such file or directory', null],
  [
    'the last of several',
    "touch: cannot touch '/opt/x': Read-only file system\ncurl: (6) Could not resolve host: x",
    NETWORK,
  ],
  ['where the network is allowed', 'curl: (6) Could not resolve host: x', null, { network: true }],
  ['where nothing may be written', "touch: cannot touch 'x': Read-only file system", 'a write', { writes: 'nothing' }],
  // Words without the deed.
  ['a line of a log', 'INFO the Read-only file system test begins\n1 test failed', null],
  ['a found line', 'README.md:12:a Read-only file system is mounted', null],
  ['a comment', 'src/a.ts:5: // EROFS or Read-only file system\nerror TS2304', null],
  ['a test that has passed', '✓ throws EROFS: read-only file system, open x\n✗ adds 1 and 1', null],
  ['a test in TAP that has passed', 'ok 1 - curl: (6) Could not resolve host: x\nnot ok 2 - adds', null],
  ['a name in the source', 'const codes = [EAI_AGAIN, ENOTFOUND, EROFS];\nSyntaxError', null],
  ['a question', 'Is the network reachable? Network is unreachable is one answer\nfailed', null],
  ['permission denied elsewhere', 'cat: /var/log/secure: Permission denied', null],
  ['no such file elsewhere', "python3: can't open file '/tmp/x.py': No such file or directory", null],
  ['busy elsewhere', "rm: cannot remove 'mnt': Device or resource busy", null],
  ['a refused connection', 'connect ECONNREFUSED 127.0.0.1:5432', null],
];

describe('what is told of others', () => {
  const rows = TOLD.map(([title, output, reason, changes = {}]) => [title, output, reason, changes] as const);
  test.each(rows)('%s: %s', (_, output, reason, changes) => {
    const layout = place.layout(changes);
    expect(blockedBy({ exitCode: 1 }, output, layout)).toBe(reason);
    expect(blockedBy({ exitCode: 0 }, output, layout)).toBe(null);
    expect(blockedBy({ exitCode: null }, output, layout)).toBe(null);
  });

  test('a file system in the project that is read-only of itself', () => {
    const line = `touch: cannot touch '${place.project}/mnt/x': Read-only file system`;
    expect(blockedBy({ exitCode: 1 }, line, place.layout())).toBe(null);
  });

  test("what lies in the machine's own folder for temporary files, in whose place the sandbox has one", () => {
    const folder = mkdtempSync('/tmp/tagma-sandbox-');
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const lines = [
      `cat: ${folder}: No such file or directory`,
      `fatal: '${folder}' does not appear to be a git repository`,
      `cat: ${folder}/none: No such file or directory`,
    ];
    const own = "what lies in the machine's own /tmp";
    for (const temporary of [null, place.folder('temporary')]) {
      const reasons = lines.map((line) => blockedBy({ exitCode: 1 }, line, place.layout({ temporary })));
      expect(reasons).toEqual([own, own, null]);
    }
  });

  test('a path with a tilde, and one by way of /var/run', () => {
    const lines = [
      'open ~/.ssh/config: no such file or directory',
      'dial unix /var/run/x.sock: connect: no such file or directory',
    ];
    expect(lines.map((line) => blockedBy({ exitCode: 1 }, line, place.layout()))).toEqual([HIDDEN, SERVICE]);
  });
});
