import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { JsonObject, Params } from '@tagma/protocol';
import { build } from 'esbuild';
import { afterAll, describe, expect, test } from 'vitest';
import { bash } from '../src/bash.ts';
import { endProcessGroups, runTool } from '../src/index.ts';
import { countProcesses, uniqueSeconds, untilProcesses } from './processes.ts';
import { workspace } from './workspace.ts';

afterAll(endProcessGroups);

const run = (params: Params, space = workspace()) => runTool(bash, params, space.context);

const pathOf = (details: JsonObject): string => {
  if (typeof details.fullOutputPath !== 'string') throw new Error('no file with the full output');
  return details.fullOutputPath;
};

describe('a command that ends by itself', () => {
  const rows = [
    ['gives its output', 'echo hello', 'ok', 'hello\n', 0],
    ['says that there is none', 'true', 'ok', '', 0, ['no output']],
    ['fails with its exit code', 'echo so far; exit 3', 'error', 'so far\n', 3, ['Command exited with code 3']],
    ['fails without output', 'exit 1', 'error', '', 1, ['no output', 'Command exited with code 1']],
    [
      'is not found',
      'no-such-program',
      'error',
      'bash: line 1: no-such-program: command not found\n',
      127,
      ['Command exited with code 127'],
    ],
    ['prints what a note says', 'echo Command exited with code 1', 'ok', 'Command exited with code 1\n', 0],
    ['has several lines', 'a=1\nb=2\necho $((a + b))', 'ok', '3\n', 0],
    ['has bash syntax', 'if [[ -d / ]]; then x=(1 2); echo $((x[1])); fi; cat <(echo sub)', 'ok', '2\nsub\n', 0],
    ['has a here-document', 'cat <<END\nline\nEND', 'ok', 'line\n', 0],
    ['has no parameters', 'echo "$# [$1] $0"', 'ok', '0 [] bash\n', 0],
    ['has no standard input', 'cat; read -r x; echo "end $?"', 'ok', 'end 1\n', 0],
    ['stops its pipe in time', 'yes | head -2', 'ok', 'y\ny\n', 0],
    ['writes no newline at the end', "printf 'no newline'", 'ok', 'no newline', 0],
    ['writes other scripts', "printf '你好 🌍\\n'", 'ok', '你好 🌍\n', 0],
  ] as const;
  test.each(rows)('%s', async (_, command, status, content, exitCode, notes?: readonly string[]) => {
    const outcome = await run({ command });
    expect(outcome).toEqual({
      status,
      content,
      details: { exitCode, signal: null, durationMs: expect.any(Number), truncated: false, bytes: expect.any(Number) },
      ...(notes && { notes }),
    });
  });

  test('tells its syntax error as bash does, with the right line', async () => {
    expect(await run({ command: 'echo 1\nfi' })).toMatchObject({
      status: 'error',
      content: expect.stringMatching(/^1\nbash: .*line 2: syntax error near unexpected token `fi'\n.*line 2: `fi'\n$/),
      notes: [expect.stringMatching(/^Command exited with code \d+$/)],
    });
  });

  test('is killed by a signal', async () => {
    expect(await run({ command: 'kill -9 $$' })).toMatchObject({
      status: 'error',
      content: '',
      details: { exitCode: null, signal: 'SIGKILL' },
      notes: ['no output', 'Command was killed by SIGKILL'],
    });
  });

  test('runs in the working folder, with the environment and no pager, prompt or terminal', async () => {
    const space = workspace(
      {},
      { operations: { environment: () => ({ PATH: process.env.PATH, OWN: 'value', PAGER: 'less' }) } },
    );
    const command =
      'pwd; echo "$OWN $PAGER $GIT_PAGER $TERM $GIT_TERMINAL_PROMPT"; [ -t 0 ] || [ -t 1 ] || echo no terminal';
    const { content } = await run({ command }, space);
    expect(content).toBe(`${space.folder}\nvalue cat cat dumb 0\nno terminal\n`);
  });

  test('has standard output and errors in the order in which they were written', async () => {
    const { content } = await run({ command: 'for i in 1 2 3 4 5; do echo out $i; echo err $i >&2; done' });
    expect(content).toBe([1, 2, 3, 4, 5].map((i) => `out ${i}\nerr ${i}\n`).join(''));
  });
});

describe('output', () => {
  test('streams as it comes', async () => {
    const shown: string[] = [];
    const space = workspace({ go: '' }, { onOutput: (text) => shown.push(text) });
    const running = run({ command: 'echo first; while [ -e go ]; do sleep 0.02; done; echo second' }, space);
    await expect.poll(() => shown).toEqual(['first\n']);
    await runTool(bash, { command: 'rm go' }, { ...space.context, onOutput: () => {} });
    expect((await running).content).toBe('first\nsecond\n');
    expect(shown.join('')).toBe('first\nsecond\n');
  });

  test('in pieces that cut characters is whole, on the screen and for the model', async () => {
    const shown: string[] = [];
    const space = workspace({}, { onOutput: (text) => shown.push(text) });
    const command = String.raw`printf 'a\360\237'; sleep 0.1; printf '\214\215b\344'; sleep 0.1; printf '\275\240'`;
    expect((await run({ command }, space)).content).toBe('a🌍b你');
    expect(shown.join('')).toBe('a🌍b你');
    expect(shown.some((text) => text.includes('\ufffd'))).toBe(false);
  });

  test('on the screen is without the notes', async () => {
    const shown: string[] = [];
    const space = workspace({}, { onOutput: (text) => shown.push(text) });
    const { notes } = await run({ command: 'seq 1 2500; exit 4' }, space);
    expect(notes).toHaveLength(2);
    expect(shown.join('')).toBe(Array.from({ length: 2_500 }, (_, at) => `${at + 1}\n`).join(''));
  });

  test('of more than 2,000 lines keeps the last, says how many are missing and where all are', async () => {
    const { status, content, details, notes } = await run({ command: 'seq 1 3000' });
    const lines = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, at) => `${from + at}`).join('\n');
    const file = pathOf(details);
    expect(status).toBe('ok');
    expect(content).toBe(lines(1001, 3000));
    expect(notes).toEqual([
      `showing lines 1001-3000 of 3000; the full output (13893 bytes) is in ${file}, for read (with offset) or grep`,
    ]);
    expect(readFileSync(file, 'utf8')).toBe(`${lines(1, 3000)}\n`);
    expect(details).toMatchObject({ truncated: true, bytes: 13_893 });
  });

  test('of exactly 2,000 lines is not cut and needs no file', async () => {
    const space = workspace();
    const { content, details, notes } = await run({ command: 'seq 1 2000' }, space);
    expect(content.split('\n')).toHaveLength(2_001);
    expect(notes).toBeUndefined();
    expect(details).toEqual({
      exitCode: 0,
      signal: null,
      durationMs: expect.any(Number),
      truncated: false,
      bytes: 8_893,
    });
    expect(existsSync(space.context.outputFolder)).toBe(false);
  });

  test('of more than 50 KB is cut at a line', async () => {
    const command = `for i in $(seq 1 800); do printf '%s %099d\\n' "$i" 0; done`;
    const { content, details, notes } = await run({ command });
    const first = Number(content.split(' ')[0]);
    expect(notes).toEqual([
      `showing lines ${first}-800 of 800 (50 KB limit); the full output (83092 bytes) is in ${pathOf(details)}, for read (with offset) or grep`,
    ]);
    expect(content.split('\n')).toHaveLength(800 - first + 1);
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(51_200);
    expect(Buffer.byteLength(content)).toBeGreaterThan(51_000);
  });

  test('of one endless line is cut at a character', async () => {
    const { content, details, notes } = await run({ command: `printf '你%.0s' $(seq 1 40000); printf 'ab'` });
    expect(content).toBe(`${'你'.repeat(17_066)}ab`);
    expect(notes).toEqual([
      `showing the last 51200 bytes of line 1 (50 KB limit); the full output (120002 bytes) is in ${pathOf(details)}, for read (with offset) or grep`,
    ]);
  });

  test('that ends in an empty line after an endless one is not said to be none', async () => {
    const { content, details, notes } = await run({ command: `printf 'x%.0s' $(seq 1 60000); printf '\\n\\n'` });
    expect(content).toBe('');
    expect(notes).toEqual([
      `showing lines 2-2 of 2 (50 KB limit); the full output (60002 bytes) is in ${pathOf(details)}, for read (with offset) or grep`,
    ]);
  });

  test('of 10 MB is all in the file, and bounded for the model', async () => {
    const command = `node -e "const line = 'x'.repeat(1023) + '\\n'; for (let i = 0; i < 160; i++) require('fs').writeSync(1, line.repeat(64))"`;
    const { status, content, details, notes } = await run({ command });
    const file = readFileSync(pathOf(details));
    expect({ status, bytes: details.bytes }).toEqual({ status: 'ok', bytes: 10_485_760 });
    expect(file.equals(Buffer.from(`${'x'.repeat(1023)}\n`.repeat(10_240)))).toBe(true);
    expect(content.length).toBeLessThan(52_000);
    expect(notes).toEqual([
      `showing lines 10191-10240 of 10240 (50 KB limit); the full output (10485760 bytes) is in ${pathOf(details)}, for read (with offset) or grep`,
    ]);
  });

  test('before an error is kept', async () => {
    const { content, details, notes } = await run({ command: 'seq 1 2500; exit 4' });
    expect(content).toMatch(/^501\n[\d\n]*\n2500$/);
    expect(notes).toEqual([
      `showing lines 501-2500 of 2500; the full output (11393 bytes) is in ${pathOf(details)}, for read (with offset) or grep`,
      'Command exited with code 4',
    ]);
  });

  test('whose file cannot be written says so', async () => {
    const space = workspace({}, { outputFolder: '/proc/nowhere' });
    const { notes } = await run({ command: 'seq 1 2500' }, space);
    expect(notes).toEqual([
      expect.stringMatching(
        /^showing lines 501-2500 of 2500; the full output has 11393 bytes, but it could not be written: .+$/,
      ),
    ]);
  });
});

