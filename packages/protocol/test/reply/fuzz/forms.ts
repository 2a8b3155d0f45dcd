/** Well-formed replies: the same calls in the plain form and in every dialect, with what models put around them. */
import type { Dice } from './dice.ts';

type Params = {
  readonly [name: string]: string | number | boolean | readonly unknown[] | { readonly [key: string]: unknown };
};
type Call = { readonly tool: string; readonly params: Params };
type Writer = (call: Call) => string;

const TEXTS = [
  'ls',
  'npm test && git diff',
  'a < b && c > d',
  'if (a < b) {\n  return "<td>" + x[i];\n}\n',
  '  indented\n\n',
  'src/größe.ts',
  '読む😀\n终',
  'a &lt; b &amp;&amp; c',
  '<b>bold</b> & more',
  '{"a": [1, {"b": "}"}]}',
  'it\'s "quoted" \\n \\',
  '```js\nx\n```',
  '`<action>` and `</command>`',
  '</content>\nmore',
  '<action tool="ls">\n</action>',
  'Observation: none',
  '',
  'null',
  '12',
  ' true ',
];

export function wellFormed(dice: Dice): string {
  const calls = Array.from({ length: 1 + dice.below(dice.oneIn(4) ? 4 : 2) }, () => callOf(dice));
  const writer = dice.pick(WRITERS);
  const written = calls.map((call) => (dice.oneIn(12) ? dice.pick(WRITERS) : writer)(call));
  const body = dice.oneIn(5)
    ? `<final>\n${dice.pickText(TEXTS)}\n</final>`
    : written.join(dice.pick(['\n', '\n\n', '']));
  return around(dice, body);
}

function callOf(dice: Dice): Call {
  const text = (): string => dice.pickText(TEXTS);
  return dice.pick<() => Call>([
    () => ({ tool: 'bash', params: { command: text(), ...(dice.oneIn(3) ? { timeout: 5 } : {}) } }),
    () => ({ tool: 'read', params: { path: text(), offset: 1, limit: dice.below(900) } }),
    () => ({ tool: 'write', params: { path: 'src/a.ts', content: text() } }),
    () => ({ tool: 'edit', params: { path: 'a', old: text(), new: text(), ...(dice.oneIn(2) ? { all: true } : {}) } }),
    () => ({ tool: 'ls', params: dice.oneIn(2) ? {} : { path: text() } }),
    () => ({ tool: 'ask', params: { question: text(), options: [text(), text()] } }),
    () => ({ tool: 'todo', params: { items: [{ text: text(), done: false }] } }),
    () => ({ tool: 'note', params: { message: text(), kind: 'info', extra: { a: text() } } }),
    () => ({ tool: dice.pick(['fly', 'read_file', 'Bash', '']), params: { command: text(), path: text() } }),
  ])();
}

function around(dice: Dice, body: string): string {
  const before = dice.pick([
    '',
    '',
    '',
    'I look.\n',
    '<thought>So a < b.</thought>\n',
    '<think>\nHm.\n</think>\n',
    'Hm.</think>\n',
  ]);
  const behind = dice.pick([
    '',
    '',
    '',
    '\n',
    '\n<final>Done.</final>',
    '\n<observation>x</observation>',
    '\nThat is it.',
    '<|im_end|>',
  ]);
  const [opener, closer] = dice.oneIn(10)
    ? dice.pick([
        ['```xml\n', '\n```'],
        ['~~~\n', '\n~~~'],
        ['<response>\n', '\n</response>'],
      ])
    : ['', ''];
  return `${before}${opener}${body}${closer}${behind}`;
}

function asText(value: Params[string]): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function elements({ params }: Call, element: (name: string, value: string) => string): string {
  return Object.entries(params)
    .map(([name, value]) => `${element(name, asText(value))}\n`)
    .join('');
}

function call({ tool, params }: Call): string {
  return JSON.stringify({ name: tool, arguments: params });
}

const plainParams: Writer = (one) => elements(one, (name, value) => `<${name}>${value}</${name}>`);
const keyedParams: Writer = (one) => elements(one, (key, value) => `<parameter name="${key}">${value}</parameter>`);
const plain: Writer = (one) => `<action tool="${one.tool}">\n${plainParams(one)}</action>`;

