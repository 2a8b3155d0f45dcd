/**
 * A whole session in mode `trust`, over a scripted endpoint: with the sandbox, and where bubblewrap cannot be had. And what
 * `auto-in-project` is there.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { findSandbox } from '../packages/sandbox/src/index.ts';
import { run, temporaryFolder } from './command.ts';
import { printWith } from './scripted.ts';

const found = await findSandbox();
const hasBubblewrap = found.kind === 'bubblewrap';

const bash = (command: string, more = '') =>
  `<action tool="bash"><command><![CDATA[${command}]]></command>${more}</action>`;
const FINAL = '<final>done</final>';
const SERVE = `node -e 'const s = require("net").createServer((c) => c.end("served")).listen(0, "127.0.0.1", () => require("fs").writeFileSync("port", String(s.address().port)))' > /dev/null 2>&1 & echo $! > pid; until [ -s port ]; do sleep 0.1; done`;
const WORK = [
  bash('f() { echo "$1" > made.txt; }; f "$(date +%Y)"'),
  bash(SERVE),
  bash('cat < "/dev/tcp/127.0.0.1/$(cat port)" > answer.txt'),
  bash(
    'kill "$(cat pid)"; for i in 1 2 3 4 5 6 7 8 9; do kill -0 "$(cat pid)" 2>/dev/null || break; sleep 0.2; done; kill -0 "$(cat pid)" 2>/dev/null || echo ended > ended.txt',
  ),
];
/** What is not analysed, and would write into the home. */
const INTO_HOME = bash('g() { touch "$HOME/$1"; }; g "$(echo made-in-home)"');

/** In the place of Tagma's starter: the same where no bubblewrap works. */
function withoutBubblewrap(): string {
  const starter = fileURLToPath(new URL('../dist/start.js', import.meta.url));
  const places = ['/usr/bin/bwrap', '/bin/bwrap', '/usr/local/bin/bwrap', found.kind === 'none' ? '' : found.path];
  const real = [...new Set(places.filter(existsSync).map((path) => realpathSync(path)))];
  const args = ['--dev-bind', '/', '/', ...real.flatMap((path) => ['--ro-bind', '/bin/false', path])];
  const file = join(temporaryFolder(), 'without.mjs');
  writeFileSync(
    file,
    `import { spawnSync } from 'node:child_process';
    const args = [...${JSON.stringify(args)}, '--', process.execPath, ${JSON.stringify(starter)}, ...process.argv.slice(2)];
    process.exit(spawnSync(${JSON.stringify(real[0])}, args, { stdio: 'inherit' }).status);`,
  );
  return file;
}

const around = (more: object = {}) => {
  const home = temporaryFolder();
  return { home, around: { env: { HOME: home }, ...more } };
};
const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8').trim();

