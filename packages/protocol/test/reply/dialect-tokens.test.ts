import { action, describeRows, said, thought } from './rows.ts';

const ls = action('bash', { command: 'ls' });
const KIMI = '<|tool_call_begin|>functions.bash:0<|tool_call_argument_begin|>{"command": "ls"}<|tool_call_end|>';

const kimi = ['dialect:kimi'];
const LONG = `<|tool_call_begin|>functions.ls:0${'<|a|>functions.ls:0'.repeat(20)}<|tool_call_argument_begin|>{}<|tool_call_end|>`;

describeRows('dialect kimi', [
  ['one call', KIMI, 'stop', { actions: [ls], repairs: kimi }],
  [
    'in its section, on one line',
    `<|tool_calls_section_begin|>${KIMI}<|tool_calls_section_end|>`,
    'stop',
    { actions: [ls], repairs: kimi },
  ],
  [
    'in its section, over lines',
    `I look.\n<|tool_calls_section_begin|>\n${KIMI}\n<|tool_calls_section_end|>`,
    'stop',
    { actions: [ls], loose: 'I look.\n\n\n', repairs: kimi },
  ],
  [
    'in a section of the singular',
    `<|tool_call_section_begin|>${KIMI}<|tool_call_section_end|>`,
    'stop',
    { actions: [ls], repairs: kimi },
  ],
  [
    'several',
    `<|tool_calls_section_begin|>${KIMI}${KIMI.replace(':0', ':1')}<|tool_calls_section_end|>`,
    'stop',
    { actions: [ls, ls], repairs: kimi },
  ],
  [
    'without prefix and number',
    '<|tool_call_begin|>bash<|tool_call_argument_begin|>{"command": "ls"}<|tool_call_end|>',
    'stop',
    { actions: [ls], repairs: kimi },
  ],
  [
    'with blanks',
    '<|tool_call_begin|> functions.bash:12 <|tool_call_argument_begin|> {"command": "ls"} <|tool_call_end|>',
    'stop',
    { actions: [ls], repairs: kimi },
  ],
  [
    'without the token between',
    '<|tool_call_begin|>functions.bash:0\n{"command": "ls"}<|tool_call_end|>',
    'stop',
    { actions: [ls], repairs: kimi },
  ],
  [
    'arguments encoded twice',
    '<|tool_call_begin|>functions.bash:0<|tool_call_argument_begin|>"{\\"command\\": \\"ls\\"}"<|tool_call_end|>',
    'stop',
    { actions: [ls], repairs: kimi },
  ],
  [
    'no arguments',
    '<|tool_call_begin|>functions.ls:0<|tool_call_argument_begin|>{}<|tool_call_end|>',
    'stop',
    { actions: [action('ls', {})], repairs: kimi },
  ],
  [
    'not even empty ones',
    '<|tool_call_begin|>functions.ls:0<|tool_call_argument_begin|><|tool_call_end|>',
    'stop',
    { actions: [action('ls', {})], repairs: kimi },
  ],
  [
    'a string may hold the tokens',
    '<|tool_call_begin|>write<|tool_call_argument_begin|>{"path": "a", "content": "<|tool_call_end|>\n<|tool_call_begin|>ls"}<|tool_call_end|>',
    'stop',
    { actions: [action('write', { path: 'a', content: '<|tool_call_end|>\n<|tool_call_begin|>ls' })], repairs: kimi },
  ],
  ['no end', KIMI.replace('<|tool_call_end|>', ''), 'stop', { actions: [ls], repairs: ['unclosed', ...kimi] }],
  ['an end that was cut', KIMI.slice(0, -5), 'stop', { actions: [ls], repairs: ['unclosed', ...kimi] }],
  [
    'no end before the next',
    `${KIMI.replace('<|tool_call_end|>', '')}${KIMI}`,
    'stop',
    { actions: [ls, ls], repairs: ['unclosed', ...kimi] },
  ],
  ['a brace missing', KIMI.replace('}', ''), 'stop', { actions: [ls], repairs: kimi }],
  [
    'broken',
    KIMI.replace('"ls"', '"echo "a""'),
    'stop',
    { actions: [action('bash', { command: 'echo ' }, { error: 'bad-params' })], repairs: kimi },
  ],
  [
    'cut at the limit',
    KIMI.slice(0, KIMI.indexOf('s"}')),
    'length',
    { actions: [action('bash', { command: 'l' }, { error: 'truncated' })], repairs: kimi },
  ],
  [
    'cut at the limit behind the first',
    `<|tool_calls_section_begin|>${KIMI}<|tool_call_begin|>functions.write:1<|tool_call_argument_begin|>{"path": "a`,
    'length',
    { actions: [ls, action('write', { path: 'a' }, { error: 'truncated' })], repairs: kimi },
  ],
  [
    'a tool that is not offered is text',
    KIMI.replace('bash', 'fly'),
    'stop',
    { loose: KIMI.replace('bash', 'fly'), error: 'no-element' },
  ],
  ['within a line it is text', `So ${KIMI}`, 'stop', { loose: `So ${KIMI}`, error: 'no-element' }],
  [
    'in a thought, in inline code it is none',
    `<think>${KIMI}</think>\`${KIMI}\` <final>x</final>`,
    'stop',
    { thoughts: [thought(KIMI)], final: 'x', loose: `\`${KIMI}\` ` },
  ],
  [
    'in a value it is value',
    `<action tool="write"><path>a</path><content>\n${KIMI}\n</content></action>`,
    'stop',
    { actions: [action('write', { path: 'a', content: KIMI })] },
  ],
  [
    'in a fence',
    `\`\`\`\n${KIMI}\n\`\`\``,
    'stop',
    { actions: [ls], loose: '\n\n', repairs: ['fence', ...kimi] },
    { streams: 'taken back' },
  ],
  [
    'an unclosed thought ends before it',
    `<think>看。\n<|tool_calls_section_begin|>${KIMI}`,
    'stop',
    { thoughts: [thought('看。')], actions: [ls], repairs: ['unclosed', ...kimi] },
  ],
  ['beside a plain action', `<action tool="ls"/>${KIMI}`, 'stop', { actions: [action('ls', {}), ls], repairs: kimi }],
  ['with too much before the arguments it is text', LONG, 'stop', { loose: LONG, error: 'no-element' }],
  [
    'Chinese',
    KIMI.replace('ls"', 'echo 你好"'),
    'stop',
    { actions: [action('bash', { command: 'echo 你好' })], repairs: kimi },
  ],
]);

