/** `tagma step --live` against a scripted model over real HTTP, with commands from standard input. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isLocked, readHistory, replayHistory } from '../packages/history/src/index.ts';
import { type Pace, startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { BUNDLE, environment, historyIn, run, start, temporaryFolder, waitFor } from './command.ts';
import { connection, scriptOf } from './scripted.ts';

const LS = '<action tool="ls"/>';
const MAKE = '<action tool="bash"><command>echo made > made.txt</command></action>';
const FINAL = '<final>done</final>';

/** What a session takes to stop at most, and the process around it. */
const STOPPED_MS_MAX = 5_000;

type Live = { readonly code: number | null; readonly lines: readonly string[]; readonly err: string };

/** Runs the commands, and expects that the history is whole, replays, and ends with the session. */
async function live(
  turns: readonly string[],
  commands: readonly string[],
  { pace, args = [] }: { readonly pace?: Pace; readonly args?: readonly string[] } = {},
) {
  const endpoint = await startScriptedEndpoint(scriptOf(turns), pace ? { pace } : {});
  const folder = temporaryFolder();
  const history = temporaryFolder();
  const { code, out, err } = await run(
    ['step', '--live', 'do it', ...connection(endpoint.url), '--cwd', folder, '--history', history, ...args],
    { input: commands.map((line) => `${line}\n`).join('') },
  );
  await endpoint.close();
  const file = historyIn(history);
  const read = await readHistory(file);
  if (!read.ok) throw new Error(read.error.message);
  const events = read.records.filter(({ kind }) => kind === 'event');
  expect(await replayHistory(file)).toMatchObject({ ok: true, torn: null, unfinished: [] });
  expect(isLocked(file)).toBe(false);
  expect(events.at(-1)).toMatchObject({ type: 'session.ended', fields: { reason: 'quit' } });
  // The times are of today.
  const lines = out
    .trimEnd()
    .replaceAll(/ \d\d:\d\d:\d\d\.\d{3} /g, '')
    .split('\n');
  const result: Live = { code, lines, err: err.trimEnd() };
  return { ...result, folder, events, types: events.map(({ type }) => type) };
}