describe.skipIf(!hasBubblewrap)('mode trust', () => {
  test('in the sandbox: what cannot be analysed runs, servers and signals reach others, the home stays as it is', async () => {
    const { home, around: given } = around();
    const told = 'allow it from the start: --no-sandbox, or "sandbox": {"writable"';
    const last = `<turn><expect in="last">${told}</expect><reply>&lt;final>done&lt;/final></reply></turn>`;
    const ended = await printWith([...WORK, INTO_HOME, last], ['--mode', 'trust'], given);
    expect([ended.code, ended.mismatches]).toEqual([0, []]);
    expect(['made.txt', 'answer.txt', 'ended.txt'].map((name) => read(ended.folder, name))).toEqual([
      ...[String(new Date().getFullYear()), 'served', 'ended'],
    ]);
    expect(existsSync(join(home, 'made-in-home'))).toBe(false);
    expect(ended.err).toMatch(
      /^tagma: mode trust: everything runs unasked but .* cannot write home, system and devices$/m,
    );
    const history = readFileSync(ended.history, 'utf8');
    expect(history).toContain('the sandbox has kept this command from a write outside of the project');
    expect((await run(['audit', ended.history])).code).toBe(0);
  });

  test('in the sandbox: what a command names of the home stays as it is, too', async () => {
    const { home, around: given } = around();
    mkdirSync(join(home, 'notes'));
    for (const name of ['own', 'notes/own']) writeFileSync(join(home, name), 'own');
    const tried = ['echo x >> ~/own', 'echo x > ~/notes/new', 'rm ~/notes/own', 'cp made ~/notes/'].map((command) =>
      bash(`touch made; ${command}`),
    );
    const ended = await printWith([...tried, FINAL], ['--mode', 'trust'], given);
    expect([ended.code, ended.mismatches]).toEqual([0, []]);
    expect([read(home, 'own'), read(home, 'notes/own'), readdirSync(join(home, 'notes'))]).toEqual([
      'own',
      'own',
      ['own'],
    ]);
  });

  test('in the sandbox: git writes its settings, and what is protected in the project is written', async () => {
    const { around: given } = around();
    const work = ['git init -q', 'git config user.note kept', 'echo A=1 > .env', 'echo B=2 >> .env'].map((command) =>
      bash(command),
    );
    const ended = await printWith([...work, FINAL], ['--mode', 'trust'], given);
    expect([ended.code, ended.mismatches]).toEqual([0, []]);
    expect(read(ended.folder, '.git/config')).toContain('note = kept');
    expect(read(ended.folder, '.env')).toBe('A=1\nB=2');
  });

  test('where bubblewrap cannot be had: the same, with all rights, and it is said', async () => {
    const { home, around: given } = around({ bundle: withoutBubblewrap() });
    const ended = await printWith([...WORK, INTO_HOME, FINAL], ['--mode', 'trust'], given);
    expect([ended.code, ended.mismatches]).toEqual([0, []]);
    expect(['made.txt', 'answer.txt', 'ended.txt'].map((name) => read(ended.folder, name))).toEqual([
      ...[String(new Date().getFullYear()), 'served', 'ended'],
    ]);
    expect(existsSync(join(home, 'made-in-home'))).toBe(true);
    expect(ended.err).toMatch(/^tagma: commands run without a sandbox, with all your rights: bubblewrap /m);
    expect(ended.err).toMatch(
      /^tagma: mode trust without a sandbox: everything runs unasked but .*, with all your rights$/m,
    );
    expect((await run(['audit', ended.history])).code).toBe(0);
  });

  test('the first event of the stream says what the mode allows', async () => {
    const stream = ['--output-format', 'stream-json'];
    const first = async (args: readonly string[]) => {
      const { out } = await printWith([FINAL], [...args, ...stream]);
      const { type, mode, sandbox, warning } = JSON.parse(out.split('\n')[0] ?? '');
      return { type, mode, sandbox, warning };
    };
    const type = 'session_started';
    expect(await first(['--mode', 'trust'])).toEqual({
      ...{ type, mode: 'trust', sandbox: true },
      warning: expect.stringMatching(/^mode trust: everything runs unasked/),
    });
    expect(await first(['--mode', 'trust', '--no-sandbox'])).toEqual({
      ...{ type, mode: 'trust', sandbox: false },
      warning: expect.stringMatching(/^mode trust without a sandbox: /),
    });
    expect(await first(['--mode', 'auto-in-project'])).toEqual({ type, mode: 'auto-in-project', sandbox: true });
  });
});

describe('auto-in-project', () => {
  test('without a sandbox is accept-edits: what runs a program is not run unasked, and both are said', async () => {
    const edit = '<action tool="write"><path>a.txt</path><content>a</content></action>';
    const ended = await printWith(
      [edit, bash('sh -c "touch b.txt"'), FINAL],
      ['--mode', 'auto-in-project', '--no-sandbox'],
    );
    expect(ended.code).toBe(3);
    expect([existsSync(join(ended.folder, 'a.txt')), existsSync(join(ended.folder, 'b.txt'))]).toEqual([true, false]);
    expect(ended.err).toMatch(/^tagma: mode auto-in-project is accept-edits here, for there is no sandbox/m);
    expect(ended.err).toContain('mode auto-in-project without a sandbox: running a program asks');
  });
});
