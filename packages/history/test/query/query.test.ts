/** What an expression sees of a history, in which forms its results are given, and how it is refused. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@tagma/protocol';
import { expect, test } from 'vitest';
import { queryHistory } from '../../src/index.ts';
import { HOSTILE_TEXTS } from '../hostile-texts.ts';
import { event, historyFile, LONG_REPLY, SAMPLE } from '../sample.ts';
import { temporaryFolder } from '../temporary.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

async function texts(file: string, xpath: string, part = {}): Promise<string[]> {
  const queried = await queryHistory(file, xpath, part);
  if (!queried.ok) throw new Error(JSON.stringify(queried));
  return queried.results.map(({ text }) => text);
}

const sample = historyFile(SAMPLE);

test.each<[string, string, string[]]>([
  ['attributes', '/history/event/@type', ['session.started', 'prompt.given', 'reply.ended']],
  ['a text in entities', '//event/text[1]', ['Why does <a> fail?', LONG_REPLY]],
  ['a text with an escape', '//colours', ['\u001b[0m']],
  ['a list', '//tools/item/name', ['ls', 'bash']],
  ['a number', 'count(/history/*)', ['7']],
  ['a text that is made', 'string-join(//state/@value, "+")', ['idle+thinking']],
  ['the session', '/history/@session', ['s1']],
  ['arithmetic', '1 to 3', ['1', '2', '3']],
  ['a map', 'map { "a": 1 }', ['{"a":1}']],
  ['a span of time', 'xs:dateTime("2026-01-02T00:00:00Z") - xs:dateTime("2026-01-01T00:00:00Z")', ['P1D']],
  ['no truth', 'exists(//nothing)', ['false']],
  ['nothing', '//nothing', []],
])('%s', async (_, xpath, expected) => {
  expect(await texts(sample, xpath)).toEqual(expected);
});

test('every text is what it was before it was written', async () => {
  const kept = HOSTILE_TEXTS.filter(({ length }) => length < 10_000);
  const file = historyFile([event('x', { texts: kept } as JsonObject)]);
  expect(await texts(file, '//texts/item')).toEqual(kept);
});

test('results as XML and as JSON', async () => {
  const queried = await queryHistory(sample, '//event[2], //event[3]/usage, //event[2]/@n, //event[1]/tools, 2.5');
  if (!queried.ok) throw new Error();
  expect(queried.results.map(({ json }) => json())).toEqual([
    {
      n: 3,
      kind: 'event',
      type: 'prompt.given',
      at: '2026-11-20T06:10:38.123Z',
      fields: { text: 'Why does <a> fail?' },
    },
    null,
    '3',
    [{ name: 'ls' }, { name: 'bash' }],
    2.5,
  ]);
  const [prompt, usage, n, tools] = queried.results.map(({ xml }) => xml());
  expect(prompt).toBe(/\n(<event n="3"[\s\S]*?<\/event>)\n/.exec(readFileSync(sample, 'utf8'))?.[1]);
  expect([usage, n]).toEqual(['<usage type="null"/>', '3']);
  expect(tools).toBe(
    ['<tools type="array">', '  <item>', '    <name>ls</name>', '  </item>', '  <item>'].join('\n') +
      '\n    <name>bash</name>\n  </item>\n</tools>',
  );
});

test.each(readdirSync(join(ROOT, 'history/golden')).filter((name) => name.endsWith('.xml')))(
  'each record of %s is given back as XML as it stands in the file',
  async (name) => {
    const file = join(ROOT, 'history/golden', name);
    const queried = await queryHistory(file, '/history/*');
    if (!queried.ok) throw new Error();
    // An empty element has two forms, and blanks of a text may stand as references.
    const plain = (xml: string) => xml.replace(/><\/[\w.]+>/g, '/>');
    const body = readFileSync(file, 'utf8').split('\n').slice(2, -2).join('\n');
    expect(plain(queried.results.map(({ xml }) => xml()).join('\n'))).toBe(plain(body));
  },
);

test('a part of it', async () => {
  expect(await texts(sample, '/history/*/@n', { from: 3, to: 5 })).toEqual(['3', '4', '5']);
  expect(await texts(sample, '/history/*/@n', { from: 6 })).toEqual(['6', '7']);
  expect(await texts(sample, '/history/*/@n', { to: 1 })).toEqual(['1']);
});

