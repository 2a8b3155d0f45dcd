/** The documentation of the libraries, from their sources, as pages in dist/api. What a library offers and says nothing of is an error. */
import { dirname, join } from 'node:path';
import { libraryNames } from './libraries.mjs';
import { runNode } from './process.mjs';
import { BUNDLE, ROOT } from './workspace.mjs';

/** Has a TypeScript of its own: typedoc asks it as a library, which version 7 is not any more. */
const TYPEDOC = join(ROOT, 'packages', 'build', 'typedoc');

/**
 * @param {string[]} argv further options of typedoc
 * @returns {Promise<number>} exit code
 */
export function writeApi(argv) {
  const names = libraryNames();
  return runNode([
    join(TYPEDOC, 'node_modules', 'typedoc', 'bin', 'typedoc'),
    ...['--tsconfig', join(TYPEDOC, 'tsconfig.json'), '--options', join(TYPEDOC, 'typedoc.json')],
    ...['--out', join(dirname(BUNDLE), 'api')],
    ...names.flatMap((name) => ['--packagesRequiringDocumentation', `@tagma/${name}`]),
    ...argv,
    ...names.map((name) => join(ROOT, 'packages', name, 'src', 'index.ts')),
  ]);
}
