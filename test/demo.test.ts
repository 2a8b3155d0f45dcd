/** The main job from end to end, from the bundle alone; and that the demo notices when a tool it uses is broken. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { bundle } from '../packages/build/bundle.mjs';
import { parseScript, startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { BUNDLE, has, historyIn, run, temporaryFolder } from './command.ts';

const SCRIPT = 'packages/cli/demo/script.xml';
const BUILTIN = 'packages/tools/src/builtin.ts';
const LIST = /= (\[bash, [^\]]*\]);/;

/** As long as a test may take. */
const BUNDLE_MS = 60_000;

const SCHEMA = join(import.meta.dirname, '..', 'docs', 'history.rng');

test('the bundle, alone in an empty folder, does the demo, and its history replays byte for byte', async () => {
  const empty = temporaryFolder();
  const alone = join(empty, 'tagma.js');
  copyFileSync(BUNDLE, alone);
  const demo = await run(['demo', '--history', 'history'], { bundle: alone, cwd: empty });
  expect(demo).toMatchObject({ code: 0 });
  expect(demo.out).toContain('+  return a.start < b.end && b.start < a.end;');
  expect(demo.out).toContain('# pass 3');
  expect(demo.out).toContain('The model: a script');

  const file = historyIn(join(empty, 'history'));
  const replay = await run(['replay', file], { bundle: alone, cwd: empty });
  expect(replay).toMatchObject({ code: 0 });
  expect(replay.out).toContain(`${readFileSync(file).length} bytes the same`);
});

test.skipIf(!has('xmllint'))('its history is as docs/history.rng says (skipped without xmllint)', async () => {
  const empty = temporaryFolder();
  expect(await run(['demo', '--history', 'history'], { cwd: empty })).toMatchObject({ code: 0 });
  const file = historyIn(join(empty, 'history'));
  const lint = spawnSync('xmllint', ['--noout', '--relaxng', SCHEMA, file], { encoding: 'utf8' });
  expect(lint).toMatchObject({ status: 0, stderr: `${file} validates\n` });
});

test('with an endpoint in the environment the demo uses that, and shows no secret of its address', async () => {
  const script = parseScript(readFileSync(SCRIPT, 'utf8'));
  if (!script.ok) throw new Error(script.message);
  const endpoint = await startScriptedEndpoint(script.script);
  const empty = temporaryFolder();
  const env = {
    TAGMA_ENDPOINT: `${endpoint.url.replace('//', '//me:secretpass@')}?key=querykey1`,
    TAGMA_MODEL: 'scripted-demo',
  };
  const demo = await run(['demo', '--history', 'history'], { cwd: empty, env });
  expect(await endpoint.close()).toMatchObject({ ok: true });
  expect(demo).toMatchObject({ code: 0 });
  expect(demo.out).toContain(`The model: the one at ${endpoint.url}, as the environment says.`);
  const history = readFileSync(historyIn(join(empty, 'history')), 'utf8');
  expect(history).toContain(`<endpoint>${endpoint.url}</endpoint>`);
  expect(`${demo.out}${demo.err}${history}`).not.toMatch(/secretpass|querykey1/);
});

test('without a folder for temporary files the demo says what to set', async () => {
  const demo = await run(['demo'], { env: { TMPDIR: '/nowhere/at/all' } });
  expect(demo).toMatchObject({ code: 1, out: '' });
  expect(demo.err).toContain('TMPDIR');
  expect(demo.err).not.toContain('mistake in Tagma');
});

test('a changed byte in the history is reported with the number of its record', async () => {
  const empty = temporaryFolder();
  expect(await run(['demo', '--history', 'history'], { cwd: empty })).toMatchObject({ code: 0 });
  const file = historyIn(join(empty, 'history'));
  const text = readFileSync(file, 'utf8');
  const at = text.indexOf('calendar.js');
  const heads = [...text.slice(0, at).matchAll(/^<(?:event|state|effect|note) n="(\d+)"/gm)];
  const record = Number(heads.at(-1)?.[1]);
  writeFileSync(file, `${text.slice(0, at)}C${text.slice(at + 1)}`);
  const replay = await run(['replay', file], { cwd: empty });
  expect(replay.code).not.toBe(0);
  expect(replay.err).toContain(`record ${record}`);
});

test('without git the demo says so and works', async () => {
  const bin = temporaryFolder();
  for (const program of ['bash', 'sh', 'env']) {
    const folder = (process.env.PATH ?? '').split(delimiter).find((one) => existsSync(join(one, program)));
    if (folder !== undefined) symlinkSync(join(folder, program), join(bin, program));
  }
  const demo = await run(['demo'], { env: { PATH: bin } });
  expect(demo).toMatchObject({ code: 0 });
  expect(demo.out).toContain('git is not installed here');
  expect(demo.out).toContain('+  return a.start < b.end && b.start < a.end;');
});

describe('with one tool broken', () => {
  let outfile: string;

  // One bundle for all rows: which tool it breaks is told to it when it runs.
  beforeAll(async () => {
    outfile = join(temporaryFolder(), 'tagma.js');
    const source = readFileSync(BUILTIN, 'utf8');
    expect(source).toMatch(LIST);
    const broken = `async () => ({ status: 'ok', content: 'done', details: {} })`;
    const replaced = source.replace(
      LIST,
      (_, list) =>
        `= ${list}.map((tool) => tool.name === process.env.BROKEN_TOOL ? { ...tool, run: ${broken} } : tool);`,
    );
    await bundle({ outfile, replace: { [BUILTIN]: replaced } });
  }, BUNDLE_MS);

  test('without one that is broken this bundle does the demo', async () => {
    expect(await run(['demo'], { bundle: outfile })).toMatchObject({ code: 0 });
  });

  test.each(['ls', 'bash', 'read', 'grep', 'edit'])('%s: the demo fails', async (tool) => {
    const demo = await run(['demo'], { bundle: outfile, env: { BROKEN_TOOL: tool } });
    expect(demo).toMatchObject({ code: 1 });
    expect(demo.out).toContain('The demo failed');
  });
});