const deepseek = ['dialect:deepseek'];
const OLD = '<｜tool▁call▁begin｜>function<｜tool▁sep｜>bash\n```json\n{"command": "ls"}\n```<｜tool▁call▁end｜>';
const NEW = '<｜tool▁call▁begin｜>bash<｜tool▁sep｜>{"command": "ls"}<｜tool▁call▁end｜>';
describeRows('dialect deepseek', [
  [
    'a piece of the closing token with a blank behind it is not what a stop sequence leaves',
    `${NEW.slice(0, NEW.indexOf('<｜tool▁call▁end'))}<｜tool▁call `,
    'stop',
    { actions: [ls], repairs: ['unclosed', ...deepseek] },
    { stopSent: true, streams: 'taken back' },
  ],
  ['with a block of JSON', OLD, 'stop', { actions: [ls], repairs: deepseek }],
  ['with JSON', NEW, 'stop', { actions: [ls], repairs: deepseek }],
  [
    'with all that stands around',
    `Sure.\n<｜tool▁calls▁begin｜>${OLD}\n${OLD}<｜tool▁calls▁end｜>`,
    'stop',
    { actions: [ls, ls], loose: 'Sure.\n\n', repairs: deepseek },
  ],
  [
    'the newer form, around too',
    `<｜tool▁calls▁begin｜>${NEW}${NEW}<｜tool▁calls▁end｜>`,
    'stop',
    { actions: [ls, ls], repairs: deepseek },
  ],
  [
    'with plain bars and lines',
    '<|tool_calls_begin|><|tool_call_begin|>function<|tool_sep|>bash\n```json\n{"command": "ls"}\n```<|tool_call_end|><|tool_calls_end|>',
    'stop',
    { actions: [ls], repairs: deepseek },
  ],
  [
    'no block around the JSON',
    OLD.replace('```json\n', '').replace('\n```', ''),
    'stop',
    { actions: [ls], repairs: deepseek },
  ],
  ['the block is not closed', OLD.replace('\n```<', '<'), 'stop', { actions: [ls], repairs: deepseek }],
  [
    'a fence in a string',
    '<｜tool▁call▁begin｜>function<｜tool▁sep｜>write\n```json\n{"path": "a", "content": "\n```\n<｜tool▁call▁end｜>"}\n```<｜tool▁call▁end｜>',
    'stop',
    { actions: [action('write', { path: 'a', content: '\n```\n<｜tool▁call▁end｜>' })], repairs: deepseek },
  ],
  [
    'no arguments',
    '<｜tool▁call▁begin｜>function<｜tool▁sep｜>ls\n```json\n{}\n```<｜tool▁call▁end｜>',
    'stop',
    { actions: [action('ls', {})], repairs: deepseek },
  ],
  ['no end', OLD.replace('<｜tool▁call▁end｜>', ''), 'stop', { actions: [ls], repairs: ['unclosed', ...deepseek] }],
  ['as Python', NEW.replaceAll('"', "'"), 'stop', { actions: [ls], repairs: deepseek }],
  [
    'cut at the limit',
    '<｜tool▁call▁begin｜>function<｜tool▁sep｜>bash\n```json\n{"command": "rm',
    'length',
    { actions: [action('bash', { command: 'rm' }, { error: 'truncated' })], repairs: deepseek },
  ],
  [
    'a tool that is not offered is text',
    NEW.replace('bash', 'fly'),
    'stop',
    { loose: NEW.replace('bash', 'fly'), error: 'no-element' },
  ],
  ['within a line it is text', `So ${NEW}`, 'stop', { loose: `So ${NEW}`, error: 'no-element' }],
  [
    'in a thought it is thought',
    `<think>${NEW}</think>${NEW}`,
    'stop',
    { thoughts: [thought(NEW)], actions: [ls], repairs: deepseek },
  ],
  [
    'in a value it is value',
    `<action tool="write"><path>a</path><content>\n${OLD}\n</content></action>`,
    'stop',
    { actions: [action('write', { path: 'a', content: OLD })] },
  ],
  [
    'an unclosed thought ends before it',
    `<thought>So.\n${NEW}`,
    'stop',
    { thoughts: [said('So.')], actions: [ls], repairs: ['unclosed', ...deepseek] },
  ],
  [
    'Chinese, and an action behind it',
    `${NEW.replace('ls"', 'cat 说明.md"')}\n<action tool="ls"/>`,
    'stop',
    { actions: [action('bash', { command: 'cat 说明.md' }), action('ls', {})], loose: '\n', repairs: deepseek },
  ],
]);

