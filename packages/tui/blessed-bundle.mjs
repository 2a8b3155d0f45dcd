/**
 * What a bundle needs so that the full screen runs from it, with no `node_modules` beside it.
 *
 * The screen uses neo-blessed's program alone, and of its files all but one bundle as they are: the terminfo reader looks
 * for its entry beside itself, in a folder that a bundle does not have. Here the entry is put into it. (The widgets, with
 * their requires by name and their optional `term.js` and `pty.js`, are not part of the bundle.)
 */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The only entry that is ever asked for: see `src/blessed-screen.ts`. */
const ENTRY = 'xterm-256color';
const READING = 'data = fs.readFileSync(file);';

/** @returns {import('esbuild').Plugin} */
export function blessedBundle() {
  return {
    name: 'blessed-bundle',
    setup(build) {
      build.onLoad({ filter: /neo-blessed[\\/]lib[\\/]tput\.js$/ }, async ({ path }) => ({
        contents: withEntry(await readFile(path, 'utf8'), await readFile(join(dirname(path), '..', 'usr', ENTRY))),
        loader: 'js',
      }));
    },
  };
}

/**
 * @param {string} source
 * @param {Buffer} entry
 */
function withEntry(source, entry) {
  if (source.split(READING).length !== 2) throw new Error('the terminfo reader of neo-blessed is not as it was');
  const inlined = `data = Buffer.from('${entry.toString('base64')}', 'base64');`;
  // The reader takes a name for a file only if there is a separator in it, and an ES module has no folder of its own.
  const folder = `var __dirname = require('path').resolve('neo-blessed', 'lib');`;
  return `${folder}\n${source.replace(READING, () => inlined)}`;
}
