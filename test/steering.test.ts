/** Another program steers: `tagma -p --input-format stream-json`, and `tagma serve --stdio`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { isBySchema, unknownIn } from '../packages/stream/test/published.ts';
import { type Pace, type ScriptedEndpoint, startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { historyIn, run, temporaryFolder } from './command.ts';
import { connection, scriptOf } from './scripted.ts';
import { type Message, type Spoken, speakWith } from './spoken.ts';

const MAKE = (name: string) => `<action tool="bash"><command>touch ${name}</command></action>`;
const FINAL = (text: string) => `<final>${text}</final>`;
const SLOW = { characters: 10, ms: 20 };

const endpoints: ScriptedEndpoint[] = [];

afterEach(async () => {
  for (const endpoint of endpoints.splice(0)) await endpoint.close();
});

type Begun = Spoken & { readonly folder: string; readonly history: string };

async function begin(before: readonly string[], turns: readonly string[], pace?: Pace): Promise<Begun> {
  const endpoint = await startScriptedEndpoint(scriptOf(turns), pace ? { pace } : {});
  endpoints.push(endpoint);
  const [folder, history] = [temporaryFolder(), temporaryFolder()];
  const spoken = speakWith([...before, ...connection(endpoint.url), '--history', history], folder);
  return { ...spoken, folder, history };
}

const steer = (turns: readonly string[], more: readonly string[] = [], pace?: Pace) =>
  begin(['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', ...more], turns, pace);

const isEvent = isBySchema('event');
const type = (wanted: string) => (message: Message) => message.type === wanted;
const wrongIn = (events: readonly Message[]) => events.filter((event) => !isEvent(event) || unknownIn(event));
const results = (events: readonly Message[]) =>
  events.filter(type('result')).map(({ subtype, exit_code, result }) => [subtype, exit_code, result]);

describe('commands on standard input', () => {
  test('a session from the first prompt to the end of the input, with whatever goes wrong on the way', async () => {
    const question = '<action tool="ask"><question>Which?</question></action>';
    const session = await steer([MAKE('a'), FINAL('made'), question, FINAL('so'), MAKE('b'), FINAL('done')]);
    session.send('not json');
    session.send({ type: 'prompts', text: 'x', id: 'p0' });
    session.send({ type: 'answer', request: 99, answer: 'once' });
    session.send({ type: 'resume' });
    session.send({ type: 'prompt', text: 'make a' });
    const asked = await session.until(type('asked'));
    expect(asked).toMatchObject({ kind: 'permission', tool: 'bash', params: { command: 'touch a' }, outside: false });
    session.send({ type: 'answer', request: asked.request, answer: 'perhaps', id: 'a1' });
    session.send({ type: 'answer', request: asked.request, answer: 'once' });
    await session.until(type('result'));
    session.send({ type: 'prompt', text: 'and now?' });
    const which = await session.until((one) => one.kind === 'question');
    session.send({ type: 'answer', request: which.request, answer: 'this one' });
    await session.until((one) => one.type === 'result' && one.result === 'so');
    session.send({ type: 'mode', mode: 'auto-in-project' });
    session.send({ type: 'prompt', text: 'make b' });
    // The turn goes on to its end.
    session.end();
    const { code, err } = await session.ended;
    expect(code).toBe(0);
    expect(wrongIn(session.said)).toEqual([]);
    expect(session.said[0]).toMatchObject({ type: 'session_started', can_answer: true });
    expect(session.said.filter(type('error')).map(({ message, line, id }) => [line, id, message])).toEqual([
      [1, undefined, expect.stringMatching(/^the line is no JSON: /)],
      [2, 'p0', expect.stringMatching(/^there is no command "prompts"\. Did you mean prompt\?/)],
      [3, undefined, 'there is no question 99. Nothing is asked.'],
      [4, undefined, 'there is no turn to go on with'],
      [6, 'a1', `question ${asked.request} (permission) takes once, always, no, not "perhaps"`],
    ]);
    expect(results(session.said)).toEqual([
      ['success', 0, 'made'],
      ['success', 0, 'so'],
      ['success', 0, 'done'],
    ]);
    expect(session.said.filter(type('mode_changed')).map(({ mode }) => mode)).toEqual(['auto-in-project']);
    expect([existsSync(join(session.folder, 'a')), existsSync(join(session.folder, 'b'))]).toEqual([true, true]);
    expect(err).not.toContain('thought');
    expect((await run(['replay', historyIn(session.history)])).code).toBe(0);
  });

  test('steered, aborted, and gone on with', async () => {
    const thought = `<thought>${'so '.repeat(2_000)}</thought>${FINAL('never')}`;
    const wait = '<action tool="bash"><command>sleep 30</command></action>';
    const session = await steer([wait, thought, FINAL('again')], ['-t', '--deltas', 'begin'], {
      characters: 200,
      ms: 10,
    });
    await session.until(type('call_started'));
    session.send({ type: 'steer', text: 'stop waiting' });
    await session.until(type('prompt'));
    session.send({ type: 'abort' });
    await session.until(type('result'));
    session.send({ type: 'prompt', text: 'think' });
    await session.until((one) => one.type === 'reply_delta' && one.part === 'thought');
    session.send({ type: 'abort' });
    await session.until((one) => one.type === 'result' && session.said.filter(type('result')).length === 2);
    session.send({ type: 'prompt', text: 'once more' });
    session.end();
    expect((await session.ended).code).toBe(0);
    expect(wrongIn(session.said)).toEqual([]);
    expect(results(session.said)).toEqual([
      ['aborted', 130, 'Stopped by the person.'],
      ['aborted', 130, 'Stopped by the person.'],
      ['success', 0, 'again'],
    ]);
  });

  test('paused and gone on with, taken back before and after it was done', async () => {
    const write = '<action tool="write"><path>a.txt</path><content>a</content></action>';
    const session = await steer([write, FINAL('made'), FINAL('again')], ['-t']);
    const paused = (time: number) => session.until(() => session.said.filter(type('paused')).length === time);
    session.send({ type: 'pause' });
    session.send({ type: 'prompt', text: 'make a.txt' });
    await paused(1);
    session.send({ type: 'prompt', text: 'never mind' });
    const { number } = await session.until((one) => one.text === 'never mind');
    session.send({ type: 'withdraw', number });
    session.send({ type: 'withdraw', number: 99 });
    session.send({ type: 'undo' });
    session.send({ type: 'resume' });
    await session.until(type('result'));
    const file = join(session.folder, 'a.txt');
    const made = existsSync(file);
    session.send({ type: 'undo' });
    await session.until(type('undone'));
    session.send({ type: 'undo', steps: 1 });
    session.send({ type: 'pause' });
    session.send({ type: 'prompt', text: 'once more' });
    await paused(2);
    // Who could end the pause has gone.
    session.end();
    expect((await session.ended).code).toBe(0);
    expect(wrongIn(session.said)).toEqual([]);
    expect([made, existsSync(file)]).toEqual([true, false]);
    const told = ['paused', 'resumed', 'prompt_taken', 'prompt_withdrawn', 'undone', 'error', 'result'];
    const course = session.said.filter((one) => told.includes(String(one.type)));
    expect(course.map((one) => [one.type, one.number ?? one.status ?? one.message ?? one.result])).toEqual([
      ['paused', undefined],
      ['prompt_withdrawn', number],
      ['error', 'no message 99 waits'],
      ['error', 'changes are taken back while no turn runs: wait for its result, or abort it'],
      ['resumed', undefined],
      ['result', 'made'],
      ['undone', 'ok'],
      ['undone', 'error'],
      ['paused', undefined],
      ['resumed', undefined],
      ['result', 'again'],
    ]);
    // All that was said was taken up: the session was closed, and has not just stopped.
    expect(readFileSync(historyIn(session.history), 'utf8')).toContain('type="session.ended"');
    expect((await run(['replay', historyIn(session.history)])).code).toBe(0);
  });

  test('where the input has ended, what would be asked is denied', async () => {
    const session = await steer([MAKE('a'), FINAL('not made')]);
    session.send({ type: 'prompt', text: 'make a' });
    session.end();
    expect((await session.ended).code).toBe(3);
    expect(session.said.filter(type('answered'))).toMatchObject([
      { answer: 'no', reason: 'nobody can be asked any more' },
    ]);
    expect(results(session.said)).toEqual([['denied', 3, 'not made']]);
  });

  test('who sends and does not read is not listened to for ever, and still loses nothing', async () => {
    const lines = 40_000;
    const session = await steer([FINAL('done')]);
    session.pause();
    for (let sent = 0; sent < lines; sent += 1) session.send('nonsense');
    session.send({ type: 'prompt', text: 'and now' });
    session.end();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const unheard = session.unsent();
    session.read();
    expect((await session.ended).code).toBe(0);
    expect(unheard).toBeGreaterThan(100_000);
    expect(session.said.filter(type('error'))).toHaveLength(lines);
    expect(results(session.said)).toEqual([['success', 0, 'done']]);
  });

  test('without a prompt: exit 2; by a signal: its own', async () => {
    const [nothing, stopped] = await Promise.all([
      steer([FINAL('x')]),
      steer([FINAL('x'.repeat(4_000))], ['go'], SLOW),
    ]);
    nothing.end();
    const ended = await nothing.ended;
    expect(ended.code).toBe(2);
    expect(ended.err).toContain('{"type":"prompt","text":"fix the failing test"}');
    await stopped.until(type('request_started'));
    stopped.kill('SIGTERM');
    expect((await stopped.ended).code).toBe(143);
    expect(results(stopped.said)).toEqual([['aborted', 143, 'Stopped by a signal.']]);
  });
});

describe('tagma serve --stdio', () => {
  const call = (id: number | undefined, method: string, params: object = {}) => ({
    ...{ jsonrpc: '2.0', method, params },
    ...(id !== undefined && { id }),
  });
  const answerTo = (id: number) => (message: Message) => message.id === id && !('method' in message);
  const event = (wanted: string) => (message: Message) =>
    message.method === 'session/event' && (message.params as Message).type === wanted;
  const eventsOf = (session: Spoken) =>
    session.said.flatMap((message) => (message.method === 'session/event' ? [message.params as Message] : []));

  test('a session from initialize to shutdown', async () => {
    const session = await begin(['serve', '--stdio'], [MAKE('a'), FINAL('made'), FINAL('x'.repeat(3_000))], SLOW);
    session.send('{');
    session.send(call(1, 'session/prompt', { text: 'too early' }));
    session.send(call(2, 'initialize', { client: { name: 'test' } }));
    session.send(call(3, 'initialize'));
    session.send(call(4, 'session/promt'));
    session.send(call(5, 'session/mode', { mode: 'yolo' }));
    session.send(call(6, 'session/answer', { request: 1, answer: 'once' }));
    // A notification is never answered.
    session.send(call(undefined, 'session/answer', { request: 1, answer: 'once' }));
    // At rest a pause is taken back without a turn.
    session.send(call(20, 'session/pause'));
    session.send(call(21, 'session/resume'));
    session.send(call(7, 'session/prompt', { text: 'make a' }));
    const asked = (await session.until(event('asked'))).params as Message;
    session.send(call(8, 'session/answer', { request: asked.request, answer: 'once' }));
    expect(await session.until(answerTo(7))).toMatchObject({ result: { type: 'result', result: 'made' } });
    // While changes are taken back no turn is there that could go on.
    session.send(call(24, 'session/undo', { steps: 1 }));
    session.send(call(25, 'session/resume'));
    await session.until(event('undone'));
    session.send(call(9, 'session/prompt', { text: 'and now?' }));
    session.send(call(10, 'session/prompt', { text: 'and then?' }));
    await session.until((one) => event('prompt')(one) && (one.params as Message).waits === true);
    session.send(call(22, 'session/prompt', { text: 'never mind' }));
    const last = await session.until((one) => event('prompt')(one) && (one.params as Message).text === 'never mind');
    session.send(call(23, 'session/withdraw', { number: (last.params as Message).number }));
    await session.until(answerTo(22));
    expect(await session.until(answerTo(23))).toMatchObject({ result: {} });
    session.send(call(11, 'session/abort'));
    await session.until(answerTo(9));
    session.send(call(12, 'shutdown'));
    expect((await session.ended).code).toBe(0);
    const answers = session.said.filter((message) => !('method' in message) && message.id !== 23);
    expect(answers.map(({ id, result, error }) => [id, (error as Message)?.code ?? result])).toEqual([
      [null, -32700],
      [1, -32002],
      [2, { program: expect.stringMatching(/^tagma \d/), schema_version: 1, methods: expect.any(Array) }],
      [3, -32000],
      [4, -32601],
      [5, -32602],
      [6, -32000],
      [20, {}],
      [21, {}],
      [8, {}],
      [7, expect.objectContaining({ subtype: 'success' })],
      [24, {}],
      [25, -32000],
      [22, -32000],
      [11, {}],
      [9, expect.objectContaining({ subtype: 'aborted' })],
      [10, -32000],
      [12, {}],
    ]);
    expect(wrongIn(eventsOf(session))).toEqual([]);
    expect(existsSync(join(session.folder, 'a'))).toBe(true);
    expect((await run(['replay', historyIn(session.history)])).code).toBe(0);
  });

  test('who closes the input has gone: the turn is aborted; where none has begun, nothing is left', async () => {
    const [working, idle] = await Promise.all([
      begin(['serve', '--stdio'], [FINAL('x'.repeat(4_000))], SLOW),
      begin(['serve', '--stdio'], [FINAL('x')]),
    ]);
    idle.end();
    expect(await idle.ended).toMatchObject({ code: 0, out: '' });
    expect(readdirSync(idle.history).filter((name) => name.endsWith('.xml'))).toEqual([]);
    working.send(call(1, 'initialize'));
    working.send(call(2, 'session/prompt', { text: 'go' }));
    await working.until(event('request_started'));
    working.end();
    expect((await working.ended).code).toBe(0);
    expect(await working.until(answerTo(2))).toMatchObject({ result: { subtype: 'aborted' } });
  });
});
