/** Parts of Node that a bundle loads when they are needed: what stands in their place until then. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { laterRequires } from '../later-requires.mjs';
import { ROOT } from '../workspace.mjs';

const undici = dirname(
  createRequire(join(ROOT, 'packages', 'endpoint', 'package.json')).resolve('undici/package.json'),
);

/** The line of undici's client that asks for the greatest length of headers, as a bundle has it. */
async function headersLine(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(undici, 'lib', 'dispatcher', 'client.js')],
    plugins: [laterRequires()],
    write: false,
  });
  return /^const http = .*$/m.exec(outputFiles[0]?.text ?? '')?.[0] ?? '';
}

test.each([
  [[], '', 16384],
  [['--max-http-header-size=32768'], '', 'of Node'],
  [['--max_http_header_size=32768'], '', 'of Node'],
  [[], '--no-warnings --max-http-header-size=32768', 'of Node'],
])('the greatest length of headers with %j and %j', async (execArgv, options, expected) => {
  const node = { execArgv, env: { NODE_OPTIONS: options } };
  const read = new Function('process', 'require', `${await headersLine()}; return http.maxHeaderSize;`);
  expect(read(node, () => ({ maxHeaderSize: 'of Node' }))).toBe(expected);
});
