/** `tagma -p --output-format json|stream-json|xml`: what a script reads, for every end that a run can have. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readHistory } from '../packages/history/src/index.ts';
import { isBySchema, unknownIn } from '../packages/stream/test/published.ts';
import { startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { BUNDLE, environment, historyIn, run, temporaryFolder, waitFor } from './command.ts';
import { connection, printWith, scriptOf, startWith } from './scripted.ts';

const FINAL = '<final>the answer</final>';
const READ = '<action tool="read"><path>a.txt</path></action>';
const MAKE = '<action tool="bash"><command>touch made</command></action>';
const PRICED = '<turn><reply>&lt;final>the answer&lt;/final></reply><usage input="10" output="4"/></turn>';
const SLOW = { characters: 40, ms: 20 };

const isEvent = isBySchema('event');

type Event = { readonly type: string; readonly [name: string]: unknown };

/** The events of standard output, each as the published schema says. */
function eventsIn(out: string): readonly Event[] {
  expect(out.endsWith('\n')).toBe(true);
  const events = out
    .slice(0, -1)
    .split('\n')
    .map((line): Event => JSON.parse(line));
  expect(events.filter((event) => !isEvent(event) || unknownIn(event))).toEqual([]);
  return events;
}

const NOTHING_USED = {
  ...{ input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0, reasoning_tokens: 0 },
  ...{ replies: 0, estimated_replies: 0, unpriced_replies: 0 },
};

const ENDS: readonly (readonly [
  title: string,
  format: string,
  turns: readonly string[],
  args: readonly string[],
  result: object,
])[] = [
  [
    'a final answer',
    'json',
    [PRICED],
    [],
    {
      ...{ subtype: 'success', is_error: false, exit_code: 0, num_turns: 1, result: 'the answer' },
      usage: { ...NOTHING_USED, input_tokens: 10, output_tokens: 4, replies: 1, unpriced_replies: 1 },
      total_cost_usd: null,
    },
  ],
  [
    'a denial',
    'stream-json',
    [MAKE, FINAL],
    [],
    {
      ...{ subtype: 'denied', is_error: true, exit_code: 3, num_turns: 2, result: 'the answer' },
      permission_denials: [
        {
          ...{ call: 1, tool: 'bash' },
          why: 'denied: mode default: running a program asks (touch); nobody is there to ask',
        },
      ],
    },
  ],
  [
    'a limit',
    'json',
    [READ],
    ['--max-turns', '1'],
    {
      subtype: 'limit',
      exit_code: 4,
      num_turns: 1,
      limit: 'turns',
      result: 'the limit of one prompt is reached: 1 reply',
    },
  ],
  [
    'no usable reply',
    'stream-json',
    ['', '', ''],
    [],
    { subtype: 'uncorrected', exit_code: 5, num_turns: 3, result: expect.stringContaining('empty') },
  ],
  [
    'a server that fails',
    'stream-json',
    ['<turn><failure status="401">bad key</failure></turn>'],
    [],
    {
      ...{ subtype: 'failed', exit_code: 1, num_turns: 1, usage: NOTHING_USED, total_cost_usd: null },
      ...{
        result: expect.stringContaining('bad key'),
        fault: { kind: 'auth', status: 401, advice: expect.any(String) },
      },
    },
  ],
];

describe('every end has its result', () => {
  test.each(ENDS)('%s, as %s', async (_, format, turns, args, result) => {
    const ended = await printWith(turns, ['--output-format', format, ...args]);
    const events = eventsIn(ended.out);
    const last = events.at(-1);
    expect(last).toMatchObject({ type: 'result', permission_denials: [], ...result });
    expect(last).toMatchObject({ exit_code: ended.code, is_error: ended.code !== 0 });
    expect(ended.history).toContain(String(last?.session_id));
    if (format === 'json') {
      expect(events).toHaveLength(1);
      return;
    }
    expect(events[0]).toMatchObject({ type: 'session_started', history: ended.history, can_answer: false });
    expect(events.filter(({ type }) => type === 'result')).toHaveLength(1);
  });

  test.each([
    ['json', 'SIGTERM', 143],
    ['stream-json', 'SIGINT', 130],
  ] as const)('as %s after %s', async (format, signal, code) => {
    const thought = `<thought>${'so '.repeat(20_000)}</thought>${FINAL}`;
    const running = await startWith([thought], ['--output-format', format], { pace: SLOW });
    await waitFor(() => hasAsked(running.history));
    running.child.kill(signal);
    const { out, ...ended } = await running.ended;
    expect(ended.code).toBe(code);
    const last = eventsIn(out).at(-1);
    expect(last).toMatchObject({ type: 'result', subtype: 'aborted', is_error: true, exit_code: code });
  });

  test.each(['json', 'stream-json'])('as %s where the history is lost on the way', async (format) => {
    const thought = `<thought>${'so '.repeat(500)}</thought>${FINAL}`;
    const running = await startWith([thought], ['--output-format', format], { pace: SLOW });
    await waitFor(() => hasAsked(running.history));
    rmSync(historyIn(running.history));
    const { code, out, err } = await running.ended;
    expect(code).toBe(1);
    const events = eventsIn(out);
    expect(events.at(-1)).toMatchObject({
      ...{ type: 'result', subtype: 'broken', is_error: true, exit_code: 1, num_turns: 1 },
      result: expect.stringContaining('it was removed while this session wrote to it'),
    });
    expect(events.filter(({ type }) => type === 'error')).toHaveLength(format === 'json' ? 0 : 1);
    expect(err).toContain('it was removed');
  });

  test('what is wrong before a session begins is said on standard error alone', async () => {
    const rows = [
      ['--output-format', 'yaml'],
      ['--output-format', 'json', '--mode', 'yolo'],
      ['--output-format', 'json', '--deltas'],
      ['--output-format', 'json', '--input-format', 'stream-json'],
      ['--output-format', 'json', '--inline'],
    ];
    const ended = await Promise.all(rows.map((args) => run(['-p', 'x', ...args])));
    expect(ended.map(({ code, out, err }) => ({ code, out, says: err.length > 20 }))).toEqual(
      rows.map(() => ({ code: 2, out: '', says: true })),
    );
  });
});

