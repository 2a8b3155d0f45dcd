import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endReply, type Finish, feedReply, parseReply, partialReply, startReply, writeReply } from '../../src/index.ts';
import { anyText, cuts, noise, plainNoise } from './noise.ts';
import { expectBeginning, inChunks, partialsOf } from './rows.ts';
import { TOOLS } from './tools.ts';

const finishes = fc.constantFrom<Finish>('stop', 'length');
const settings = fc.record({ tools: fc.constant(TOOLS), startsInThought: fc.boolean(), stopSent: fc.boolean() });

test('no text makes the scanner throw, and every reply says either what to do or what is wrong', () => {
  fc.assert(
    fc.property(anyText, finishes, settings, (text, finish, options) => {
      const { actions, final, error } = parseReply(text, finish, options);
      expect(actions.length > 0 || final !== null || error !== null).toBe(true);
      expect(actions.length > 0 && final !== null).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});

test('where the text is cut into pieces never changes the reply', () => {
  fc.assert(
    fc.property(noise, finishes, settings, cuts, (text, finish, options, sizes) => {
      const scan = startReply(options);
      for (let at = 0; at < text.length; ) {
        const size = sizes.next().value;
        feedReply(scan, text.slice(at, at + size));
        partialReply(scan);
        at += size;
      }
      expect(endReply(scan, finish)).toEqual(parseReply(text, finish, options));
    }),
    { numRuns: 2_000 },
  );
});

test('an empty piece is no piece', () => {
  fc.assert(
    fc.property(noise, (text) => {
      const scan = startReply({ tools: TOOLS });
      feedReply(scan, '');
      feedReply(scan, text);
      feedReply(scan, '');
      expect(endReply(scan, 'stop')).toEqual(parseReply(text, 'stop', { tools: TOOLS }));
    }),
    { numRuns: 200 },
  );
});

test('what a screen shows is always a beginning of what was meant', () => {
  fc.assert(
    fc.property(plainNoise, finishes, (text, finish) => {
      const reply = parseReply(text, finish, { tools: TOOLS });
      // What stands in a fence, or in JSON that is not all of the reply, may turn out to be something else.
      const isJson = reply.repairs.includes('dialect:json');
      fc.pre(!reply.repairs.includes('fence') && !(isJson && /```|~~~/.test(text)));
      fc.pre(isJson || !/^[\s\ufeff]*[{[]/.test(text));
      // A call with something else behind it, in the same tags, is text.
      fc.pre(reply.actions.length > 0 || !/tool_call|TOOL_CALLS/i.test(text));
      for (const partial of partialsOf(text, { tools: TOOLS })) expectBeginning(partial, reply);
    }),
    { numRuns: 500 },
  );
});

test('a reply that is over stays as it is, whatever follows', () => {
  fc.assert(
    fc.property(noise, noise, (text, more) => {
      const scan = startReply({ tools: TOOLS });
      feedReply(scan, text);
      const { over, ...before } = partialReply(scan);
      if (over === null) return;
      feedReply(scan, more);
      expect(partialReply(scan)).toEqual({ over, ...before });
    }),
    { numRuns: 1_000 },
  );
});

test('a long reply is read like a short one: blocks of pieces are joined and cut right', () => {
  const line = 'if (a < b && c > d) { s += "<td>"; } // Größe\n';
  const content = line.repeat(8_000);
  const text = `<action tool="write"><path>f</path><content>${content}.</content></action>`;
  const { actions } = inChunks(text, 5_003, 'stop', { tools: TOOLS });
  expect(actions.map((action) => action.params)).toEqual([{ path: 'f', content: `${content}.` }]);
});

test('thousands of actions without their closing tags are read in the time of one', () => {
  const text = '<action tool="bash"><command>ls</command> junk</action>\n'.repeat(20_000);
  const { actions, error } = parseReply(text, 'stop', { tools: TOOLS });
  expect([actions.length, new Set(actions.map((action) => action.params.command)), error]).toEqual([
    20_000,
    new Set(['ls']),
    null,
  ]);
});

test('tags on one long line cost about as much as on many lines', () => {
  const cost = (unit: string): number => {
    const start = performance.now();
    parseReply(`<final>x</final>${unit.repeat(200_000)}`, 'stop', { tools: TOOLS });
    return performance.now() - start;
  };
  const lines = Math.max(cost('</response>\n'), cost('</response>\n'));
  expect(cost('</response>')).toBeLessThan(4 * lines);
});

test('any number of calls may stand in one text', () => {
  const calls = '{"name": "ls", "arguments": {}},'.repeat(150_000);
  const texts = [`<tool_call>[${calls}]</tool_call>`, `[${calls}]`, `So:\n\`\`\`json\n[${calls}]\n\`\`\``];
  const replies = texts.map((text) => parseReply(text, 'stop', { tools: TOOLS }));
  expect(replies.map(({ actions, error }) => [actions.length, error])).toEqual(texts.map(() => [150_000, null]));
  expect(writeReply(replies[0] ?? { thoughts: [], actions: [], final: null }).length).toBeGreaterThan(150_000);
});

test('JSON that nests too deep to be written again is none', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  const texts = [
    `<action tool="ask"><question>a</question><options>${deep}</options></action>`,
    `<action tool="ask">{"question": "a", "options": ${deep}}</action>`,
    JSON.stringify({ name: 'ask', arguments: `{"question": "a", "options": ${deep}}` }),
  ];
  const errors = texts.map((text) => parseReply(text, 'stop', { tools: TOOLS }).error?.code);
  expect(errors).toEqual(['bad-params', 'bad-params', 'bad-params']);
});
