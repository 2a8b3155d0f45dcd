import { describe, expect, test } from 'vitest';
import { ask, whole } from './ask.ts';
import { event, JSON_TYPE, SSE, serve, streamOf, writeInPieces } from './serve.ts';

const TEXT = '<thought>é ü 漢字 😀</thought>\n<final>naïve</final>';

describe('a streamed reply', () => {
  test.each([1, 2, 3, 5, 7, 64, 1_000_000])('is the same in pieces of %i bytes', async (bytes) => {
    const server = await serve(async (response) => {
      response.writeHead(200, SSE);
      await writeInPieces(response, streamOf([...TEXT]), bytes);
    });
    const { completion, deltas } = await ask(server);
    expect(completion).toEqual(whole({ text: TEXT }));
    expect(deltas).toEqual([...TEXT].map((text) => ({ text })));
  });

  test('is the same with CRLF, a byte-order mark, comments and other fields between', async () => {
    const server = await serve((response) => {
      const stream = `\uFEFF: hello\n\nid: 1\nretry: 5\nevent: ping\ndata: {}\n\n${streamOf(['a', 'b'])}`;
      response.writeHead(200, SSE).end(stream.replaceAll('\n', '\r\n'));
    });
    expect((await ask(server)).completion).toEqual(whole({ text: 'ab' }));
  });

  test('is read whatever the content type says', async () => {
    const server = await serve((response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end(`\n\n${streamOf(['a'])}`);
    });
    expect((await ask(server)).completion).toEqual(whole({ text: 'a' }));
  });

  test('counts where the last event is not closed by an empty line', async () => {
    const server = await serve((response) => {
      response.writeHead(200, SSE).end(event({ content: 'a' }) + event({ content: 'b' }, 'stop').trimEnd());
    });
    expect((await ask(server)).completion).toEqual(whole({ text: 'ab' }));
  });

  const forms: [title: string, events: string[], expected: object][] = [
    ['reasoning_content', [event({ reasoning_content: 'R' }), event({ content: 'T' })], { reasoning: 'R', text: 'T' }],
    ['reasoning', [event({ reasoning: 'R' })], { reasoning: 'R' }],
    ['reasoning_text', [event({ reasoning_text: 'R' })], { reasoning: 'R' }],
    ['the same reasoning under two names', [event({ reasoning: 'R', reasoning_content: 'R' })], { reasoning: 'R' }],
    ['an empty name before a full one', [event({ reasoning_content: '', reasoning: 'R' })], { reasoning: 'R' }],
    ['text and reasoning in one delta', [event({ reasoning: 'R', content: 'T' })], { reasoning: 'R', text: 'T' }],
    ['content as parts', [event({ content: [{ type: 'text', text: 'a' }, 'b'] })], { text: 'ab' }],
    [
      'thinking among the parts',
      [
        event({
          content: [
            { type: 'thinking', thinking: [{ type: 'text', text: 'R' }] },
            { type: 'text', text: 'T' },
          ],
        }),
      ],
      { reasoning: 'R', text: 'T' },
    ],
    ['null and missing content', [event({ role: 'assistant', content: null }), event({})], {}],
    ['message in place of delta', ['data: {"choices":[{"message":{"content":"T"}}]}\n\n'], { text: 'T' }],
    ['choices empty', ['data: {"choices":[]}\n\n', event({ content: 'T' })], { text: 'T' }],
    [
      'usage in a last chunk without choices',
      [event({ content: 'T' }, 'stop'), 'data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":2}}\n\n'],
      { text: 'T', usage: { input: 7, output: 2 } },
    ],
    [
      'usage growing with each chunk: the last counts',
      [
        'data: {"choices":[{"delta":{"content":"T"}}],"usage":{"prompt_tokens":7,"completion_tokens":1}}\n\n',
        'data: {"choices":[],"usage":{"input_tokens":7,"output_tokens":9}}\n\n',
        'data: {"choices":[],"usage":null}\n\n',
      ],
      { text: 'T', usage: { input: 7, output: 9 } },
    ],
    ['finish length', [event({ content: 'T' }), event({}, 'length')], { text: 'T', finish: 'length' }],
    ['finish max_tokens', [event({ content: 'T' }, 'max_tokens')], { text: 'T', finish: 'length' }],
    ['another word for an end', [event({ content: 'T' }, 'eos')], { text: 'T' }],
  ];
  test.each(forms)('with %s', async (_, events, expected) => {
    const server = await serve((response) => {
      response.writeHead(200, SSE).end(`${events.join('')}data: [DONE]\n\n`);
    });
    expect((await ask(server)).completion).toEqual(whole(expected));
  });

  test('needs no end mark where the server has said why it stops', async () => {
    const server = await serve((response) => {
      response.writeHead(200, SSE).end(event({ content: 'a' }, 'stop'));
    });
    expect((await ask(server)).completion).toEqual(whole({ text: 'a' }));
  });

  test('is over at the end mark, though the server keeps the connection open', async () => {
    const server = await serve((response) => {
      response.writeHead(200, SSE).write(streamOf(['a']));
    });
    expect((await ask(server)).completion).toEqual(whole({ text: 'a' }));
  });

  test('is over soon after its finish, though the server sends no end mark and stays', async () => {
    const server = await serve((response) => {
      response.writeHead(200, SSE).write(event({ content: 'a' }, 'stop'));
    });
    const { completion } = await ask({ ...server, limits: { tailMs: 30 } });
    expect(completion).toEqual(whole({ text: 'a' }));
  });
});

