/** Tools of the person's own: what of their output is shown, and how they end. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { customTool, runTool } from '../src/index.ts';
import { workspace } from './workspace.ts';

function run(
  script: string,
  more: { params?: { [name: string]: string }; signal?: AbortSignal; timeoutSeconds?: number } = {},
) {
  const { params = {}, signal, timeoutSeconds } = more;
  const tool = customTool({
    name: 'own',
    description: '',
    command: [process.execPath, '-e', script],
    parameters: { type: 'object', properties: {} },
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
  });
  return runTool(tool, params, workspace({}, signal === undefined ? {} : { signal }).context);
}

test('of a long output the end is shown, and all of it is kept where it can be read', async () => {
  const lines = Array.from({ length: 100_000 }, (_, index) => `line ${index}`);
  const { status, content, details, notes } = await run(
    `process.stdout.write(Array.from({ length: 100000 }, (_, index) => 'line ' + index).join('\\n') + '\\n')`,
  );
  expect({ status, last: content.trimEnd().split('\n').at(-1), notes: notes?.length }).toEqual({
    status: 'ok',
    last: 'line 99999',
    notes: 1,
  });
  expect(details).toMatchObject({ truncated: true, exitCode: 0, bytes: `${lines.join('\n')}\n`.length });
  expect(readFileSync(String(details.fullOutputPath), 'utf8')).toBe(`${lines.join('\n')}\n`);
  expect(notes?.[0]).toContain(String(details.fullOutputPath));
});

describe('what it complains of', () => {
  test('is left out where it went well', async () => {
    expect((await run(`console.log('done'); console.error('warning')`)).content).toBe('done\n');
  });

  test.each([
    ['both', `process.stdout.write('half'); console.error('why'); process.exitCode = 3`, 'half\nwhy\n'],
    ['only that', `console.error('why'); process.exitCode = 3`, 'why\n'],
    ['nothing', `process.exitCode = 3`, ''],
  ])('stands after what it wrote where it failed: %s', async (_, script, content) => {
    expect(await run(script)).toMatchObject({
      status: 'error',
      content,
      details: { exitCode: 3, signal: null, truncated: false, bytes: content.length },
      notes: ['exit code 3'],
    });
  });

  test('is there to its end, however much was written before', async () => {
    const { content, details } = await run(
      `process.stdout.write('x\\n'.repeat(200000)); console.error('why'); process.exitCode = 1`,
    );
    expect([content.trimEnd().endsWith('x\nwhy'), details.truncated]).toEqual([true, true]);
  });
});

test('a tool that reads nothing of what it is given is no error', async () => {
  const params = { text: 'x'.repeat(1_000_000) };
  expect(await run(`console.log('done')`, { params })).toMatchObject({ status: 'ok', content: 'done\n' });
});

test('a killed one, a slow one and an aborted one say so', async () => {
  expect(await run(`process.kill(process.pid, 'SIGKILL')`)).toMatchObject({
    status: 'error',
    details: { exitCode: null, signal: 'SIGKILL' },
    notes: ['it was killed by SIGKILL'],
  });
  expect(await run(`console.log('begun'); setInterval(() => {}, 1000)`, { timeoutSeconds: 1 })).toMatchObject({
    status: 'timeout',
    notes: ['it took longer than 1 seconds and was ended'],
  });
  const abort = new AbortController();
  const running = run(`setInterval(() => {}, 1000)`, { signal: abort.signal });
  setImmediate(() => abort.abort());
  expect(await running).toMatchObject({ status: 'aborted' });
});
