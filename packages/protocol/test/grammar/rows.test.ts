/** What a grammar admits and what it does not, case by case: both notations say the same. */
import { describe, expect, test } from 'vitest';
import { SPACES } from '../../src/grammar/free-text.ts';
import { grammarOf, type ParamSchema, type ToolSpec, writeGbnf, writeRegex } from '../../src/index.ts';
import { isSpace } from '../../src/reply/lexer/white-space.ts';
import { admits, readGbnf } from './gbnf-interpreter.ts';
import { GRAMMAR_TOOLS } from './tools.ts';

type Answer = 'yes' | 'no';

const text: ParamSchema = { type: 'string' };

function tool(name: string, properties: ToolSpec['parameters']['properties'], required: readonly string[] = []) {
  return { name, description: '', parameters: { type: 'object', properties, required } } as const;
}

const READ = tool('read', { path: text, limit: { type: 'integer', minimum: 1 } }, ['path']);
const NOW = tool('now', {});
const WRITE = tool('write', { content: text }, ['content']);

function judge(tools: readonly ToolSpec[], reply: string): Answer {
  const grammar = grammarOf(tools);
  const answers = [
    admits(readGbnf(writeGbnf(grammar)), reply),
    new RegExp(`^(?:${writeRegex(grammar)})$`, 'u').test(reply),
  ];
  expect(answers[1]).toBe(answers[0]);
  return answers[0] ? 'yes' : 'no';
}

describe('a reply', () => {
  test.each<readonly [title: string, reply: string, answer: Answer]>([
    ['a final', '<final>Done.</final>', 'yes'],
    ['a thought and a final', '<thought>a</thought>\n<final></final>', 'yes'],
    ['two thoughts', '<thought>a</thought>\n<thought>b</thought>\n<final>c</final>', 'yes'],
    ['an action', '<action tool="now">\n</action>', 'yes'],
    ['two actions', '<action tool="now">\n</action>\n<action tool="read">\n<path>a</path>\n</action>', 'yes'],
    ['a thought and an action', '<thought>\na\n</thought>\n<action tool="now">\n</action>', 'yes'],
    ['nothing', '', 'no'],
    ['a thought alone', '<thought>a</thought>\n', 'no'],
    ['text', 'Done.', 'no'],
    ['text before', 'So: <final>Done.</final>', 'no'],
    ['text behind', '<final>Done.</final>\n', 'no'],
    ['an action and a final', '<action tool="now">\n</action>\n<final>x</final>', 'no'],
    ['a final twice', '<final>a</final>\n<final>b</final>', 'no'],
    ['an invented observation', '<action tool="now">\n</action>\n<observation>', 'no'],
    ['another tool', '<action tool="rm">\n</action>', 'no'],
    ['an action that is not closed', '<action tool="now">\n', 'no'],
    ['an optional parameter', '<action tool="read">\n<path>a</path>\n<limit>7</limit>\n</action>', 'yes'],
    ['a required one left out', '<action tool="read">\n<limit>7</limit>\n</action>', 'no'],
    ['a parameter twice', '<action tool="read">\n<path>a</path>\n<path>a</path>\n</action>', 'no'],
    ['another order', '<action tool="read">\n<limit>7</limit>\n<path>a</path>\n</action>', 'no'],
    ['a parameter that there is not', '<action tool="now">\n<path>a</path>\n</action>', 'no'],
    ['an attribute', '<action tool="read" path="a">\n</action>', 'no'],
    ['a body', '<action tool="read">\na\n</action>', 'no'],
  ])('%s: %s', (_title, reply, answer) => {
    expect(judge([READ, NOW, WRITE], reply)).toBe(answer);
  });
});

describe('a value', () => {
  test.each<readonly [value: string, answer: Answer]>([
    ['', 'yes'],
    ['if (a < b && c) return "<td>";\n', 'yes'],
    ['</old></content-type></contents></>< /content><', 'yes'],
    ['<actions><act><action', 'yes'],
    ['```xml\n<final>x</final>\n```', 'yes'],
    ['a <![CDATA[b]]> c', 'yes'],
    ['<!-- a --><!DOCTYPE html>', 'yes'],
    ['<![CDATA[</content></action>]]]]><![CDATA[>]]>', 'yes'],
    ['</content>', 'no'],
    ['a</ CONTENT\u3000>b', 'no'],
    ['a</action\n>b', 'no'],
    ['<action>', 'no'],
    ['<Action\u2028tool="now">', 'no'],
    ['<action/>', 'no'],
    ['<![CDATA[a', 'no'],
    ['\n\ufeff<![CDATA[a]]>b', 'no'],
    ['<![CDATA[a]]> <![CDATA[b]]>', 'no'],
  ])('%j', (value, answer) => {
    expect(judge([WRITE], `<action tool="write">\n<content>${value}</content>\n</action>`)).toBe(answer);
  });

  test('a path is one line', () => {
    expect(['src/a b.ts', 'a<b', 'a\nb', '<![CDATA[a\nb]]>'].map(readPath)).toEqual(['yes', 'yes', 'no', 'yes']);
  });

  function readPath(path: string): Answer {
    return judge([READ], `<action tool="read">\n<path>${path}</path>\n</action>`);
  }
});

