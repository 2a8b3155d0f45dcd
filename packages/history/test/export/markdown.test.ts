/** A session in Markdown: complete, and safe whatever stands in it. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { code, fence, oneLine } from '../../src/export/markdown-text.ts';
import { markdownOf, recordsIn, timelineOf } from '../../src/index.ts';
import { altered } from '../diff/altered.ts';
import { HOSTILE_TEXTS } from '../hostile-texts.ts';

const GOLDEN = fileURLToPath(new URL('../../../../history/golden/', import.meta.url));
const NAMES = readdirSync(GOLDEN).filter((name) => name.endsWith('.xml'));

async function markdownIn(file: string): Promise<string> {
  let text = '';
  for await (const item of timelineOf(recordsIn(file))) text += markdownOf(item);
  return text;
}

/** The lines outside of every fence, as CommonMark has fences; and whether the last fence is closed. */
function outside(markdown: string): { readonly lines: readonly string[]; readonly closed: boolean } {
  const lines: string[] = [];
  let open = 0;
  for (const line of markdown.split('\n')) {
    const marks = /^ {0,3}(`{3,})([^`]*)$/.exec(line);
    if (open === 0 && marks?.[1]) open = marks[1].length;
    else if (open > 0 && marks?.[1] && marks[1].length >= open && marks[2]?.trim() === '') open = 0;
    else if (open === 0) lines.push(line);
  }
  return { lines, closed: open === 0 };
}

test.each(NAMES)('%s: all fences are closed, and all that was said stands in it', async (name) => {
  const text = await markdownIn(`${GOLDEN}${name}`);
  expect(outside(text).closed).toBe(true);
  for await (const { type, fields } of recordsIn(`${GOLDEN}${name}`)) {
    if (type === 'prompt.given') expect(text).toContain(fence(String(fields.text)));
  }
});

const WORST = [
  '```\n# not a heading\n</details>\n```\n````js\nx',
  '</details></summary><script>alert(1)</script>',
  '`````````',
  '    \n\n---\n[a](b)',
];

test.each(WORST)('a text stays where it is put: %j', async (worst) => {
  const file = await altered('a-task-done', (record) => {
    const { text, outcome, ...fields } = record.fields as { text?: string; outcome?: object };
    return {
      ...record,
      fields: {
        ...(fields as object),
        ...(text === undefined ? {} : { text: worst }),
        ...(outcome === undefined ? {} : { outcome: { ...outcome, content: worst } }),
      },
    };
  });
  const { lines, closed } = outside(await markdownIn(file));
  const folds = lines.filter((line) => line.includes('<'));
  expect({ closed, headings: lines.filter((line) => line.startsWith('# ')), folds: new Set(folds) }).toEqual({
    closed: true,
    headings: ['# Session `golden`'],
    folds: new Set(['<details><summary>Thought</summary>', '</details>']),
  });
});

test.each(HOSTILE_TEXTS)('a fence and a piece of code hold any text: %j', (text) => {
  expect(outside(`${fence(text)}\nafter`)).toEqual({ lines: ['after'], closed: true });
  expect(code(text)).not.toContain('\n');
});

test.each([
  ['fence', fence],
  ['code', code],
  ['oneLine', oneLine],
])('%s: what a terminal would obey stands there by its name', (_title, write) => {
  const text = write('\x1b]0;x\x07 \u009b31m a\u202eb \ud800').replaceAll('\\', '');
  expect(text).toContain('␛]0;x␇ <U+009B>31m a<U+202E>b <U+D800>');
});

test('plain words are no markup', () => {
  expect(oneLine('a *b* <i> `c` [d](e)\nf')).toBe('a \\*b\\* \\<i\\> \\`c\\` \\[d\\]\\(e\\) f');
});
