/** A grammar and the scanner say the same: what is admitted is read as it stands, and what is canonical is admitted. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chance } from '../../../../test/chance.ts';
import { grammarOf, parseReply, writeGbnf, writeRegex, writeReply } from '../../src/index.ts';
import { noise } from '../reply/noise.ts';
import { TOOLS } from '../reply/tools.ts';
import { compileRegexOnce } from './compiled-once.ts';
import { deriver } from './derivation.ts';
import { admits, readGbnf } from './gbnf-interpreter.ts';
import { hardText, spokenFor } from './spoken.ts';
import { GRAMMAR_TOOLS } from './tools.ts';

const DERIVATIONS = 10_000;

compileRegexOnce();

const TOOL_SETS = [
  { title: 'the tools of the scanner’s tests', tools: TOOLS },
  { title: 'unusual tools', tools: GRAMMAR_TOOLS },
];

describe.each(TOOL_SETS)('$title', ({ tools }) => {
  const rules = readGbnf(writeGbnf(grammarOf(tools)));
  const regex = new RegExp(`^(?:${writeRegex(grammarOf(tools))})$`, 'u');

  test(`${DERIVATIONS} texts made up from the grammar are read without error and without repair`, () => {
    const derive = deriver(rules, chance(20_261_120));
    for (let i = 0; i < DERIVATIONS; i++) expectReadAsItStands(derive());
  });

  test('a text made up from the grammar is recognised by it', () => {
    const derive = deriver(rules, chance(7));
    const refused = Array.from({ length: 200 }, derive).filter((text) => !admits(rules, text));
    expect(refused).toEqual([]);
  });

  test('what it admits of texts made to confuse is read without error and without repair', () => {
    let admitted = 0;
    const piece = fc.oneof(noise, hardText);
    const body = fc.tuple(fc.constantFrom(...FRAMES), piece, piece);
    fc.assert(
      fc.property(body, ([[before, between, after], one, other]) => {
        const text = before + one + between + other + after;
        if (!admits(rules, text)) return;
        admitted++;
        expectReadAsItStands(text);
      }),
      { numRuns: 3_000 },
    );
    expect(admitted).toBeGreaterThan(300);
  });

  test('every canonical reply is admitted, also by the regular expression, and read back as it was', () => {
    fc.assert(
      fc.property(spokenFor(tools), (spoken) => {
        const text = writeReply(spoken, tools);
        const { actions, final, thoughts, repairs, error } = parseReply(text, 'stop', { tools });
        expect({ repairs, error, final }).toEqual({ repairs: [], error: null, final: spoken.final });
        expect(thoughts).toEqual(spoken.thoughts.filter(({ written }) => written));
        expect(actions.map(({ tool, params }) => ({ tool, params }))).toEqual(spoken.actions);
        expect([text, admits(rules, text)]).toEqual([text, true]);
        expect([text, regex.test(text)]).toEqual([text, true]);
      }),
      { numRuns: 800 },
    );
  });

  function expectReadAsItStands(text: string): void {
    const reply = parseReply(text, 'stop', { tools });
    const { error, actions, final } = reply;
    const repairs = reply.repairs.filter((repair) => repair !== 'entities');
    expect({ text, error, repairs, live: actions.length > 0 || final !== null }).toEqual({
      text,
      error: null,
      repairs: [],
      live: true,
    });
  }
});

/** A text before, between and after two of noise. */
const FRAMES = [
  ['<action tool="bash">\n<command>', '', '</command>\n</action>'],
  ['<action tool="write">\n<path>', '</path>\n<content>', '</content>\n</action>'],
  ['<action tool="edit">\n<path>a</path>\n<old>', '</old>\n<new>', '</new>\n</action>'],
  ['<thought>', '</thought>\n<final>', '</final>'],
  ['<thought>', '</thought>\n<action tool="bash">\n<command>', '</command>\n</action>\n<action tool="ls">\n</action>'],
] as const;
