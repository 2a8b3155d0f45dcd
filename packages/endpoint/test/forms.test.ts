/** The forms in which a reply may come: lines, events and bytes as servers and proxies write them. */
import { describe, expect, test } from 'vitest';
import { gathered } from '../src/gathering.ts';
import type { Delta } from '../src/index.ts';
import { endReply, feedReply, type ReplyReading, startReply } from '../src/stream.ts';
import { event, streamOf } from './serve.ts';

const encoder = new TextEncoder();

/** What has been read of the bytes, in pieces of that size. */
function read(sent: string | Uint8Array, pieceBytes: number) {
  const bytes = typeof sent === 'string' ? encoder.encode(sent) : sent;
  const deltas: Delta[] = [];
  const reading = startReply((delta) => {
    deltas.push(delta);
    return 'go on';
  });
  for (let at = 0; at < bytes.length; at += pieceBytes) feedReply(reading, bytes.subarray(at, at + pieceBytes));
  endReply(reading);
  return { reading, deltas };
}

function shown({ text, reasoning, finish, done, usage, trouble }: ReplyReading) {
  return { text: gathered(text), reasoning: gathered(reasoning), finish, done, usage, trouble };
}

const WHOLE = { text: 'é漢😀', reasoning: '', finish: 'stop', done: true, usage: null, trouble: null };
const TEXTS = ['é', '漢', '😀'];
const chunk = (content: string) => JSON.stringify({ choices: [{ delta: { content } }] });
const END = JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] });
const usage = { prompt_tokens: 3, completion_tokens: 4 };

const forms: [title: string, sent: string | Uint8Array, expected: Partial<typeof WHOLE> | object][] = [
  ['as usual', streamOf(TEXTS), WHOLE],
  ['with CRLF', streamOf(TEXTS).replaceAll('\n', '\r\n'), WHOLE],
  ['with bare CR', streamOf(TEXTS).replaceAll('\n', '\r'), WHOLE],
  ['with a byte-order mark', `\uFEFF${streamOf(TEXTS)}`, WHOLE],
  ['with blank lines before', `\n\r\n\n${streamOf(TEXTS)}`, WHOLE],
  [
    'with comment lines',
    `: hello\n\n${streamOf(TEXTS).replaceAll('data:', ': OPENROUTER PROCESSING\n\ndata:')}`,
    WHOLE,
  ],
  ['without a blank behind data:', streamOf(TEXTS).replaceAll('data: ', 'data:'), WHOLE],
  [
    'with event, id and retry lines',
    streamOf(TEXTS).replaceAll('data:', 'event: message\nid: 7\nretry: 10\ndata:'),
    WHOLE,
  ],
  ['with an event in several data: lines', streamOf(TEXTS).replaceAll(',"finish', ',\ndata: "finish'), WHOLE],
  ['with lines of no known field', streamOf(TEXTS).replaceAll('data:', 'x-trace: 1\ndata:'), WHOLE],
  ['without an end mark', streamOf(TEXTS).replace('data: [DONE]\n\n', ''), { ...WHOLE, done: false }],
  ['with two end marks', `${streamOf(TEXTS)}data: [DONE]\n\n`, WHOLE],
  ['with blanks round the end mark', streamOf(TEXTS).replace('[DONE]', ' [DONE] '), WHOLE],
  ['with pings between', streamOf(TEXTS).replaceAll('data: {', 'event: ping\ndata: {"a":1}\n\ndata: {'), WHOLE],
  ['with empty events', streamOf(TEXTS).replaceAll('data: {', 'data:\n\ndata: {'), WHOLE],
  ['with escapes', streamOf(TEXTS).replace('漢', '\\u6f22').replace('😀', '\\ud83d\\ude00'), WHOLE],
  [
    'with half a pair in each of two events',
    streamOf(['a', 'b']).replace('"a"', '"\\ud83d"').replace('"b"', '"\\ude00"'),
    { ...WHOLE, text: '😀' },
  ],
  [
    'with usage in a chunk without choices',
    streamOf(TEXTS).replace('data: [', `data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [`),
    { ...WHOLE, usage: { input: 3, output: 4 } },
  ],
  [
    'with usage twice: the last counts',
    streamOf(TEXTS).replaceAll(
      'data: [',
      `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 } })}\n\n` +
        `data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [`,
    ),
    { ...WHOLE, usage: { input: 3, output: 4 } },
  ],
  [
    'with timings behind the usage: the usage counts',
    streamOf(TEXTS).replaceAll(
      'data: [',
      `data: ${JSON.stringify({ choices: [], usage })}\n\n` +
        `data: ${JSON.stringify({ choices: [], timings: { prompt_n: 1, predicted_n: 1 } })}\n\ndata: [`,
    ),
    { ...WHOLE, usage: { input: 3, output: 4 } },
  ],
  [
    'with growing timings alone: the last count',
    streamOf(TEXTS).replaceAll(
      'data: [',
      `data: ${JSON.stringify({ choices: [], timings: { prompt_n: 3, predicted_n: 1 } })}\n\n` +
        `data: ${JSON.stringify({ choices: [], timings: { prompt_n: 3, predicted_n: 4 } })}\n\ndata: [`,
    ),
    { ...WHOLE, usage: { input: 3, output: 4 } },
  ],
  ['one JSON in each line', `${TEXTS.map(chunk).join('\n')}\n${END}\n[DONE]\n`, WHOLE],
  ['one JSON in each line, with CRLF', `${TEXTS.map(chunk).join('\r\n')}\r\n${END}\r\n`, { ...WHOLE, done: false }],
  [
    'one JSON in each line, the last without an end',
    `${TEXTS.map(chunk).join('\n\n')}\n${END}`,
    { ...WHOLE, done: false },
  ],
  [
    'one JSON in each line, the last cut',
    `${TEXTS.map(chunk).join('\n')}\n${END.slice(0, -5)}`,
    { ...WHOLE, done: false, finish: null },
  ],
  [
    'one JSON in each line, one of them broken',
    `${chunk('é')}\n{nonsense}\n${END}\n`,
    {
      ...WHOLE,
      text: 'é',
      done: false,
      finish: null,
      trouble: { kind: 'malformed', what: '"{nonsense}"', isBroken: true },
    },
  ],
  [
    "Ollama's own form",
    `${TEXTS.map((content) => JSON.stringify({ message: { role: 'assistant', content }, done: false })).join('\n')}\n` +
      '{"done":true,"done_reason":"stop","prompt_eval_count":3,"eval_count":4}\n',
    { ...WHOLE, done: false, usage: { input: 3, output: 4 } },
  ],
  [
    'one answer, pretty-printed',
    `\n  ${JSON.stringify({ choices: [{ message: { content: 'é漢😀' } }], usage }, null, 2)}\n`,
    { ...WHOLE, done: false, usage: { input: 3, output: 4 } },
  ],
  [
    'one answer in one line',
    `${JSON.stringify({ choices: [{ message: { content: 'é漢😀' }, finish_reason: 'stop' }] })}\n`,
    { ...WHOLE, done: false },
  ],
  [
    'one answer with a byte-order mark',
    `\uFEFF${JSON.stringify({ choices: [{ message: { content: 'é漢😀' } }] })}`,
    { ...WHOLE, done: false },
  ],
  [
    'an answer with a refusal',
    JSON.stringify({ choices: [{ message: { content: null, refusal: 'é漢😀' } }] }),
    { ...WHOLE, done: false },
  ],
  ['a refusal in pieces', streamOf(TEXTS).replaceAll('"content"', '"refusal"'), WHOLE],
  [
    'a refusal among the parts',
    `${event({ content: [{ type: 'refusal', refusal: 'é漢😀' }] }, 'stop')}data: [DONE]\n\n`,
    WHOLE,
  ],
  [
    'reasoning details',
    event({
      reasoning_details: [
        { type: 'reasoning.text', text: 'a' },
        { type: 'reasoning.summary', summary: 'b' },
      ],
    }) +
      event({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'x' }] }) +
      streamOf(TEXTS),
    { ...WHOLE, reasoning: 'ab' },
  ],
  [
    'reasoning details beside a plain field: once',
    event({ reasoning: 'a', reasoning_details: [{ type: 'reasoning.text', text: 'a' }] }) + streamOf(TEXTS),
    { ...WHOLE, reasoning: 'a' },
  ],
];

