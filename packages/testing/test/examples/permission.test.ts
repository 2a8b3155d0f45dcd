import { fakeTools, scriptedModel, testSession } from '@tagma/testing';
import { expect, test } from 'vitest';

const MAKE = '<action tool="bash"><command>make</command></action>';
const DONE = '<final>Done.</final>';

test('what may not run is not run, and the model is told why', async () => {
  const tools = fakeTools({ bash: () => 'built' });
  const session = testSession({
    model: scriptedModel([MAKE, MAKE, DONE]),
    tools,
    person: [{ no: 'use npm' }, 'yes'],
  });
  session.send({ type: 'prompt.given', text: 'Build it.' });

  await session.until('thinking');
  await session.until('permission');
  expect(tools.calls).toEqual([]);

  await session.until('finished');
  expect(session.events().filter((line) => line.startsWith('permission'))).toEqual([
    'permission.answered 3 no',
    'permission.answered 6 once',
  ]);
  expect(tools.calls).toEqual([{ tool: 'bash', params: { command: 'make' } }]);
});

test('in plan mode nothing is run, and nobody is asked', async () => {
  const session = testSession({
    model: scriptedModel([MAKE, DONE]),
    tools: fakeTools(),
    settings: { mode: 'plan' },
  });
  session.send({ type: 'prompt.given', text: 'Build it.' });
  await session.until('finished');
  expect(session.notes()).toContain('call.judged 1 deny');
});
