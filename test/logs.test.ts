/** The log of a session, and `tagma logs`. */
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run, start, temporaryFolder, waitFor } from './command.ts';
import { connection, printWith } from './scripted.ts';

const FINAL = '<final>done</final>';
const SECRET = ['ghp', 'q7R8a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6'].join('_');

type Line = { readonly level: number; readonly msg: string; readonly session: string; readonly event?: string };

function linesIn(file: string): readonly Line[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('a session with --debug: each level, no secret, and what tagma logs says of it', async () => {
  const state = temporaryFolder();
  const folder = temporaryFolder();
  const env = { XDG_STATE_HOME: state, TAGMA_API_KEY: SECRET };
  writeFileSync(join(folder, 'config.txt'), `token=${SECRET}\n`);
  const turns = ['<action tool="read"><path>config.txt</path></action>', FINAL];
  const ended = await printWith(turns, ['--debug', '--window', '100000'], { env, folder });
  expect(ended).toMatchObject({ code: 0, mismatches: [] });
  const file = join(state, 'tagma', 'tagma.log');
  const lines = linesIn(file);
  const [{ session }] = lines as [Line];
  expect(new Set(lines.map(({ level, msg }) => `${level} ${msg}`))).toEqual(
    new Set(['30 opened', '30 step', '20 performed']),
  );
  expect(readFileSync(file, 'utf8')).not.toContain(SECRET);

  const path = await run(['logs', '--path'], { env });
  expect(path).toEqual({ code: 0, out: `${file}\n`, err: '' });
  const json = await run(['logs', '--json', '-n', '3', '--session', session.slice(-6), '--level', 'info'], { env });
  const steps = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .filter((line) => !line.includes('"performed"'));
  expect(json).toEqual({ code: 0, out: `${steps.slice(-3).join('\n')}\n`, err: '' });
  const none = await run(['logs', '--level', 'error'], { env });
  expect(none).toEqual({ code: 0, out: '', err: `tagma: there is nothing of the level error or worse: ${file}\n` });
});

test('a server that says the key back: the log names it, and does not hold it', async () => {
  const server = createServer((request, response) => {
    response
      .writeHead(401)
      .end(JSON.stringify({ error: { message: `no such key: ${request.headers.authorization}` } }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const state = temporaryFolder();
  const env = { XDG_STATE_HOME: state, TAGMA_API_KEY: SECRET };
  const ended = await run(['-p', 'x', ...connection(`http://127.0.0.1:${port}/v1`), '--debug'], { env });
  server.close();
  const warned = await run(['logs', '--level', 'warn'], { env });
  expect(warned.out).toMatch(
    /^\S+ warn {2}\S+ a request to the model failed kind=auth message=.*no such key: Bearer \[key\]/,
  );
  const log = readFileSync(join(state, 'tagma', 'tagma.log'), 'utf8');
  expect(ended.code).toBe(1);
  expect([log.includes('no such key: Bearer [key]'), log.includes(SECRET)]).toEqual([true, false]);
});

test('where nothing was logged that is said', async () => {
  const state = temporaryFolder();
  const ended = await run(['logs'], { env: { XDG_STATE_HOME: state } });
  const said = `tagma: nothing has been logged yet in ${join(state, 'tagma', 'tagma.log')}\n`;
  expect(ended).toEqual({ code: 0, out: '', err: said });
});

test('older files are read where the newest has too few lines', async () => {
  const state = temporaryFolder();
  const file = join(state, 'tagma', 'tagma.log');
  mkdirSync(join(state, 'tagma'));
  writeFileSync(`${file}.2`, '{"n":1}\n{"n":2}\n');
  writeFileSync(`${file}.1`, '{"n":3}\n');
  writeFileSync(file, '{"n":4}\n{"n":');
  const ended = await run(['logs', '-n', '4'], { env: { XDG_STATE_HOME: state } });
  expect(ended).toEqual({ code: 0, out: '{"n":2}\n{"n":3}\n{"n":4}\n{"n":\n', err: '' });
});

test('what is written while it follows comes too, also when the file was put aside meanwhile', async () => {
  const state = temporaryFolder();
  const file = join(state, 'tagma', 'tagma.log');
  mkdirSync(join(state, 'tagma'));
  writeFileSync(file, 'one\n');
  const following = start(['logs', '-f'], { env: { XDG_STATE_HOME: state } });
  let out = '';
  following.child.stdout?.on('data', (text: string) => {
    out += text;
  });
  await waitFor(() => out.includes('one\n'));
  appendFileSync(file, 'two\nthr');
  await waitFor(() => out.includes('two\n'));
  appendFileSync(file, 'ee\n');
  renameSync(file, `${file}.1`);
  writeFileSync(file, 'four\n');
  await waitFor(() => out.includes('four\n'));
  following.child.kill('SIGINT');
  expect(await following.ended).toEqual({ code: 130, out: 'one\ntwo\nthree\nfour\n', err: '' });
});

test('a level that there is not: refused before anything is done', async () => {
  const history = temporaryFolder();
  const args = ['-p', 'x', ...connection('http://127.0.0.1:1/v1'), '--history', join(history, 'new')];
  const ended = await run(args, { env: { TAGMA_LOG_LEVEL: 'bogus' } });
  const said = 'TAGMA_LOG_LEVEL: there is no level "bogus". There are: silent, error, warn, info, debug, trace.';
  expect(ended).toEqual({ code: 2, out: '', err: `tagma: ${said}\n` });
  expect(existsSync(join(history, 'new'))).toBe(false);
});
