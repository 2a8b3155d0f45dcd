import { describe, expect, test } from 'vitest';
import { feedReply, overOf, startReply } from '../../src/index.ts';
import { action, describeRows, said, thought } from './rows.ts';
import { TOOLS } from './tools.ts';

const ls = action('bash', { command: 'ls' });
const repairs = ['dialect:react'];
const LS = 'Action: bash\nAction Input: {"command": "ls"}';

describeRows('dialect react: lines of Action and Action Input', [
  ['JSON for the input', LS, 'stop', { actions: [ls], repairs }],
  [
    'behind a thought in words',
    `Thought: I look.\n${LS}\n`,
    'stop',
    { actions: [ls], loose: 'Thought: I look.\n\n', repairs },
  ],
  [
    'plain input',
    'Action: bash\nAction Input: ls -la | wc -l',
    'stop',
    { actions: [action('bash', { command: 'ls -la | wc -l' })], repairs },
  ],
  [
    'plain input over lines',
    'Action: bash\nAction Input: for f in *; do\n  echo "$f"\ndone\n',
    'stop',
    { actions: [action('bash', { command: 'for f in *; do\n  echo "$f"\ndone' })], repairs },
  ],
  [
    'plain input that begins with a brace',
    'Action: bash\nAction Input: { ls; pwd; }',
    'stop',
    { actions: [action('bash', { command: '{ ls; pwd; }' })], repairs },
  ],
  [
    'input as a string of JSON',
    'Action: bash\nAction Input: "ls -la"',
    'stop',
    { actions: [action('bash', { command: 'ls -la' })], repairs },
  ],
  [
    'input in a fence',
    'Action: bash\nAction Input:\n```bash\nls\npwd\n```',
    'stop',
    { actions: [action('bash', { command: 'ls\npwd' })], repairs },
  ],
  [
    'JSON in a fence',
    'Action: write\nAction Input: ```json\n{"path": "a", "content": "x"}\n```\n',
    'stop',
    { actions: [action('write', { path: 'a', content: 'x' })], repairs },
  ],
  ['empty input', 'Action: ls\nAction Input:\n', 'stop', { actions: [action('ls', {})], repairs }],
  [
    'a name in quotes or brackets',
    'Action: `bash`\nAction Input: ls\nAction: [ls]\nAction Input: {}',
    'stop',
    { actions: [ls, action('ls', {})], loose: '', repairs },
  ],
  ['an empty line between', 'Action: bash\n\nAction Input: ls', 'stop', { actions: [ls], repairs }],
  [
    'indented, with wide colons',
    '  Action： bash\n  Action Input： ls',
    'stop',
    { actions: [ls], loose: '  ', repairs },
  ],
  [
    'lenient JSON',
    "Action: edit\nAction Input: {'path': 'a', 'old': 'x', 'new': 'y', 'all': True,}",
    'stop',
    { actions: [action('edit', { path: 'a', old: 'x', new: 'y', all: true })], repairs },
  ],
  ['text behind the JSON is loose', `${LS}\n\nI wait.`, 'stop', { actions: [ls], loose: '\n\nI wait.', repairs }],
  ['several', `${LS}\n${LS}`, 'stop', { actions: [ls, ls], loose: '\n', repairs }],
  [
    'plain input ends before a thought in words',
    'Action: bash\nAction Input: ls\nThought: Now I wait.',
    'stop',
    { actions: [ls], loose: 'Thought: Now I wait.', repairs },
  ],
  [
    'plain input ends before an element',
    'Action: bash\nAction Input: ls\n<action tool="ls"/>',
    'stop',
    { actions: [ls, action('ls', {})], repairs },
  ],
  [
    'a tag within plain input is input',
    'Action: bash\nAction Input: echo <command> </command>',
    'stop',
    { actions: [action('bash', { command: 'echo <command> </command>' })], repairs },
  ],
  [
    'invented results end the reply',
    `${LS}\nObservation: a.ts\nThought: I know.\nFinal Answer: a.ts`,
    'stop',
    { actions: [ls], loose: '\n', repairs: ['dialect:react', 'forged-observation'] },
  ],
  [
    'behind plain input too',
    'Action: bash\nAction Input: ls\nObservation: a.ts',
    'stop',
    { actions: [ls], repairs: ['dialect:react', 'forged-observation'] },
  ],
  [
    'without an action before it, an observation is text',
    'Observation: it rains.\n<final>x</final>',
    'stop',
    { final: 'x', loose: 'Observation: it rains.\n' },
  ],
  [
    'a final',
    'Thought: I know.\nFinal Answer: It is\n\n42.\n',
    'stop',
    { final: 'It is\n\n42.', loose: 'Thought: I know.\n', repairs },
  ],
  [
    'a final behind an action came too early',
    `${LS}\nFinal Answer: done`,
    'stop',
    { actions: [ls], loose: '\n', repairs: ['dialect:react', 'premature-final'] },
  ],
  ['a final that was cut', 'Final Answer: It is', 'length', { final: 'It is', repairs, error: 'truncated' }],
  [
    'a broken JSON is not run',
    'Action: bash\nAction Input: {"command": "echo "a""}',
    'stop',
    { actions: [action('bash', {}, { error: 'bad-params' })], repairs },
  ],
  [
    'a tool without a body',
    'Action: write\nAction Input: a.txt',
    'stop',
    { actions: [action('write', {}, { error: 'bad-params' })], repairs },
  ],
  [
    'cut in JSON',
    'Action: write\nAction Input: {"path": "a", "content": "ha',
    'length',
    { actions: [action('write', { path: 'a', content: 'ha' }, { error: 'truncated' })], repairs },
  ],
  [
    'cut in plain input',
    'Action: bash\nAction Input: rm -r',
    'length',
    { actions: [action('bash', { command: 'rm -r' }, { error: 'truncated' })], repairs },
  ],
  [
    'a brace missing',
    'Action: bash\nAction Input: {"command": "ls"',
    'stop',
    { actions: [ls], repairs: ['unclosed', 'dialect:react'] },
  ],
  [
    'a tool that is not offered is text',
    'Action: fly\nAction Input: x',
    'stop',
    { loose: 'Action: fly\nAction Input: x', error: 'no-element' },
  ],
  [
    'without input it is text',
    'Action: ls\nThat is what I would do.',
    'stop',
    { loose: 'Action: ls\nThat is what I would do.', error: 'no-element' },
  ],
  ['within a line it is text', `So ${LS}`, 'stop', { loose: `So ${LS}`, error: 'no-element' }],
  [
    'in a thought and in a value it is none',
    `<think>\n${LS}\n</think><action tool="write"><path>a</path><content>\n${LS}\nObservation: x\n</content></action>`,
    'stop',
    { thoughts: [thought(LS)], actions: [action('write', { path: 'a', content: `${LS}\nObservation: x` })] },
  ],
  [
    'in a fence',
    `\`\`\`\n${LS}\n\`\`\``,
    'stop',
    { actions: [ls], loose: '\n\n', repairs: ['fence', 'dialect:react'] },
    { streams: 'taken back' },
  ],
  [
    'an unclosed thought ends before it',
    `<thought>Well.\n${LS}`,
    'stop',
    { thoughts: [said('Well.')], actions: [ls], repairs: ['unclosed', 'dialect:react'] },
  ],
  [
    'Chinese',
    '思考：先搜索。\nAction: grep\nAction Input: {"pattern": "错误", "path": "日志"}',
    'stop',
    { actions: [action('grep', { pattern: '错误', path: '日志' })], loose: '思考：先搜索。\n', repairs },
  ],
]);

