import { complete } from '@tagma/endpoint';
import { describe, expect, test } from 'vitest';
import { startScriptedEndpoint } from '../../src/index.ts';
import { ask, eventsIn, play, say, scriptOf } from './post.ts';

const FULL = `<turn>
  <reasoning>Hm.</reasoning><reply finish="length">abcdef</reply><usage input="9" output="3"/>
</turn>`;

describe('the wire', () => {
  test('a stream: role, reasoning, text in the pace, finish, usage, end mark', async () => {
    const { url } = await play(FULL, { pace: { characters: 4, ms: 0 } });
    const answer = await say(url, 'go', { stream: true, stream_options: { include_usage: true } });
    expect([answer.status, answer.type]).toEqual([200, 'text/event-stream']);
    const events = eventsIn(answer.text);
    expect(events.pop()).toBe('[DONE]');
    const chunk = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 0, model: 'm' };
    const choice = (delta: object, finish_reason: string | null = null) => ({
      ...chunk,
      choices: [{ index: 0, delta, finish_reason }],
    });
    expect(events.map((event) => JSON.parse(event))).toEqual([
      choice({ role: 'assistant', content: '' }),
      choice({ reasoning_content: 'Hm.' }),
      choice({ content: 'abcd' }),
      choice({ content: 'ef' }),
      choice({}, 'length'),
      { ...chunk, choices: [], usage: { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 } },
    ]);
  });

  test('native calls: behind the text, name first, then the arguments in the pace', async () => {
    const calls =
      '<tool-call name="bash">{"a":1}</tool-call><tool-call name="ls"/><function-call name="ls">{}</function-call>';
    const turn = `<turn><reply finish="tool_calls"/>${calls}</turn>`;
    const { url } = await play(turn + turn, { pace: { characters: 4, ms: 0 } });
    const events = eventsIn((await say(url, 'go', { stream: true })).text);
    const choices = events.slice(0, -1).map((event) => JSON.parse(event).choices[0]);
    const call = (index: number, more: object) => ({ tool_calls: [{ index, ...more }] });
    expect(choices.map(({ delta }) => delta)).toEqual([
      { role: 'assistant', content: null },
      call(0, { id: 'call_1', type: 'function', function: { name: 'bash', arguments: '' } }),
      call(0, { function: { arguments: '{"a"' } }),
      call(0, { function: { arguments: ':1}' } }),
      call(1, { id: 'call_2', type: 'function', function: { name: 'ls', arguments: '' } }),
      { function_call: { name: 'ls', arguments: '' } },
      { function_call: { arguments: '{}' } },
      {},
    ]);
    expect(choices.at(-1).finish_reason).toBe('tool_calls');
    expect(JSON.parse((await say(url, 'go')).text).choices[0].message).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'call_1', type: 'function', function: { name: 'bash', arguments: '{"a":1}' } },
        { id: 'call_2', type: 'function', function: { name: 'ls', arguments: '' } },
      ],
      function_call: { name: 'ls', arguments: '{}' },
    });
  });

  test('a stream that asks for no usage gets none', async () => {
    const { url } = await play(FULL);
    expect((await say(url, 'go', { stream: true })).text).not.toContain('usage');
  });

  test('no stream: one JSON answer', async () => {
    const { url } = await play(FULL);
    const answer = await say(url, 'go');
    expect([answer.status, answer.type]).toEqual([200, 'application/json']);
    expect(JSON.parse(answer.text)).toEqual({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 0,
      model: 'm',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'abcdef', reasoning_content: 'Hm.' },
          finish_reason: 'length',
        },
      ],
      usage: { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 },
    });
  });

  test('the models', async () => {
    const script = scriptOf('<script model="tiny"><turn><reply/></turn></script>');
    const endpoint = await startScriptedEndpoint(script);
    const answer = await ask('GET', `${endpoint.url}/models`);
    await endpoint.close();
    expect(JSON.parse(answer.text)).toEqual({
      object: 'list',
      data: [{ id: 'tiny', object: 'model', created: 0, owned_by: 'script' }],
    });
  });

  test.each([
    ['another path', 'POST', '/completions', '{}', 404, 'there is no POST /v1/completions here'],
    ['another method', 'GET', '/chat/completions', '', 404, 'there is no GET /v1/chat/completions here'],
    ['a body that is no JSON', 'POST', '/chat/completions', '{', 400, 'the body is not a JSON object'],
    ['no model', 'POST', '/chat/completions', '{"messages":[]}', 400, '"model" should be a string'],
    ['no messages', 'POST', '/chat/completions', '{"model":"m"}', 400, '"messages" should be a list that is not empty'],
    [
      'a message without a role',
      'POST',
      '/chat/completions',
      '{"model":"m","messages":[{"role":"user","content":"a"},{"content":"b"}]}',
      400,
      'message 2 should have a "role" and a "content"',
    ],
  ])('%s', async (_, method, path, body, status, message) => {
    const endpoint = await play('<turn><reply/></turn>');
    const answer = await ask(method, endpoint.url + path, body);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toEqual({
      error: { message: expect.stringContaining(message), type: 'script_error', code: status },
    });
    expect(endpoint.summary()).toEqual({ turns: 1, played: 0, mismatches: [], ok: false });
  });
});

