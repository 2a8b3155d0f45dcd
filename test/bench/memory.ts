/**
 * How much memory the scanner takes for a reply of 64 MB in pieces of 16 characters, as a multiple of the reply: of its size as
 * V8 holds it, with one byte for each character, or two where one of them needs it. Each kind in a process of its own.
 *
 * `live` is what is still held after a collection, at its peak: looked at behind every fourth megabyte, and once the reply is
 * understood, with the scan and the reply both at hand. `resident` is the peak of the whole process beyond what it had before,
 * with what is not collected yet.
 */
import { spawnSync } from 'node:child_process';
import { endReply, feedReply, startReply } from '../../packages/protocol/src/index.ts';
import { TOOLS } from '../../packages/protocol/test/reply/tools.ts';
import { LONG_REPLIES, longText } from '../long-replies.ts';

const MEGABYTE = 1024 * 1024;
const REPLY_CHARACTERS = 64 * MEGABYTE;
const PIECE_CHARACTERS = 16;
const STEP_CHARACTERS = 4 * MEGABYTE;
const LIVE_MAX = 3;
const KINDS = [
  ...['value, code', 'value, prose', 'value, CJK', 'value, CDATA', 'value, entities', 'value, left open'],
  ...['actions of 12 KB', 'final', 'thought', 'prose', 'hermes, one call', 'qwen-xml'],
];

type Measured = { readonly live: number; readonly resident: number };

const asked = process.argv[2];
if (asked === undefined) measureAll();
else console.log(JSON.stringify(measure(asked)));

function measureAll(): void {
  console.log(
    `${'kind'.padEnd(20)}${'live'.padStart(8)}${'limit'.padStart(8)}${'resident'.padStart(10)}   (times the reply)`,
  );
  for (const name of KINDS) {
    const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', process.argv[1] ?? '', name], {
      encoding: 'utf8',
    });
    if (stdout === '') throw new Error(stderr);
    const { live, resident }: Measured = JSON.parse(stdout);
    const cells = [live.toFixed(2).padStart(8), String(LIVE_MAX).padStart(8), resident.toFixed(2).padStart(10)];
    console.log(`${name.padEnd(20)}${cells.join('')}${live > LIVE_MAX ? '  over' : ''}`);
    if (live > LIVE_MAX) process.exitCode = 1;
  }
}

/** The pieces are cut from one text that is given again and again: the reply itself is held by nobody but the scanner. */
function measure(name: string): Measured {
  const kind = LONG_REPLIES.find((one) => one.name === name);
  if (!kind) throw new Error(`There is no kind '${name}'.`);
  const step = longText({ ...kind, head: '', tail: '' }, STEP_CHARACTERS);
  const bytes = REPLY_CHARACTERS * (/[^\0-\u00ff]/.test(kind.unit) ? 2 : 1);
  const before = { live: liveBytes(), resident: process.memoryUsage().rss };

  const scan = startReply({ tools: TOOLS });
  let live = 0;
  const feed = (text: string): void => {
    for (let at = 0; at < text.length; at += PIECE_CHARACTERS) feedReply(scan, text.slice(at, at + PIECE_CHARACTERS));
    live = Math.max(live, liveBytes());
  };
  feed(kind.head);
  for (let fed = 0; fed < REPLY_CHARACTERS; fed += step.length) feed(step);
  feed(kind.tail);
  const reply = endReply(scan, 'stop');
  live = Math.max(live, liveBytes());

  if (reply.actions.length === 0 && reply.final === null && reply.error === null) throw new Error('nothing was read');
  const resident = process.resourceUsage().maxRSS * 1024;
  return { live: (live - before.live) / bytes, resident: (resident - before.resident) / bytes };
}

function liveBytes(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
