import { expect, test } from 'vitest';
import { readCommand } from '../../../src/headless/steering/read-command.ts';

const KNOWN = 'There are: prompt, steer, withdraw, abort, pause, resume, answer, mode, model, compact, undo';

test.each([
  ['{"type":"prompt","text":"do it","id":"1"}', { type: 'prompt', text: 'do it', id: '1' }],
  [
    '{"type":"answer","request":3,"answer":"no","reason":"why"}',
    { type: 'answer', request: 3, answer: 'no', reason: 'why' },
  ],
  ['{"type":"compact"}', { type: 'compact' }],
])('%s', (line, command) => {
  expect(readCommand(line)).toEqual({ ok: true, command });
});

test.each([
  ['', 'the line is no JSON: Unexpected end of JSON input', undefined],
  ['3', 'the line should be an object', undefined],
  ['{}', `type is missing. ${KNOWN}`, undefined],
  ['{"type":"promt","id":"a"}', `there is no command "promt". Did you mean prompt? ${KNOWN}`, 'a'],
  ['{"type":"prompt"}', 'text should be a text', undefined],
  ['{"type":"prompt","text":""}', 'text should not be empty', undefined],
  ['{"type":"abort","why":1}', 'abort takes no why', undefined],
  ['{"type":"answer","request":-1,"answer":"a"}', 'request should be at least 0', undefined],
  ['{"type":"undo","steps":0}', 'steps should be at least 1', undefined],
  ['{"type":"abort"}{"type":"abort"}', expect.stringMatching(/^the line is no JSON: /), undefined],
  ['{"type":"answer","request":1.5,"answer":"a"}', 'request should be a whole number', undefined],
  [
    '{"type":"mode","mode":"x"}',
    'mode should be "plan", "default", "accept-edits", "auto-in-project", "trust"',
    undefined,
  ],
])('refused: %s', (line, message, id) => {
  expect(readCommand(line)).toEqual({ ok: false, message, ...(id !== undefined && { id }) });
});

test('a text that is too long is refused', () => {
  const line = JSON.stringify({ type: 'steer', text: 'a'.repeat(2 ** 20 + 1) });
  expect(readCommand(line)).toEqual({ ok: false, message: 'text should be at most 1048576 characters' });
});