describe('a reply of which enough was heard', () => {
  const usage = (prompt_tokens: number) =>
    `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens, completion_tokens: 2 } })}\n\n`;
  const COUNTED = { input: 7, output: 2 };
  test.each<[title: string, follows: string, counted: typeof COUNTED | null]>([
    ['its usage', `${event({}, 'stop')}${usage(7)}data: [DONE]\n\n`, COUNTED],
    ['its usage behind a blank', `${event({ content: '\n' })}${event({}, 'stop')}${usage(7)}data: [DONE]\n\n`, COUNTED],
    ['its usage, and no end mark', `${event({}, 'stop')}${usage(7)}`, COUNTED],
    ['more text, and then its usage', `${event({ content: 'b' })}${usage(7)}data: [DONE]\n\n`, null],
    ['more thought, and then its usage', `${event({ reasoning: 'b' })}${usage(7)}data: [DONE]\n\n`, null],
    ['an error', 'data: {"error":{"message":"no"}}\n\n', null],
    ['what is no event', 'data: {"choices"\n\n', null],
    ['nothing', '', null],
  ])('is as it was then; behind it comes %s', async (_title, follows, counted) => {
    const server = await serve((response) => {
      response.writeHead(200, SSE).write(event({ content: 'a' }));
      setTimeout(() => response.write(follows || ': still here\n\n'), 20);
    });
    const limits = { tailMs: 200, afterStopMs: 200 };
    const { completion, deltas } = await ask({ ...server, limits }, () => 'stop');
    expect({ completion, deltas }).toEqual({
      completion: whole({ text: 'a', usage: counted }),
      deltas: [{ text: 'a' }],
    });
  });
});

describe('a server that ignores `stream`', () => {
  const message = { role: 'assistant', content: TEXT, reasoning_content: 'R' };
  const usage = { prompt_tokens: 3, completion_tokens: 4 };
  const answers: [title: string, answer: object, expected: object][] = [
    ['says all at once', { choices: [{ message, finish_reason: 'stop' }], usage }, { finish: 'stop' }],
    ['was cut by its limit', { choices: [{ message, finish_reason: 'length' }], usage }, { finish: 'length' }],
    ['gives no reason for its end', { choices: [{ message }], usage }, { finish: 'stop' }],
  ];
  test.each(answers)('%s', async (_, answer, expected) => {
    const server = await serve(async (response) => {
      response.writeHead(200, JSON_TYPE);
      await writeInPieces(response, `\n${JSON.stringify(answer, null, 1)}`, 11);
    });
    const { completion, deltas } = await ask(server);
    expect(completion).toEqual(whole({ text: TEXT, reasoning: 'R', usage: { input: 3, output: 4 }, ...expected }));
    expect(deltas).toEqual([{ text: TEXT, reasoning: 'R' }]);
  });
});