test('a question has an answer, and nothing else has', async () => {
  const truth = async (xpath: string) => {
    const queried = await queryHistory(sample, xpath);
    return queried.ok ? queried.truth : queried;
  };
  expect([await truth('exists(//event)'), await truth('empty(//event)'), await truth('//event')]).toEqual([
    true,
    false,
    null,
  ]);
});

test.each([
  ['//event[', /^1: \/\/event\[\n.*\^\n\n.*XPST0003/s],
  ['nothing-like-it()', /XPST0017/],
  ['//a:b', /XPST0081/],
  ['1 + "a"', /XPTY0004/],
  ['doc("/etc/passwd")', /not registered/],
  ['unparsed-text("/etc/passwd")', /not registered/],
])('%s is refused with the reason', async (xpath, message) => {
  expect(await queryHistory(sample, xpath)).toEqual({
    ok: false,
    wrong: true,
    message: expect.stringMatching(message),
  });
});

test.each([
  [
    'a document type',
    '<?xml version="1.0"?>\n<!DOCTYPE history [<!ENTITY a SYSTEM "/etc/passwd">]>\n<history>&a;</history>',
    'doctype',
  ],
  ['something else', '<a/>', 'not-a-history'],
])('%s is refused', async (_, text, kind) => {
  const file = join(temporaryFolder(), 'a.xml');
  writeFileSync(file, text);
  expect(await queryHistory(file, '1')).toMatchObject({ ok: false, error: { kind } });
});

test('a record that cannot be read is passed over, and named', async () => {
  const file = historyFile(SAMPLE);
  writeFileSync(file, readFileSync(file, 'utf8').replace('<text>Why', '<text><Why'));
  const queried = await queryHistory(file, 'count(/history/*)');
  expect(queried).toMatchObject({ ok: true, unreadable: 3 });
});

test('a file that is torn, or lacks a record, is said to be', async () => {
  const file = historyFile(SAMPLE);
  const whole = readFileSync(file, 'utf8');
  writeFileSync(file, whole.slice(0, whole.indexOf('<note n="7"') + 30));
  expect(await queryHistory(file, 'count(/history/*)')).toMatchObject({ ok: true, torn: { record: 7 }, fault: null });
  writeFileSync(file, whole.replace(/<state n="4".*\n/, ''));
  expect(await queryHistory(file, 'count(/history/*)')).toMatchObject({ ok: true, torn: null, fault: { record: 4 } });
});

test('of a large file a part is asked for', async () => {
  const large = event('tool.ended', { content: 'x'.repeat(6_000_000) });
  const file = historyFile([large, large, large]);
  expect(await queryHistory(file, '1')).toMatchObject({
    ok: false,
    error: { kind: 'too-large', message: expect.stringContaining('--from 1 --to 2') },
  });
  expect(await texts(file, '//event/@n', { from: 2 })).toEqual(['2', '3']);
});

test('a record that alone is too large is to be left out', async () => {
  const file = historyFile([event('tool.ended', { content: 'x'.repeat(17_000_000) }), event('tool.ended')]);
  const message = expect.stringMatching(/record 1 alone is too large .* --from 2\.$/);
  expect(await queryHistory(file, '1')).toMatchObject({ ok: false, error: { kind: 'too-large', message } });
  expect(await texts(file, '//event/@n', { from: 2 })).toEqual(['2']);
});

/** The expressions that docs/history.md shows: each finds something in a golden session. */
const page = readFileSync(join(ROOT, 'docs/history.md'), 'utf8');
const shown = [...page.matchAll(/```xpath\n([\s\S]*?)```/g)].map(([, xpath = '']) => ({ xpath }));

test.each(shown)('the documented expression $xpath', async ({ xpath }) => {
  const golden = readdirSync(join(ROOT, 'history/golden')).filter((name) => name.endsWith('.xml'));
  for (const name of golden) {
    const found = await texts(join(ROOT, 'history/golden', name), xpath);
    if (found.some((text) => text !== '' && text !== 'false')) return;
  }
  if (!xpath.startsWith('exists')) expect.unreachable('it finds nothing anywhere');
});
