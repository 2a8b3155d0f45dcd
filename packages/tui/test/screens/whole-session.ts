/** A session with some of everything, whichever way it is shown: what the person does, and what comes of it. */
import type { Fact } from '@tagma/core';
import type { TestSession } from '../session.ts';

/** A line that is written; an answer by a key, or as a line where lines are written; or what happens. */
export type Step = string | { readonly key: string; readonly line: string } | ((session: TestSession) => void);

const ANSWER = [
  '## What was wrong',
  '',
  'The loop stopped *one short*. See [the guide](https://example.org/loops).',
  '',
  '| file | tests |',
  '| --- | ---: |',
  '| 和.ts | 12 |',
  '',
  '```ts',
  'const total = sum([1, 2]); // 3 🙂',
  '```',
].join('\n');

export const STEPS: readonly Step[] = [
  'Fix the 测试 of 👩‍👩‍👧',
  (session) => {
    session.streams({ thoughts: ['It stops'] });
    session.reply(
      '<thought>It stops one short.\nI look.</thought>\n<action tool="read"><path>src/sum.ts</path></action>\n<action tool="bash">\n<command>sed -i "s/length - 1/length/" src/sum.ts && npm test</command>',
    );
    session.takes();
    session.ends('export function sum() {\n  return 0;\n}\n', 3);
    session.takes({ runs: ['sed', 'npm'], readOnly: false });
  },
  { key: 'y', line: '1' },
  (session) => session.ends('> test\n\u001b[2J Tests  12 passed\u202e (12)\n', 1_840, ['outside of the sandbox']),
  (session) =>
    session.reply(
      '<action tool="ask"><question>Which loop is meant?</question>\n<options>["the first", "both"]</options></action>',
    ),
  'both of them',
  (session) => session.send(changed(session, `<final>${ANSWER}</final>`, '<final>No.</final>')),
  '!git status --short',
  (session) => {
    const outcome = { status: 'ok', content: ' M src/sum.ts\n?? notes.md\n', details: {} } as const;
    session.send({ type: 'shell.ended', request: session.lastId('shell.run'), outcome, durationMs: 20 });
  },
  'And the others?',
  'quickly, please',
  (session) => session.reply('Which <b>others</b>?'),
  (session) => session.send({ type: 'event.dropped', by: 'person', event: { type: 'pause.requested' } }),
  (session) => {
    const fault = {
      kind: 'network',
      message: 'Nothing listens at http://localhost:1/v1.',
      advice: 'Start the server.',
      status: null,
    } as const;
    session.send({ type: 'reply.failed', request: session.lastId('model.ask'), fault, text: '', reasoning: '' });
  },
  'Then leave it',
  (session) => session.streams({ thoughts: ['I leave'] }),
  (session) => session.send({ type: 'abort.requested', by: 'person' }),
  (session) => session.reply('<thought>I leave it.'),
];

/** The reply, put in the place of another in step mode. */
function changed(session: TestSession, text: string, before: string): Fact {
  const request = session.lastId('model.ask');
  const reply = { type: 'reply.ended', request, reasoning: '', finish: 'stop', usage: null } as const;
  const put: object = { changed: { by: 'person', original: { ...reply, text: before } } };
  return { ...reply, text, ...put };
}