describe('expectations', () => {
  const long = `${'a'.repeat(300)}${'b'.repeat(300)}`;
  const rows: [title: string, expectation: string, message: string, mismatch: string | null][] = [
    ['in the last message', '<expect in="last">bug</expect>', 'a bug', null],
    [
      'not in the last message',
      '<expect in="last">bug</expect>',
      'fine',
      'the last message should contain "bug"; it was: "fine"',
    ],
    [
      'a long message is shortened',
      '<expect in="last">bug</expect>',
      long,
      `the last message should contain "bug"; it was: "${'a'.repeat(200)}" … 200 characters … "${'b'.repeat(200)}"`,
    ],
    ['in the system prompt', '<expect in="system">script</expect>', 'x', null],
    [
      'not in the system prompt',
      '<expect in="system">bug</expect>',
      'bug',
      'the system prompt should contain "bug"; it was: "You are a script."',
    ],
    ['in any message', '<expect in="any">You are</expect>', 'x', null],
    [
      'in none',
      '<expect in="any">bug</expect>',
      'x',
      'some message should contain "bug"; none of the 2 does; the last was: "x"',
    ],
    ['lacking', '<expect not-in="last">bug</expect>', 'fine', null],
    [
      'not lacking',
      '<expect not-in="any">You</expect>',
      'x',
      'no message should contain "You"; it was: "You are a script."',
    ],
    ['so many messages', '<expect messages="2"/>', 'x', null],
    ['fewer messages', '<expect messages="4"/>', 'x', 'the request should have 4 messages; it has 2: system, user'],
    ['the role of the last', '<expect last-role="user"/>', 'x', null],
    [
      'another role',
      '<expect last-role="assistant"/>',
      'x',
      'the last message should be of the role assistant; it is of the role user',
    ],
    [
      'all that does not hold is said',
      '<expect messages="1"/><expect in="last">x</expect><expect in="last">y</expect>',
      'x',
      'the request should have 1 messages; it has 2: system, user\nthe last message should contain "y"; it was: "x"',
    ],
  ];
  test.each(rows)('%s', async (_, expectation, message, mismatch) => {
    const endpoint = await play(`<turn>${expectation}<reply>ok</reply></turn>`);
    const answer = await say(endpoint.url, message);
    const said = mismatch === null ? null : `turn 1: ${mismatch}`;
    expect([answer.status, JSON.parse(answer.text).error?.message ?? null]).toEqual([said === null ? 200 : 422, said]);
    expect(endpoint.requests.map(({ turn, mismatch }) => ({ turn, mismatch }))).toEqual([
      { turn: said === null ? 1 : null, mismatch: said },
    ]);
  });

  test('no system prompt at all', async () => {
    const endpoint = await play('<turn><expect in="system">a</expect><reply/></turn>');
    const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: [{ type: 'text', text: 'a' }] }] });
    const answer = await ask('POST', `${endpoint.url}/chat/completions`, body);
    expect(JSON.parse(answer.text).error.message).toBe('turn 1: the system prompt should contain "a"; there is none');
  });

  test('native tools are refused', async () => {
    const { url } = await play('<turn><reply/></turn>');
    const answer = await say(url, 'x', { tools: [] });
    expect([answer.status, JSON.parse(answer.text).error.message]).toEqual([
      422,
      'turn 1: the request should offer no native tools',
    ]);
  });
});

