/** Which prompt a model is sent, over the wire: by the window that is said, or that its server tells. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { historyIn, run, temporaryFolder } from './command.ts';
import { connection, scriptOf } from './scripted.ts';

/** How each begins to list the tools. */
const FORMS = { usual: 'a ? marks a parameter', compact: '(? may be left out)' };
const formOf = (system: string) =>
  Object.entries(FORMS)
    .flatMap(([form, words]) => (system.includes(words) ? [form] : []))
    .join(' and ');

const FINAL = '<final>done</final>';
const read = (i: number) => `<action tool="read"><path>f${i}.txt</path></action>`;

/** A folder with files of about 700 tokens each, and what the project says of itself. */
function folderOf(files: number): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, '.git'));
  for (let i = 1; i <= files; i++)
    writeFileSync(join(folder, `f${i}.txt`), `file ${i}\n${'A line of it.\n'.repeat(200)}`);
  writeFileSync(join(folder, 'AGENTS.md'), 'Rule of the house.\n'.repeat(500));
  return folder;
}

/** What tells of itself as llama.cpp does, and passes everything else on. */
async function tellingOf(url: string, window: number): Promise<string> {
  const server = createServer((asked, answer) => {
    if (asked.url?.startsWith('/props')) {
      answer.setHeader('content-type', 'application/json');
      answer.end(JSON.stringify({ default_generation_settings: { n_ctx: window } }));
      return;
    }
    const { method, headers } = asked;
    const onwards = request(new URL(asked.url ?? '', url), { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(answer);
    });
    onwards.on('error', () => answer.destroy());
    asked.pipe(onwards);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

/** The requests of a run, and whether its history replays. */
async function asked(turns: readonly string[], args: readonly string[], { files = 0, tells = 0 } = {}) {
  const endpoint = await startScriptedEndpoint(scriptOf(turns));
  const url = tells === 0 ? endpoint.url : await tellingOf(endpoint.url, tells);
  const history = temporaryFolder();
  const where = ['--cwd', folderOf(files), '--history', history];
  const { code, err } = await run(['-p', 'do it', ...connection(url), ...where, ...args]);
  const requests = endpoint.requests.map(({ request }) => request.messages.map(({ content }) => String(content)));
  await endpoint.close();
  const systems = requests.map(([system = '']) => system).filter((system) => formOf(system) !== '');
  const replays = code !== 2 && (await run(['replay', historyIn(history)])).code === 0;
  return { code, err, replays, systems, forms: systems.map(formOf) };
}

describe('a window that is said', () => {
  type Row = readonly [args: readonly string[], form: string];
  const rows: readonly Row[] = [
    [['--window', '2048'], 'compact'],
    [['--window', '4096'], 'compact'],
    [['--window', '8192'], 'compact'],
    [['--window', '32768'], 'usual'],
    [[], 'usual'],
    [['--window', '4096', '--prompt', 'system'], 'usual'],
    [['--window', '32768', '--prompt', 'compact'], 'compact'],
    [['--window', '8192', '--tools', 'minimal'], 'usual'],
  ];
  test.each(rows)('%j: %s', async (args, form) => {
    const { systems, ...told } = await asked([FINAL], args);
    expect(told).toMatchObject({ code: 0, replays: true, forms: [form] });
    // What the project says stands in both, in its share.
    expect(systems[0]).toContain('Rule of the house.');
  });

  test('and is too small for both is refused, with what helps', async () => {
    const { code, err } = await asked([FINAL], ['--window', '600']);
    expect(code).toBe(2);
    expect(err).toMatch(/--window 600: the prompt alone takes about \d+ tokens\. Offer it fewer tools/);
  });
});

describe('a window that the server tells', () => {
  const many = Array.from({ length: 8 }, (_, i) => read(i + 1));

  test('small: from the first compaction on the compact prompt, with less of what the project says', async () => {
    const turns = [...many, ...Array.from({ length: 8 }, () => FINAL)];
    const { forms, systems, ...told } = await asked(turns, ['--summary-model', 'scripted'], {
      files: 8,
      tells: 4_096,
    });
    expect(told).toMatchObject({ code: 0, replays: true });
    const first = forms.indexOf('compact');
    expect(first).toBeGreaterThan(1);
    expect(forms).toEqual(forms.map((_, i) => (i < first ? 'usual' : 'compact')));
    const rules = (system = '') => system.split('Rule of the house.').length - 1;
    expect([rules(systems[first]) > 20, rules(systems[first]) < rules(systems[0])]).toEqual([true, true]);
  });

  test('large: the usual one stays', async () => {
    const { forms, ...told } = await asked([...many, FINAL], [], { files: 8, tells: 32_768 });
    expect(told).toMatchObject({ code: 0, replays: true });
    expect(forms).toEqual(Array.from({ length: 9 }, () => 'usual'));
  });

  test('in an overflow of the first request: the next one is compact', async () => {
    const overflow = '<turn><failure status="400">maximum context length is 2048 tokens</failure></turn>';
    const { forms, ...told } = await asked([overflow, FINAL], []);
    expect(told).toMatchObject({ code: 0, replays: true });
    expect(forms).toEqual(['usual', 'compact']);
  });
});

describe('--compact-at', () => {
  const many = Array.from({ length: 4 }, (_, i) => read(i + 1));
  test('earlier, it is compacted where it would not be', async () => {
    const at = async (share: string) =>
      /compacted · /.test(
        (await asked([...many, FINAL, FINAL, FINAL], ['--window', '8192', '--compact-at', share], { files: 4 })).err,
      );
    expect([await at('0.3'), await at('0.95')]).toEqual([true, false]);
  });

  test.each(['0.2', '1', 'half', ''])('%j is refused', async (share) => {
    const { code, err } = await run(['-p', 'go', ...connection('http://127.0.0.1:9/v1'), '--compact-at', share]);
    expect(code).toBe(2);
    expect(err).toContain('It should be a share from 0.3 to 0.95, such as 0.8.');
  });
});
