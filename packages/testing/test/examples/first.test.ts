import { fakeTools, scriptedModel, testSession } from '@tagma/testing';
import { expect, test } from 'vitest';

test('the agent looks before it answers', async () => {
  const session = testSession({
    model: scriptedModel([
      '<thought>I look.</thought><action tool="ls"><path>.</path></action>',
      '<final>There are two files.</final>',
    ]),
    tools: fakeTools({ ls: () => 'a.ts\nb.ts' }),
  });

  session.send({ type: 'prompt.given', text: 'How many files are there?' });
  await session.until('finished');

  expect(session.result()).toMatchObject({ kind: 'done', text: 'There are two files.' });
  expect(session.effects()).toEqual([
    'model.ask 1',
    'facts.take 2 ls',
    'tool.run 3 ls',
    'model.ask 4',
    'turn.end done',
  ]);
});
