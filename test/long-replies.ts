/** Long replies of many kinds, for the benches: what stands before, what is repeated, what stands behind. */
import { inputOf } from '../packages/protocol/test/reply/fuzz/inputs.ts';

export type LongReply = { readonly name: string; readonly head: string; readonly unit: string; readonly tail: string };

const CODE = 'if (a < b && c > d) { s += "<td>" + x[i] + "</td>"; }\n';
const WRITE = '<action tool="write">\n<path>big.txt</path>\n<content>\n';
const END = '</content>\n</action>';
const LS = '\n<action tool="ls"/>';
const IN_JSON = JSON.stringify(CODE).slice(1, -1);

export const LONG_REPLIES: readonly LongReply[] = [
  long('value, code', WRITE, CODE, END),
  long('value, prose', WRITE, 'The quick brown fox jumps over the lazy dog, and back again.\n', END),
  long('value, CJK', WRITE, '这是一个很长的值，里面没有任何标签。\n', END),
  long('value, CDATA', `${WRITE}<![CDATA[`, CODE, `]]>${END}`),
  long('value, entities', WRITE, 'if (a &lt; b &amp;&amp; c &gt; d) { s += x[i]; }\n', END),
  long('value, left open', WRITE, CODE, ''),
  long('value, its own closers', WRITE, '</content> x\n', `.${END}`),
  long('value, closers and blanks', WRITE, `</content>${' '.repeat(2_000)}x`, END),
  long('value, one closer and blanks', `${WRITE}</content>`, '        ', `x${END}`),
  long('value, quoted actions', WRITE, 'as <action tool="bash">\n<command>ls</command>\n</action>\n', END),
  long('value, other parameters', WRITE, '<path>a</path>\n<old>b</old>\n', END),
  long('values without closers', '', '<action tool="bash"><command>ls</action>\n', ''),
  long('actions', '', '<action tool="read">\n<path>src/file.ts</path>\n</action>\n', ''),
  long('actions of 12 KB', '', `${WRITE}${CODE.repeat(220)}${END}\n`, ''),
  long('actions without closers, then thoughts', '', '<action tool="bash">ls\n<think>so</think>\n', ''),
  long('body', '<action tool="bash">\n', 'echo "<b>" && true\n', '\n</action>'),
  long('final', '<final>', 'A line of the answer with `code`, <b> & more.\n', '</final>'),
  long('thought', '<thought>', CODE, `</thought>${LS}`),
  long('thought, left open', '<think>', 'I may <action tool="x"> again.\n but ', LS),
  long('thought, opening swallowed', '', CODE, `</think>${LS}`),
  long('thoughts', '', '<think>so</think>\n', LS),
  long('prose', '', 'Some words that are neither thought nor action. ', LS),
  long('prose that looks like JSON', '{', '"a": {"b": [1, "x"]}, ', ''),
  long('prose that looks like lines', '', 'Action: none\nAction Input: x\n', ''),
  long('fences', '', '```js\nx\n```\n', LS),
  long('backticks', '', '`a ``b ', '\n'),
  long('one backtick', '`', 'word ', LS),
  long('comments', '', '<!-- ', ''),
  long('brackets', '', '<', LS),
  long('tags cut off', '', '<x y="', '\n'),
  long('actions cut off', '', '<action ', ''),
  long('one attribute', '<action tool="', 'abc ', ''),
  long('one name', '<', 'a', '\n'),
  long('tokens', '', '[TOOL_CALLS]', ''),
  long('tokens that begin a call', '', '<|tool_call_begin|>', ''),
  long(
    'hermes, one call',
    '<tool_call>{"name": "write", "arguments": {"path": "a", "content": "',
    IN_JSON,
    '"}}</tool_call>',
  ),
  long('hermes, calls', '', '<tool_call>\n{"name": "read", "arguments": {"path": "a"}}\n</tool_call>\n', ''),
  long('hermes, calls that break', '', '<tool_call>\n{"name": "read", "arguments": {"path": "a\n</tool_call>\n', ''),
  long(
    'qwen-xml',
    '<function=write>\n<parameter=path>a</parameter>\n<parameter=content>\n',
    CODE,
    '</parameter>\n</function>',
  ),
  long(
    'glm',
    '<tool_call>write\n<arg_key>path</arg_key><arg_value>',
    'a</arg_value>\n<arg_key>',
    '</arg_value></tool_call>',
  ),
  long('hermes, an array of calls', '<tool_call>[', '{"name": "ls", "arguments": {}},', ']</tool_call>'),
  long('json, an array of calls', '[', '{"name": "ls", "arguments": {}},', ']'),
  long('glm, keys only', '<tool_call>bash\n', '<arg_key>', '</tool_call>'),
  long('keyed, closers of nothing', '<function=write>x', '</parameter>', '</function>'),
  long('keyed, names of its own', '<function=write>x', '<path>', '</function>'),
  long('unknown elements', '<action tool="bash">', '<x>a</y>', '</action>'),
  long('react, a fence of blanks', 'Action: bash\nAction Input: ```\n', ' \n', 'x'),
  long('react', '', 'Action: ls\nAction Input: {}\n', ''),
];

/** Such as made-up replies are, each many times over. */
export function madeUpReplies(count: number): readonly LongReply[] {
  const texts = Array.from({ length: 2 * count }, (_, seed) => [seed, inputOf(seed).text] as const);
  const filled = texts.filter(([, text]) => text.trim() !== '').slice(0, count);
  return filled.map(([seed, text]) => long(`made up, seed ${seed}`, '', text, ''));
}

/** Of at least so many characters. */
export function longText({ head, unit, tail }: LongReply, characters: number): string {
  return head + unit.repeat(Math.ceil(characters / unit.length)) + tail;
}

function long(name: string, head: string, unit: string, tail: string): LongReply {
  return { name, head, unit, tail };
}
