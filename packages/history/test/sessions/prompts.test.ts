import { expect, test } from 'vitest';
import { promptsOf } from '../../src/index.ts';
import { effect, event, historyFile } from '../sample.ts';

test('what was typed, in order, and the folder', async () => {
  const file = historyFile([
    event('session.started', { folder: '/p', session: 's' }),
    event('prompt.given', { text: 'first\nline' }),
    effect('model.ask', { id: 1 }),
    event('steer.given', { text: 'and quickly' }),
    event('shell.requested', { command: 'git status' }),
    event('prompt.given', { text: 7 }),
    event('prompt.given', { text: 'last' }),
  ]);
  expect(await promptsOf(file)).toEqual({
    ok: true,
    folder: '/p',
    prompts: [
      { kind: 'text', text: 'first\nline' },
      { kind: 'text', text: 'and quickly' },
      { kind: 'command', text: 'git status' },
      { kind: 'text', text: 'last' },
    ],
  });
});

test('no history has none', async () => {
  expect(await promptsOf('/nowhere.xml')).toMatchObject({ ok: false, error: { kind: 'missing' } });
});
