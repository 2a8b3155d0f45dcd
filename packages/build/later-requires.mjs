/**
 * What a bundle leaves to be loaded when it is needed: parts of Node that other people's packages ask for at once, that take
 * longer to load than all else that a start needs of the package, and that a start does not need.
 */
import { readFile } from 'node:fs/promises';

/**
 * `asking` stands once in the file; `later` stands in its place.
 * @type {readonly { file: RegExp, asking: string, later: string }[]}
 */
const CHANGES = [
  // 10 ms. We never offer HTTP/2 to a server, so it never comes to that.
  {
    file: /undici[\\/]lib[\\/]dispatcher[\\/]client\.js$/,
    asking: `const connectH2 = require('./client-h2.js')`,
    later: `const connectH2 = (client, socket) => require('./client-h2.js')(client, socket)`,
  },
  // 2 ms, for the greatest length of a response's headers: 16 KiB, unless Node was told otherwise.
  {
    file: /undici[\\/]lib[\\/]dispatcher[\\/]client\.js$/,
    asking: `const http = require('node:http')`,
    later: `const http = /max[-_]http[-_]header[-_]size/.test(process.execArgv + ' ' + process.env.NODE_OPTIONS) ? require('node:http') : { maxHeaderSize: 16384 }`,
  },
  {
    file: /undici[\\/]lib[\\/]core[\\/]util\.js$/,
    asking: `const { IncomingMessage } = require('node:http')`,
    later: '',
  },
  {
    file: /undici[\\/]lib[\\/]core[\\/]util\.js$/,
    asking: `constructor === IncomingMessage)`,
    later: `constructor === require('node:http').IncomingMessage)`,
  },
  // 1 ms. The log is written by the main thread, and by no transport.
  {
    file: /pino[\\/]lib[\\/]tools\.js$/,
    asking: `const { isMainThread } = require('worker_threads')`,
    later: 'const isMainThread = true',
  },
  {
    file: /pino[\\/]lib[\\/]tools\.js$/,
    asking: `const transport = require('./transport')`,
    later: `const transport = (options) => require('./transport')(options)`,
  },
  {
    file: /pino[\\/]pino\.js$/,
    asking: `module.exports.transport = require('./lib/transport')`,
    later: `module.exports.transport = (options) => require('./lib/transport')(options)`,
  },
];

/** @returns {import('esbuild').Plugin} */
export function laterRequires() {
  return {
    name: 'later-requires',
    setup(build) {
      build.onLoad({ filter: /[\\/](?:undici|pino)[\\/].*\.js$/ }, async ({ path }) => {
        const changes = CHANGES.filter(({ file }) => file.test(path));
        if (changes.length === 0) return undefined;
        return { contents: changes.reduce(changed, await readFile(path, 'utf8')), loader: 'js' };
      });
    },
  };
}

/**
 * @param {string} source
 * @param {{ file: RegExp, asking: string, later: string }} change
 */
function changed(source, { file, asking, later }) {
  if (source.split(asking).length !== 2) throw new Error(`${file.source} is not as it was: ${asking}`);
  return source.replace(asking, () => later);
}
