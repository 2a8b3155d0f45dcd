import { fakeTools, scriptedModel, testSession } from '@tagma/testing';
import { expect, test } from 'vitest';

test('the model is told what the tool said, and what it may not do', async () => {
  const model = scriptedModel([
    '<action tool="read"><path>a.ts</path></action>',
    // A function sees the request, and an assertion in it fails the test.
    ({ last }) => {
      expect(last).toContain('let a = 1;');
      return '<action tool="bash"><command>sudo make</command></action>';
    },
    '<final>I may not.</final>',
  ]);
  const session = testSession({
    model,
    tools: fakeTools({ read: ({ path }) => (path === 'a.ts' ? 'let a = 1;' : '') }),
    facts: { bash: { forbidden: 'sudo' } },
    started: { system: 'You are a careful agent.' },
  });
  session.send({ type: 'prompt.given', text: 'Build it.' });
  await session.until('finished');

  expect(model.asked.map((messages) => messages.length)).toEqual([2, 4, 6]);
  expect(session.messages().at(0)?.content).toBe('You are a careful agent.');
  expect(session.messages().at(-1)?.content).toMatch(/status="denied".*deny list: sudo/s);
});