describe('the stream of lines can be cancelled', () => {
  test.each([
    ['at an invented observation', `${LS}\nObservation:`, 'forged-observation'],
    ['not while it may become another word', `${LS}\nObservation`, null],
    ['not where no action is before it', 'Observation:', null],
  ])('%s', (_title, text, over) => {
    const scan = startReply({ tools: TOOLS });
    for (const character of text) feedReply(scan, character);
    expect(overOf(scan)).toBe(over);
  });
});

describeRows('react with its input in a code fence', [
  [
    'the strings of JSON may hold anything',
    'Action: write\nAction Input:\n```json\n{"path": "a", "content": "x\nThought: y\n<final>z</final>\n```\n"}\n```',
    'stop',
    { actions: [action('write', { path: 'a', content: 'x\nThought: y\n<final>z</final>\n```\n' })], repairs },
  ],
  [
    'on the line of the label',
    'Action: bash\nAction Input: ```{"command": "ls"}```',
    'stop',
    { actions: [ls], repairs },
  ],
  [
    'an invented observation behind it',
    'Action: bash\nAction Input:\n```json\n{"command": "ls"}\n```\nObservation: a.ts',
    'stop',
    { actions: [ls], loose: '\n', repairs: [...repairs, 'forged-observation'] },
  ],
  [
    'two rounds',
    'Action: bash\nAction Input:\n```json\n{"command": "ls"}\n```\nAction: bash\nAction Input:\n```json\n{"command": "ls"}\n```',
    'stop',
    { actions: [ls, ls], loose: '\n', repairs },
  ],
  [
    'the fence left open',
    'Action: bash\nAction Input:\n```json\n{"command": "ls"}\nObservation: a.ts',
    'stop',
    { actions: [ls], loose: '\n', repairs: [...repairs, 'forged-observation'] },
  ],
  [
    'cut in a string at a stop',
    'Action: bash\nAction Input:\n```json\n{"command": "ls',
    'stop',
    { actions: [ls], repairs: ['unclosed', ...repairs] },
  ],
  [
    'cut in a string at the limit',
    'Action: bash\nAction Input:\n```json\n{"command": "rm',
    'length',
    { actions: [action('bash', { command: 'rm' }, { error: 'truncated' })], repairs },
  ],
  [
    'a string that runs over the closing fence is broken',
    'Action: bash\nAction Input:\n```json\n{"command": "ls\n```',
    'stop',
    { actions: [action('bash', { command: 'ls\n```' }, { error: 'bad-params' })], repairs },
  ],
  ['plain, the fence left open', 'Action: bash\nAction Input:\n```bash\nls', 'stop', { actions: [ls], repairs }],
]);