test('stream-json --deltas tells what streams in, and nothing of it twice', async () => {
  const written = 'One thing after the other. '.repeat(20).trim();
  const replies = [`<thought>${written}</thought><action tool="bash"><command>echo one; echo two</command></action>`];
  const ended = await printWith([...replies, FINAL], ['-t', '--output-format', 'stream-json', '--deltas']);
  const events = eventsIn(ended.out);
  const text = (type: string, part?: string) =>
    events.flatMap((event) => (event.type === type && event.part === part ? [event.text] : [])).join('');
  expect(text('reply_delta', 'thought')).toBe(written);
  expect(text('reply_delta', 'final')).toBe('the answer');
  expect(text('call_output')).toBe('one\ntwo\n');
  // Progress is in the events; a few notes are left for the person.
  expect(ended.err).not.toContain(written);
});

test.each(['stream-json', 'xml'])('no secret is told as %s', async (format) => {
  const key = 'sk-very-secret-key-123456';
  const shown = `<thought>it is ${key}</thought><action tool="bash"><command>echo ${key}; sleep 0.1</command></action>`;
  const deltas = format === 'stream-json' ? ['--deltas'] : [];
  const ended = await printWith([shown, `<final>${key}</final>`], ['-t', '--output-format', format, ...deltas], {
    env: { TAGMA_API_KEY: key },
  });
  // The key is never put back, not even for the model that has it: the command is denied.
  expect(ended.code).toBe(3);
  expect(ended.out).toMatch(/\[redacted:API_KEY~\w{4}\]/);
  expect(ended.out + ended.err).not.toContain(key);
});

describe('xml', () => {
  test('is the history, byte for byte, and replays', async () => {
    const ended = await printWith([READ, FINAL], ['--output-format', 'xml']);
    expect(ended.code).toBe(0);
    expect(ended.out).toBe(readFileSync(ended.history, 'utf8'));
    expect(ended.err).toContain('a.txt');
    expect((await run(['replay', ended.history])).code).toBe(0);
  });

  test('of a session that goes on is all of it', async () => {
    const { history, folder } = await printWith(['<turn><failure status="401">bad key</failure></turn>'], []);
    const endpoint = await startScriptedEndpoint(scriptOf([FINAL]));
    const ended = await run([
      'resume',
      history,
      '-p',
      '--cwd',
      folder,
      ...connection(endpoint.url),
      '--output-format',
      'xml',
    ]);
    await endpoint.close();
    expect(ended.code).toBe(0);
    expect(ended.out).toBe(readFileSync(history, 'utf8'));
  });
});

describe('standard output', () => {
  test.each(['json', 'stream-json', 'xml'])('closed: %s ends with 141, and the history is whole', async (format) => {
    const running = await startWith([`<thought>so so</thought>${READ}`, FINAL], ['--output-format', format], {
      pace: SLOW,
    });
    running.child.stdout?.destroy();
    const { code, err } = await running.ended;
    expect({ code, err }).toEqual({ code: 141, err: expect.not.stringContaining('mistake in Tagma') });
    const read = await readHistory(historyIn(running.history));
    expect(read.ok && read.records.filter(({ kind }) => kind === 'event').at(-1)?.type).toBe('session.ended');
  });

  // A pipe holds 64 KB; the reader keeps it open, and reads nothing.
  test.each(['stream-json', 'xml'])('that nobody reads: %s still ends when it is asked to', async (format) => {
    const endpoint = await startScriptedEndpoint(scriptOf([`<final>${'long '.repeat(100_000)}</final>`]));
    const history = temporaryFolder();
    const args = ['-p', 'x', ...connection(endpoint.url), '--history', history, '--output-format', format];
    const child = spawn(process.execPath, [BUNDLE, ...args], {
      ...{ env: environment(), cwd: temporaryFolder() },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    child.stdout.pause();
    await waitFor(() => hasEnded(history));
    child.kill('SIGTERM');
    expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(143);
    await endpoint.close();
  });
});

function hasAsked(history: string): boolean {
  return textIn(history).includes('type="model.ask"');
}

function hasEnded(history: string): boolean {
  return textIn(history).includes('type="turn.end"');
}

/** Of all histories in the folder, so far. */
function textIn(folder: string): string {
  return spawnSync('sh', ['-c', 'cat "$0"/*.xml 2>/dev/null', folder], { encoding: 'utf8' }).stdout;
}