const mistral = ['dialect:mistral'];
describeRows('dialect mistral', [
  [
    'what stands in JSON that calls no tool is nothing, not even a fence that begins in it',
    '[TOOL_CALLS][{"a": "\n```ts"}]Hm.</think>\nSo.',
    'stop',
    { thoughts: [thought('[TOOL_CALLS][{"a": "\n```ts"}]Hm.')], loose: '\nSo.', error: 'no-element' },
    { streams: 'taken back' },
  ],
  [
    'with the mark that ends it',
    '[TOOL_CALLS][{"name": "bash", "arguments": {"command": "ls"}}][/TOOL_CALLS]\n[TOOL_CALLS]ls{}[/TOOL_CALLS]',
    'stop',
    { actions: [ls, action('ls', {})], loose: '\n', repairs: mistral },
  ],
  [
    'that mark alone is text',
    'So [/TOOL_CALLS]\n[/TOOL_CALLS]',
    'stop',
    { loose: 'So [/TOOL_CALLS]\n[/TOOL_CALLS]', error: 'no-element' },
  ],
  [
    'an array',
    '[TOOL_CALLS][{"name": "bash", "arguments": {"command": "ls"}}]',
    'stop',
    { actions: [ls], repairs: mistral },
  ],
  [
    'an array behind a blank, with ids',
    '[TOOL_CALLS] [{"name": "bash", "arguments": {"command": "ls"}, "id": "a1"}, {"name": "ls", "arguments": {}, "id": "a2"}]',
    'stop',
    { actions: [ls, action('ls', {})], repairs: mistral },
  ],
  [
    'an object',
    '[TOOL_CALLS]{"name": "bash", "arguments": {"command": "ls"}}',
    'stop',
    { actions: [ls], repairs: mistral },
  ],
  ['a name and an object', '[TOOL_CALLS]bash{"command": "ls"}', 'stop', { actions: [ls], repairs: mistral }],
  ['with the token between', '[TOOL_CALLS]bash[ARGS]{"command": "ls"}', 'stop', { actions: [ls], repairs: mistral }],
  ['with an id', '[TOOL_CALLS]bash[CALL_ID]a1b2[ARGS]{"command": "ls"}', 'stop', { actions: [ls], repairs: mistral }],
  [
    'several',
    '[TOOL_CALLS]bash[ARGS]{"command": "ls"}[TOOL_CALLS]ls[ARGS]{}',
    'stop',
    { actions: [ls, action('ls', {})], repairs: mistral },
  ],
  [
    'text behind it',
    '[TOOL_CALLS]ls{}\nI wait.',
    'stop',
    { actions: [action('ls', {})], loose: '\nI wait.', repairs: mistral },
  ],
  [
    'one of an array is unknown',
    '[TOOL_CALLS][{"name": "ls", "arguments": {}}, {"name": "fly", "arguments": {}}]',
    'stop',
    { actions: [action('ls', {}), action('fly', {}, { error: 'unknown-tool' })], repairs: mistral },
  ],
  [
    'Python',
    "[TOOL_CALLS][{'name': 'bash', 'arguments': {'command': 'ls'}},]",
    'stop',
    { actions: [ls], repairs: mistral },
  ],
  [
    'arguments encoded twice',
    '[TOOL_CALLS][{"name": "bash", "arguments": "{\\"command\\": \\"ls\\"}"}]',
    'stop',
    { actions: [ls], repairs: mistral },
  ],
  [
    'a bracket missing',
    '[TOOL_CALLS][{"name": "bash", "arguments": {"command": "ls"}}',
    'stop',
    { actions: [ls], repairs: ['unclosed', ...mistral] },
  ],
  [
    'a string may hold the token',
    '[TOOL_CALLS]write{"path": "a", "content": "\n[TOOL_CALLS]ls{}\n"}',
    'stop',
    { actions: [action('write', { path: 'a', content: '\n[TOOL_CALLS]ls{}\n' })], repairs: mistral },
  ],
  [
    'broken',
    '[TOOL_CALLS]bash{"command": "echo "a""}',
    'stop',
    { actions: [action('bash', { command: 'echo ' }, { error: 'bad-params' })], loose: 'a""}', repairs: mistral },
  ],
  [
    'cut at the limit',
    '[TOOL_CALLS][{"name": "ls", "arguments": {}}, {"name": "bash", "arguments": {"command": "rm',
    'length',
    { actions: [action('ls', {}), action('bash', { command: 'rm' }, { error: 'truncated' })], repairs: mistral },
  ],
  [
    'a tool that is not offered is text',
    '[TOOL_CALLS]fly{}',
    'stop',
    { loose: '[TOOL_CALLS]fly{}', error: 'no-element' },
  ],
  [
    'within a line it is text',
    'The token [TOOL_CALLS]ls{}',
    'stop',
    { loose: 'The token [TOOL_CALLS]ls{}', error: 'no-element' },
  ],
  ['the token alone is text', '[TOOL_CALLS]', 'stop', { loose: '[TOOL_CALLS]', error: 'no-element' }],
  [
    'in a thought, in inline code it is none',
    '<think>\n[TOOL_CALLS]ls{}\n</think>`[TOOL_CALLS]ls{}`<final>x</final>',
    'stop',
    { thoughts: [thought('[TOOL_CALLS]ls{}')], final: 'x', loose: '`[TOOL_CALLS]ls{}`' },
  ],
  [
    'in a value it is value',
    '<action tool="bash"><command>\n[TOOL_CALLS]ls{}\n</command></action>',
    'stop',
    { actions: [action('bash', { command: '[TOOL_CALLS]ls{}' })] },
  ],
  [
    'in a fence',
    '```\n[TOOL_CALLS]bash{"command": "ls"}\n```',
    'stop',
    { actions: [ls], loose: '\n\n', repairs: ['fence', ...mistral] },
    { streams: 'taken back' },
  ],
  [
    'an unclosed thought ends before it',
    '<think>嗯。\n[TOOL_CALLS][{"name": "bash", "arguments": {"command": "ls"}}]',
    'stop',
    { thoughts: [thought('嗯。')], actions: [ls], repairs: ['unclosed', ...mistral] },
  ],
  [
    'beside a plain action, in Chinese',
    '<action tool="ls"/>\n[TOOL_CALLS]bash[ARGS]{"command": "echo 你好"}',
    'stop',
    { actions: [action('ls', {}), action('bash', { command: 'echo 你好' })], loose: '\n', repairs: mistral },
  ],
]);

