/**
 * A server that takes the model's call out of its text and sends it in a field of its own, though nobody has offered it
 * tools: over real HTTP, through the machine, into the history and back.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readHistory } from '../packages/history/src/index.ts';
import { run } from './command.ts';
import { printWith } from './scripted.ts';

const ALLOW = ['--allow', 'Bash(echo one)', '--allow', 'Bash(echo two)'];
const FINAL = '&lt;final>done&lt;/final>';
const REMINDER = '[tagma: your reply was understood after repair (dialect:native); write actions like this:';

const bash = (command: string) => `<tool-call name="bash">{"command": "${command}"}</tool-call>`;
const turn = (calls: string, finish = 'tool_calls') => `<turn><reply finish="${finish}"/>${calls}</turn>`;
/** The turn that follows, and the observation that it wants to have been given. */
const thenFinal = (...expected: readonly string[]) =>
  `<turn>${expected.map((text) => `<expect in="last"><![CDATA[${text}]]></expect>`).join('')}<reply>${FINAL}</reply></turn>`;

describe('a reply that is nothing but native calls', () => {
  test('is carried out, answered in the plain form, and sent back in it', async () => {
    const ended = await printWith(
      [
        turn(bash('echo one')),
        `<turn>
          <expect messages="4"/>
          <expect in="last"><![CDATA[<observation tool="bash" call="1" status="ok"]]></expect>
          <expect in="last"><![CDATA[${REMINDER} <action tool="NAME"><PARAMETER>value</PARAMETER></action>]]]></expect>
          <expect in="any"><![CDATA[<action tool="bash">\n<command>echo one</command>\n</action>]]></expect>
          <reply>${FINAL}</reply>
        </turn>`,
      ],
      ALLOW,
    );
    expect(ended).toMatchObject({ code: 0, out: 'done\n', mismatches: [] });
    expect(await repliesIn(ended.history)).toMatchObject([
      { text: '', toolCalls: [{ name: 'bash', arguments: '{"command": "echo one"}' }] },
      { text: '<final>done</final>' },
    ]);
    expect((await run(['replay', ended.history])).code).toBe(0);
  });

  test.each([
    {
      title: 'several run in order',
      calls: bash('echo one') + bash('echo two'),
      finish: 'tool_calls',
      says: ['call="1" status="ok"', 'call="2" status="ok"', '\ntwo\n'],
    },
    {
      title: 'the older field',
      calls: '<function-call name="bash">{"command": "echo two"}</function-call>',
      finish: 'function_call',
      says: ['call="1" status="ok"', '\ntwo\n', REMINDER],
    },
    {
      title: 'cut by the limit: the whole one runs, the cut one does not',
      calls: `${bash('echo one')}<tool-call name="bash">{"command": "echo</tool-call>`,
      finish: 'length',
      says: ['call="1" status="ok"', 'call="2" status="error"', 'Send it again in smaller pieces'],
    },
    {
      title: 'a tool that is not offered',
      calls: '<tool-call name="read_file">{"path": "a"}</tool-call>',
      finish: 'tool_calls',
      says: ['status="error"', 'there is no tool "read_file". Did you mean read?'],
    },
  ])('$title', async ({ calls, finish, says }) => {
    const ended = await printWith([turn(calls, finish), thenFinal(...says)], ALLOW);
    expect(ended).toMatchObject({ code: 0, out: 'done\n', mismatches: [] });
    expect((await run(['replay', ended.history])).code).toBe(0);
  });

  test('is judged like any other: what is not allowed is denied', async () => {
    const ended = await printWith([turn(bash('touch made')), thenFinal('status="denied"')]);
    expect(ended).toMatchObject({ code: 3, mismatches: [] });
  });
});

test('a call beside an action in the text comes behind it; the same once more is one', async () => {
  const reply = '<reply><![CDATA[<action tool="bash"><command>echo one</command></action>]]></reply>';
  const ended = await printWith(
    [`<turn>${reply}${bash('echo one')}${bash('echo two')}</turn>`, thenFinal('call="1"', 'call="2"', '\ntwo\n')],
    ALLOW,
  );
  expect(ended).toMatchObject({ code: 0, mismatches: [] });
  expect(readFileSync(ended.history, 'utf8').match(/type="tool\.run"/g)?.length).toBe(2);
});

test('a secret in the arguments is not kept', async () => {
  const key = 'sk-very-secret-key-123456';
  const ended = await printWith([turn(bash(`echo ${key}`)), thenFinal('value is not given out')], [], {
    env: { TAGMA_API_KEY: key },
  });
  expect(ended.mismatches).toEqual([]);
  expect(`${ended.err}${readFileSync(ended.history, 'utf8')}`).not.toContain(key);
});

async function repliesIn(file: string): Promise<readonly object[]> {
  const read = await readHistory(file);
  if (!read.ok) throw new Error(read.error.message);
  return read.records.filter(({ type }) => type === 'reply.ended').map(({ fields }) => fields);
}