describe.each(forms)('%s', (_, sent, expected) => {
  test.each([1, 2, 3, 17, 1_000_000])('in pieces of %i bytes', (pieceBytes) => {
    expect(shown(read(sent, pieceBytes).reading)).toEqual(expected);
  });
});

test('bytes that are no UTF-8 become replacement characters, wherever they are cut', () => {
  const sent = encoder.encode(streamOf(['a?b', 'c']));
  const at = sent.indexOf('?'.charCodeAt(0));
  for (const wrong of [[0xff], [0xc3], [0xe6, 0xbc], [0xf0, 0x9f, 0x98]]) {
    const bytes = Uint8Array.from([...sent.subarray(0, at), ...wrong, ...sent.subarray(at + 1)]);
    for (const pieceBytes of [1, 2, 3, 1000]) {
      expect(shown(read(bytes, pieceBytes).reading)).toMatchObject({ text: 'a\uFFFDbc', finish: 'stop', done: true });
    }
  }
});

test('a stream that is cut at any byte is never more than what came of it', () => {
  const sent = encoder.encode(streamOf(TEXTS));
  const said = TEXTS.map((_, index) => TEXTS.slice(0, index).join(''));
  for (let bytes = 0; bytes < sent.length; bytes += 1) {
    const { reading } = read(sent.subarray(0, bytes), 1000);
    expect([...said, TEXTS.join('')]).toContain(gathered(reading.text));
    expect(reading.trouble).toBeNull();
  }
});

test('an answer without end is given up at the limit', () => {
  const reading = startReply(() => 'go on');
  feedReply(reading, encoder.encode('{"choices":"'));
  const piece = encoder.encode('x'.repeat(1024 * 1024));
  for (let fed = 0; fed < 20 && reading.trouble === null; fed += 1) feedReply(reading, piece);
  expect(reading.trouble).toMatchObject({ kind: 'malformed' });
});
