import { fakeTools, scriptedModel, testSession } from '@tagma/testing';
import { expect, test } from 'vitest';

test('a question of the model, and a plan that is agreed to the second time', async () => {
  const session = testSession({
    model: scriptedModel([
      '<action tool="ask"><question>Which database?</question></action>',
      '<action tool="plan">enter</action><action tool="plan">done</action>',
      '<action tool="plan">done</action>',
      '<final>Agreed.</final>',
    ]),
    plan: '1. Take SQLite.',
    person: ['SQLite', { no: 'say how it is tested' }, 'yes'],
  });
  session.send({ type: 'prompt.given', text: 'Choose a database.' });
  await session.until('finished');
  expect(session.effects().filter((line) => !line.startsWith('model'))).toEqual([
    'question.ask 2 ask',
    'plan.review 4 plan',
    'plan.review 6 plan',
    'turn.end done',
  ]);
  expect(session.notes().filter((line) => line.startsWith('mode'))).toEqual([
    'mode.switched plan',
    'mode.switched default',
  ]);
});

test('a limit, and who lets the turn go on', async () => {
  const session = testSession({
    model: scriptedModel(({ number }) =>
      number < 3 ? '<action tool="ls"><path>.</path></action>' : '<final>Done.</final>',
    ),
    tools: fakeTools({ ls: () => 'a.ts' }),
    settings: { turnsMax: 2 },
    person: (question) => (question.type === 'limit.ask' && question.used === 2 ? 'go on' : 'stop'),
  });
  session.send({ type: 'prompt.given', text: 'Look around.' });
  await session.until('limited');
  await session.until('finished');
  expect(session.result()).toMatchObject({ kind: 'done', text: 'Done.' });
});
