/**
 * What a bundle leaves to be loaded when it is needed: undici's client asks for HTTP/2 at once, and Node's part of that takes
 * longer to load (about 10 ms) than all else that a request needs. We never offer it to a server, so it never comes to that.
 */
import { readFile } from 'node:fs/promises';

const ASKING = `const connectH2 = require('./client-h2.js')`;
const LATER = `const connectH2 = (client, socket) => require('./client-h2.js')(client, socket)`;

/** @returns {import('esbuild').Plugin} */
export function undiciBundle() {
  return {
    name: 'undici-bundle',
    setup(build) {
      build.onLoad({ filter: /undici[\\/]lib[\\/]dispatcher[\\/]client\.js$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        if (source.split(ASKING).length !== 2) throw new Error('the client of undici is not as it was');
        return { contents: source.replace(ASKING, LATER), loader: 'js' };
      });
    },
  };
}
