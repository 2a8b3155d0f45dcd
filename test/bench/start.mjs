/**
 * How long the command takes to start, as a ratio to a Node that does nothing, and how much memory an answer takes at most.
 *
 * The commands take turns, so that whatever else the machine does meanwhile meets all of them; each round gives
 * one ratio, and the median of the ratios counts. The home is an empty one: nothing is configured.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUNDLE, STARTER } from '../../packages/build/workspace.mjs';

const ROUNDS = 21;
/** Rounds before the first that counts: files come into the cache of the system. */
const WARM_UP_ROUNDS = 2;
/** Of processes that say at their end what they took. */
const MEMORY_ROUNDS = 5;

/** Ratios that the project promises to keep below. */
const LIMITS = { '--version': 1.3, '-p': 2.5 };
const MEMORY_MB_MAX = 90;

const folder = mkdtempSync(join(tmpdir(), 'tagma-bench-'));
const server = createServer(answerAtOnce).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const address = /** @type {import('node:net').AddressInfo} */ (server.address());

/** As here, but nothing is configured: what makes a bare Node slower counts on both sides. */
const surroundings = Object.fromEntries(
  Object.entries({ ...process.env, HOME: folder }).filter(([name]) => !/^(?:TAGMA|XDG)_/.test(name)),
);

const printing = [
  ...['-p', 'Say hello.', '--endpoint', `http://127.0.0.1:${address.port}/v1`, '--model', 'instant'],
  ...['--cwd', folder, '--history', join(folder, 'history')],
];
/** @type {Record<string, { argv: string[], code: string }>} */
const commands = {
  'node -e 0': { argv: ['-e', '0'], code: 'off' },
  'tagma --version': { argv: [STARTER, '--version'], code: 'off' },
  'tagma -p, instant endpoint': { argv: [STARTER, ...printing], code: join(folder, 'code') },
  'the same, no code kept': { argv: [STARTER, ...printing], code: 'off' },
  'dist/tagma.js --version': { argv: [BUNDLE, '--version'], code: 'off' },
  'dist/tagma.js, one answer': { argv: [BUNDLE, ...printing], code: join(folder, 'code') },
};

/** @type {Record<string, number[]>} */
const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
  for (const [name, command] of Object.entries(commands)) {
    const took = await milliseconds(name, command);
    if (round >= 0) times[name]?.push(took);
  }
}
const peaks = [];
for (let round = 0; round < MEMORY_ROUNDS; round += 1) peaks.push(await megabytes());
server.closeAllConnections();
server.close();
rmSync(folder, { recursive: true, force: true });

const base = times['node -e 0'] ?? [];
console.log(`${'command'.padEnd(28)}${'median ms'.padStart(10)}${'ratio'.padStart(8)}${'limit'.padStart(8)}`);
for (const [name, taken] of Object.entries(times)) {
  const ratio = median(taken.map((took, round) => took / (base[round] ?? Number.NaN)));
  const limit = name.startsWith('tagma')
    ? Object.entries(LIMITS).find(([option]) => name.includes(option))?.[1]
    : undefined;
  const cells = [median(taken).toFixed(1).padStart(10), ratio.toFixed(2).padStart(8), String(limit ?? '').padStart(8)];
  const isOver = limit !== undefined && ratio > limit;
  if (isOver) process.exitCode = 1;
  console.log(`${name.padEnd(28)}${cells.join('')}${isOver ? '  over' : ''}`);
}
const peak = median(peaks);
console.log(
  `MB of memory at most, tagma -p: ${peak.toFixed(1)} (limit ${MEMORY_MB_MAX})${peak > MEMORY_MB_MAX ? '  over' : ''}`,
);
if (peak > MEMORY_MB_MAX) process.exitCode = 1;

/** What one answer takes at most: the process says it at its end. */
async function megabytes() {
  const report = join(folder, 'peak');
  const saying = join(folder, 'saying.cjs');
  const text = `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(report)}, String(process.resourceUsage().maxRSS)));`;
  writeFileSync(saying, text);
  await milliseconds('tagma -p', { argv: ['--require', saying, STARTER, ...printing], code: join(folder, 'code') });
  return Number(readFileSync(report, 'utf8')) / 1_024;
}

/**
 * @param {string} name
 * @param {{ argv: string[], code: string }} command `code`: where compiled code is kept, or 'off'
 * @returns {Promise<number>}
 */
function milliseconds(name, { argv, code }) {
  const started = performance.now();
  const env = { ...surroundings, TAGMA_CODE_CACHE: code };
  const child = spawn(process.execPath, argv, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (data) => {
    complaint += data;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(performance.now() - started);
      else reject(new Error(`${name} ended with ${code}: ${complaint}`));
    });
  });
}

/** @param {number[]} numbers */
function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/**
 * A server that has its one reply ready: the whole stream in one write.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
function answerAtOnce(request, response) {
  request.resume();
  if (!request.url?.endsWith('/chat/completions')) {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ object: 'list', data: [{ id: 'instant', object: 'model' }] }));
    return;
  }
  request.on('end', () => {
    response.setHeader('content-type', 'text/event-stream');
    const frames = [
      { choices: [{ index: 0, delta: { role: 'assistant', content: '<final>Hello.</final>' } }] },
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    ];
    response.end(`${frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('')}data: [DONE]\n\n`);
  });
}