describe('stopped by whoever reads', () => {
  test('keeps what arrived, and closes the stream', async () => {
    let closed = () => {};
    const sawClose = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const server = await serve((response) => {
      response.on('close', closed);
      response
        .writeHead(200, SSE)
        .write(event({ content: 'one ' }) + event({ content: 'two ' }) + event({ content: 'three' }));
    });
    const { completion, deltas } = await ask(server, ({ text }) => (text === 'two ' ? 'stop' : 'go on'));
    await sawClose;
    expect(completion).toEqual(whole({ text: 'one two ' }));
    expect(deltas).toEqual([{ text: 'one ' }, { text: 'two ' }]);
  });

  test('what the reader throws is thrown on', async () => {
    const server = await serve((response) => {
      response.writeHead(200, SSE).end(streamOf(['a']));
    });
    const asked = ask(server, () => {
      throw new Error('a mistake');
    });
    await expect(asked).rejects.toThrow('a mistake');
  });
});

describe('aborted', () => {
  test('before it starts: nothing is sent', async () => {
    const server = await serve((response) => {
      response.end();
    });
    const { completion } = await ask(server, undefined, AbortSignal.abort());
    expect(completion).toEqual(whole({ finish: 'aborted' }));
    expect(server.received).toEqual([]);
  });

  test('before the server answers: the server sees the connection close', async () => {
    const abort = new AbortController();
    let closed = () => {};
    const sawClose = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const server = await serve((response) => {
      response.on('close', closed);
      abort.abort();
    });
    const { completion } = await ask(server, undefined, abort.signal);
    await sawClose;
    expect(completion).toEqual(whole({ finish: 'aborted' }));
  });

  test('in mid-stream: it settles at once with the text so far, and the server sees the connection close', async () => {
    const abort = new AbortController();
    let closed = () => {};
    const sawClose = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const server = await serve((response) => {
      response.on('close', closed);
      response.writeHead(200, SSE).write(event({ content: 'one' }));
    });
    let begun = () => {};
    const streams = new Promise<void>((resolve) => {
      begun = resolve;
    });
    let settled = false;
    const asked = ask(
      server,
      () => {
        begun();
        return 'go on';
      },
      abort.signal,
    ).finally(() => {
      settled = true;
    });
    await streams;
    abort.abort();
    // At once is: before anything else can come from outside of the process.
    await new Promise((resolve) => setImmediate(resolve));
    expect(settled).toBe(true);
    const { completion } = await asked;
    await sawClose;
    expect(completion).toEqual(whole({ text: 'one', finish: 'aborted' }));
  });
});

describe('the request', () => {
  test('is a plain chat completion with the messages last, and the key as a bearer token', async () => {
    const server = await serve((response) => {
      response.writeHead(200, SSE).end(streamOf(['a']));
    });
    await ask({ url: server.url, apiKey: ' sk-1 ' });
    expect(server.received).toMatchObject([
      { method: 'POST', path: '/v1/chat/completions', headers: { authorization: 'Bearer sk-1' } },
    ]);
    expect(server.received[0]?.body).toBe(
      '{"model":"small","stream":true,"stream_options":{"include_usage":true},' +
        '"messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Say ü."}]}',
    );
  });

  test('goes over a connection that is there already', async () => {
    const ports = new Set<number | undefined>();
    const server = await serve((response) => {
      ports.add(response.socket?.remotePort);
      response.writeHead(200, SSE).end(streamOf(['a']));
    });
    for (let request = 1; request <= 5; request += 1) {
      await ask(server);
      // The end of an answer is taken off the connection after the reply is settled.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(ports.size).toBeLessThan(5);
  });
});
