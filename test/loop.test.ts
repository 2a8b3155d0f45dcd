/**
 * The 26 scenarios of an agent's loop in the seed `coding-agent-architecture.md`, J.9, by their numbers: over real HTTP, with
 * real tools. Where the seed wants a provider's own server, a scripted endpoint stands in its place. Each fault that a
 * server can have is in faults.proof.test.ts.
 */
import { existsSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { chartOf } from '../packages/core/src/index.ts';
import { event, SSE, serve, streamOf } from '../packages/endpoint/test/serve.ts';
import { temporaryFolder } from './command.ts';
import { type RealChoices, type RealSession, realSession } from './real-session.ts';

const READ = (path: string) => `<action tool="read"><path>${path}</path></action>`;
const BASH = (command: string) => `<action tool="bash"><command>${command}</command></action>`;
const FINAL = '<final>done</final>';
const PROMPT = { type: 'prompt.given', text: 'do it' } as const;
const open: RealSession[] = [];

async function begin(turns: readonly string[], choices?: RealChoices): Promise<RealSession> {
  const real = await realSession(turns, choices);
  open.push(real);
  return real;
}

/** Gives the prompt, and waits until the turn has ended. */
async function run(turns: readonly string[], choices?: RealChoices): Promise<RealSession> {
  const real = await begin(turns, choices);
  real.session.send(PROMPT);
  await real.until(() => rests(real));
  return real;
}

const rests = ({ state }: RealSession) => ['finished', 'failed'].includes(state());
const result = ({ session }: RealSession) => session.snapshot().context.result;
const last = (real: RealSession) => real.messages().at(-1)?.content ?? '';
const count = (real: RealSession, type: string) => real.emitted.filter((one) => one.type === type).length;
const alternates = (real: RealSession) =>
  real.messages().every(({ role }, i) => role === (i === 0 ? 'system' : i % 2 === 1 ? 'user' : 'assistant'));

function folderWith(files: { readonly [name: string]: string }): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

afterEach(async () => {
  for (const real of open.splice(0)) expect(await real.close()).toEqual([]);
});

describe('1. the pipeline', () => {
  test('1.1 smoke: a prompt is answered', async () => {
    expect(result(await run([FINAL]))).toMatchObject({ kind: 'done', text: 'done' });
  });

  test('1.2 one tool: its result goes back to the model', async () => {
    const folder = folderWith({ 'test.txt': 'forty-two' });
    const turns = [
      READ('test.txt'),
      '<turn><expect in="last">forty-two</expect><reply>&lt;final>42&lt;/final></reply></turn>',
    ];
    expect(result(await run(turns, { folder }))).toMatchObject({ kind: 'done', text: '42' });
  });

  test('1.3 several tools: each is carried out in its turn', async () => {
    const folder = folderWith({ 'a.txt': 'one\n' });
    const edit = '<action tool="edit"><path>a.txt</path><old>one</old><new>two</new></action>';
    const real = await run([READ('a.txt'), edit, `${BASH('cat a.txt')}`, FINAL], { folder });
    expect(result(real)).toMatchObject({ kind: 'done' });
    expect(real.messages().at(-2)?.content).toContain('\ntwo\n');
  });

  test('1.4 steering: the running command ends, and the rest is skipped', async () => {
    const real = await begin([`${BASH('echo begun; sleep 0.3; echo ended')}\n${BASH('touch after')}`, FINAL]);
    real.session.send(PROMPT);
    await real.until(() => real.output().includes('begun'));
    real.session.send({ type: 'steer.given', text: 'never mind the rest' });
    await real.until(() => rests(real));
    const said = real.messages().at(-2)?.content ?? '';
    expect(said).toMatch(/call="1" status="ok"[\s\S]*ended[\s\S]*call="2" status="skipped"[\s\S]*never mind the rest$/);
    expect(existsSync(join(real.folder, 'after'))).toBe(false);
  });

  test('1.5 follow-up: the session goes on, and the context is kept', async () => {
    const real = await run([
      FINAL,
      '<turn><expect in="any">do it</expect><expect in="last">and now?</expect><reply>&lt;final>more&lt;/final></reply></turn>',
    ]);
    real.session.send({ type: 'prompt.given', text: 'and now?' });
    await real.until(() => count(real, 'turn.end') === 2);
    expect(result(real)).toMatchObject({ text: 'more' });
  });

  test('1.6 abort: the command is killed, and the turn ends', async () => {
    const real = await begin([BASH('echo begun; sleep 30')]);
    real.session.send(PROMPT);
    await real.until(() => real.output().includes('begun'));
    const before = Date.now();
    real.session.send({ type: 'abort.requested', by: 'person' });
    await real.until(() => rests(real));
    expect(Date.now() - before).toBeLessThan(5_000);
    expect(result(real)).toEqual({ kind: 'aborted', by: 'person' });
    expect(last(real)).toContain('status="aborted"');
  });

  test('1.7 one prompt at a time: the second waits for the end of the first', async () => {
    const real = await begin([BASH('sleep 0.2'), FINAL, '<final>second</final>']);
    real.session.send(PROMPT);
    real.session.send({ type: 'prompt.given', text: 'and this' });
    await real.until(() => count(real, 'turn.end') === 2);
    expect(count(real, 'model.ask')).toBe(3);
    expect(result(real)).toMatchObject({ text: 'second' });
  });

  test('1.8 context kept: what a tool said in one turn is told in the next', async () => {
    const folder = folderWith({ 'a.txt': 'the secret is 7' });
    const real = await run(
      [
        READ('a.txt'),
        FINAL,
        '<turn><expect in="any">the secret is 7</expect><reply>&lt;final>7&lt;/final></reply></turn>',
      ],
      { folder },
    );
    real.session.send({ type: 'prompt.given', text: 'what was it?' });
    await real.until(() => count(real, 'turn.end') === 2);
    expect(result(real)).toMatchObject({ text: '7' });
  });
});

describe('2. from end to end, on an endpoint', () => {
  test('2.1 text', async () => {
    const turn = '<turn><expect in="last">do it</expect><reply>&lt;final>4&lt;/final></reply></turn>';
    expect(result(await run([turn]))).toMatchObject({ text: '4' });
  });

  test('2.2 tool: the parameters arrive as they were written', async () => {
    const folder = folderWith({ 'a & b.txt': 'ampersand' });
    const real = await run([READ('a &amp; b.txt'), FINAL], { folder });
    expect(real.emitted.find((one) => one.type === 'tool.run')).toMatchObject({
      tool: 'read',
      params: { path: 'a & b.txt' },
    });
    expect(real.messages().at(-2)?.content).toContain('ampersand');
  });

  test('2.3 streaming: what arrives is shown before the reply has ended', async () => {
    const real = await run([`<thought>${'one step more, '.repeat(60)}</thought>${FINAL}`], {
      pace: { characters: 20, ms: 5 },
    });
    expect(real.shown()).toBeGreaterThan(3);
  });

  test('2.4 several turns: each request begins with the bytes of the one before', async () => {
    const real = await run([FINAL, '<final>second</final>']);
    const first = real.messages();
    real.session.send({ type: 'prompt.given', text: 'again' });
    await real.until(() => count(real, 'turn.end') === 2);
    expect(real.messages().slice(0, first.length)).toEqual(first);
  });
});

describe('3. routing', () => {
  test('3.1 a prompt leads from every state at rest to the model', () => {
    const resting = chartOf().states.filter(({ transitions }) =>
      transitions.some((one) => one.event === 'session.ended'),
    );
    expect(
      resting.map(({ name, transitions }) => [name, transitions.find((one) => one.event === 'prompt.given')?.target]),
    ).toEqual([
      ['idle', 'preparing'],
      ['finished', 'preparing'],
      ['failed', 'preparing'],
    ]);
  });
});

describe('4. faults that others had', () => {
  test('4.1 two prompts at once: never two requests at once', async () => {
    const real = await begin([FINAL, FINAL], { pace: { characters: 3, ms: 2 } });
    real.session.send(PROMPT);
    real.session.send(PROMPT);
    await real.until(() => count(real, 'turn.end') === 2);
    const course = real.events
      .filter(({ type }) => ['prompt.given', 'reply.ended'].includes(type))
      .map(({ type }) => type);
    expect(course).toEqual(['prompt.given', 'prompt.given', 'reply.ended', 'reply.ended']);
  });

  test('4.2 orphaned results: after an interruption every call has its answer', async () => {
    const real = await begin([`${BASH('echo one')}\n${BASH('echo begun; sleep 30')}\n${BASH('echo three')}`, FINAL]);
    real.session.send(PROMPT);
    await real.until(() => real.output().includes('begun'));
    real.session.send({ type: 'abort.requested', by: 'person' });
    await real.until(() => rests(real));
    expect([...last(real).matchAll(/call="(\d)" status="(\w+)"/g)].map(([, call, status]) => [call, status])).toEqual([
      ['1', 'ok'],
      ['2', 'aborted'],
      ['3', 'aborted'],
    ]);
    real.session.send({ type: 'prompt.given', text: 'go on' });
    await real.until(() => count(real, 'turn.end') === 2);
    expect([result(real)?.kind, alternates(real)]).toEqual(['done', true]);
  });

  test('4.3 a 429 is asked again, and compacts nothing', async () => {
    const real = await run(['<turn><failure status="429">slow down</failure></turn>', FINAL]);
    expect([count(real, 'timer.start'), count(real, 'conversation.compacted')]).toEqual([1, 0]);
    expect(result(real)).toMatchObject({ kind: 'done' });
  });

  test('4.4 a message typed during a compaction is answered after it', async () => {
    const folder = folderWith({ 'a.txt': 'line\n'.repeat(400) });
    const slow = { characters: 4, ms: 5 };
    const turns = [
      READ('a.txt'),
      READ('a.txt'),
      FINAL,
      '<final>Goal: it is done.</final>',
      '<turn><expect in="last">and then?</expect><reply>&lt;final>nothing&lt;/final></reply></turn>',
    ];
    const real = await run(turns, { folder, pace: slow });
    real.session.send({ type: 'compact.requested', focus: '' });
    expect(real.state()).toBe('summarising');
    real.session.send({ type: 'prompt.given', text: 'and then?' });
    await real.until(() => count(real, 'turn.end') === 2);
    expect(count(real, 'conversation.compacted')).toBe(1);
    expect(result(real)).toMatchObject({ text: 'nothing' });
  });

  const message = (content: unknown) => JSON.stringify({ choices: [{ message: { content }, finish_reason: 'stop' }] });
  test.each([
    ['a text', streamOf(['<final>in ', 'parts</final>'])],
    ['none at first', event({ content: null }) + event({}) + streamOf(['<final>in parts</final>'])],
    ['parts', event({ content: [{ type: 'text', text: '<final>in ' }] }) + streamOf(['parts</final>'])],
    ['parts that are texts', event({ content: ['<final>in ', 'parts</final>'] }, 'stop')],
    [
      'parts of a kind that nobody knows',
      event({ content: [{ type: 'new', x: 1 }] }) + streamOf(['<final>in parts</final>']),
    ],
    ['an answer at once', message('<final>in parts</final>')],
    ['an answer at once in parts', message([{ type: 'text', text: '<final>in ' }, { text: 'parts</final>' }])],
  ])('4.5 content of any type is taken: %s', async (_, body) => {
    const { url } = await serve((response) => {
      response.writeHead(200, SSE).end(body);
    });
    expect(result(await run([FINAL], { url }))).toMatchObject({ kind: 'done', text: 'in parts' });
  });

  test('4.6 several calls: each result stands under its own', async () => {
    const folder = folderWith({ a: 'AAA', b: 'BBB', c: 'CCC' });
    const real = await run([READ('a') + READ('b') + READ('c'), FINAL], { folder });
    expect(
      real
        .messages()
        .at(-2)
        ?.content.match(/call="\d"|AAA|BBB|CCC/g),
    ).toEqual([...['call="1"', 'AAA', 'call="2"', 'BBB', 'call="3"', 'CCC']]);
  });

  test('4.7 after a retry the turn ends when its tools have', async () => {
    const real = await run(['<turn><failure status="503">busy</failure></turn>', BASH('sleep 0.2; touch made'), FINAL]);
    expect(existsSync(join(real.folder, 'made'))).toBe(true);
    expect(real.emitted.at(-1)).toMatchObject({ type: 'turn.end', result: { kind: 'done' } });
  });
});

describe('5. recovery', () => {
  /** An endpoint that fails once, in its own way, and then answers. */
  const failing = (fail: (response: ServerResponse) => void) => {
    let requests = 0;
    return serve((response) => {
      requests += 1;
      if (requests === 1) fail(response);
      else response.writeHead(200, SSE).end(streamOf([FINAL]));
    });
  };
  const THREE = ['<thou', 'ght>', 'so'].map((content) => event({ content })).join('');

  /** The turn has failed; once it is resumed it goes on to its end. */
  const resumes = async (real: RealSession) => {
    real.session.send({ type: 'resume.requested' });
    await real.until(() => count(real, 'turn.end') === 2);
    expect(result(real)).toMatchObject({ kind: 'done' });
  };

  const cuts: [title: string, cut: (response: ServerResponse) => void][] = [
    ['closed', (response) => response.destroy()],
    ['reset', (response) => response.socket?.resetAndDestroy()],
    ['ended without a reason', (response) => response.end()],
    ['ended within an event', (response) => response.end('data: {"choices":[{"del')],
  ];
  test.each(cuts)('5.1 a connection that is %s ends the turn with what happened, and nothing hangs', async (_, cut) => {
    const { url } = await failing((response) => {
      response.writeHead(200, SSE).write(THREE, () => setTimeout(() => cut(response), 20));
    });
    const real = await run([FINAL], { url, settings: { retriesMax: 0 } });
    expect(result(real)).toMatchObject({ kind: 'failed', fault: { kind: 'network' } });
    expect(real.events.find(({ type }) => type === 'reply.failed')).toMatchObject({ text: '<thought>so' });
    await resumes(real);
  });

  test.each([
    ['JSON that is cut', '{"choices": ['],
    ['JSON of something else', '{"status":"up"}'],
    ['a list', '[1, 2]'],
    ['text', 'It works!'],
    ['HTML', '<!doctype html><title>Log in</title>'],
    ['an event without JSON', 'data: {oops\n\n'],
    ['nothing', ''],
  ])('5.2 an answer that is %s is a failure in words, and the session goes on', async (_, body) => {
    const { url } = await failing((response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    });
    const real = await run([FINAL], { url });
    expect(result(real)).toMatchObject({ kind: 'failed', fault: { kind: 'malformed' } });
    await resumes(real);
  });

  test.each([
    ['messages.1.content.0: invalid thinking block order', 400, 'bad-request'],
    [
      'Expected `thinking`, but found `text`. A final assistant message must start with a thinking block',
      400,
      'bad-request',
    ],
    ['max_tokens must be less than 8192', 400, 'bad-request'],
    ['length of messages must be > 0', 400, 'bad-request'],
    ['invalid context', 422, 'bad-request'],
    ['the content was flagged by moderation', 400, 'content-filter'],
    ['Your credit balance is too low', 400, 'quota'],
    ['Incorrect API key provided', 401, 'auth'],
  ])('5.3 another error is not taken for an overflow: %s', async (message, status, kind) => {
    const real = await run([`<turn><failure status="${status}"><![CDATA[${message}]]></failure></turn>`]);
    expect(result(real)).toMatchObject({ kind: 'failed', fault: { kind } });
    expect([count(real, 'conversation.compacted'), count(real, 'model.ask')]).toEqual([0, 1]);
  });

  test.each([
    ['before its head', ''],
    ['before its first word', ': still here\n\n'],
    ['after three pieces', THREE],
  ])('5.4 a stream that stalls %s is given up', async (_, begin) => {
    const { url } = await failing((response) => {
      if (begin !== '') response.writeHead(200, SSE).write(begin);
    });
    const limits = { firstByteMs: 150, idleMs: 150 };
    const real = await run([FINAL], { url, limits, settings: { retriesMax: 0 } });
    expect(result(real)).toMatchObject({ kind: 'failed', fault: { kind: 'timeout' } });
    await resumes(real);
  });

  test('5.5 a tool that throws is an observation, and the loop goes on', async () => {
    const tools = { run: () => Promise.reject(new Error('the file has vanished')) };
    const real = await run([READ('a'), FINAL], { deps: { tools, log: { info: () => {}, error: () => {} } } });
    expect(real.messages().at(-2)?.content).toMatch(/status="error"[\s\S]*the file has vanished/);
    expect(result(real)).toMatchObject({ kind: 'done' });
  });

  test.each([
    ['invalid api key', 401],
    ['this key may not', 403],
    ['API key not valid. Please pass a valid API key.', 400],
  ])('5.6 a bad key is said, and not tried again: %s', async (message, status) => {
    const real = await run([`<turn><failure status="${status}">${message}</failure></turn>`]);
    expect(result(real)).toMatchObject({ kind: 'failed', fault: { kind: 'auth' } });
    expect([count(real, 'timer.start'), count(real, 'model.ask'), count(real, 'conversation.compacted')]).toEqual([
      0, 1, 0,
    ]);
  });
});
