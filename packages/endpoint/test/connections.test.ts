import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { ask, whole } from './ask.ts';
import { CERTIFICATE, OTHER_CERTIFICATE } from './certificate.ts';
import { SSE, serve, streamOf } from './serve.ts';

/** A program that asks the address by one authority more. */
const GET = `
  import { get } from 'node:https';
  import { trusting } from '../src/certificates.ts';
  const [, , url, ca] = process.argv;
  get(url, { secureContext: trusting(ca), agent: false }, ({ statusCode }) => process.stdout.write(String(statusCode)));
`;

const folder = mkdtempSync(join(tmpdir(), 'tagma-test-'));

describe('a server on a unix socket', () => {
  const forms: [form: string, path: string, url: (socket: string) => string][] = [
    ['unix:SOCKET', '/v1/chat/completions', (socket) => `unix:${socket}`],
    ['unix:SOCKET:PATH', '/api/chat/completions', (socket) => `unix:${socket}:/api`],
    ['http+unix://SOCKET/PATH', '/v1/chat/completions', (socket) => `http+unix://${encodeURIComponent(socket)}/v1`],
  ];
  test.each(forms)('%s', async (_, path, url) => {
    const socketPath = join(mkdtempSync(join(folder, 's')), 'llama.sock');
    const server = await serve((response) => void response.writeHead(200, SSE).end(streamOf(['a'])), { socketPath });
    const { completion } = await ask({ url: url(socketPath), proxy: 'http://127.0.0.1:9' });
    expect(completion).toEqual(whole({ text: 'a' }));
    expect(server.received).toMatchObject([{ path, headers: { host: 'localhost' } }]);
    expect(server.received[0]?.headers['accept-encoding']).toBeUndefined();
  });

  test('that is not there', async () => {
    const { completion } = await ask({ url: `unix:${folder}/none.sock` });
    expect(completion).toMatchObject({
      ok: false,
      fault: { kind: 'network', message: expect.stringContaining(`unix:${folder}/none.sock`) },
    });
  });
});

describe('a server with a certificate of its own', () => {
  const secure = () => serve((response) => void response.writeHead(200, SSE).end(streamOf(['a'])), { secure: true });

  test('is not trusted unasked', async () => {
    const { url } = await secure();
    expect((await ask({ url })).completion).toMatchObject({
      fault: { message: expect.stringContaining('not trusted') },
    });
  });

  test('is trusted where its authority is given', async () => {
    const { url } = await secure();
    expect((await ask({ url, ca: CERTIFICATE })).completion).toEqual(whole({ text: 'a' }));
    // The one with the authority is not used by who has not given it.
    expect((await ask({ url })).completion).toMatchObject({ ok: false });
  });

  test('what NODE_EXTRA_CA_CERTS names is trusted beside it', async () => {
    const { origin } = await secure();
    const program = join(folder, 'get.mjs');
    await build({
      stdin: { contents: GET, resolveDir: import.meta.dirname },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: program,
    });
    writeFileSync(join(folder, 'extra.pem'), CERTIFICATE);
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'extra.pem') };
    const got = await promisify(execFile)(process.execPath, [program, origin, OTHER_CERTIFICATE], { env });
    expect(got.stdout).toBe('200');
  });

  test('what holds no certificate is said', async () => {
    const { url } = await secure();
    const { completion } = await ask({ url, ca: '-----BEGIN CERTIFICATE-----\nnonsense\n-----END CERTIFICATE-----' });
    expect(completion).toMatchObject({ ok: false, fault: { advice: expect.stringContaining('PEM') } });
  });
});
