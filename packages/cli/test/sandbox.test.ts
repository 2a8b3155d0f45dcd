/** Commands of a session in the real sandbox: what they are held within, how they end, and what is said of it. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bounds } from '@tagma/protocol';
import { findSandbox } from '@tagma/sandbox';
import { createRegistry } from '@tagma/tools';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Config, NO_CONFIG } from '../src/config/config.ts';
import { openSandbox } from '../src/sandbox.ts';

const found = await findSandbox();
const isRequired = process.env.TAGMA_REQUIRE_SANDBOX === '1';
const PROJECT: Bounds = { writes: 'project', network: false, beyond: [] };
const NOTHING: Bounds = { writes: 'nothing', network: false, beyond: [] };

async function place(config: Config = NO_CONFIG) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'tagma-sandbox-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'project');
  const outputFolder = join(root, 'outputs');
  mkdirSync(folder);
  const sandbox = await openSandbox(found, { folder, outputFolder, config }, { XDG_CACHE_HOME: join(root, 'cache') });
  const registry = createRegistry(undefined, undefined, sandbox.operations);
  const stop = new AbortController();
  const run = (command: string, bounds: Bounds | null, more: object = {}) =>
    registry.run(
      'bash',
      { command, ...more },
      { folder, turn: 1, bounds, signal: stop.signal, outputFolder, asWritten: {} },
    );
  return { root, folder, outputFolder, sandbox, run, stop };
}

/** Not below the folder for temporary files, of which every sandbox has its own. */
function elsewhereFolder(): string {
  const folder = mkdtempSync(join(homedir(), '.tagma-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return realpathSync(folder);
}

test.runIf(isRequired)('there is one', () => {
  expect(found.kind).not.toBe('none');
});

test('without one it is said why, and commands run all the same', async () => {
  const config = NO_CONFIG;
  const sandbox = await openSandbox(
    { kind: 'none', why: 'bubblewrap is not installed.' },
    { folder: '/', outputFolder: '/nonexistent', config },
    {},
  );
  expect(sandbox).toMatchObject({ isOn: false, missing: 'bubblewrap is not installed.', operations: {} });
});

describe.skipIf(found.kind === 'none')('a command', () => {
  test('that only looks writes nothing, in the project either', async () => {
    const { run, folder } = await place();
    expect(await run('touch a', NOTHING)).toMatchObject({
      status: 'error',
      notes: expect.arrayContaining(['the sandbox has kept this command from a write']),
      details: { blocked: 'a write' },
    });
    expect(existsSync(join(folder, 'a'))).toBe(false);
  });

  test('that runs something writes the project, and nothing else', async () => {
    const { run, folder } = await place();
    const root = elsewhereFolder();
    expect(await run('touch a', PROJECT)).toMatchObject({ status: 'ok' });
    expect(existsSync(join(folder, 'a'))).toBe(true);
    const elsewhere = join(root, 'b');
    expect(await run(`touch ${elsewhere}`, PROJECT)).toMatchObject({ status: 'error' });
    expect(await run(`touch ${elsewhere}`, { ...PROJECT, beyond: [elsewhere] })).toMatchObject({ status: 'ok' });
    expect(existsSync(elsewhere)).toBe(true);
  });

  test.each([
    { title: 'in its caches', where: (root: string) => join(root, 'cache') },
    { title: 'in the project', where: (root: string) => join(root, 'project', '.cache') },
  ])('cannot write compiled code that Tagma would run, nor move its folder: $title', async ({ where }) => {
    const { root, folder, outputFolder } = await place();
    const caches = where(root);
    const code = join(caches, 'tagma', 'code');
    const config: Config = { ...NO_CONFIG, sandbox: { writable: [caches] } };
    const sandbox = await openSandbox(found, { folder, outputFolder, config }, { XDG_CACHE_HOME: caches });
    expect([statSync(code).mode & 0o777, readdirSync(code)]).toEqual([0o700, []]);
    writeFileSync(join(code, 'kept.code'), 'kept');
    const registry = createRegistry(undefined, undefined, sandbox.operations);
    const command = [
      `echo evil > ${code}/kept.code; echo evil > ${code}/new.code; rm -f ${code}/kept.code; cat ${code}/kept.code`,
      `mv ${code} ${caches}/moved; mv ${caches}/tagma ${caches}/moved; rm -rf ${caches}/tagma; touch ${caches}/written`,
    ].join('; ');
    const context = {
      folder,
      turn: 1,
      bounds: PROJECT,
      signal: new AbortController().signal,
      outputFolder,
      asWritten: {},
    };
    const outcome = await registry.run('bash', { command }, context);
    expect(JSON.stringify(outcome)).not.toContain('"kept"');
    expect(existsSync(join(caches, 'written'))).toBe(true);
    expect(readdirSync(code)).toEqual(['kept.code']);
    expect(readFileSync(join(code, 'kept.code'), 'utf8')).toBe('kept');
  });

  test('that may make a new file in the home does not write the home for it', async () => {
    const { run } = await place();
    const [allowed, other] = ['allowed', 'other'].map((name) => join(homedir(), `.tagma-test-${process.pid}-${name}`));
    onTestFinished(() => rmSync(other ?? '', { force: true }));
    expect(await run(`touch ${other}`, { ...PROJECT, beyond: [allowed ?? ''] })).toMatchObject({
      status: 'error',
      details: { blocked: expect.stringContaining('write') },
    });
    expect(existsSync(other ?? '')).toBe(false);
  });

  test('without bounds runs as ever', async () => {
    const { run, root } = await place();
    expect(await run(`touch ${join(root, 'b')}`, null)).toMatchObject({ status: 'ok' });
  });

  test('finds its own temporary files again, and the full output of another, but nothing that is kept for undo', async () => {
    const { run, outputFolder, sandbox } = await place();
    await run('echo kept > "$TMPDIR/a"', PROJECT);
    expect(await run('cat "$TMPDIR/a" /tmp/a', NOTHING)).toMatchObject({ content: 'kept\nkept\n' });
    mkdirSync(join(outputFolder, '.tagma'), { recursive: true });
    writeFileSync(join(outputFolder, '.tagma', 'secret'), 'secret');
    writeFileSync(join(outputFolder, 'long.txt'), 'long');
    expect(await run(`cat ${outputFolder}/long.txt`, NOTHING)).toMatchObject({ content: 'long' });
    expect((await run(`cat ${outputFolder}/.tagma/secret`, NOTHING)).content).not.toMatch(/^secret/);
    sandbox.end();
    expect(existsSync(join(outputFolder, 'tmp'))).toBe(false);
  });

  test('keeps the folder that cd has led to', async () => {
    const { run, folder } = await place();
    mkdirSync(join(folder, 'sub'));
    await run('cd sub', PROJECT);
    expect(await run('pwd', PROJECT)).toMatchObject({ content: `${join(folder, 'sub')}\n` });
  });

  test('that is stopped is asked to end first, and can clean up after itself', async () => {
    const { run, stop, folder } = await place();
    const ready = join(folder, 'ready');
    const running = run(`trap 'sleep 0.2; echo cleaned > cleaned; exit 1' TERM; touch ready; sleep 60 & wait`, PROJECT);
    while (!existsSync(ready)) await new Promise((resolve) => setTimeout(resolve, 10));
    stop.abort();
    expect(await running).toMatchObject({ status: 'aborted' });
    expect(readFileSync(join(folder, 'cleaned'), 'utf8')).toBe('cleaned\n');
  });

  test('takes along what it has left running', async () => {
    const { run, folder } = await place();
    const { details } = await run('(setsid nohup sh -c "sleep 0.6; touch late" >/dev/null 2>&1 &) ; true', PROJECT);
    expect(details).not.toHaveProperty('leftRunning');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(existsSync(join(folder, 'late'))).toBe(false);
  });

  test('runs in the background until it is stopped', async () => {
    const { run } = await place();
    expect(await run('echo up; sleep 60', PROJECT, { background: true })).toMatchObject({
      content: 'up\n',
      details: { job: 'job-1', state: 'running' },
    });
  });

  test('reaches a server that it starts itself; one of a job it does not, and that is said', async () => {
    const { run, folder } = await place();
    writeFileSync(
      join(folder, 'server.mjs'),
      "import http from 'node:http';\n" +
        "http.createServer((_, answer) => answer.end('hello')).listen(Number(process.argv[2]), '127.0.0.1', () => console.log('up'));\n",
    );
    const ask = (port: number) =>
      `node -e "fetch('http://127.0.0.1:${port}').then((r) => r.text()).then(console.log, () => process.exit(7))"`;
    const together = await run(`node server.mjs 4711 & until ${ask(4711)}; do sleep 0.1; done`, PROJECT);
    expect(together).toMatchObject({
      status: 'ok',
      content: 'up\nhello\n',
      notes: ['what it started with & has ended with it: background true starts a job that runs on'],
    });
    const job = await run('node server.mjs 4712', PROJECT, { background: true });
    expect(job.notes).toContain(
      'the sandbox gives it a network of its own: no other command reaches a server that it starts',
    );
    const alone = await run(ask(4712), PROJECT);
    expect(alone).toMatchObject({ status: 'error', details: { exitCode: 7 } });
    expect(alone.notes?.filter((note) => note.startsWith('job-1 '))).toEqual([
      "job-1 has a network of the sandbox's own, and a server there is not reached from here: start the server and ask it in one command (npm start & sleep 3; curl …)",
    ]);
  });

  test('sees what the person has named, and does not see what he has hidden', async () => {
    const root = elsewhereFolder();
    for (const name of ['open', 'shut']) writeFileSync(join(root, name), name);
    const { run } = await place({
      ...NO_CONFIG,
      sandbox: { writable: [join(root, 'open')], hidden: [join(root, 'shut')], readable: [join(root, 'shut', '..')] },
    });
    expect(await run(`echo more >> ${root}/open; cat ${root}/open ${root}/shut`, PROJECT)).toMatchObject({
      status: 'error',
      content: expect.stringMatching(/^openmore\n/),
    });
  });
});