describe('a value of a schema', () => {
  test.each<readonly [schema: ParamSchema, yes: readonly string[], no: readonly string[]]>([
    [{ type: 'boolean' }, ['true', 'false'], ['True', '1', '', ' true']],
    [
      { type: 'integer' },
      ['0', '-7', '123456789012345680000', '1e+21', '-1.5e+300'],
      ['1.5', '01', '+1', '1e5', '', 'one'],
    ],
    [
      { type: 'integer', minimum: 1, maximum: 500 },
      ['1', '9', '10', '99', '100', '499', '500'],
      ['0', '501', '1000', '-1', '05'],
    ],
    [
      { type: 'integer', minimum: -20, maximum: -3 },
      ['-20', '-19', '-10', '-9', '-3'],
      ['-21', '-2', '-0', '3', '-30'],
    ],
    [{ type: 'integer', minimum: 7 }, ['7', '10', '123456789012345680000'], ['6', '0', '-7']],
    [{ type: 'integer', minimum: 1e22 }, [], ['1', '1e+22']],
    [
      { type: 'number' },
      ['0', '-1.25', '1.7976931348623157e+308', '5e-324', '1e+21'],
      ['1.7976931348623158e+308', '1e+309', '.5', '5.', 'NaN'],
    ],
    [{ type: 'number', minimum: 0, maximum: 1 }, ['0', '0.1', '1', '5e-7'], ['1.1', '-0.1', '2']],
    [
      { type: 'number', minimum: 0.1, maximum: 3600 },
      ['0.1', '0.11', '0.9', '1', '42.5', '3599.9', '3600'],
      ['0', '0.09', '3600.1', '3601'],
    ],
    [
      { type: 'number', minimum: 0.125, maximum: 0.1375 },
      ['0.125', '0.13', '0.1375', '0.1374'],
      ['0.12', '0.1376', '0.2', '1'],
    ],
    [
      { type: 'number', minimum: -1.25, maximum: 2.5 },
      ['-1.25', '-1.2', '-0.5', '2.49', '2.5'],
      ['-1.26', '2.51', '3'],
    ],
    [
      { type: 'string', enum: ['a', ' b ', '', 'c&lt;'] },
      ['a', '<![CDATA[ b ]]>', '<![CDATA[]]>', '<![CDATA[c&lt;]]>'],
      ['b', '', 'A'],
    ],
    [{ type: 'integer', enum: [1, 30] }, ['1', '30'], ['2', '3']],
    [
      { type: 'array' },
      ['[]', '[1,"a",null,[2],{"b":[]}]', '[\n  1,\n  2\n]'],
      ['[1,]', '1', '{}', '["\n"]', '["</x>"]', '["<action>"]', ''],
    ],
    [{ type: 'array' }, ['["\\u003c/x>", "a < b", "</y>"]'], ['["</ X >"]', '["\\x"]']],
    [{ type: 'array', items: text }, ['[]', '["a", "b"]'], ['[1]', '[["a"]]']],
    [{ type: 'object' }, ['{}', '{"a": {"b": 1}}'], ['[]', '{a: 1}', '{"a"}']],
    [
      { type: 'object', properties: { a: text, b: { type: 'integer' }, c: { type: 'boolean' } }, required: ['b'] },
      ['{"b":1}', '{"a":"x","b":1}', '{"b":1,"c":true}', '{ "a": "x", "b": 1, "c": false }'],
      ['{}', '{"a":"x"}', '{"b":1,"a":"x"}', '{"b":1,"d":2}', '{,"b":1}', '{"b":"1"}'],
    ],
    [
      { type: 'object', properties: { a: text, b: text } },
      ['{}', '{"a":"x"}', '{"b":"x"}', '{"a":"x","b":"y"}'],
      ['{"b":"x","a":"y"}', '{"a":"x",}'],
    ],
    [{ type: 'array', items: { enum: ['</x>', 'a', 1, true] } }, ['["\\u003c/x>","a",1,true]'], ['["</x>"]', '[2]']],
  ])('%j', (schema, yes, no) => {
    const judged = (value: string) =>
      judge([tool('t', { x: schema })], `<action tool="t">\n<x>${value}</x>\n</action>`);
    expect(yes.filter((value) => judged(value) === 'no')).toEqual([]);
    expect(no.filter((value) => judged(value) === 'yes')).toEqual([]);
  });
});

