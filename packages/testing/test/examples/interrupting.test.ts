import { fakeTools, heldTool, scriptedModel, testSession } from '@tagma/testing';
import { expect, test } from 'vitest';

const MAKE = '<action tool="bash"><command>make</command></action>';
const PROMPT = { type: 'prompt.given', text: 'Build it.' } as const;

test('an abort cancels the command that runs', async () => {
  const make = heldTool();
  const session = testSession({
    model: scriptedModel([MAKE]),
    tools: fakeTools({ bash: make }),
    settings: { mode: 'trust' },
  });
  session.send(PROMPT);
  // Until only the test can make it go on: the command has begun, and does not end.
  expect(await session.settled()).toBe('acting');

  session.send({ type: 'abort.requested', by: 'person' });
  await session.until('finished');
  expect(session.events().slice(-2)).toEqual(['abort.requested person', 'tool.ended 3 aborted']);
});

test('what is said while a command runs is taken up after it', async () => {
  const make = heldTool();
  const session = testSession({
    model: scriptedModel([MAKE + MAKE, '<final>Stopped.</final>']),
    tools: fakeTools({ bash: make }),
    settings: { mode: 'trust' },
  });
  session.send(PROMPT);
  await session.settled();
  session.send({ type: 'steer.given', text: 'Once is enough.' });
  make.end('built');
  await session.until('finished');
  expect(session.messages().at(-1)?.content).toMatch(/built.*status="skipped".*Once is enough\.$/s);
});

test('a reply can be broken into while it streams', async () => {
  const session = testSession({
    model: scriptedModel([{ text: '<thought>Let me think about this for long.</thought>', paceMs: 50 }]),
  });
  session.send(PROMPT);
  await session.until(() => session.partial()?.thoughts[0]?.startsWith('Let me') ?? false);
  session.send({ type: 'abort.requested', by: 'person' });
  await session.until('finished');
  expect(session.result()).toEqual({ kind: 'aborted', by: 'person' });
});
