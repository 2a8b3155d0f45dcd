/** Whatever a process writes, in whatever pieces, is what the model, the screen and the file get. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bash } from '../src/bash.ts';
import { runTool } from '../src/index.ts';
import { operationsOf } from '../src/operations.ts';
import { OUTPUT_BYTES_MAX, OUTPUT_LINES_MAX } from '../src/truncate.ts';
import { workspace } from './workspace.ts';

/** Writes each piece as it is, with a pause between some of them, to one of its two outputs. */
const WRITER = `
const { writeSync } = require('node:fs');
for (const [output, base64, pauseMs] of JSON.parse(require('node:fs').readFileSync('pieces.json', 'utf8'))) {
  writeSync(output, Buffer.from(base64, 'base64'));
  if (pauseMs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
}
`;

const TEXTS = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 200 }) },
  fc.constantFrom('', '\n', '\r\n', '\n\n\n', '\u{feff}', '你好\n'.repeat(50), '🌍'.repeat(40), 'x'.repeat(5_000)),
  { weight: 1, arbitrary: fc.constantFrom('line\n'.repeat(2_500), '你'.repeat(20_000), 'y\n'.repeat(60_000)) },
);

/** Texts, joined, and cut anew into pieces of bytes, so that cuts fall inside characters. */
const WRITES = fc
  .tuple(
    fc.constantFrom('', '\u{feff}'),
    fc.array(TEXTS, { maxLength: 6 }),
    fc.array(fc.nat(100_000), { maxLength: 8 }),
    fc.infiniteStream(fc.boolean()),
  )
  .map(([mark, texts, cuts, booleans]) => {
    const bytes = Buffer.from(mark + texts.join(''));
    const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
    const chance = () => booleans.next().value === true;
    const pieces = places.slice(1).map((end, at) => {
      const piece = bytes.subarray(places[at], end);
      return [chance() ? 1 : 2, piece.toString('base64'), chance() ? 2 : 0] as const;
    });
    return { bytes, pieces };
  });

test('the output of bash is what the process wrote', { timeout: 120_000 }, async () => {
  const command = 'node writer.cjs';
  await fc.assert(
    fc.asyncProperty(WRITES, async ({ bytes, pieces }) => {
      const screen: string[] = [];
      const space = workspace({ 'writer.cjs': WRITER, 'pieces.json': JSON.stringify(pieces) });
      const context = { ...space.context, onOutput: (text: string) => screen.push(text) };
      const { status, content, details } = await runTool(bash, { command }, context);
      const text = bytes.toString();
      expect(status).toBe('ok');
      expect(screen.join('')).toBe(text);
      expect(details.bytes).toBe(bytes.length);
      if (!details.truncated) {
        expect(content).toBe(text);
        return;
      }
      expect(readFileSync(String(details.fullOutputPath)).equals(bytes)).toBe(true);
      expect(text.replace(/\n$/, '').endsWith(content)).toBe(true);
      expect(Buffer.byteLength(content)).toBeLessThanOrEqual(OUTPUT_BYTES_MAX);
      expect(content.split('\n').length).toBeLessThanOrEqual(OUTPUT_LINES_MAX);
    }),
    { numRuns: 40 },
  );
});

test('2,000 lines and the beginning of another are cut, and all is in the file', async () => {
  const { content, details } = await runTool(bash, { command: 'seq 1 2000; printf end' }, workspace().context);
  expect(content.split('\n').slice(-2)).toEqual(['2000', 'end']);
  expect(content.startsWith('2\n')).toBe(true);
  expect(readFileSync(String(details.fullOutputPath), 'utf8')).toMatch(/^1\n[\s\S]*\n2000\nend$/);
});

test('what is in the pipes when the shell has ended is read to its end', async () => {
  const { context } = workspace();
  const { spawn } = operationsOf({});
  /** Node reads no more than it holds back before the end of the shell; the rest is in the pipe then. */
  const late: typeof spawn = (command) => {
    const child = spawn(command);
    child.stdout?.pause();
    return child;
  };
  const operations = { ...context.operations, spawn: late };
  const { content, details } = await runTool(bash, { command: 'seq 1 20000' }, { ...context, operations });
  expect([content.slice(-6), details.bytes]).toEqual(['\n20000', 108_894]);
});