describe('a tree of processes', () => {
  const tree = (seconds: string) => `sleep ${seconds} & (sleep ${seconds} & sleep ${seconds}); wait`;

  test('is ended with the time', async () => {
    const seconds = uniqueSeconds();
    const outcome = await run({ command: `echo begun; ${tree(seconds)}`, timeout: 0.3 });
    expect(outcome).toMatchObject({
      status: 'timeout',
      content: 'begun\n',
      details: { exitCode: null, signal: 'SIGTERM' },
      notes: ['Command timed out after 0.3 seconds and was ended; give a longer timeout, or run less at a time'],
    });
    expect(countProcesses(seconds)).toBe(0);
  });

  test('is ended by an abort', async () => {
    const seconds = uniqueSeconds();
    const controller = new AbortController();
    const running = run({ command: `echo begun; ${tree(seconds)}` }, workspace({}, { signal: controller.signal }));
    await untilProcesses(seconds, 3);
    controller.abort();
    expect(await running).toMatchObject({
      status: 'aborted',
      content: 'begun\n',
      notes: ['Command aborted: it was ended before it was done'],
    });
    expect(countProcesses(seconds)).toBe(0);
  });

  test('is ended, though it does not want to be', async () => {
    const seconds = uniqueSeconds();
    const outcome = await run({ command: `trap '' TERM; sleep ${seconds}; sleep ${seconds}`, timeout: 0.2 });
    expect(outcome).toMatchObject({ status: 'timeout', details: { signal: 'SIGKILL' } });
    expect(countProcesses(seconds)).toBe(0);
  });

  describe.runIf(process.platform === 'linux')('with groups of their own in it', () => {
    const rows = [
      ['by timeout', 'timeout 1234 sleep SECONDS'],
      ['by timeout, in the background', 'timeout 1234 sleep SECONDS & wait'],
      ['by job control', 'set -m; sleep SECONDS & wait'],
    ];
    test.each(rows)('%s is ended by an abort', async (_, command) => {
      const seconds = uniqueSeconds();
      const controller = new AbortController();
      const space = workspace({}, { signal: controller.signal });
      const running = run({ command: `${command?.replace('SECONDS', seconds)}; echo late` }, space);
      await expect.poll(() => countProcesses(seconds)).toBeGreaterThan(0);
      controller.abort();
      expect(await running).toMatchObject({ status: 'aborted', content: '' });
      expect(countProcesses(seconds)).toBe(0);
    });

    test.each(rows)('%s is ended with the time', async (_, command) => {
      const seconds = uniqueSeconds();
      const outcome = await run({ command: command?.replace('SECONDS', seconds) ?? '', timeout: 0.3 });
      expect(outcome.status).toBe('timeout');
      expect(countProcesses(seconds)).toBe(0);
    });

    test('is told when it is left, and ended at the end', async () => {
      const seconds = uniqueSeconds();
      const { details } = await run({ command: `set -m; sleep ${seconds} > /dev/null 2>&1 & echo done` });
      expect(details).toMatchObject({ leftRunning: true });
      await untilProcesses(seconds, 1);
      await endProcessGroups();
      expect(countProcesses(seconds)).toBe(0);
    });
  });

  test.each([
    ['that holds the output open', 'sleep SECONDS &'],
    ['that does not', 'sleep SECONDS > /dev/null 2>&1 &'],
    ['that never is quiet', '(while sleep 0.01; do echo x; done; sleep SECONDS) & sleep SECONDS &'],
  ])('a child in the background %s does not hold up the end, and is told', async (_, background) => {
    const seconds = uniqueSeconds();
    const outcome = await run({ command: `${background.replaceAll('SECONDS', seconds)} echo done`, timeout: 15 });
    expect(outcome).toMatchObject({
      status: 'ok',
      content: expect.stringMatching(/^(x\n)*done\n(x\n)*$/),
      details: { exitCode: 0, leftRunning: true },
      notes: ['processes that this command started in the background are still running'],
    });
    await untilProcesses(seconds, 1);
    await endProcessGroups();
    expect(countProcesses(seconds)).toBe(0);
  });

  test('that is left behind goes on when it writes', async () => {
    const space = workspace();
    await run({ command: '(sleep 0.4; echo late; echo alive > alive) & echo done' }, space);
    await expect.poll(() => existsSync(space.path('alive')), { timeout: 5_000 }).toBe(true);
  });

  test('that is left behind is ended when the program exits', async () => {
    const seconds = uniqueSeconds();
    const { context, folder, path } = workspace();
    const script = `
      import { createRegistry } from ${JSON.stringify(new URL('../src/index.ts', import.meta.url).pathname)};
      const context = { folder: ${JSON.stringify(folder)}, outputFolder: ${JSON.stringify(context.outputFolder)}, asWritten: {}, signal: new AbortController().signal };
      await createRegistry().run('bash', { command: 'sleep ${seconds} & echo done' }, context);
      process.stdin.once('data', () => process.exit(0));
    `;
    await build({
      stdin: { contents: script, resolveDir: folder },
      outfile: path('program.mjs'),
      ...{ bundle: true, format: 'esm', platform: 'node', logLevel: 'silent' },
    });
    const program = spawn(process.execPath, [path('program.mjs')], { stdio: ['pipe', 'ignore', 'inherit'] });
    const exited = new Promise((resolve) => program.once('exit', resolve));
    await untilProcesses(seconds, 1);
    program.stdin.write('exit\n');
    expect(await exited).toBe(0);
    await untilProcesses(seconds, 0);
  });
});

