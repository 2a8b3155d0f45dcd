import { describe, expect, test } from 'vitest';
import { type Finish, parseReply } from '../../src/index.ts';
import { TOOLS } from './tools.ts';

const NAMES = 'bash, read, write, edit, grep, ls, ask, todo, git, note';

type Row = readonly [title: string, text: string, finish: Finish, message: string];

const rows: readonly Row[] = [
  [
    'a missing parameter',
    '<action tool="bash"/>',
    'stop',
    'line 1: bash: <command> is missing (string). Nothing was run.',
  ],
  [
    'each missing parameter',
    '\n<action tool="edit"><path>f</path></action>',
    'stop',
    'line 2: edit: <old> is missing (string); <new> is missing (string). Nothing was run.',
  ],
  [
    'a word for a number',
    '<action tool="read"><path>f</path><limit>ten</limit></action>',
    'stop',
    'line 1: read: <limit> should be number, not "ten". Nothing was run.',
  ],
  [
    'a number with a unit',
    '<action tool="bash"><command>ls</command><timeout>5s</timeout></action>',
    'stop',
    'line 1: bash: <timeout> should be number, not "5s". Nothing was run.',
  ],
  [
    'a word for a boolean, and a missing parameter',
    '<action tool="edit"><path>f</path><old>a</old><all>yes</all></action>',
    'stop',
    'line 1: edit: <all> should be boolean, not "yes"; <new> is missing (string). Nothing was run.',
  ],
  [
    'a broken number for a whole one',
    '<action tool="ls"><limit>1.5</limit></action>',
    'stop',
    'line 1: ls: <limit> should be integer from 1 up to 500, not "1.5". Nothing was run.',
  ],
  [
    'a number beyond the limits',
    '<action tool="ls"><limit>501</limit></action>',
    'stop',
    'line 1: ls: <limit> should be integer from 1 up to 500, not "501". Nothing was run.',
  ],
  [
    'a word that is not in the enumeration',
    '<action tool="note"><message>m</message><kind>error</kind></action>',
    'stop',
    'line 1: note: <kind> should be one of info, warning, not "error". Nothing was run.',
  ],
  [
    'text for an array',
    '<action tool="ask"><question>q</question><options>a, b</options></action>',
    'stop',
    'line 1: ask: <options> should be a JSON array, not "a, b". Nothing was run.',
  ],
  [
    'an object for an array',
    '<action tool="todo">{"items": {}}</action>',
    'stop',
    'line 1: todo: <items> should be a JSON array, not {}. Nothing was run.',
  ],
  [
    'an array for an object',
    '<action tool="note"><message>m</message><extra>[]</extra></action>',
    'stop',
    'line 1: note: <extra> should be a JSON object, not "[]". Nothing was run.',
  ],
  [
    'a long value is shown by its beginning',
    `<action tool="bash"><command>ls</command><timeout>${'9'.repeat(99)}x</timeout></action>`,
    'stop',
    `line 1: bash: <timeout> should be number, not "${'9'.repeat(39)}…. Nothing was run.`,
  ],
  [
    'null for a required string in JSON',
    '<action tool="bash">{"command": null}</action>',
    'stop',
    'line 1: bash: <command> should be string, not null. Nothing was run.',
  ],
  [
    'unknown elements, each once',
    '<action tool="bash"><command>ls</command><cwd>/</cwd><env>a</env><cwd>b</cwd></action>',
    'stop',
    'line 1: bash: <cwd> is not one of its parameters; <env> is not one of its parameters. Nothing was run.',
  ],
  [
    'unknown elements alone',
    '<action tool="bash">\n<cmd>ls</cmd>\n</action>',
    'stop',
    'line 1: bash: <cmd> is not one of its parameters; <command> is missing (string). Nothing was run.',
  ],
  [
    'an unknown member',
    '<action tool="read">{"file": "a"}</action>',
    'stop',
    'line 1: read: <file> is not a parameter of read, which takes path, offset, limit; <path> is missing (string). Nothing was run.',
  ],
  [
    'two values for one parameter',
    '<action tool="read" path="a"><path>b</path></action>',
    'stop',
    'line 1: read: <path> is given twice, with different values. Nothing was run.',
  ],
  [
    'text where there is no body parameter',
    '<action tool="todo">buy milk</action>',
    'stop',
    'line 1: todo: its body should be parameter elements: items; <items> is missing (a JSON array). Nothing was run.',
  ],
  [
    'no tool',
    'So:\n\n<action><command>ls</command></action>',
    'stop',
    `line 3: the action names no tool (tool="…"). The tools are: ${NAMES}.`,
  ],
  [
    'a tool of other agents',
    '<action tool="read_file"/>',
    'stop',
    `line 1: there is no tool "read_file". Did you mean read? The tools are: ${NAMES}.`,
  ],
  [
    'another one',
    '<action tool="execute_command"/>',
    'stop',
    `line 1: there is no tool "execute_command". Did you mean bash? The tools are: ${NAMES}.`,
  ],
  [
    'one that holds a tool’s name',
    '<action tool="TodoWrite"/>',
    'stop',
    `line 1: there is no tool "TodoWrite". Did you mean todo? The tools are: ${NAMES}.`,
  ],
  [
    'one letter too many',
    '<action tool="greep"/>',
    'stop',
    `line 1: there is no tool "greep". Did you mean grep? The tools are: ${NAMES}.`,
  ],
  [
    'nothing near',
    '<action tool="teleport"/>',
    'stop',
    `line 1: there is no tool "teleport". The tools are: ${NAMES}.`,
  ],
  [
    'the name of a member of objects',
    '<action tool="constructor"/>',
    'stop',
    `line 1: there is no tool "constructor". The tools are: ${NAMES}.`,
  ],
  [
    'cut inside a parameter',
    '<action tool="write">\n<path>f</path>\n<content>a',
    'length',
    'line 3: <content> is not closed: the reply was cut off inside write; nothing of it was run. Send it again in smaller pieces.',
  ],
  [
    'cut between parameters',
    '\n<action tool="write">\n<path>f</path>\n',
    'length',
    'line 2: <action> is not closed: the reply was cut off inside write; nothing of it was run. Send it again in smaller pieces.',
  ],
  ['cut inside the final', 'So.\n<final>a', 'length', 'line 2: <final> is not closed: the answer was cut off'],
  ['cut inside a thought', '<think>a', 'length', 'the reply was cut off inside a thought: think shorter'],
  ['no element', 'Hello\nyou', 'stop', 'line 1 to 2: there is no action and no final'],
  [
    'no element before what is dropped',
    'Hello\n<observation>\n<tool_call>',
    'length',
    'line 1 to 2: there is no action and no final',
  ],
  ['nothing at all', ' ', 'stop', 'the reply is empty'],
];

describe('what the model is told', () => {
  test.each(rows)('%s', (_title, text, finish, message) => {
    expect(parseReply(text, finish, { tools: TOOLS }).error?.message).toBe(message);
  });

  test('the first error of several stands', () => {
    const reply = parseReply('<action tool="ls"/><action tool="nope"/><action tool="bash"/>', 'stop', { tools: TOOLS });
    expect(reply.actions.map((action) => action.error?.code ?? null)).toEqual([null, 'unknown-tool', 'bad-params']);
    expect(reply.error).toBe(reply.actions[1]?.error);
  });

  test('a flood of unknown members is cut short', () => {
    const members = Array.from({ length: 100 }, (_, i) => `"m${i}": 1`).join(', ');
    const { error } = parseReply(`<action tool="ls">{${members}}</action>`, 'stop', { tools: TOOLS });
    expect(error?.message).toMatch(/; and 88 more\. Nothing was run\.$/);
  });
});
