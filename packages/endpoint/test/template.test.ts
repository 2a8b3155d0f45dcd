/** The short way through chunks that differ in their text alone gives what parsing each of them gives. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readChunk } from '../src/chunk.ts';
import { gathered } from '../src/gathering.ts';
import type { Delta } from '../src/index.ts';
import { endReply, feedReply, startReply } from '../src/stream.ts';
import { learn, saidBy, startTemplates } from '../src/template.ts';

const encoder = new TextEncoder();

function read(events: readonly string[], shortWay: boolean) {
  const deltas: Delta[] = [];
  const reading = startReply((delta) => {
    deltas.push(delta);
    return 'go on';
  });
  if (!shortWay) reading.templates.credit = 0;
  feedReply(reading, encoder.encode(events.map((data) => `data: ${data}\n\n`).join('')));
  endReply(reading);
  const { text, reasoning, finish, usage, trouble, done } = reading;
  return { deltas, text: gathered(text), reasoning: gathered(reasoning), finish, usage, trouble, done };
}

/** Texts that look like what stands around them, end it, or need escapes. */
const texts = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.stringMatching(/^[a-z ]{0,12}$/),
  fc.constantFrom('"', '\\', '"}', '","x":"', '\\n', 'stop', 'content', 'a', '\n', '漢😀', '\ud83d', '"}}]}', '[DONE]'),
);
const tails = fc.constantFrom('', ',"logprobs":null', ',"finish_reason":null', ',"finish_reason":"stop"');
const shapes: readonly ((text: string, tail: string) => string)[] = [
  (text, tail) => `{"id":"x","choices":[{"index":0,"delta":{"content":${text}}${tail}}]}`,
  (text, tail) => `{"id":"x","choices":[{"index":0,"delta":{"reasoning_content":${text}}${tail}}]}`,
  (text, tail) => `{"id":"x","choices":[{"index":0,"delta":{"content":"","reasoning":${text}}${tail}}]}`,
  (text, tail) => `{"id":"x","choices":[{"index":0,"delta":{"content":${text},"refusal":"a"}${tail}}]}`,
  (text, tail) => `{"id":"x","choices":[{"index":0,"delta":{"content":${text},"content":"b"}${tail}}]}`,
  (text, tail) => `{"id":${text},"choices":[{"index":0,"delta":{"content":${text}}${tail}}]}`,
  (text, tail) => `{"choices":[{"delta":{"content":[{"type":"text","text":${text}}]}${tail}}]}`,
  (text, tail) =>
    `{"choices":[{"delta":{"content":"c"}${tail}}],"usage":{"prompt_tokens":1,"completion_tokens":2},"x":${text}}`,
  (text) => `{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"name":"f","arguments":${text}}}]}}]}`,
];
const quoted = texts.map((text) => JSON.stringify(text));
/** What no server should send: a text that is not escaped. */
const raw = texts.map((text) => `"${text.replace(/[\r\n]/g, '')}"`);
const event = fc
  .tuple(fc.constantFrom(...shapes), fc.oneof({ weight: 8, arbitrary: quoted }, { weight: 1, arbitrary: raw }), tails)
  .map(([shape, text, tail]) => shape(text, tail));
/** Runs of one shape, as streams have them, and mixtures. */
const stream = fc.oneof(
  fc.array(event, { maxLength: 12 }),
  fc
    .tuple(fc.constantFrom(...shapes), fc.array(fc.oneof(quoted, quoted, quoted, raw), { maxLength: 12 }))
    .map(([shape, all]) => all.map((text) => shape(text, ',"finish_reason":null'))),
);

test('any stream gives the same, with the short way and without', () => {
  fc.assert(
    fc.property(stream, (events) => {
      expect(read(events, true)).toEqual(read(events, false));
    }),
    { numRuns: 3_000 },
  );
});

describe('the template of a stream', () => {
  const chunk = (content: string, more = '') => `{"choices":[{"delta":{"content":${JSON.stringify(content)}}}]${more}}`;
  const learnt = (data: string) => {
    const templates = startTemplates();
    learn(templates, data, readChunk(JSON.parse(data)) ?? fail());
    return templates;
  };

  test.each([
    ['as it is', chunk('b'), { field: 'text', said: 'b' }],
    ['with escapes', chunk('\n"\\'), { field: 'text', said: '\n"\\' }],
    ['nothing', chunk(''), { field: 'text', said: '' }],
    ['with another field', chunk('b', ',"usage":{}'), null],
    ['with an unescaped quotation mark', '{"choices":[{"delta":{"content":"b"c"}}]}', null],
    ['with a second field in the text', '{"choices":[{"delta":{"content":"b","x":"c"}}]}', null],
    ['shorter than what stands around it', '{"choices":[{"delta":{"content":"}}]}', null],
  ])('takes a text %s', (_, data, said) => {
    expect(saidBy(learnt(chunk('a text')), data)).toEqual(said);
  });

  test('is not made of a chunk that says something else', () => {
    expect(learnt(chunk('a', ',"usage":{"prompt_tokens":1,"completion_tokens":1}')).last).toBeNull();
    expect(learnt('{"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]}').last).toBeNull();
  });

  test('is not sought for ever in a stream of ever other chunks', () => {
    const templates = startTemplates();
    for (let i = 0; i < 100; i += 1) {
      const data = `{"id":${i},"choices":[{"delta":{"content":"a"}}]}`;
      expect(saidBy(templates, data)).toBeNull();
      learn(templates, data, readChunk(JSON.parse(data)) ?? fail());
    }
    expect(templates.credit).toBe(0);
  });
});

function fail(): never {
  throw new Error('no chunk');
}
