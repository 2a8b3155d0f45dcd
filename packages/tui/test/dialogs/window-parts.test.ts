/** The figures of `/context` are kept as long as nothing changes that they come from. */
import type { Context } from '@tagma/core';
import { expect, test } from 'vitest';
import { windowParts } from '../../src/dialogs/window-parts.ts';
import { Screen } from '../model-screen.ts';

function worked(): Context {
  const screen = new Screen({ columns: 80, rows: 24 }).keys('Mend it<enter>');
  screen.session.reply('<final>done</final>');
  const { snapshot } = screen.model;
  if (snapshot === null) throw new Error('the machine has been told of nothing');
  return snapshot.context;
}

test('the same as before where nothing has changed', () => {
  const context = worked();
  expect(windowParts({ ...context, requests: [] })).toBe(windowParts(context));
});

test.each<[string, (context: Context) => Partial<Context>]>([
  ['what the endpoint counts to the estimate', () => ({ tokensRatio: 1.5 })],
  ['whether pictures are sent', ({ imagesSent }) => ({ imagesSent: !imagesSent })],
  ['the prompt of a session that goes on', ({ session }) => ({ session: { ...session, system: 'Another one.' } })],
])('counted anew where only this has changed: %s', (_, changed) => {
  const context = worked();
  const before = windowParts(context);
  expect(windowParts({ ...context, ...changed(context) })).not.toBe(before);
});
