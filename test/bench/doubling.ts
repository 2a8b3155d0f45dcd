/**
 * How the time to read a reply grows when the reply is twice as long: 1 to 8 MB, as a whole and in pieces of 16 characters, asked
 * behind each whether the rest would be dropped. Replies of many kinds; and made-up ones that say the same over and over, in
 * pieces up to 2 MB, for there are many.
 *
 * Of processor time and wall time the lesser counts, so that a busy machine does not look like a slow scanner. A ratio beyond
 * the limit is measured again, by medians, and counts if it is so each time.
 */
import { endReply, feedReply, overOf, startReply } from '../../packages/protocol/src/index.ts';
import { TOOLS } from '../../packages/protocol/test/reply/tools.ts';
import { LONG_REPLIES, type LongReply, longText, madeUpReplies } from '../long-replies.ts';

const MEGABYTES = [1, 2, 4, 8];
const MADE_UP_MEGABYTES = [0.5, 1, 2];
const PIECE_CHARACTERS = 16;
const MADE_UP = 200;
const RATIO_MAX = 2.2;
const ROUNDS_AGAIN = 5;
const TIMES_AGAIN = 3;
/** A shorter time is mostly noise, and counts as so much. */
const FLOOR_MS = 20;
/** What takes longer is not measured any further. */
const PATIENCE_MS = 20_000;

type Case = {
  readonly name: string;
  readonly kind: LongReply;
  readonly pieceCharacters: number;
  readonly megabytes: readonly number[];
};
type Growth = { readonly ratio: number; readonly from: number; readonly perMegabyte: number };

const cases: readonly Case[] = [
  ...LONG_REPLIES.flatMap((kind) => [
    { name: kind.name, kind, pieceCharacters: PIECE_CHARACTERS, megabytes: MEGABYTES },
    { name: `${kind.name}, whole`, kind, pieceCharacters: Number.POSITIVE_INFINITY, megabytes: MEGABYTES },
  ]),
  ...madeUpReplies(MADE_UP).map((kind) => {
    return { name: kind.name, kind, pieceCharacters: PIECE_CHARACTERS, megabytes: MADE_UP_MEGABYTES };
  }),
];
/** The first readings compile the scanner. */
for (const one of cases.slice(0, 16)) readMs(one, 1 / 2);

const results = cases.map((one) => {
  const first = growthOf(one);
  return { name: one.name, ...first, ...(first.ratio > RATIO_MAX ? again(one, first) : {}) };
});
const over = results.filter(({ ratio }) => ratio > RATIO_MAX);
const [worst] = results.toSorted((one, other) => other.ratio - one.ratio);
const [slowest] = results.toSorted((one, other) => other.perMegabyte - one.perMegabyte);
console.log(
  `${'kind'.padEnd(44)}${'twice as much takes'.padStart(20)}${'limit'.padStart(7)}${'ms per MB'.padStart(11)}`,
);
for (const result of new Set([worst, slowest, ...over])) {
  if (!result) continue;
  const { name, ratio, perMegabyte } = result;
  const cells = [ratio.toFixed(2).padStart(20), String(RATIO_MAX).padStart(7), perMegabyte.toFixed(0).padStart(11)];
  console.log(`${name.padEnd(44)}${cells.join('')}${ratio > RATIO_MAX ? '  over' : ''}`);
}
console.log(`${cases.length} kinds; above are the worst and the slowest`);
if (over.length > 0) process.exitCode = 1;

function growthOf(one: Case): Growth {
  let [ratio, from, last] = [0, 0, Number.NaN];
  for (const [index, size] of one.megabytes.entries()) {
    const ms = readMs(one, size);
    if (ms / last > ratio) [ratio, from] = [ms / last, index - 1];
    last = ms;
    if (ms > PATIENCE_MS) return { ratio, from, perMegabyte: ms / size };
  }
  return { ratio, from, perMegabyte: last / (one.megabytes.at(-1) ?? 1) };
}

/** By medians, and not where it took too long. */
function again(one: Case, { ratio, from, perMegabyte }: Growth): { readonly ratio: number } {
  const [less = 1, more = 2] = one.megabytes.slice(from);
  if (perMegabyte * more > PATIENCE_MS) return { ratio };
  let least = ratio;
  for (let time = 0; time < TIMES_AGAIN && least > RATIO_MAX; time++) {
    const rounds = Array.from({ length: ROUNDS_AGAIN }, () => [readMs(one, less), readMs(one, more)] as const);
    least = Math.min(least, median(rounds.map(([, ms]) => ms)) / median(rounds.map(([ms]) => ms)));
  }
  return { ratio: least };
}

function readMs({ kind, pieceCharacters }: Case, megabytes: number): number {
  const text = longText(kind, megabytes * 1024 * 1024);
  const [started, used] = [performance.now(), process.cpuUsage()];
  const scan = startReply({ tools: TOOLS });
  for (let at = 0; at < text.length; at += pieceCharacters) {
    feedReply(scan, text.slice(at, at + pieceCharacters));
    overOf(scan);
  }
  endReply(scan, 'stop');
  const { user, system } = process.cpuUsage(used);
  return Math.max(FLOOR_MS, Math.min(performance.now() - started, (user + system) / 1_000));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