describe('the order of the turns', () => {
  test('a refused request does not advance; after the last turn all are refused; the summary tells', async () => {
    const endpoint = await play(`
      <turn><expect in="last">one</expect><reply>1</reply></turn>
      <turn><failure status="503">loading</failure></turn>
      <turn><expect in="last">three</expect><reply>3</reply></turn>`);
    const said: [number, string][] = [];
    for (const message of ['two', 'one', 'x', 'three', 'four']) {
      const answer = await say(endpoint.url, message);
      const body = JSON.parse(answer.text);
      said.push([answer.status, body.choices?.[0].message.content ?? body.error.message]);
    }
    const refused = 'turn 1: the last message should contain "one"; it was: "two"';
    const ended = 'the script has ended: all 3 turns have been played; the last message was: "four"';
    expect(said).toEqual([
      [422, refused],
      [200, '1'],
      [503, 'loading'],
      [200, '3'],
      [422, ended],
    ]);
    expect(endpoint.requests.map(({ turn }) => turn)).toEqual([null, 1, 2, 3, null]);
    expect(endpoint.requests[1]?.request.messages.at(-1)).toEqual({ role: 'user', content: 'one' });
    expect(await endpoint.close()).toEqual({ turns: 3, played: 3, mismatches: [refused, ended], ok: false });
  });

  test('a script played to its end without a refusal is ok', async () => {
    const endpoint = await play('<turn><reply/></turn><turn><reply/></turn>');
    await say(endpoint.url, 'a');
    expect(endpoint.summary()).toEqual({ turns: 2, played: 1, mismatches: [], ok: false });
    await say(endpoint.url, 'b');
    expect(await endpoint.close()).toEqual({ turns: 2, played: 2, mismatches: [], ok: true });
  });
});

describe('with the real client', () => {
  const text = '<thought>é 漢 😀😀😀</thought>\n<action tool="ls"/>';
  const turn = `<turn><reasoning>Hm 😀</reasoning><reply><![CDATA[${text}]]></reply><usage input="5" output="6"/></turn>`;
  const request = { model: 'scripted', messages: [{ role: 'user', content: 'go' }] } as const;

  test.each([
    [1, 0],
    [2, 0],
    [3, 1],
    [1000, 0],
  ])('pieces of %i characters every %i ms: the text is the same', async (characters, ms) => {
    const { url } = await play(turn, { pace: { characters, ms } });
    const { signal } = new AbortController();
    const pieces: string[] = [];
    const completion = await complete(
      request,
      { url },
      {
        signal,
        onDelta(delta) {
          if (delta.text !== undefined) pieces.push(delta.text);
          return 'go on';
        },
      },
    );
    expect(completion).toEqual({ ok: true, text, reasoning: 'Hm 😀', finish: 'stop', usage: { input: 5, output: 6 } });
    expect(pieces.join('')).toBe(text);
    expect(pieces.filter((piece) => /\p{Cs}/u.test(piece))).toEqual([]);
    if (characters === 1) expect(pieces).toEqual([...text]);
  });

  test('a client that stops early has played its turn', async () => {
    const endpoint = await play(turn, { pace: { characters: 1, ms: 5 } });
    const { signal } = new AbortController();
    const completion = await complete(
      request,
      { url: endpoint.url },
      { signal, onDelta: ({ text }) => (text ? 'stop' : 'go on') },
    );
    expect(completion).toMatchObject({ ok: true, text: '<', finish: 'stop' });
    expect(await endpoint.close()).toEqual({ turns: 1, played: 1, mismatches: [], ok: true });
  });

  test('closing cuts what still streams', async () => {
    const endpoint = await play(turn, { pace: { characters: 1, ms: 60_000 } });
    const { signal } = new AbortController();
    const asked = complete(
      request,
      { url: endpoint.url },
      {
        signal,
        onDelta() {
          void endpoint.close();
          return 'go on';
        },
      },
    );
    // The first piece comes at once, the second would come after a minute.
    expect(await asked).toMatchObject({ ok: false, reasoning: 'H', fault: { kind: 'network' } });
  });

  test('a refusal reads as the script has said it', async () => {
    const { url } = await play('<turn><expect in="last">stop</expect><reply/></turn>');
    const { signal } = new AbortController();
    const completion = await complete(request, { url }, { signal, onDelta: () => 'go on' });
    expect(completion).toMatchObject({
      ok: false,
      fault: {
        status: 422,
        message: expect.stringContaining('turn 1: the last message should contain "stop"; it was: "go"'),
      },
    });
  });
});

test('a port that is taken is an error that names it', async () => {
  const { url } = await play('<turn><reply/></turn>');
  const port = Number(new URL(url).port);
  await expect(play('<turn><reply/></turn>', { port })).rejects.toThrow(
    `The scripted endpoint cannot listen on 127.0.0.1:${port} (EADDRINUSE).`,
  );
});