/** The plain form counts more than one dialect. */
const WRITERS: readonly [Writer, ...Writer[]] = [
  plain,
  plain,
  plain,
  plain,
  (one) => `<action tool="${one.tool}">\n${elements(one, (name, value) => `<${name}>\n${value}\n</${name}>`)}</action>`,
  (one) =>
    `<action tool="${one.tool}">${elements(one, (name, value) => `<${name}><![CDATA[${value}]]></${name}>`)}</action>`,
  ({ tool, params }) =>
    `<action tool='${tool}' ${Object.entries(params)
      .map(([name, value]) => `${name}="${asText(value)}"`)
      .join(' ')}/>`,
  ({ tool, params }) => `<action tool=${tool}>${asText(Object.values(params)[0] ?? '')}</action>`,
  ({ tool, params }) => `<action tool="${tool}">${JSON.stringify(params)}</action>`,
  (one) => `<action>${call(one)}</action>`,
  (one) => `<${one.tool}>\n${plainParams(one)}</${one.tool}>`,
  (one) => `<tool_call>\n${call(one)}\n</tool_call>`,
  (one) =>
    `<tool_call>\n<function=${one.tool}>\n${elements(one, (key, value) => `<parameter=${key}>\n${value}\n</parameter>`)}</function>\n</tool_call>`,
  ({ tool, params }) => `<function=${tool}>${JSON.stringify(params)}</function>`,
  (one) =>
    `<function name="${one.tool}">${elements(one, (key, value) => `<param name="${key}">${value}</param>`)}</function>`,
  (one) => `<function_calls>\n<invoke name="${one.tool}">\n${keyedParams(one)}</invoke>\n</function_calls>`,
  (one) =>
    `<｜DSML｜invoke name="${one.tool}">\n${elements(one, (key, value) => `<｜DSML｜parameter name="${key}">${value}</｜DSML｜parameter>`)}</｜DSML｜invoke>`,
  (one) =>
    `<tool_call>${one.tool}\n${elements(one, (key, value) => `<arg_key>${key}</arg_key>\n<arg_value>${value}</arg_value>`)}</tool_call>`,
  (one) => `<minimax:tool_call>\n<invoke name="${one.tool}">\n${keyedParams(one)}</invoke>\n</minimax:tool_call>`,
  (one) => `<tools>\n${call(one)}\n</tools>`,
  (one) => `<action tool="${one.tool}">\n\`\`\`json\n${JSON.stringify(one.params)}\n\`\`\`\n</action>`,
  call,
  (one) => `[${call(one)}]`,
  ({ tool, params }) => `{'action': '${tool}', 'action_input': ${JSON.stringify(JSON.stringify(params))}}`,
  (one) => `\`\`\`json\n${call(one)}\n\`\`\``,
  ({ tool, params }) => `Thought: I go.\nAction: ${tool}\nAction Input: ${JSON.stringify(params)}\nObservation:`,
  ({ tool, params }) => `Action: ${tool}\nAction Input: ${asText(Object.values(params)[0] ?? '')}\nFinal Answer: done`,
  ({ tool, params }) =>
    `<|tool_calls_section_begin|><|tool_call_begin|>functions.${tool}:0<|tool_call_argument_begin|>${JSON.stringify(params)}<|tool_call_end|><|tool_calls_section_end|>`,
  ({ tool, params }) =>
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>${tool}\n\`\`\`json\n${JSON.stringify(params)}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  ({ tool, params }) => `<｜tool▁call▁begin｜>${tool}<｜tool▁sep｜>${JSON.stringify(params)}<｜tool▁call▁end｜>`,
  (one) => `[TOOL_CALLS][${call(one)}]`,
  ({ tool, params }) => `[TOOL_CALLS]${tool}${JSON.stringify(params)}`,
  ({ tool, params }) => `[TOOL_CALLS]${tool}[ARGS]${JSON.stringify(params)}`,
  ({ params }) => `\`\`\`bash\n${asText(Object.values(params)[0] ?? '')}\n\`\`\``,
];
