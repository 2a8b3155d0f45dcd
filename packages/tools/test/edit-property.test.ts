/** Edits of random files, in any encoding, with any endings, against a reference that only knows the text with LF. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRegistry } from '../src/index.ts';
import { workspace } from './workspace.ts';

const ENCODINGS = ['utf8', 'utf8 with a mark', 'utf16le', 'utf16be', 'windows-1252'] as const;
type Encoding = (typeof ENCODINGS)[number];

function bytesOf(text: string, encoding: Encoding): Buffer {
  switch (encoding) {
    case 'utf8':
      return Buffer.from(text);
    case 'utf8 with a mark':
      return Buffer.from(`\ufeff${text}`);
    case 'utf16le':
      return Buffer.from(`\ufeff${text}`, 'utf16le');
    case 'utf16be':
      return Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
    case 'windows-1252':
      return Buffer.from(text, 'latin1');
  }
}

function textOf(bytes: Buffer, encoding: Encoding): string {
  if (encoding === 'utf16be') return Buffer.from(bytes).swap16().toString('utf16le').slice(1);
  if (encoding === 'windows-1252') return bytes.toString('latin1');
  return encoding === 'utf8' ? bytes.toString() : bytes.toString(encoding === 'utf16le' ? 'utf16le' : 'utf8').slice(1);
}

/** What is beside the places where `old` stands in the text with LF: pieces of the text as it is. */
function piecesBeside(text: string, old: string): string[] {
  const units = text.match(/\r\n|[\s\S]/g) ?? [];
  const lf = units.map((unit) => unit.at(-1)).join('');
  const pieces: string[] = [];
  let from = 0;
  for (let at = lf.indexOf(old); at !== -1; at = lf.indexOf(old, from)) {
    pieces.push(units.slice(from, at).join(''));
    from = at + old.length;
  }
  return [...pieces, units.slice(from).join('')];
}

/** Whether the text is those pieces with `by` between them, whose lines may end with LF or CRLF. */
function isJoined(text: string, pieces: readonly string[], by: string): boolean {
  const quoted = (piece: string) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const between = quoted(by).replaceAll('\n', '\\r?\\n');
  return new RegExp(`^${pieces.map(quoted).join(between)}$`).test(text);
}

const ending = fc.constantFrom('\n', '\r\n');
const line = fc.string({ unit: fc.constantFrom('a', 'b', 'é', ' ', '$'), maxLength: 4 });
const lines = fc.array(fc.tuple(line, ending), { minLength: 1, maxLength: 12 });

test('every byte beside the places stays, and the new text stands in each', { timeout: 120_000 }, async () => {
  const { context, path, put } = workspace();
  let [changes, refusals] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      lines,
      fc.boolean(),
      fc.constantFrom(...ENCODINGS),
      fc.nat(),
      fc.nat(6),
      fc.array(line, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (content, isOpen, encoding, from, length, newLines, all) => {
        // The first letter tells the encodings apart.
        const whole = `é${content.map(([words, end]) => words + end).join('')}`;
        const text = isOpen ? `${whole}end` : whole;
        const lf = text.replaceAll('\r\n', '\n');
        const start = from % lf.length;
        const [old, by] = [lf.slice(start, start + 1 + length), newLines.join('\n')];
        const before = bytesOf(text, encoding);
        put('a.txt', before);
        const { status } = await createRegistry().run('edit', { path: 'a.txt', old, new: by, all }, context);
        const after = readFileSync(path('a.txt'));
        const pieces = piecesBeside(text, old);
        if (status !== 'ok') {
          refusals++;
          // Once is enough where nothing else is like it; that is left to the tests of lenient matching.
          expect(all && old !== by).toBe(false);
          expect(after.equals(before)).toBe(true);
          return;
        }
        changes++;
        expect(all || pieces.length === 2).toBe(true);
        const edited = textOf(after, encoding);
        expect(isJoined(edited, pieces, by)).toBe(true);
        expect(bytesOf(edited, encoding).equals(after)).toBe(true);
        if (!text.includes('\r\n')) expect(edited).not.toContain('\r');
        if (!/(?<!\r)\n/.test(text)) expect(edited).not.toMatch(/(?<!\r)\n/);
      },
    ),
    { numRuns: 300 },
  );
  expect(Math.min(changes, refusals)).toBeGreaterThan(10);
});