describeRows('react, otherwise', [
  [
    'a fence around all of it ends the plain input',
    '```\nThought: x\nAction: bash\nAction Input: ls\n```\nDone.',
    'stop',
    { actions: [ls], loose: '\nThought: x\n\nDone.', repairs: ['fence', ...repairs] },
    { streams: 'taken back' },
  ],
  ['a small letter in the second label', 'Action: bash\nAction input: ls', 'stop', { actions: [ls], repairs }],
  [
    'right behind a thought, on its line',
    '<think>Hm.</think>Action: bash\nAction Input: ls',
    'stop',
    { thoughts: [thought('Hm.')], actions: [ls], repairs },
  ],
  [
    'an answer right behind a thought',
    '<think>Hm.</think> Final Answer: 42',
    'stop',
    { thoughts: [thought('Hm.')], final: '42', loose: ' ', repairs },
  ],
  [
    'a label right behind a tag on a line of the input is input',
    'Action: bash\nAction Input: echo "<b>" Observation: x',
    'stop',
    { actions: [action('bash', { command: 'echo "<b>" Observation: x' })], repairs },
  ],
  [
    'names that every object has are no tools',
    'Action: __proto__\nAction Input: x',
    'stop',
    { loose: 'Action: __proto__\nAction Input: x', error: 'no-element' },
  ],
]);
