/** Whatever is in a file of text: its pages, each begun where the note says, are the file. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRegistry } from '../src/index.ts';
import { workspace } from './workspace.ts';

const ENDINGS = ['\n', '\r\n'] as const;
const line = fc.oneof(
  { weight: 8, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.nat(60_000).map((length) => 'ä'.repeat(length % 20_000)) },
);
const text = fc
  .array(fc.tuple(line, fc.constantFrom(...ENDINGS)), { maxLength: 60 })
  .map((lines) => lines.map(([words, ending]) => words.replace(/[\r\n\0\ufeff\ufffd]/g, '') + ending).join(''));

test('pages put together are the text, in UTF-8 and UTF-16, whatever the limit', async () => {
  const { context, put } = workspace();
  const registry = createRegistry();
  await fc.assert(
    fc.asyncProperty(
      text,
      fc.constantFrom('utf8', 'utf16le'),
      fc.integer({ min: 1, max: 30 }),
      async (whole, encoding, limit) => {
        put('a.txt', Buffer.from(`\ufeff${whole}`, encoding as BufferEncoding));
        let read = '';
        for (let offset: number | null = 1; offset !== null; ) {
          const { status, content, notes = [] } = await registry.run('read', { path: 'a.txt', offset, limit }, context);
          expect(status).toBe('ok');
          expect(Buffer.byteLength(content)).toBeLessThanOrEqual(50 * 1024);
          read += content === '' || content.endsWith('\n') ? content : `${content}\n`;
          const next: string | undefined = notes.join('\n').match(/continue with offset=(\d+)/)?.[1];
          offset = next === undefined ? null : Number(next);
        }
        expect(read).toBe(whole.replaceAll('\r\n', '\n'));
      },
    ),
    { numRuns: 60 },
  );
});