test('each event is held until it is let go, and what it would do is told before', async () => {
  const { code, err, lines, types } = await live([FINAL], ['next', 'next', 'state', 'next', 'quit']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(lines.slice(0, -1)).toEqual([
    'Each event is held until next lets it go. help lists the commands.',
    'held   #1  session.started  unstarted → idle',
    'told   #1  session.started  unstarted → idle',
    'held   #2  prompt.given "do it"  idle → thinking  · model.ask 1',
    'told   #2  prompt.given "do it"  idle → thinking  · model.ask 1',
    'held   #3  reply.ended "<final>done</final>"  thinking → finished  · (reply.read), turn.end done',
    'thinking, waits for the answer to request 1',
    'held: reply.ended',
    'told   #3  reply.ended "<final>done</final>"  thinking → finished  · (reply.read), turn.end done',
    'the answer:',
    '  done',
    'told   #4  session.ended  finished → closed',
  ]);
  expect(types).toEqual(['session.started', 'prompt.given', 'reply.ended', 'session.ended']);
});

test('an event is changed before the machine is told, and the history says by whom', async () => {
  const { code, events, lines, folder } = await live(
    [MAKE, FINAL],
    [
      'break event reply.ended',
      'continue',
      'edit text <final>not made</final>',
      'guards',
      'revert',
      'edit {"text": "<final>made by hand</final>", "request": 1, "reasoning": "", "finish": "stop", "usage": null}',
      'next',
    ],
  );
  expect(code).toBe(0);
  expect(lines).toContain(
    'edited #3  reply.ended "<final>not made</final>" (changed by person)  thinking → finished  · (reply.read), turn.end done',
  );
  expect(lines).toContain('  → hasFinal         true           finished / finishDone');
  expect(lines.filter((line) => line.startsWith('as it came #3'))).toHaveLength(1);
  expect(lines.slice(-4, -1)).toEqual(['the answer:', '  made by hand', 'told   #4  session.ended  finished → closed']);
  expect(events.find(({ type }) => type === 'reply.ended')?.fields).toMatchObject({
    text: '<final>made by hand</final>',
    changed: { by: 'person', original: { type: 'reply.ended', text: MAKE } },
  });
  expect(existsSync(join(folder, 'made.txt'))).toBe(false);
});

test('an event is dropped: the machine goes on waiting, and an abort ends the turn', async () => {
  const { code, lines, types, events } = await live(
    [LS],
    ['break event tool.ended', 'continue', 'drop', 'abort', 'next'],
  );
  expect(code).toBe(0);
  expect(lines).toContain('the machine goes on waiting for request 3; abort ends the turn');
  expect(types.slice(-4)).toEqual(['event.dropped', 'abort.requested', 'tool.ended', 'session.ended']);
  expect(events.find(({ type }) => type === 'event.dropped')?.fields).toMatchObject({
    by: 'person',
    event: { type: 'tool.ended' },
  });
});

test.each([
  ['yes', 'once', true],
  ['always', 'always', true],
  ['no use npm', 'no', false],
])('a question is answered: %s', async (command, answer, made) => {
  const { code, lines, events, folder } = await live([MAKE, FINAL], ['continue', command, 'quit']);
  expect(code).toBe(0);
  expect(lines).toContain('May bash run? · ~ changes · call 1');
  expect(lines).toContain('  command: echo made > made.txt');
  const reason = answer === 'no' ? 'use npm' : '';
  expect(events.find(({ type }) => type === 'permission.answered')?.fields).toMatchObject({ answer, reason });
  expect(existsSync(join(folder, 'made.txt')) && readFileSync(join(folder, 'made.txt'), 'utf8') === 'made\n').toBe(
    made,
  );
});

test('a limit is asked about, and yes goes on', async () => {
  const { code, lines, types } = await live([LS, FINAL], ['continue', 'yes', 'quit'], { args: ['--max-turns', '1'] });
  expect(code).toBe(0);
  expect(lines).toContainEqual(expect.stringMatching(/^a limit is reached \(1 repl.*\); yes goes on, no stops$/));
  // How much the model takes in may be found out at any time.
  const said = types.filter((type) => type !== 'window.found');
  expect(said.slice(-3)).toEqual(['limit.answered', 'reply.ended', 'session.ended']);
});

test('what is said and steered reaches the turn', async () => {
  const { types, events } = await live(
    [LS, FINAL, FINAL],
    ['break state acting', 'c', 'steer rather that', 'next', 'next', 'c', 'say and this', 'q'],
  );
  expect(types.filter((type) => ['steer.given', 'prompt.given'].includes(type))).toEqual([
    'prompt.given',
    'steer.given',
    'prompt.given',
  ]);
  expect(events.find(({ type }) => type === 'steer.given')?.fields).toEqual({ text: 'rather that' });
});

test('what is wrong is said on standard error, and the exit code tells', async () => {
  const { code, err, types } = await live(
    [LS],
    [
      'edit nonsense 1',
      'edit settings.turnsMax many',
      'edit settings.turnsMax "9"',
      'edit {"type":"promt.given"}',
      'edit',
      'yes',
      'say',
      'back',
      'n 3',
      'edit facts {}',
      'revert now',
    ],
  );
  expect(code).toBe(2);
  expect(err.split('\n').map((line) => line.slice(0, 90))).toEqual([
    expect.stringMatching(/^there is no nonsense: it has type, session, /),
    expect.stringMatching(/^edit: settings\.turnsMax is a number: its value is given in JSON\. Unexpected token/),
    'edit: settings.turnsMax must be a number, and is a text.',
    'edit: there is no event "promt.given". Did you mean prompt.given?',
    'edit takes JSON, or FIELD VALUE, where there is no terminal.',
    'nothing is asked.',
    'say takes the text: say fix the failing test',
    expect.stringMatching(/^there is no command "back" here\. back is for a history\./),
    'edit: facts.reads is missing.',
    'revert takes nothing after it.',
  ]);
  // Left with the facts held: they are told, and what they would have begun has not.
  expect(types).toEqual([
    'session.started',
    'prompt.given',
    'reply.ended',
    'facts.taken',
    'abort.requested',
    'tool.ended',
    'session.ended',
  ]);
});

test('left while the model streams: nothing is waited for', async () => {
  const since = performance.now();
  const long = `<thought>${'so '.repeat(20_000)}</thought>${FINAL}`;
  const { code, types } = await live([long], ['n', 'n', 'abort', 'n', 'n', 'q'], { pace: { characters: 60, ms: 20 } });
  expect(code).toBe(0);
  expect(types).toEqual(['session.started', 'prompt.given', 'abort.requested', 'reply.ended', 'session.ended']);
  expect(performance.now() - since).toBeLessThan(10_000);
});

test('a signal ends it in order', async () => {
  const endpoint = await startScriptedEndpoint(scriptOf([FINAL]));
  const history = temporaryFolder();
  const args = ['step', '--live', 'do it', ...connection(endpoint.url), '--history', history];
  const child = spawn(process.execPath, [BUNDLE, ...args], { env: environment(), cwd: temporaryFolder() });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stdin.write('n\nn\n');
  await waitFor(() => out.includes('held   #3'));
  child.kill('SIGTERM');
  const [code] = await once(child, 'close');
  expect(code).toBe(143);
  await endpoint.close();
  const read = await readHistory(historyIn(history));
  if (!read.ok) throw new Error(read.error.message);
  const events = read.records.flatMap(({ kind, type }) => (kind === 'event' ? [type] : []));
  expect(events).toEqual(['session.started', 'prompt.given', 'reply.ended', 'session.ended']);
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends a script that waits for a command of the model', async (signal, expected) => {
  const seconds = `${2200 + (process.pid % 300)}`;
  const endpoint = await startScriptedEndpoint(
    scriptOf([`<action tool="bash"><command>sleep ${seconds}</command></action>`]),
  );
  const history = temporaryFolder();
  const { child, ended } = start(
    ['step', '--live', 'do it', ...connection(endpoint.url), '--history', history, '--trust'],
    { input: 'next\nnext\nnext\nnext\nstate\nquit\n' },
  );
  let out = '';
  child.stdout?.on('data', (text: string) => {
    out += text;
  });
  await waitFor(() => /told +#4 .* facts\.taken/.test(out));
  const since = performance.now();
  child.kill(signal);
  const { code } = await ended;
  expect([code, performance.now() - since < STOPPED_MS_MAX]).toEqual([expected, true]);
  await endpoint.close();
  const file = historyIn(history);
  expect(await replayHistory(file)).toMatchObject({ ok: true, torn: null, unfinished: [] });
  const read = await readHistory(file);
  const events = read.ok ? read.records.filter(({ kind }) => kind === 'event') : [];
  expect(events.slice(-3)).toMatchObject([
    { type: 'abort.requested', fields: { by: 'signal' } },
    { type: 'tool.ended' },
    { type: 'session.ended', fields: { reason: 'signal' } },
  ]);
});

test('a history that cannot be written ends it, and is said: also in a script that waits for what comes no more', async () => {
  const endpoint = await startScriptedEndpoint(scriptOf([FINAL]));
  const history = temporaryFolder();
  const args = ['step', '--live', 'do it', ...connection(endpoint.url), '--history', history];
  // In blocks of 512 or 1,024 bytes: the head fits, the first event does not.
  const limited = ['-c', 'ulimit -f 2; exec "$@"', 'sh', process.execPath, BUNDLE, ...args];
  const child = spawn('sh', limited, { env: environment(), cwd: temporaryFolder() });
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  child.stdout.resume();
  child.stdin.end('next\nnext\nstate\nquit\n');
  const [code] = await once(child, 'close');
  await endpoint.close();
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(/^tagma: .*: cannot write to the history: .*EFBIG.*\n$/),
  });
});

test.each([
  [['step'], /step takes a history, or --live/],
  [['step', '--live', 'x'], /no endpoint is set/],
])('%j is refused', async (args, message) => {
  expect(await run(args)).toMatchObject({ code: 2, out: '', err: expect.stringMatching(message) });
});
