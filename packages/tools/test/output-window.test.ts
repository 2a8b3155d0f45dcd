import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Masking } from '../src/output-file.ts';
import { openOutputWindow } from '../src/output-window.ts';
import { OUTPUT_LIMITS } from '../src/truncate.ts';
import { workspace } from './workspace.ts';

const collect = (chunks: readonly (string | Buffer)[], keptBytesMax?: number, masking: Masking | null = null) => {
  const { outputFolder } = workspace().context;
  const window = openOutputWindow(outputFolder, OUTPUT_LIMITS, masking, keptBytesMax);
  for (const chunk of chunks) window.take(Buffer.from(chunk));
  const { file, ...output } = window.end();
  return { ...output, kept: file === null ? null : readFileSync(file, 'utf8'), hasFolder: existsSync(outputFolder) };
};

const KB = 1024;

describe('output is held', () => {
  const whole = { fileProblem: null, kept: null, hasFolder: false };
  test.each([
    ['none', [], { text: '', totalBytes: 0, totalLines: 0 }],
    ['empty pieces', ['', ''], { text: '', totalBytes: 0, totalLines: 0 }],
    ['a last line without its end', ['a\nb', 'c'], { text: 'a\nbc', totalBytes: 4, totalLines: 2 }],
    [
      'a character in two pieces',
      [Buffer.from([0xe4, 0xbd]), Buffer.from([0xa0])],
      { text: '你', totalBytes: 3, totalLines: 1 },
    ],
    ['exactly 50 KB', ['x'.repeat(50 * KB)], { text: 'x'.repeat(50 * KB), totalBytes: 50 * KB, totalLines: 1 }],
  ])('%s', (_, chunks, expected) => {
    expect(collect(chunks)).toEqual({ ...expected, ...whole });
  });

  test('over 50 KB, and all of it is in the file', () => {
    const text = 'x'.repeat(50 * KB + 1);
    expect(collect([text])).toEqual({
      text,
      totalBytes: 50 * KB + 1,
      totalLines: 1,
      fileProblem: null,
      kept: text,
      hasFolder: true,
    });
  });

  test.each([
    ['many pieces of a byte', 150 * KB, 1],
    ['some pieces', 450 * KB, 10_000],
    ['large pieces', 900 * KB, 300 * KB],
  ])('the last 100 KB of %s', (_, bytes, pieceBytes) => {
    const text = Array.from({ length: bytes }, (_char, at) =>
      at % 97 === 0 ? '\n' : String.fromCharCode(97 + (at % 26)),
    ).join('');
    const pieces: string[] = [];
    for (let at = 0; at < bytes; at += pieceBytes) pieces.push(text.slice(at, at + pieceBytes));
    const output = collect(pieces);
    expect(output.text).toBe(text.slice(-100 * KB));
    expect(output.kept).toBe(text);
    expect(output.totalLines).toBe(Math.ceil(bytes / 97) + 1);
  });

  test('from the start of a character on', () => {
    const { text } = collect(['你'.repeat(40 * KB)]);
    expect(text).toBe('你'.repeat(Math.floor((100 * KB) / 3)));
  });
});

test('the file stops growing at its limit, and that is told', () => {
  const piece = 'x'.repeat(60 * KB);
  expect(collect([piece, piece, piece, piece], 100 * KB)).toMatchObject({
    totalBytes: 240 * KB,
    kept: piece + piece,
    fileProblem: `it holds the first ${120 * KB} bytes only`,
  });
});

test('a file that takes no more is not called whole', () => {
  let left = 2;
  const full: Masking = {
    feed(piece) {
      if (--left < 0) throw new Error('ENOSPC: no space left on device, write');
      return piece;
    },
    end: () => '',
  };
  const piece = 'x'.repeat(60 * KB);
  expect(collect([piece, piece, piece], undefined, full)).toMatchObject({
    totalBytes: 180 * KB,
    kept: piece + piece,
    fileProblem: 'it could not be written to its end: ENOSPC: no space left on device, write',
  });
});

test('the file has no secrets in it, wherever the output was cut', () => {
  const text = `${'x'.repeat(60 * KB)} sk-abc123 end`;
  const pieces = text.match(/[\s\S]{1,7}/g) ?? [];
  let held = '';
  // Holds back everything, which is allowed.
  const masking: Masking = {
    feed: (piece) => {
      held += piece;
      return '';
    },
    end: () => held.replace('sk-abc123', '[hidden]'),
  };
  expect(collect(pieces, undefined, masking)).toMatchObject({
    text,
    kept: text.replace('sk-abc123', '[hidden]'),
    fileProblem: null,
  });
});
