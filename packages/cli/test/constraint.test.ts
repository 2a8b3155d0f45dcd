/** Which fields force the protocol, by what is known of the server and what is set. */
import type { Quirks } from '@tagma/endpoint';
import { type JsonObject, parseReply, type ToolSpec } from '@tagma/protocol';
import { expect, test } from 'vitest';
import { fieldsFor, STOP_SEQUENCES } from '../src/constraint.ts';
import type { ForceSettings } from '../src/force.ts';

const TOOLS: readonly ToolSpec[] = [
  {
    name: 'ls',
    description: 'lists a folder',
    parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  },
];

/** The grammar is named, not repeated: what it holds is tested where it is made. */
function askedFor(quirks: Quirks, settings: ForceSettings, fields: JsonObject = {}): unknown {
  const forced = fieldsFor({ name: 'here:small', server: { quirks }, fields }, settings, TOOLS);
  return JSON.parse(JSON.stringify(forced, (_, value) => (isGrammar(value) ? 'the grammar' : value)));
}

function isGrammar(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('root ::= ');
}

const STOP = { stop: STOP_SEQUENCES };

test.each<{ title: string; quirks: Quirks; settings: ForceSettings; fields?: JsonObject; expected: object }>([
  { title: 'nothing is known: nothing is sent', quirks: {}, settings: {}, expected: {} },
  { title: 'llama.cpp', quirks: { grammarField: 'grammar' }, settings: {}, expected: { grammar: 'the grammar' } },
  { title: 'SGLang', quirks: { grammarField: 'ebnf' }, settings: {}, expected: { ebnf: 'the grammar' } },
  {
    title: 'vLLM',
    quirks: { grammarField: 'structured_outputs' },
    settings: {},
    expected: { structured_outputs: { grammar: 'the grammar' } },
  },
  {
    title: 'an older vLLM',
    quirks: { grammarField: 'guided_grammar' },
    settings: {},
    expected: { guided_grammar: 'the grammar' },
  },
  {
    title: 'auto leaves the grammar out where it harms reasoning',
    quirks: { grammarField: 'grammar', grammarHarmsReasoning: true },
    settings: { constrain: 'auto' },
    expected: {},
  },
  {
    title: 'auto leaves it out where a reply starts in thought',
    quirks: { grammarField: 'grammar', startsInThought: true },
    settings: {},
    expected: {},
  },
  {
    title: 'on sends it all the same',
    quirks: { grammarField: 'grammar', grammarHarmsReasoning: true, startsInThought: true },
    settings: { constrain: 'on' },
    expected: { grammar: 'the grammar' },
  },
  { title: 'off sends none', quirks: { grammarField: 'grammar' }, settings: { constrain: 'off' }, expected: {} },
  { title: 'stop sequences where they are taken', quirks: { takesStop: true }, settings: {}, expected: STOP },
  { title: 'none where they are refused', quirks: { takesStop: false }, settings: {}, expected: {} },
  {
    title: 'none beside a grammar, which cannot invent a result',
    quirks: { takesStop: true, grammarField: 'grammar' },
    settings: {},
    expected: { grammar: 'the grammar' },
  },
  {
    title: 'stop sequences where the grammar is left out',
    quirks: { takesStop: true, grammarField: 'grammar', grammarHarmsReasoning: true },
    settings: {},
    expected: STOP,
  },
  {
    title: 'stop sequences are switched off',
    quirks: { takesStop: true },
    settings: { stop: 'off' },
    expected: {},
  },
  { title: 'stop sequences are insisted on', quirks: {}, settings: { stop: 'on' }, expected: STOP },
  {
    title: 'both are insisted on',
    quirks: { grammarField: 'ebnf' },
    settings: { constrain: 'on', stop: 'on' },
    expected: { ebnf: 'the grammar', ...STOP },
  },
  {
    title: "the person's own stop sequences stand",
    quirks: { takesStop: true },
    settings: { stop: 'on' },
    fields: { stop: ['END'] },
    expected: {},
  },
  {
    title: "the person's own form of a reply stands, and needs no grammar",
    quirks: { grammarField: 'grammar' },
    settings: { constrain: 'on' },
    fields: { response_format: { type: 'json_object' } },
    expected: {},
  },
])('$title', ({ quirks, settings, fields, expected }) => {
  expect(askedFor(quirks, settings, fields)).toEqual({ ok: true, fields: expected });
});

test('a grammar that is insisted on, and no field for it: what to do is said', () => {
  expect(fieldsFor({ name: 'here:small', server: {}, fields: {} }, { constrain: 'on' }, TOOLS)).toEqual({
    ok: false,
    exit: 2,
    message: [
      'the protocol cannot be forced: it is not known in which field here:small takes a grammar.',
      'To find it out: tagma doctor here:small (for an address, tagma doctor ADDRESS); --write keeps what it finds.',
      'Or leave it to the model: --constrain auto',
    ].join('\n'),
  });
});

/** A server strips what it stopped at, and with it the closer of the action. */
test.each(STOP_SEQUENCES)('what %j leaves of a reply is read as it was meant', (sequence) => {
  const whole = `<thought>I look.</thought>\n<action tool="ls">\n<path>src</path>\n${sequence} tool="ls">made up`;
  const left = whole.slice(0, whole.indexOf(sequence));
  const { actions, repairs, error } = parseReply(left, 'stop', { tools: TOOLS, stopSent: true });
  expect({ actions: actions.map(({ tool, params }) => ({ tool, params })), repairs, error }).toEqual({
    actions: [{ tool: 'ls', params: { path: 'src' } }],
    repairs: [],
    error: null,
  });
});
