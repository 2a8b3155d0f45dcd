/** How large what people get is: the bundle, and each package as it is packed (`npm run pack`, which it runs where it was not). */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PACKED } from '../../packages/build/pack.mjs';
import { BUNDLE, ROOT } from '../../packages/build/workspace.mjs';

const BUNDLE_BYTES_MAX = 4_500_000;
const COMMAND_BYTES_MAX = 3_500_000;
/** Of one library, packed, with its types. */
const LIBRARY_BYTES_MAX = 300_000;

if (!existsSync(PACKED))
  spawnSync(process.execPath, ['packages/build/run.mjs', 'pack'], { cwd: ROOT, stdio: 'inherit' });

const files = [
  { name: 'dist/tagma.js', bytes: statSync(BUNDLE).size, bytesMax: BUNDLE_BYTES_MAX },
  ...readdirSync(PACKED).map((name) => ({
    name,
    bytes: statSync(join(PACKED, name)).size,
    bytesMax: /^tagma-\d/.test(name) ? COMMAND_BYTES_MAX : LIBRARY_BYTES_MAX,
  })),
];
for (const { name, bytes, bytesMax } of files) {
  const verdict = bytes <= bytesMax ? 'holds' : 'OVER';
  const figures = `${kilobytes(bytes)} kB (limit ${kilobytes(bytesMax)})`;
  console.log(`${name.padEnd(32)} ${figures.padStart(24)}  ${verdict}`);
}
if (files.some(({ bytes, bytesMax }) => bytes > bytesMax)) process.exitCode = 1;

/** @param {number} bytes */
function kilobytes(bytes) {
  return Math.round(bytes / 1000);
}
