import { scriptedModel, testSession } from '@tagma/testing';
import { createRegistry } from '@tagma/tools';
import { expect, test } from 'vitest';

test('real tools run, with a prompt of your own', async () => {
  const session = testSession({
    model: scriptedModel([
      '<action tool="bash"><command>echo $((6 * 7))</command></action>',
      ({ last }) => `<final>${/^\d+$/m.exec(last)?.[0]}</final>`,
    ]),
    // Those that are built in; createRegistry([…]) takes yours.
    tools: createRegistry(),
    settings: { mode: 'trust' },
    started: { folder: import.meta.dirname, system: 'You calculate.' },
  });
  session.send({ type: 'prompt.given', text: 'What is six times seven?' });
  await session.until('finished');
  expect(session.result()).toMatchObject({ kind: 'done', text: '42' });
});
