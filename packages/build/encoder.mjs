/**
 * The exact encoder as one script: it runs in a thread of its own, which has no loader of chunks. It is packed like a text, and
 * unpacked when it is needed.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './workspace.mjs';

const ENCODING = 'gpt-tokenizer/encoding/o200k_base';

/** @returns {Promise<{ text: string, files: string[] }>} CommonJS that exports `countTokens`; the files that are in it, relative to the root */
export async function encoderScript() {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [createRequire(join(ROOT, 'packages', 'cli', 'package.json')).resolve(ENCODING)],
    outfile: 'encoder.cjs',
    write: false,
    metafile: true,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    charset: 'utf8',
    minify: true,
    legalComments: 'none',
    logLevel: 'silent',
  });
  return { text: outputFiles[0]?.text ?? '', files: Object.keys(metafile.inputs) };
}
