/** `tagma parse`: what the scanner makes of a reply, as JSON, for those who look at it from outside. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run, temporaryFolder } from './command.ts';

const NOTHING = { thoughts: [], actions: [], final: null, loose: '', repairs: [], error: null };
const REPLY = `<thought>Grüße 👩‍👩‍👧</thought>
<action tool="bash">
<command>ls -l | grep "ü" &amp;&amp; true</command>
</action>`;
const PARSED = {
  ...NOTHING,
  thoughts: ['Grüße 👩‍👩‍👧'],
  actions: [{ tool: 'bash', params: { command: 'ls -l | grep "ü" && true' } }],
  loose: '\n',
  repairs: ['entities'],
};

/** One line of JSON a result, and nothing else on either stream. */
async function parse(args: readonly string[], input: string): Promise<unknown[]> {
  const { code, out, err } = await run(['parse', ...args], { input });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const lines = out.split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => JSON.parse(line));
}

describe('a reply on standard input', () => {
  test('is printed whole', async () => {
    expect(await parse([], REPLY)).toEqual([PARSED]);
  });

  test.each([1, 2, 3, 7, 1000])('is the same in pieces of %i bytes, which tear characters', async (bytes) => {
    expect(await parse(['--chunk', String(bytes)], REPLY)).toEqual([PARSED]);
  });

  test('that is empty is an error of the reply, not of the command', async () => {
    expect(await parse([], '')).toEqual([{ ...NOTHING, error: { code: 'no-element', message: 'the reply is empty' } }]);
  });

  test('that was cut off by the endpoint says so', async () => {
    const cut = '<thought>a</thought><action tool="bash"><command>rm -r bui';
    expect(await parse(['--finish', 'length'], cut)).toEqual([
      expect.objectContaining({ error: expect.objectContaining({ code: 'truncated' }) }),
    ]);
    expect(await parse([], cut)).not.toEqual(await parse(['--finish', 'length'], cut));
  });
});

test('tools that are settled and not built yet are known', async () => {
  const reply = '<action tool="git">\n<action>diff</action>\n<ref>main</ref>\n</action>';
  expect(await parse([], reply)).toEqual([
    { ...NOTHING, actions: [{ tool: 'git', params: { action: 'diff', ref: 'main' } }] },
  ]);
});

test('other tools', async () => {
  const file = join(temporaryFolder(), 'tools.json');
  const count = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
  writeFileSync(file, JSON.stringify([{ name: 'count', description: 'counts', body: 'n', parameters: count }]));
  const reply = '<action tool="count"><n>12</n></action>';
  expect(await parse(['--tools', file], reply)).toEqual([
    { ...NOTHING, actions: [{ tool: 'count', params: { n: 12 } }] },
  ]);
  expect(await parse(['--tools', file], REPLY)).toEqual([
    expect.objectContaining({ error: expect.objectContaining({ code: 'unknown-tool' }) }),
  ]);
});

describe('cases by line', () => {
  test('each with what it says for itself, else as the options say', async () => {
    const cut = '<action tool="bash"><command>rm -r bui';
    const lines = [
      { text: REPLY },
      { text: REPLY, chunk: 1 },
      { text: cut, finish: 'stop' },
      { text: cut },
      { text: '<final>\ud800</final>' },
    ];
    const input = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n\n`;
    const [whole, pieces, stopped, cutOff, lone] = await parse(['--jsonl', '--finish', 'length'], input);
    expect([whole, pieces, lone]).toEqual([PARSED, PARSED, { ...NOTHING, final: '\ud800' }]);
    expect(cutOff).toMatchObject({ error: { code: 'truncated' } });
    expect(stopped).not.toEqual(cutOff);
  });

  test.each([
    { line: '{"text":"a","finish":"eos"}', says: '"finish" should be "stop" or "length"' },
    { line: '{"text":"a","chunk":1.5}', says: '"chunk" should be a whole number from 1' },
    { line: '{"text":"a","chunk":"x"}', says: '"chunk" should be a whole number from 1' },
  ])('$line is refused', async ({ line, says }) => {
    const { code, out, err } = await run(['parse', '--jsonl'], { input: `${line}\n` });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toBe(`tagma: ${says} in this line: ${line}\n`);
  });

  test('only LF ends a line: others may stand in a string as they are', async () => {
    const input = '{"text":"<final>a\u2028b\u2029c\u0085d</final>","finish":null}\r\n';
    expect(await parse(['--jsonl'], input)).toEqual([{ ...NOTHING, final: 'a\u2028b\u2029c\u0085d' }]);
  });

  test.each(['nonsense', '{"txt":"a"}', '{"text":1}', 'null', '["a"]'])(
    '%s is refused, with the line',
    async (line) => {
      const ended = await run(['parse', '--jsonl'], { input: `{"text":"<final>a</final>"}\n${line}\n{"text":"b"}\n` });
      expect(ended).toEqual({
        code: 2,
        out: `${JSON.stringify({ ...NOTHING, final: 'a' })}\n`,
        err: `tagma: this line is not {"text": …}: ${line}\n`,
      });
    },
  );
});

test.each([
  { title: 'an unknown setting', args: ['--set', 'nonsense'], says: 'there is no setting "nonsense"' },
  { title: 'a setting with a strange value', args: ['--set', 'bashFence=maybe'], says: 'true or false' },
  { title: 'pieces of nothing', args: ['--chunk', '0'], says: '--chunk' },
  { title: 'another finish', args: ['--finish', 'aborted'], says: 'stop, length' },
  { title: 'tools that are not there', args: ['--tools', '/nowhere.json'], says: '/nowhere.json' },
])('$title: exit 2', async ({ args, says }) => {
  const ended = await run(['parse', ...args], { input: '<final>a</final>' });
  expect(ended).toMatchObject({ code: 2, out: '' });
  expect(ended.err).toContain(says);
  expect(ended.err).not.toContain('mistake in Tagma');
});

test.each(['bashFence=true', 'bashFence=false'])('--set %s is taken', async (setting) => {
  expect(await parse(['--set', setting], REPLY)).toEqual([PARSED]);
});
