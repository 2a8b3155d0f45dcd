/** A hit is found in whatever form its text stands in the file, and only where somebody said it or a tool gave it back. */
import { expect, test } from 'vitest';
import { type Hit, type Needle, needleOf, needleOfPattern, searchSession } from '../../src/index.ts';
import { HOSTILE_TEXTS } from '../hostile-texts.ts';
import { AT, effect, event, historyFile, note } from '../sample.ts';

async function hitsIn(file: string, needle: Needle): Promise<Hit[]> {
  const hits: Hit[] = [];
  for await (const hit of searchSession(file, needle)) hits.push(hit);
  return hits;
}

const MARKUP = '<p>if (a < b && c > d) return "<i>";</p>\n'.repeat(9);

test('a hit says where it stands', async () => {
  const text = 'first\nsecond one and one\r\nthird ONE';
  const file = historyFile([event('prompt.given', { text: 'x' }), event('tool.ended', { outcome: { content: text } })]);
  const where = { record: 2, type: 'tool.ended', at: AT, field: 'outcome.content' };
  expect(await hitsIn(file, needleOf('one', true))).toEqual([
    { ...where, line: 'second one and one\r', from: 7, to: 10 },
    { ...where, line: 'third ONE', from: 6, to: 9 },
  ]);
});

test.each<[string, string, string, boolean, number]>([
  ['letters', 'Why does it fail?', 'does it', false, 1],
  ['another case', 'Why does it fail?', 'Does', false, 0],
  ['another case that does not count', 'Why does it fail?', 'DOES', true, 1],
  ['letters of other alphabets', 'Über größe, ΣΑΣ', 'größe', false, 1],
  ['the same in another case', 'Über größe, ΣΑΣ', 'über GRÖSSE', true, 0],
  ['the same in another case, found', 'ÜBER ΣΑΣ', 'über σα', true, 1],
  ['an emoji', 'done 🎉!', '🎉', false, 1],
  ['less than, as an entity', 'a < b', '<', false, 1],
  ['an ampersand between words', 'R & D', 'r & d', true, 1],
  ['markup in a section', MARKUP, 'a < b && c', false, 9],
  ['the end of a section', `${MARKUP}]]>`, ']]>', false, 1],
  ['a backslash beside an escape', '\u001b[0m C:\\new', 'c:\\NEW', true, 1],
  ['an escape', 'red \u001b[31m', '\u001b[31m', false, 1],
  ['a carriage return', 'a\r\nb', 'a\r\n', false, 1],
  ['two lines', 'a\nb', 'a\nb', false, 1],
  ['a quotation mark', 'say "hi"', '"hi"', false, 1],
  ['what means something in a pattern', 'f(x) = [x]*', '(x) = [x]*', true, 1],
  ['what is only the name of a field', 'abc', 'text', false, 0],
])('%s', async (_, text, needle, ignoreCase, count) => {
  const file = historyFile([event('prompt.given', { text })]);
  expect(await hitsIn(file, needleOf(needle, ignoreCase))).toHaveLength(count);
});

/** What is looked for is given on a command line. */
const NEEDLE_LENGTH_MAX = 10_000;
const NEEDLES = HOSTILE_TEXTS.filter(({ length }) => length > 0 && length < NEEDLE_LENGTH_MAX);

test.each(NEEDLES.map((text) => ({ text })))('a text is found by itself: $text', async ({ text }) => {
  const file = historyFile([event('reply.ended', { text })]);
  for (const ignoreCase of [false, true]) {
    expect((await hitsIn(file, needleOf(text, ignoreCase))).length).toBeGreaterThan(0);
  }
});

test('in values that are nested too deep for elements', async () => {
  let deep: object = { said: 'she said "no\\way"' };
  for (let depth = 0; depth < 80; depth++) deep = { deep };
  const file = historyFile([event('tool.ended', { outcome: deep as never })]);
  expect(await hitsIn(file, needleOf('said "no\\way"', true))).toHaveLength(1);
});

test('what nobody said is not looked through', async () => {
  const text = 'needle';
  const file = historyFile([
    ...[event('session.started', { text }), effect('model.ask', { text }), note('reply.read', { text })],
    ...[event('steer.given', { text }), event('question.answered', { answer: text })],
  ]);
  expect((await hitsIn(file, needleOf(text, false))).map(({ record }) => record)).toEqual([4, 5]);
});

test.each<[string, string, boolean, string[]]>([
  ['a pattern', 'f[ao]{2}', false, ['foo']],
  ['in any case', '^FOO', true, ['foo']],
  ['the ends of a line', '^b.r$', false, ['bar']],
  ['nothing at all, once a line', 'x*', false, ['foo', 'bar', '']],
])('%s', async (_, source, ignoreCase, found) => {
  const file = historyFile([event('prompt.given', { text: 'foo\nbar\n' })]);
  const hits = await hitsIn(file, needleOfPattern(source, ignoreCase));
  expect(hits.map(({ line }) => line)).toEqual(found);
});

test('a pattern that is none is thrown back', () => {
  expect(() => needleOfPattern('(', false)).toThrow(SyntaxError);
});
