/** Strings made to confuse: pieces of the protocol, of XML and of Markdown, in any order, and what no one writes. */
import fc from 'fast-check';

const TAGS = [
  ...[
    '<action>',
    '<action tool="bash">',
    '\n<action tool="write">',
    '<action tool=read path="a"/>',
    '</action>',
    '\n</action>',
  ],
  ...[
    '<action tool="nope">',
    '<action name=',
    '<action tool="ls',
    '<path>',
    '</path>',
    '\n<path>',
    '<content>',
    '\n</content>',
  ],
  ...[
    '</content>',
    '<command>',
    '</command>',
    '<old>',
    '</old>',
    '\n<new>',
    '</new>',
    '<limit>',
    '</limit>',
    '<cwd>',
    '</cwd>',
  ],
  ...['<final>', '</final>', '\n<final>', '<final/>'],
];
const THOUGHTS = ['<thought>', '</thought>', '<think>', '</think>', '\n<reasoning>'];
const FENCES = ['```', '\n```', '\n```xml\n', '\n~~~\n', '\n````\n'];
const DIALECTS = [
  '\n<bash>',
  '</bash>',
  '<ls/>',
  '\n<tool_call>',
  '</tool_call>',
  '<function=bash>',
  '<function=nope>',
  '</function>',
  '<parameter=command>',
  '\n<parameter=timeout>',
  '</parameter>',
  '<function_calls>',
  '\n<a:invoke name="write">',
  '<parameter name="path">',
  '</a:invoke>',
  '<tool_call>bash',
  '<arg_key>',
  '</arg_key>',
  '<arg_value>',
  '</arg_value>',
  '<tool_call>{"name": "bash", "arguments": {"command": "',
  "{'name': 'ls', 'arguments': {}}",
  '{"path": "a", "limit": 5}',
  '"}}',
  '\\',
  ',',
  ']',
  '\nAction: bash\nAction Input: ',
  '\nAction: ls\n',
  '\nAction Input:',
  '\nObservation: x',
  '\nThought:',
  '\nFinal Answer: ',
  '<|tool_calls_section_begin|>',
  '\n<|tool_call_begin|>functions.bash:0',
  '<|tool_call_argument_begin|>',
  '<|tool_call_end|>',
  '\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>bash\n```json\n',
  '<｜tool▁call▁end｜>',
  '\n[TOOL_CALLS]',
  '[TOOL_CALLS]bash{',
  '[ARGS]',
  '[{"name": "read", "arguments": {"path": "',
  '```bash\n',
];
const OTHERS = [
  ...[
    '`',
    '``',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    ']',
    '<observation>',
    '</observation>',
    '<message',
    '&lt;',
    '&amp;',
    '&',
    '&#65;',
  ],
  ...[
    '"',
    "'",
    '=',
    '>',
    '<',
    '</',
    '/>',
    '\n',
    '\r\n',
    ' ',
    '\t',
    '\ufeff',
    '\u00a0',
    '{',
    '}',
    '{"name": "bash", "arguments": {',
  ],
  ...['null', '5', 'true', 'x', 'a < b', '</fin', '</comm', '<act', 'İ', '😀', '\ud800', '\udc00', '\0'],
];

/** All of them, for those who put them together in their own way. */
export const PIECES: readonly string[] = [...TAGS, ...THOUGHTS, ...FENCES, ...DIALECTS, ...OTHERS];

export const noise = stringOf(PIECES);

/** Without what takes back what a screen has shown: stray closers of thoughts, fences, sections of CDATA amid text. */
export const plainNoise = stringOf([...TAGS, ...DIALECTS, ...OTHERS.filter((piece) => !piece.includes('CDATA'))]);

/** Any string of code units, likely one that looks like markup. */
export const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  noise,
);

/** The same text, cut into pieces anywhere, also inside of a pair of surrogates. */
export const cuts = fc.infiniteStream(fc.integer({ min: 1, max: 9 }));

function stringOf(pieces: readonly string[]): fc.Arbitrary<string> {
  const piece = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...pieces) }, { weight: 1, arbitrary: fc.string() });
  return fc.array(piece, { maxLength: 24 }).map((parts) => parts.join(''));
}
