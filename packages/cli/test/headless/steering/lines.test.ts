import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { type InputLine, linesOf } from '../../../src/headless/steering/lines.ts';

const ROWS: readonly (readonly [title: string, chunks: readonly (string | Buffer)[], lines: readonly unknown[]])[] = [
  ['a line a chunk', ['a\n', 'b\n'], ['1 a', '2 b']],
  ['lines in pieces', ['a', 'b', 'c\nd', 'e\nf'], ['1 abc', '2 de', '3 f']],
  ['no newline at the end', ['a\nb'], ['1 a', '2 b']],
  ['blank lines count, and are left out', ['\n \na\r\n'], ['3 a\r']],
  ['a character in pieces', [Buffer.from([0xe2, 0x82]), Buffer.from([0xac, 0x0a])], ['1 €']],
  ['no UTF-8', [Buffer.from([0x61, 0xff, 0x0a]), 'b\n'], ['1! the line is not UTF-8', '2 b']],
  ['as long as it may be', ['12345678\n9\n'], ['1 12345678', '2 9']],
  ['too long, at once', ['123456789\na\n'], ['1! the line is longer than 8 bytes', '2 a']],
  ['too long, in pieces', ['12345', '6789', '1\na'], ['1! the line is longer than 8 bytes', '2 a']],
  ['too long, and the end', ['123456789'], ['1! the line is longer than 8 bytes']],
  ['a mark of the byte order', ['\ufeffa\n'], ['1 a']],
  ['nothing', [], []],
];

test.each(ROWS)('%s', async (_, chunks, expected) => {
  const input = Readable.from(chunks.map((chunk) => Buffer.from(chunk as string)));
  const lines: string[] = [];
  for await (const line of linesOf(input, 8)) lines.push(told(line));
  expect(lines).toEqual(expected);
});

function told(line: InputLine): string {
  return line.ok ? `${line.number} ${line.text}` : `${line.number}! ${line.message}`;
}
