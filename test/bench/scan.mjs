/**
 * How fast the reply scanner reads, against a bare loop over the same pieces in the same run: 16 MB of model-like code, full
 * of `<` and `&&`, in pieces of 16 characters.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { ROOT } from '../../packages/build/workspace.mjs';

const MEGABYTES = 16;
const PIECE_CHARACTERS = 16;
const ROUNDS = 5;
/** The scanner reads at least this share of what the bare loop reads in the same time. */
const SHARE_MIN = 0.2;

const folder = mkdtempSync(join(tmpdir(), 'tagma-bench-'));
const outfile = join(folder, 'protocol.mjs');
const entryPoints = [join(ROOT, 'packages/protocol/src/index.ts')];
await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'neutral', logLevel: 'error' });
const { startReply, feedReply, endReply } = await import(pathToFileURL(outfile).href);
rmSync(folder, { recursive: true, force: true });

const write = {
  name: 'write',
  description: '',
  parameters: {
    type: 'object',
    properties: { path: { type: 'string' }, content: { type: 'string' } },
    required: ['path', 'content'],
  },
};
const line = 'if (a < b && c > d) { s += "<td>" + x[i] + "</td>"; } // Größe\n';
const body = line.repeat(Math.ceil((MEGABYTES * 1024 * 1024) / line.length));
const reply = `<action tool="write">\n<path>big.txt</path>\n<content>\n${body}</content>\n</action>`;
/** @type {string[]} */
const pieces = [];
for (let at = 0; at < reply.length; at += PIECE_CHARACTERS) pieces.push(reply.slice(at, at + PIECE_CHARACTERS));

/** @type {Record<string, number[]>} */
const times = { loop: [], scanner: [] };
for (let round = -1; round < ROUNDS; round += 1) {
  const loop = timed(bareLoop);
  const scanner = timed(scan);
  if (round < 0) continue;
  times.loop?.push(loop);
  times.scanner?.push(scanner);
}
const [loop, scanner] = [median(times.loop ?? []), median(times.scanner ?? [])];
const share = loop / scanner;
const speed = (/** @type {number} */ ms) => `${((reply.length / 1048576 / ms) * 1000).toFixed(0)} MB/s`;
console.log(`${'bare loop'.padStart(10)}${'scanner'.padStart(12)}${'share'.padStart(8)}${'limit'.padStart(8)}`);
const cells = [speed(scanner).padStart(12), share.toFixed(2).padStart(8), String(SHARE_MIN).padStart(8)];
console.log(`${speed(loop).padStart(10)}${cells.join('')}${share < SHARE_MIN ? '  over' : ''}`);
if (share < SHARE_MIN) process.exitCode = 1;

function bareLoop() {
  let sum = 0;
  for (const piece of pieces) for (let i = 0; i < piece.length; i += 1) sum += piece.charCodeAt(i) & 1;
  return sum;
}

function scan() {
  const state = startReply({ tools: [write] });
  for (const piece of pieces) feedReply(state, piece);
  const read = endReply(state, 'stop');
  if (read.actions[0]?.params.content.length !== body.length - 1) throw new Error('the reply was read wrong');
  return read;
}

/** @param {() => unknown} work */
function timed(work) {
  const started = performance.now();
  work();
  return performance.now() - started;
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
