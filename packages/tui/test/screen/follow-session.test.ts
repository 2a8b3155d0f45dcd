/** What streams in is told when it is asked for: once for each thing that streams, and before anything else. */
import type { Update } from '@tagma/core';
import { expect, test } from 'vitest';
import { followSession } from '../../src/screen/follow-session.ts';
import { OUTPUT_KEPT_MAX } from '../../src/transcript/transcript.ts';
import { testSession } from '../session.ts';

/** What is told, in a word each, `?` where something waits. */
function followed() {
  const session = testSession();
  const told: string[] = [];
  const following = followSession(
    { session, status: { model: 'qwen3', folder: '/project', mode: 'default' } },
    {
      onUpdate: (update) => void told.push(word(update)),
      onStream: () => void told.push('?'),
      onStepping: () => undefined,
      leave: ({ kind }) => void told.push(kind),
    },
  );
  return { session, told, ...following };
}

function word(update: Update): string {
  if (update.kind === 'step') return update.event.type;
  const { request } = update;
  return `${request}: ${update.kind === 'partial' ? (update.partial.final ?? '') : update.text}`;
}

const output = (request: number, text: string): Update => ({ kind: 'output', request, text });

test('of a reply that streams the last is told, of output all of it, when it is asked for', () => {
  const { session, told, catchUp } = followed();
  session.streams({ final: 'a' }, 1);
  session.tell(output(2, 'one'));
  session.streams({ final: 'ab' }, 1);
  session.tell(output(3, 'other'));
  session.tell(output(2, ' two'));
  expect(told.splice(0)).toEqual(['?', '?', '?', '?', '?']);
  catchUp();
  expect(told.splice(0)).toEqual(['1: ab', '2: one two', '3: other']);
  catchUp();
  expect(told).toEqual([]);
});

test('it is told before a step of the machine, so that the order holds', () => {
  const { session, told } = followed();
  session.streams({ final: 'a' }, 1);
  session.tell(output(2, 'one'));
  session.send({ type: 'prompt.given', text: 'Fix it' });
  session.tell(output(2, 'two'));
  session.send({ type: 'session.ended', reason: 'quit' });
  expect(told).toEqual(['?', '?', '1: a', '2: one', 'prompt.given', '?', '2: two', 'session.ended', 'session-ended']);
});

test('nothing of it is lost where it stops, and nothing is told after that', () => {
  const { session, told, catchUp, stop } = followed();
  session.streams({ final: 'a' }, 1);
  stop();
  session.streams({ final: 'ab' }, 1);
  catchUp();
  expect(told).toEqual(['?', '1: a']);
});

test('of output that nobody asks for no more is kept than is shown', () => {
  const { session, told, catchUp } = followed();
  for (let piece = 0; piece < 100; piece++) session.tell(output(1, String(piece % 10).repeat(100)));
  told.splice(0);
  catchUp();
  expect(told.map((each) => [each.length, each.slice(0, 4), each.slice(-1)])).toEqual([
    [OUTPUT_KEPT_MAX + '1: '.length, '1: 0', '9'],
  ]);
});
