/** Programs of the tests, for Node does not run TypeScript in every version. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { temporaryFolder } from './temporary.ts';

/** The file to be run, gone when the tests of this file are done. What is loaded later stands beside it: so the start is quick. */
export async function built(entry: URL): Promise<string> {
  const outdir = temporaryFolder();
  const form = { bundle: true, splitting: true, platform: 'node', format: 'esm' } as const;
  await build({ entryPoints: { program: fileURLToPath(entry) }, outdir, outExtension: { '.js': '.mjs' }, ...form });
  return join(outdir, 'program.mjs');
}