describe('what no tag can name is left out', () => {
  const NOTHING = '<final>x</final>';
  test.each<readonly [title: string, tools: readonly ToolSpec[], reply: string, answer: Answer]>([
    ['an optional parameter', [tool('t', { 'a b': text, c: text })], '<action tool="t">\n<c>x</c>\n</action>', 'yes'],
    ['its element', [tool('t', { 'a b': text, c: text })], '<action tool="t">\n<a b>x</a b>\n</action>', 'no'],
    ['a tool that needs it', [tool('t', { 'a b': text }, ['a b'])], '<action tool="t">\n</action>', 'no'],
    ['a tool without a name', [tool('', {})], '<action tool="">\n</action>', 'no'],
    ['one of two spellings', [tool('t', { a: text, A: text })], '<action tool="t">\n<A>x</A>\n</action>', 'no'],
    ['one of two tools', [tool('T', {}), tool('t', {})], '<action tool="T">\n</action>', 'no'],
    [
      'a value that nothing fits',
      [tool('t', { a: { type: 'array', enum: ['x'] } })],
      '<action tool="t">\n</action>',
      'yes',
    ],
    ['an answer is always there', [], NOTHING, 'yes'],
  ])('%s', (_title, tools, reply, answer) => {
    expect(judge(tools, reply)).toBe(answer);
    expect(judge(tools, NOTHING)).toBe('yes');
  });
});

test('white space is what the scanner takes for it', () => {
  const codes = Array.from({ length: 0x10000 }, (_, code) => code);
  expect(codes.filter((code) => SPACES.some(([from, to]) => code >= from && code <= to))).toEqual(
    codes.filter(isSpace),
  );
});

describe('the printed text', () => {
  test('is the same each time', () => {
    const [one, other] = [grammarOf(GRAMMAR_TOOLS), grammarOf(structuredClone(GRAMMAR_TOOLS))];
    expect(writeGbnf(other)).toBe(writeGbnf(one));
    expect(writeRegex(other)).toBe(writeRegex(one));
  });

  test('is GBNF, one rule a line, the root first', () => {
    const lines = writeGbnf(grammarOf([NOW, READ])).split('\n');
    expect(lines.filter((line) => !/^[a-z-]*-(text|line)\b|^text-|^line-/.test(line))).toEqual([
      'root ::= (thought "\\n")* (action ("\\n" action)* | final)',
      'thought ::= "<thought>" (thought-text | cdata) "</thought>"',
      'cdata ::= ("<![CDATA[" ([^\\]] | "]" [^\\]] | "]" "]"+ [^>\\]])* "]"* "]]>")+',
      'final ::= "<final>" (final-text | cdata) "</final>"',
      'action-now ::= "<action tool=\\"now\\">\\n</action>"',
      'param-path ::= "<path>" (path-line | cdata) "</path>\\n"',
      expect.stringMatching(/^great-number ::= /),
      'param-limit ::= "<limit>" ([1-9] | [1-9] [0-9]{1,20} | great-number) "</limit>\\n"',
      'action-read ::= "<action tool=\\"read\\">\\n" param-path param-limit? "</action>"',
      'action ::= action-now | action-read',
      '',
    ]);
  });

  test('never nests brackets deeper than every engine can follow', () => {
    const names = tool('t', { ['a_rather_long_name_of_a_parameter'.repeat(3)]: text });
    const depths = writeGbnf(grammarOf([names, ...GRAMMAR_TOOLS]))
      .split('\n')
      .map(depthOf);
    expect(Math.max(...depths)).toBeLessThanOrEqual(DEPTH_MAX);
  });

  const DEPTH_MAX = 20;

  function depthOf(rule: string): number {
    let depth = 0;
    let deepest = 0;
    for (const sign of rule.replace(/"(?:[^"\\]|\\.)*"|\[(?:[^\]\\]|\\.)*\]/g, '')) {
      depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
      deepest = Math.max(deepest, depth);
    }
    return deepest;
  }
});
