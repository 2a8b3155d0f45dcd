import type { ServerResponse } from 'node:http';
import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { BODY_BYTES_MAX } from '../src/limits.ts';
import { ask, whole } from './ask.ts';
import { event, JSON_TYPE, SSE, serve, streamOf, writeInPieces } from './serve.ts';

/** In which what was sent has arrived, on a busy machine too. */
const ARRIVES_MS = 100;

const TEXTS = ['é ', 'ü ', '漢字 ', '😀'];
const encodings: [encoding: string, pack: (text: string) => Buffer, start: () => Transform][] = [
  ['gzip', zlib.gzipSync, zlib.createGzip],
  ['x-gzip', zlib.gzipSync, zlib.createGzip],
  [' GZIP ', zlib.gzipSync, zlib.createGzip],
  ['deflate', zlib.deflateSync, zlib.createDeflate],
  ['deflate', zlib.deflateRawSync, zlib.createDeflateRaw],
  ['br', zlib.brotliCompressSync, zlib.createBrotliCompress],
];

function head(response: ServerResponse, encoding: string): void {
  response.writeHead(200, { ...SSE, 'content-encoding': encoding });
}

describe.each(encodings)('an answer in %s', (encoding, pack, start) => {
  test.each([1, 7, 1_000_000])('is read in pieces of %i bytes', async (bytes) => {
    const server = await serve(async (response) => {
      head(response, encoding);
      await writeInPieces(response, pack(streamOf(TEXTS)), bytes);
    });
    const { completion, deltas } = await ask(server);
    expect(completion).toEqual(whole({ text: TEXTS.join('') }));
    expect(deltas).toEqual(TEXTS.map((text) => ({ text })));
  });

  test('comes out piece by piece, as it arrives', async () => {
    let goOn = () => {};
    const server = await serve((response) => {
      const packer = start();
      head(response, encoding);
      packer.pipe(response);
      const write = (text: string) => {
        packer.write(text);
        (packer as zlib.Gzip).flush();
      };
      write(event({ content: 'a' }));
      goOn = () => {
        write(event({ content: 'b' }, 'stop'));
        packer.end('data: [DONE]\n\n');
      };
    });
    // The second piece is sent once the first has been read.
    const { completion } = await ask(server, ({ text }) => {
      if (text === 'a') goOn();
      return 'go on';
    });
    expect(completion).toEqual(whole({ text: 'ab' }));
  });

  test('that is cut keeps what had arrived', async () => {
    const server = await serve((response) => {
      const packer = start();
      head(response, encoding);
      packer.pipe(response, { end: false });
      packer.write(event({ content: 'a' }));
      (packer as zlib.Gzip).flush(() => setTimeout(() => response.end(), ARRIVES_MS));
    });
    const { completion } = await ask(server);
    expect(completion).toMatchObject({
      ok: false,
      text: 'a',
      fault: { kind: 'network', message: expect.stringContaining('it is compressed, and breaks off') },
    });
  });

  test('whose connection is cut keeps what had arrived', async () => {
    const server = await serve((response) => {
      const packer = start();
      head(response, encoding);
      packer.pipe(response, { end: false });
      packer.write(event({ content: 'a' }));
      (packer as zlib.Gzip).flush(() => setTimeout(() => response.destroy(), ARRIVES_MS));
    });
    const { completion } = await ask(server);
    expect(completion).toMatchObject({ ok: false, text: 'a', fault: { kind: 'network' } });
  });

  test('that is stopped by its reader closes the connection', async () => {
    let closed = () => {};
    const sawClose = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const server = await serve((response) => {
      const packer = start();
      response.on('close', closed);
      head(response, encoding);
      packer.pipe(response);
      packer.write(event({ content: 'a' }) + event({ content: 'b' }));
      (packer as zlib.Gzip).flush();
    });
    const { completion, deltas } = await ask(server, () => 'stop');
    await sawClose;
    expect([completion, deltas]).toEqual([whole({ text: 'a' }), [{ text: 'a' }]]);
  });
});

test.each([
  ['gzip', 'this is no gzip', 'not compressed in the way that it says'],
  ['gzip', streamOf(['a']), 'not compressed in the way that it says'],
  ['br', streamOf(['a', 'b', 'c']).repeat(9), 'not compressed in the way that it says'],
  ['zstd', streamOf(['a']), 'it is encoded as "zstd", which was not asked for'],
  ['gzip, br', streamOf(['a']), 'it is encoded as "gzip, br", which was not asked for'],
])('what is not compressed as it says (%s) is malformed', async (encoding, body, said) => {
  const server = await serve((response) => {
    head(response, encoding);
    response.end(body);
  });
  const { completion } = await ask(server);
  expect(completion).toMatchObject({ ok: false, fault: { kind: 'malformed', message: expect.stringContaining(said) } });
});

test.each(['', 'identity'])('an answer in "%s" is plain', async (encoding) => {
  const server = await serve((response) => {
    head(response, encoding);
    response.end(streamOf(['a']));
  });
  expect((await ask(server)).completion).toEqual(whole({ text: 'a' }));
});

test('an answer that ends before its compression does is whole where the reply is', async () => {
  const server = await serve((response) => {
    const packer = zlib.createGzip();
    head(response, 'gzip');
    packer.pipe(response, { end: false });
    packer.write(streamOf(['a']));
    packer.flush(() => setTimeout(() => response.end(), ARRIVES_MS));
  });
  expect((await ask(server)).completion).toEqual(whole({ text: 'a' }));
});

test('the words of an error are read through its compression', async () => {
  const server = await serve((response) => {
    response.writeHead(400, { ...JSON_TYPE, 'content-encoding': 'gzip' });
    response.end(zlib.gzipSync('{"error":{"message":"Unknown field"}}'));
  });
  expect((await ask(server)).completion).toMatchObject({
    fault: { kind: 'bad-request', message: expect.stringContaining('Unknown field') },
  });
});

test('an empty answer is no cut one', async () => {
  const server = await serve((response) => {
    response.writeHead(503, { 'content-encoding': 'gzip' }).end();
  });
  expect((await ask(server)).completion).toMatchObject({ fault: { kind: 'overloaded', status: 503 } });
});

test('a small answer that would become a very large one is given up at the limit', async () => {
  // A few kilobytes on the wire.
  const million = zlib.gzipSync(' '.repeat(64 * 1024 * 1024));
  const server = await serve(async (response) => {
    head(response, 'gzip');
    for (let sent = 0; sent <= 2 * BODY_BYTES_MAX && !response.closed; sent += 64 * 1024 * 1024) {
      response.write(million);
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
  });
  const before = process.memoryUsage().rss;
  const { completion } = await ask(server);
  expect(completion).toMatchObject({ ok: false, text: '', fault: { kind: 'malformed' } });
  expect(process.memoryUsage().rss - before).toBeLessThan(BODY_BYTES_MAX);
});
