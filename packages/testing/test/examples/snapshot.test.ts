import { fakeTools, scriptedModel, testSession } from '@tagma/testing';
import { expect, test } from 'vitest';

test('the whole course as a text', async () => {
  const session = testSession({
    model: scriptedModel(['<action tool="read"><path>a.ts</path></action>', '<final>It says 1.</final>']),
    tools: fakeTools({ read: () => 'let a = 1;' }),
  });
  session.send({ type: 'prompt.given', text: 'What does a.ts say?' });
  await session.until('finished');

  expect(session.toString()).toMatchInlineSnapshot(`
    "session.started
      → idle
    prompt.given
          What does a.ts say?
      → thinking
      model.ask 1
    reply.ended 1
          <action tool="read"><path>a.ts</path></action>
      → deciding
      reply.read 1 (read)
      facts.take 2 read
          path: a.ts
    facts.taken 2
      → acting
      call.judged 1 allow
          mode default: reading in the project is allowed
      tool.run 3 read
          path: a.ts
    tool.ended 3 ok
          let a = 1;
      → thinking
      model.ask 4
    reply.ended 4
          <final>It says 1.</final>
      → finished
      reply.read 4 (final)
      turn.end done
          It says 1.
    "
  `);
});
