/** `tagma parse --explain`: a reply for a person's eyes. */
import { describe, expect, test } from 'vitest';
import { run } from './command.ts';

async function explain(reply: string, ...args: readonly string[]): Promise<readonly string[]> {
  const { code, out, err } = await run(['parse', '--explain', ...args], { input: reply });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out.replace(/\n$/, '').split('\n');
}

type Row = readonly [title: string, reply: string, args: readonly string[], shown: readonly string[]];

const ROWS: readonly Row[] = [
  [
    'every part stands on the line where it begins',
    'Sure.\n\n<thought>\nTwo\nlines</thought>\n<action tool="ls">src</action>\nand\n<action tool="bash">npm test</action>',
    [],
    [
      'line 1  loose      Sure.',
      'line 3  thought    Two',
      '                   lines',
      'line 6  action     ls',
      '                   path: src',
      'line 7  loose      and',
      'line 8  action     bash',
      '                   command: npm test',
      '2 actions; nothing was mended.',
    ],
  ],
  [
    'repairs say what was done, where it was needed',
    '<tool_call>{"name": "ls", "arguments": {}}</tool_call>\n<action tool="edit">\n<path>a\n<old>b</old>\n<new>c</new>\n</action>\n<final>x</final>',
    [],
    [
      'line 1  action     ls (hermes)',
      'line 1  repair     dialect:hermes: another form was understood: JSON in `<tool_call>`',
      'line 2  action     edit',
      '                   path: a',
      '                   old: b',
      '                   new: c',
      'line 4  repair     unclosed: a closing tag was left out, and put where it belongs',
      'line 7  repair     premature-final: a final written before the results of the actions were seen was dropped',
      '2 actions; mended: dialect:hermes, unclosed, premature-final.',
    ],
  ],
  [
    'what is dropped is shown',
    '<final>Done.</final>\n\nShall I\ngo on?',
    [],
    [
      'line 1  final      Done.',
      'line 1  repair     after-final: what followed the final was dropped',
      'line 3  dropped    Shall I',
      '                   go on?',
      'A final; mended: after-final.',
    ],
  ],
  [
    'an action in error says why',
    '<action tool="read">\n<limit>ten</limit>\n</action>',
    [],
    [
      'line 1  action     read',
      '                   limit: ten',
      '                   ! bad-params: line 1: read: <limit> should be integer from 1, not "ten"; <path> is missing (string). Nothing was run.',
      '1 action (1 in error); nothing was mended.',
    ],
  ],
  [
    'a reply without an element says what it lacks',
    'I would begin\nwith the tests.',
    [],
    [
      'line 1  loose      I would begin',
      '                   with the tests.',
      'no-element: line 1 to 2: there is no action and no final',
    ],
  ],
  ['an empty reply too', '', [], ['no-element: the reply is empty']],
  [
    'a long value is shown by its beginning',
    `<action tool="write"><path>a</path><content>${'x'.repeat(170)}\n${'line\n'.repeat(20)}</content></action>`,
    [],
    [
      'line 1  action     write',
      '                   path: a',
      '                   content:',
      `                     ${'x'.repeat(160)}… 10 characters more`,
      ...Array(7).fill('                     line'),
      '                     … and 13 lines more',
      '1 action; nothing was mended.',
    ],
  ],
  [
    'nothing in it reaches the terminal as a command',
    '<final>\u001b[31mred</final>',
    [],
    ['line 1  final      ␛[31mred', 'A final; nothing was mended.'],
  ],
  [
    'the end that the endpoint named counts',
    '<action tool="ls">sr',
    ['--finish', 'length'],
    [
      'line 1  action     ls',
      '                   path: sr',
      '                   ! truncated: line 1: <action> is not closed: the reply was cut off inside ls; nothing of it was run. Send it again in smaller pieces.',
      '1 action (1 in error); nothing was mended.',
    ],
  ],
];

describe('a reply', () => {
  test.each(ROWS)('%s', async (_title, reply, args, shown) => {
    expect(await explain(reply, ...args)).toEqual(shown);
  });
});

test('is not for many at once', async () => {
  expect(await run(['parse', '--explain', '--jsonl'], { input: '{"text":""}' })).toEqual({
    code: 2,
    out: '',
    err: "error: option '--explain' cannot be used with option '--jsonl'\n(tagma parse --help lists the options)\n",
  });
});
