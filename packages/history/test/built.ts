/** A program of the tests as one file, for Node does not run TypeScript in every version. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { temporaryFolder } from './temporary.ts';

/** The file. Gone when the tests of this file are done. */
export async function built(entry: URL): Promise<string> {
  const outfile = join(temporaryFolder(), 'program.mjs');
  await build({ entryPoints: [fileURLToPath(entry)], outfile, bundle: true, platform: 'node', format: 'esm' });
  return outfile;
}
