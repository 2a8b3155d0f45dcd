import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { IMAGE_BYTES_MAX, imageIn } from '@tagma/protocol';
import { describe, expect, test } from 'vitest';
import { imageFolder, loadImage, runTool } from '../src/index.ts';
import { read, readWith } from '../src/read.ts';
import { gif, jpeg, notebook, pdf, png, webp } from './samples.ts';
import { numbered, workspace } from './workspace.ts';

const readOne = async (name: string, content: string | Buffer, params: object = {}) => {
  const space = workspace({ [name]: content });
  const outcome = await runTool(read, { path: name, ...params }, space.context);
  return { ...outcome, path: space.path(name) };
};

const described = (why: string) => `only this description is shown, not the picture itself: ${why}`;

describe('images are described, and kept for a model that takes pictures', () => {
  test.each([
    ['png', png(640, 480), 'PNG image', 'image/png', 640, 480],
    ['a.jpg', jpeg(4032, 3024), 'JPEG image', 'image/jpeg', 4032, 3024],
    ['a.txt', gif(16, 9), 'GIF image', 'image/gif', 16, 9],
    ['a', webp(300, 200), 'WebP image', 'image/webp', 300, 200],
  ])('%s', async (name, bytes, type, mediaType, width, height) => {
    const { status, content, details, notes, path } = await readOne(name, bytes);
    expect({ status, content }).toEqual({
      status: 'ok',
      content: `${name}: ${type}, ${width} × ${height} pixels, ${bytes.length} bytes`,
    });
    expect(notes).toBeUndefined();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const image = { sha256, mediaType, width, height, bytes: bytes.length };
    expect(imageIn(details)).toEqual(image);
    expect(details).toEqual({ path, bytes: bytes.length, type, width, height, image, truncated: false });
  });

  test('that are cut off have no size', async () => {
    const { content, details, notes } = await readOne('a.png', png(1, 1).subarray(0, 12));
    expect(content).toBe('a.png: PNG image, of an unknown size, 12 bytes');
    expect(details).not.toHaveProperty('image');
    expect(notes).toEqual([described('its size cannot be told')]);
  });

  const large = (bytes: number) => Buffer.concat([png(640, 480), Buffer.alloc(bytes - png(640, 480).length)]);
  test.each<[string, Buffer, string | null]>([
    ['as large as may be', large(IMAGE_BYTES_MAX), null],
    ['larger', large(IMAGE_BYTES_MAX + 1), 'it is over 3840 KB. Make it smaller with bash first'],
    ['as wide as may be', png(8_000, 1), null],
    ['wider', png(8_001, 1), 'it is over 8000 pixels wide or high. Make it smaller with bash first'],
    ['higher', png(1, 8_001), 'it is over 8000 pixels wide or high. Make it smaller with bash first'],
  ])('%s', async (_title, bytes, problem) => {
    const { status, details, notes } = await readOne('a.png', bytes);
    expect(status).toBe('ok');
    expect(notes).toEqual(problem === null ? undefined : [described(problem)]);
    expect(imageIn(details) === null).toBe(problem !== null);
  });

  test('what was kept stays when the file changes or goes, once for the same bytes, for this user alone', async () => {
    const space = workspace({ 'a.png': png(2, 3), 'b.png': png(2, 3) });
    const { outputFolder } = space.context;
    const readImage = async (path: string) => {
      const { details } = await runTool(read, { path }, space.context);
      const image = imageIn(details);
      if (image === null) throw new Error(`no picture in ${JSON.stringify(details)}`);
      return image;
    };
    const image = await readImage('a.png');
    expect(await readImage('b.png')).toEqual(image);
    rmSync(space.path('a.png'));
    writeFileSync(space.path('b.png'), png(4, 5));
    expect(await loadImage(image, outputFolder)).toEqual(png(2, 3));
    expect(await readImage('b.png')).not.toEqual(image);
    const files = readdirSync(imageFolder(outputFolder)).map((name) => join(imageFolder(outputFolder), name));
    expect(files.map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);

    for (const file of files) writeFileSync(file, 'something else');
    expect(await loadImage(image, outputFolder)).toBe(null);
    for (const file of files) rmSync(file);
    expect(await loadImage(image, outputFolder)).toBe(null);
  });

  test('where no copy can be kept', async () => {
    const space = workspace({ 'a.png': png(2, 3) }, { outputFolder: '/proc/nowhere' });
    const { status, details, notes } = await runTool(read, { path: 'a.png' }, space.context);
    expect(status).toBe('ok');
    expect(details).not.toHaveProperty('image');
    expect(notes).toEqual([expect.stringMatching(/^only this description .*: no copy of it can be kept: .*ENOENT/)]);
  });

  test('of a kind that no model takes are only described', async () => {
    const { content, details, notes } = await readOne('a.heic', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'));
    expect(content).toBe('a.heic: HEIC image, of an unknown size, 16 bytes');
    expect(notes).toEqual([described('models take PNG, JPEG, GIF and WebP')]);
    expect(details).not.toHaveProperty('image');
  });
});

describe('what is binary is refused with its type', () => {
  test.each([
    ['an ELF', '\x7fELF\x02\x01\0', 'ELF program or library, 7 bytes', 'xxd a | head'],
    ['a zip', 'PK\x03\x04\x14\0', 'ZIP archive (as .docx, .xlsx and .jar are too), 6 bytes', 'unzip -l a'],
    ['a tar', `${'a\0'.padEnd(257, '\0')}ustar\0`, 'tar archive, 263 bytes', 'tar -tf a'],
    ['a database', 'SQLite format 3\0', 'SQLite database, 16 bytes', 'xxd a | head'],
    ['a Windows program', 'MZ\x90\0', 'Windows program or library, 4 bytes', 'xxd a | head'],
    ['what nobody knows', 'abc\0def', 'of an unknown type, 7 bytes', 'xxd a | head'],
    ['UTF-32', '\xff\xfe\0\0a\0\0\0', 'of an unknown type, 8 bytes', 'xxd a | head'],
  ])('%s', async (_, bytes, type, command) => {
    const { status, content } = await readOne('a', Buffer.from(bytes, 'latin1'));
    expect({ status, content }).toEqual({
      status: 'error',
      content: `a is a binary file (${type}), which cannot be shown as text. Look at it with bash: ${command}`,
    });
  });

  test('gzip', async () => {
    expect((await readOne('a b.gz', gzipSync('hello'))).content).toMatch(/\(gzip archive, .* bash: tar -tf 'a b.gz'$/);
  });

  test.each(['BM is no bitmap', 'MZ', 'OggS', 'GIF89a', 'ID3 tags', '!<arch>\n'])(
    'but not the text %j',
    async (text) => {
      const { status, content } = await readOne('a.png', text);
      expect({ status, content }).toEqual({ status: 'ok', content: text });
    },
  );
});

describe('encodings', () => {
  const utf16 = (text: string, isBig = false) => {
    const bytes = Buffer.from(text, 'utf16le');
    return isBig ? bytes.swap16() : bytes;
  };
  const TEXT = 'Zürich\r\nline 2 😀\r\n';
  const SHOWN = 'Zürich\nline 2 😀\n';
  const CRLF = 'the lines of this file end with CRLF, shown as LF; edit keeps them';
  const guess = (name: string) => `this file is not UTF-8; it is shown as ${name}, which is a guess`;

  test.each([
    ['UTF-16LE with a mark', utf16(`\ufeff${TEXT}`), SHOWN, 'UTF-16LE', [CRLF, 'this file is written in UTF-16LE']],
    [
      'UTF-16BE with a mark',
      utf16(`\ufeff${TEXT}`, true),
      SHOWN,
      'UTF-16BE',
      [CRLF, 'this file is written in UTF-16BE'],
    ],
    ['UTF-16LE without', utf16(TEXT), SHOWN, 'UTF-16LE', [CRLF, 'this file is written in UTF-16LE']],
    ['UTF-16BE without', utf16(TEXT, true), SHOWN, 'UTF-16BE', [CRLF, 'this file is written in UTF-16BE']],
    ['Chinese in UTF-16 with a mark', utf16('\ufeff你好'), '你好', 'UTF-16LE', ['this file is written in UTF-16LE']],
    ['Latin-1', Buffer.from('caf\xe9\n', 'latin1'), 'café\n', 'Latin-1', [guess('Latin-1')]],
    [
      'Windows-1252',
      Buffer.from('\x93caf\xe9\x94 \x80', 'latin1'),
      '“café” €',
      'Windows-1252',
      [guess('Windows-1252')],
    ],
    ['UTF-8 with a mark', Buffer.from('\ufeffé'), 'é', 'UTF-8', undefined],
    [
      'UTF-8 with a bad byte',
      Buffer.concat([Buffer.from('é é 你好\n'), Buffer.from([0xff])]),
      'é é 你好\n\ufffd',
      'UTF-8',
      ['bytes of this file that are not UTF-8 are shown as U+FFFD'],
    ],
    [
      'UTF-8 cut off at its end',
      Buffer.from('你好').subarray(0, 5),
      '你\ufffd',
      'UTF-8',
      ['bytes of this file that are not UTF-8 are shown as U+FFFD'],
    ],
  ])('%s', async (_, bytes, expected, encoding, told) => {
    const { status, content, details, notes } = await readOne('a.txt', bytes);
    expect({ status, content, notes }).toEqual({ status: 'ok', content: expected, notes: told });
    expect(details).toMatchObject({ encoding, bytes: bytes.length });
  });

  test('pages of UTF-16 count its lines', async () => {
    const { content, notes } = await readOne('a.txt', utf16(`\ufeff${numbered(1, 100_000)}`), {
      offset: 99_999,
      limit: 1,
    });
    expect(content).toBe('line 99999\n');
    expect(notes?.[0]).toBe('showing lines 99999-99999 of 100000; continue with offset=100000');
  });

  test('every page is of the same encoding, wherever its letters stand', async () => {
    const text = `${'plain\n'.repeat(60_000)}caf\xe9\n`;
    const { details } = await readOne('a.txt', Buffer.from(text, 'latin1'));
    expect(details).toMatchObject({ encoding: 'Latin-1' });
    const letters = Buffer.from(`${'你好, 世界 é\n'.repeat(40_000)}`);
    expect((await readOne('a.txt', letters, { offset: 39_999 })).details).toMatchObject({
      encoding: 'UTF-8',
      totalLines: 40_000,
    });
  });

  test('a long line is shown in pieces by a command that works', async () => {
    const bytes = utf16(`\ufeffone\n${'é'.repeat(60_000)}\n`);
    const { context } = workspace({ "it's": bytes });
    const { content, notes, details } = await runTool(read, { path: "it's", offset: 2 }, context);
    expect(content).toBe('');
    expect(details).toMatchObject({ firstLineExceedsLimit: true });
    const command = /with bash: (.*); the next piece/.exec(notes?.[0] ?? '')?.[1] ?? '';
    const piece = execFileSync('bash', ['-c', command], { cwd: context.folder, encoding: 'utf8' });
    expect(piece).toBe('é'.repeat(25_600));
  });
});

describe('PDF', () => {
  test('is shown as the text of its pages', async () => {
    const bytes = pdf(['Hello first page', 'Hello second page']);
    const { status, content, details, notes } = await readOne('a.pdf', bytes);
    expect({ status, content }).toEqual({
      status: 'ok',
      content: '--- page 1 ---\nHello first page\n--- page 2 ---\nHello second page\n',
    });
    expect(notes).toEqual(['the text of a PDF of 2 pages, without its layout and pictures']);
    expect(details).toMatchObject({ bytes: bytes.length, type: 'PDF document', pages: 2, truncated: false });
  });

  test('in pages of lines', async () => {
    const { content, notes } = await readOne('a.pdf', pdf(['one', 'two']), { offset: 3, limit: 1 });
    expect(content).toBe('--- page 2 ---\n');
    expect(notes?.[1]).toBe('showing lines 3-3 of 4; continue with offset=4');
  });

  test.each([
    [
      'without text',
      pdf(['']),
      /^a\.pdf is a PDF without text, 1 page, \d+ bytes: most likely scanned pages, whose pictures cannot be read here\.$/,
    ],
    [
      'that is none',
      Buffer.from('%PDF-1.4 but no more'),
      /^a\.pdf is a PDF that is damaged, or no PDF at all\. Try bash: pdftotext -layout a\.pdf -$/,
    ],
  ])('%s', async (_, bytes, expected) => {
    const { status, content } = await readOne('a.pdf', bytes);
    expect(status).toBe('error');
    expect(content).toMatch(expected);
  });
});

describe('notebooks', () => {
  const NOTE = (cells: number) =>
    `the ${cells} cells of a notebook, outputs shortened; the file itself is JSON, and edit changes that: see it with bash: cat a.ipynb`;

  test('are shown as their cells', async () => {
    const cells = [
      { cell_type: 'markdown', source: ['# Title\n', 'words'] },
      {
        cell_type: 'code',
        source: 'print(1)',
        outputs: [
          { output_type: 'stream', text: ['1\n'] },
          { output_type: 'display_data', data: { 'text/plain': '<Figure>', 'image/png': 'aGVsbG8=' } },
          { output_type: 'error', traceback: ['\x1b[31mNameError\x1b[0m', 'at line 1'] },
        ],
      },
    ];
    const { content, notes } = await readOne('a.ipynb', notebook(cells));
    expect(content).toBe(
      [
        '[cell 1: markdown]\n# Title\nwords\n',
        '[cell 2: code]\nprint(1)\n[output of cell 2]\n1\n<Figure>\n(image/png, not shown)\nNameError\nat line 1\n',
      ].join('\n'),
    );
    expect(notes).toEqual([NOTE(2)]);
  });

  test('with long outputs are shortened', async () => {
    const outputs = [{ output_type: 'stream', text: numbered(1, 500) }];
    const { content } = await readOne('a.ipynb', notebook([{ cell_type: 'code', source: 'x', outputs }]));
    expect(content).toContain('line 20\n(');
    expect(content).not.toContain('line 21\n');
  });

  test.each(['{"cells": 1}', '[]', 'null', '{"cells": [', 'no JSON'])('that are none are text: %s', async (text) => {
    expect(await readOne('a.ipynb', text)).toMatchObject({ status: 'ok', content: text });
  });

  test('with cells of any form do no harm', async () => {
    const cells = [null, 7, {}, { source: 7, outputs: [null, { data: [] }] }];
    expect((await readOne('a.ipynb', JSON.stringify({ cells }))).status).toBe('ok');
  });
});

describe('numbered lines', () => {
  const tool = readWith({ numbered: true });

  test('have their numbers in the file, and the same limits', async () => {
    const { context } = workspace({ 'a.txt': numbered(1, 30) });
    const outcome = await runTool(tool, { path: 'a.txt', offset: 9, limit: 2 }, context);
    expect(outcome.content).toBe('9\tline 9\n10\tline 10\n');
    expect(outcome.notes).toEqual(['showing lines 9-10 of 30; continue with offset=11']);
  });

  test('count in the limit of bytes', async () => {
    const { context } = workspace({ 'a.txt': `${'x'.repeat(99)}\n`.repeat(600) });
    const { content, notes } = await runTool(tool, { path: 'a.txt' }, context);
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(51_200);
    const last = content.split('\n').at(-1)?.split('\t')[0];
    expect(notes).toEqual([`showing lines 1-${last} of 600 (50 KB limit); continue with offset=${Number(last) + 1}`]);
  });

  test('an empty file has none', async () => {
    const { context } = workspace({ 'a.txt': '' });
    expect((await runTool(tool, { path: 'a.txt' }, context)).content).toBe('');
  });
});

describe.skipIf(process.platform === 'win32')('what is no regular file is refused without being opened', () => {
  test('a pipe that nobody writes to', async () => {
    const { context, path } = workspace();
    execFileSync('mkfifo', [path('pipe')]);
    const { status, content } = await runTool(read, { path: 'pipe' }, context);
    expect(status).toBe('error');
    expect(content).toBe('pipe is not a regular file (a device, a pipe or a socket), so it is not opened.');
  });

  test('a socket', async () => {
    const { context, path } = workspace();
    const server = createServer().listen(path('socket'));
    await new Promise((resolve) => server.once('listening', resolve));
    expect((await runTool(read, { path: 'socket' }, context)).status).toBe('error');
    server.close();
  });

  test.each(['/dev/zero', '/dev/tty', '/dev/stdin'])('%s', async (path) => {
    const { status } = await runTool(read, { path }, workspace().context);
    expect(status).toBe('error');
  });
});

test.runIf(process.platform === 'linux')(
  'what the system makes when it is read has a size of 0 and is read',
  async () => {
    const { content, details } = await runTool(read, { path: '/proc/version' }, workspace().context);
    expect(content).toBe(readFileSync('/proc/version', 'utf8'));
    expect(details).toMatchObject({ bytes: content.length, truncated: false });
  },
);