describe('a command that cannot start', () => {
  test('without its folder', async () => {
    const { context } = workspace();
    const outcome = await runTool(bash, { command: 'true' }, { ...context, folder: '/no/such/folder' });
    expect(outcome).toEqual({
      status: 'error',
      content: 'The working folder /no/such/folder does not exist (any more), so no command can run in it.',
      details: {},
    });
  });

  test('without a shell', async () => {
    const space = workspace(
      {},
      { operations: { spawn: () => spawn('/no/such/shell', [], { stdio: ['ignore', 'pipe', 'pipe'] }) } },
    );
    const outcome = await run({ command: 'true' }, space);
    expect(outcome).toMatchObject({
      status: 'error',
      content: expect.stringMatching(/^The shell could not be started: spawn \/no\/such\/shell ENOENT/),
    });
  });

  test('because it is too long', async () => {
    const outcome = await run({ command: `true ${'x'.repeat(3_000_000)}` });
    expect(outcome).toMatchObject({
      status: 'error',
      content: expect.stringMatching(/E2BIG.*write it to a file with write and run that file/),
    });
  });
});

test('the command is in no list of processes, and its own programs do not inherit it', async () => {
  const space = workspace();
  const command = "tr '\\0' ' ' < /proc/$$/cmdline; echo; printenv | grep -c TAGMA_COMMAND; : not to be seen";
  const { content } = await run({ command }, space);
  expect([content.includes('eval'), content.includes('not to be seen'), content.trimEnd().split('\n').at(-1)]).toEqual([
    true,
    false,
    '0',
  ]);
});

test('another spawn is given the shell, its arguments, the folder and the environment', async () => {
  const given: unknown[] = [];
  const space = workspace(
    {},
    {
      operations: {
        environment: () => ({ PATH: '/usr/bin:/bin' }),
        spawn(command) {
          given.push(command);
          return spawn('echo', ['from a sandbox'], { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
        },
      },
    },
  );
  expect((await run({ command: 'ls -l' }, space)).content).toBe('from a sandbox\n');
  expect(given).toEqual([
    {
      file: expect.stringMatching(/\/bash$/),
      args: ['-c', expect.stringContaining('eval'), 'bash'],
      folder: space.folder,
      bounds: null,
      environment: {
        ...{ PATH: '/usr/bin:/bin', GIT_TERMINAL_PROMPT: '0', TERM: 'dumb', PAGER: 'cat', GIT_PAGER: 'cat' },
        ...{ GIT_EDITOR: 'true', CDPATH: '' },
        ...{ TAGMA_COMMAND: 'ls -l', TAGMA_PREFIX: '', TAGMA_CALL: expect.any(String) },
      },
    },
  ]);
});