describeRows('tokens that are cut off', [
  [
    'the end of the calls, which says nothing',
    '<|tool_calls_section_begin|><|tool_call_begin|>bash:0<|tool_call_argument_begin|>{"command": "ls"}<|tool_call_end|><|tool_calls_sec',
    'stop',
    { actions: [ls], repairs: ['dialect:kimi'] },
  ],
  [
    'the first character of a call’s end, at the limit',
    '<|tool_call_begin|>bash:0<|tool_call_argument_begin|>{"command": "ls"}<',
    'length',
    { actions: [action('bash', { command: 'ls' }, { error: 'truncated' })], repairs: ['dialect:kimi'] },
  ],
  [
    'the same of the other dialect',
    '<｜tool▁call▁begin｜>bash<｜tool▁sep｜>{"command": "ls"}<｜',
    'length',
    { actions: [action('bash', { command: 'ls' }, { error: 'truncated' })], repairs: ['dialect:deepseek'] },
  ],
  [
    'a brace missing before the bracket of the array',
    '[TOOL_CALLS][{"name": "bash", "arguments": {"command": "ls"}]',
    'stop',
    { actions: [ls], repairs: ['dialect:mistral'] },
  ],
  [
    'what names no tool is text, and nothing of it is repaired',
    '[TOOL_CALLS]{"name": "ba',
    'stop',
    { loose: '[TOOL_CALLS]{"name": "ba', error: 'no-element' },
  ],
]);
