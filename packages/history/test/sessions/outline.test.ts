import type { JsonObject } from '@tagma/protocol';
import { expect, test } from 'vitest';
import { outlineOf } from '../../src/index.ts';
import { effect, event, historyFile } from '../sample.ts';

const facts = (paths: JsonObject) => ({ writes: [], deletes: [], ...paths }) as JsonObject;
const end = (result: JsonObject) => effect('turn.end', { result });

/** A call from its facts to its end. */
function called(call: number, paths: JsonObject, status = 'ok') {
  return [
    effect('facts.take', { id: call * 10, call }),
    event('facts.taken', { request: call * 10, facts: facts(paths) }),
    effect('tool.run', { id: call * 10 + 1, call }),
    event('tool.ended', { request: call * 10 + 1, outcome: { status } }),
  ];
}

test('what was asked and how it ended, what changed, and what was answered last', async () => {
  const file = historyFile([
    event('prompt.given', { text: 'first' }),
    ...called(1, { writes: [{ path: '/p/a' }] }),
    ...called(2, { writes: [{ path: '/p/never' }] }, 'error'),
    event('steer.given', { text: 'and quickly' }),
    event('prompt.given', { text: 'queued' }),
    ...called(3, { writes: [{ path: '/p/a' }, { path: '/p/b' }], deletes: [{ path: '/p/c' }] }),
    end({ kind: 'done', text: 'It is done.' }),
    end({ kind: 'limit', limit: 'turns', reason: '5 replies' }),
    event('steer.given', { text: 'go on' }),
    end({ kind: 'failed', fault: { kind: 'network', message: 'no way' } }),
    end({ kind: 'aborted', by: 'person' }),
    event('prompt.given', { text: 'last' }),
  ]);
  expect(await outlineOf(file)).toEqual({
    ok: true,
    turns: [
      { record: 1, prompt: 'first', end: 'done', why: '' },
      { record: 11, prompt: 'queued', end: 'limit', why: '5 replies' },
      { record: 18, prompt: 'go on', end: 'aborted', why: 'person' },
      { record: 21, prompt: 'last', end: null, why: '' },
    ],
    filesChanged: ['/p/a', '/p/b', '/p/c'],
    answer: 'It is done.',
  });
});

test('nothing was done', async () => {
  expect(await outlineOf(historyFile([]))).toEqual({ ok: true, turns: [], filesChanged: [], answer: '' });
});

test('no history has no outline', async () => {
  expect(await outlineOf('/nowhere.xml')).toMatchObject({ ok: false, error: { kind: 'missing' } });
});
