/** `tagma grammar`: what a server is given to hold a model to the protocol, for the tools of a session or of a file. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MACHINE_TOOLS } from '../packages/core/src/index.ts';
import { parseReply, type ToolSpec, writeReply } from '../packages/protocol/src/index.ts';
import { compileRegexOnce } from '../packages/protocol/test/grammar/compiled-once.ts';
import { deriver } from '../packages/protocol/test/grammar/derivation.ts';
import { admits, readGbnf } from '../packages/protocol/test/grammar/gbnf-interpreter.ts';
import { spokenFor } from '../packages/protocol/test/grammar/spoken.ts';
import { builtinSpecs, settledSpecs } from '../packages/tools/src/index.ts';
import { chance } from './chance.ts';
import { BUNDLE, run, temporaryFolder } from './command.ts';

const TOOLS = [...builtinSpecs(), ...MACHINE_TOOLS];
const gbnf = printed([]);
const regex = new RegExp(`^(?:${printed(['--format', 'regex'])})$`, 'u');
const rules = readGbnf(gbnf);
const SETTLED = [...settledSpecs(), ...MACHINE_TOOLS];
const settledRules = readGbnf(printed(['--tools', fileOf(SETTLED)]));
const settledRegex = new RegExp(`^(?:${printed(['--tools', fileOf(SETTLED), '--format', 'regex'])})$`, 'u');

compileRegexOnce();

describe.each([
  { title: 'the offered tools', tools: TOOLS, rules, regex },
  // A parameter of the name `action`, choices, an array of objects.
  { title: 'the settled tools', tools: SETTLED, rules: settledRules, regex: settledRegex },
])('$title', ({ tools, rules, regex }) => {
  test('what the grammar admits is read without error and without repair', () => {
    const derive = deriver(rules, chance(3));
    for (let i = 0; i < 5_000; i++) {
      const text = derive();
      const { error, repairs } = parseReply(text, 'stop', { tools });
      expect({ text, error, repairs: repairs.filter((repair) => repair !== 'entities') }).toEqual({
        text,
        error: null,
        repairs: [],
      });
    }
  });

  test('every canonical reply is admitted, whatever its strings hold', () => {
    fc.assert(
      fc.property(spokenFor(tools), (spoken) => {
        const text = writeReply(spoken, tools);
        expect([text, admits(rules, text), regex.test(text)]).toEqual([text, true, true]);
        const { actions } = parseReply(text, 'stop', { tools });
        expect(actions.map(({ tool, params }) => ({ tool, params }))).toEqual(spoken.actions);
      }),
      { numRuns: 600 },
    );
  });
});

describe('the offered tools', () => {
  test('every tool can be called, and only with what it needs', () => {
    const call = ({ name, parameters }: ToolSpec, names: readonly string[]) => {
      const value = (param: string) => {
        const { type, enum: words } = parameters.properties[param] ?? {};
        return words?.[0] ?? (type === 'array' ? '[{"text": "a"}]' : 'a');
      };
      return `<action tool="${name}">\n${names.map((param) => `<${param}>${value(param)}</${param}>\n`).join('')}</action>`;
    };
    for (const tool of TOOLS) {
      const required = tool.parameters.required ?? [];
      const judged = [required, required.slice(1)].map((names) => admits(rules, call(tool, names)));
      expect([tool.name, ...judged]).toEqual([tool.name, true, required.length === 0]);
    }
  });

  test('the same bytes each time, and the same text under the name that SGLang has for it', async () => {
    const [again, ebnf] = await Promise.all([
      run(['grammar', '--format', 'gbnf']),
      run(['grammar', '--format', 'ebnf']),
    ]);
    expect(again).toEqual({ code: 0, out: gbnf, err: '' });
    expect(ebnf).toEqual(again);
  });

  test('a regular expression is one line without an end', () => {
    expect(regex.source).not.toContain('\n');
  });
});

describe('--tools', () => {
  const tools = [
    {
      name: 'count',
      description: 'counts',
      body: 'n',
      parameters: { type: 'object', properties: { n: { type: 'integer', maximum: 9 } }, required: ['n'] },
    },
  ];

  test('other tools, and no others', () => {
    const rules = readGbnf(printed(['--tools', fileOf(tools)]));
    const replies = [
      '<action tool="count">\n<n>9</n>\n</action>',
      '<action tool="count">\n<n>10</n>\n</action>',
      '<action tool="ls">\n</action>',
      '<final>x</final>',
    ];
    expect(replies.map((reply) => admits(rules, reply))).toEqual([true, false, false, true]);
  });

  test.each([
    { title: 'not there', file: '/nowhere.json', says: '/nowhere.json' },
    { title: 'no list', file: fileOf({}), says: 'a JSON array' },
  ])('a file that is $title: exit 2', async ({ file, says }) => {
    const ended = await run(['grammar', '--tools', file]);
    expect(ended).toMatchObject({ code: 2, out: '' });
    expect(ended.err).toContain(says);
  });
});

test('another format: exit 2, with those that there are', async () => {
  const ended = await run(['grammar', '--format', 'lark']);
  expect(ended).toMatchObject({ code: 2, out: '' });
  expect(ended.err).toContain('gbnf, ebnf, regex');
});

function printed(args: readonly string[]): string {
  const { stdout, status } = spawnSync(process.execPath, [BUNDLE, 'grammar', ...args], { encoding: 'utf8' });
  expect(status).toBe(0);
  return stdout;
}

function fileOf(tools: unknown): string {
  const file = join(temporaryFolder(), 'tools.json');
  writeFileSync(file, JSON.stringify(tools));
  return file;
}
