import { expect, test } from 'vitest';
import { gathered } from '../src/gathering.ts';
import { EVENT_CHARACTERS_MAX } from '../src/limits.ts';
import { endReply, feedReply, startReply } from '../src/stream.ts';
import { event, streamOf } from './serve.ts';

const encoder = new TextEncoder();

test('what it waits for next follows what has come', () => {
  const reading = startReply(() => 'go on');
  const feed = (text: string) => feedReply(reading, encoder.encode(text));
  expect([
    feed(': still reading the prompt\n\n'),
    feed(event({ role: 'assistant', content: '' })),
    feed(event({ content: 'a' })),
    feed(event({}, 'stop')),
    feed('data: [DONE]\n\n'),
    feed('data: [DONE]\n\n'),
  ]).toEqual(['first', 'first', 'more', 'tail', 'nothing', 'nothing']);
});

test('an event without end is given up at the limit', () => {
  const reading = startReply(() => 'go on');
  const piece = encoder.encode('x'.repeat(1024 * 1024));
  feedReply(reading, encoder.encode('data: "'));
  for (let fed = 0; fed <= EVENT_CHARACTERS_MAX && reading.trouble === null; fed += piece.length)
    feedReply(reading, piece);
  expect(reading.trouble).toEqual({
    kind: 'malformed',
    what: `an event of more than ${EVENT_CHARACTERS_MAX} characters`,
    isBroken: true,
  });
});

test('bytes that are no UTF-8 become replacement characters, and nothing else is lost', () => {
  const reading = startReply(() => 'go on');
  const bytes = encoder.encode(streamOf(['a?b', 'c']));
  bytes[bytes.indexOf('?'.charCodeAt(0))] = 0xff;
  feedReply(reading, bytes);
  endReply(reading);
  expect([gathered(reading.text), reading.done]).toEqual(['a\uFFFDbc', true]);
});
