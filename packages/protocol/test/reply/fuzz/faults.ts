/**
 * What holds for every reply whatever: reading it never throws, does not depend on where the text is cut or on who looks on,
 * gives what the contract says, and goes through the canonical form unchanged. A fault is told in words.
 */
import {
  endReply,
  feedReply,
  overOf,
  partialReply,
  type Reply,
  type ReplyAction,
  type ReplyOptions,
  startReply,
  writeReply,
} from '../../../src/index.ts';
import { TOOLS } from '../tools.ts';
import { contractFault } from './contract.ts';
import { type Dice, dice } from './dice.ts';
import type { Input } from './inputs.ts';

const CHUNK_SIZES = [1, 3, 7, 16, 64] as const;
const SURROGATE = /\p{Surrogate}/u;

/** How a text comes in: its pieces, and what is asked between them. */
type Way = {
  readonly name: string;
  readonly pieces: readonly string[];
  readonly looks: 'never' | 'for the end' | 'at all';
};

/**
 * @param seed of what is chosen by chance here
 * @param thorough whether the text is cut in all ways, and not in one of them
 * @returns null where all holds
 */
export function faultOf(input: Input, seed: number, thorough: boolean): string | null {
  try {
    const whole = read(input, [input.text]);
    return contractFault(whole, input) ?? cutFault(input, whole, dice(seed), thorough) ?? canonicalFault(whole);
  } catch (error) {
    return `throws ${error instanceof Error ? error.stack : String(error)}`;
  }
}

function cutFault(input: Input, whole: Reply, chances: Dice, thorough: boolean): string | null {
  const expected = JSON.stringify(whole);
  for (const way of thorough ? allWays(input.text) : [anyWay(input.text, chances)]) {
    const { reply, over } = readAlong(input, way, chances);
    const got = JSON.stringify(reply);
    if (got !== expected) return `in ${way.name}, looked at ${way.looks}: ${got}\nand whole: ${expected}`;
    const fault = over === null ? null : cancelFault(input, whole, way.pieces.slice(0, over));
    if (fault) return `cancelled in ${way.name}: ${fault}`;
  }
  return null;
}

function anyWay(text: string, chances: Dice): Way {
  const looks = chances.pick(['never', 'for the end', 'for the end', 'at all'] as const);
  if (chances.oneIn(CHUNK_SIZES.length + 1) && !SURROGATE.test(text))
    return inBytes(text, 1 + chances.below(16), looks);
  return inUnits(text, chances.pick(CHUNK_SIZES), looks);
}

function allWays(text: string): readonly Way[] {
  const units = CHUNK_SIZES.flatMap((size) => [inUnits(text, size, 'never'), inUnits(text, size, 'for the end')]);
  const bytes = SURROGATE.test(text) ? [] : CHUNK_SIZES.map((size) => inBytes(text, size, 'never'));
  return [...units, ...bytes, inUnits(text, 1, 'at all'), inUnits(text, 7, 'at all')];
}

function inUnits(text: string, size: number, looks: Way['looks']): Way {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += size) pieces.push(text.slice(at, at + size));
  return { name: `pieces of ${size} code units`, pieces, looks };
}

/** As a stream brings it: a character may be cut, and comes with the piece that completes it. */
function inBytes(text: string, size: number, looks: Way['looks']): Way {
  const bytes = new TextEncoder().encode(text);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += size)
    pieces.push(decoder.decode(bytes.subarray(at, at + size), { stream: true }));
  return { name: `pieces of ${size} bytes`, pieces, looks };
}

/** @returns also behind how many pieces the rest was known to be dropped. */
function readAlong(
  input: Input,
  { pieces, looks }: Way,
  chances: Dice,
): { readonly reply: Reply; readonly over: number | null } {
  const scan = startReply(optionsOf(input));
  let over: number | null = null;
  for (const [index, piece] of pieces.entries()) {
    feedReply(scan, piece);
    if (looks === 'for the end' && overOf(scan) !== null) over ??= index + 1;
    if (looks === 'at all' && chances.oneIn(4)) partialReply(scan);
  }
  return { reply: endReply(scan, input.finish, input.fields), over };
}

/** A stream that was cancelled because all else would be dropped gives what all of it would have given. */
function cancelFault(input: Input, whole: Reply, pieces: readonly string[]): string | null {
  const cancelled = told(read({ ...input, finish: 'stop' }, pieces));
  return cancelled === told(whole) ? null : `${cancelled}\nand whole: ${told(whole)}`;
}

function told({ repairs, ...reply }: Reply): string {
  return JSON.stringify({ ...reply, repairs: repairs.filter((repair) => repair !== 'after-final') });
}

function read(input: Input, pieces: readonly string[]): Reply {
  const scan = startReply(optionsOf(input));
  for (const piece of pieces) feedReply(scan, piece);
  return endReply(scan, input.finish, input.fields);
}

function optionsOf({ options }: Input): ReplyOptions {
  return { ...options, tools: TOOLS };
}

/** What a reply without an error says, written in the canonical form, says the same again and needs no repair. */
function canonicalFault({ thoughts, actions, final, error }: Reply): string | null {
  if (error) return null;
  const text = writeReply({ thoughts, actions, final }, TOOLS);
  const again = read({ text, finish: 'stop', options: { startsInThought: false, stopSent: false, bashFence: false } }, [
    text,
  ]);
  const expected = {
    thoughts: thoughts.filter(({ written }) => written),
    actions: actions.map(bare),
    final,
    repairs: [],
    error,
  };
  const got = {
    thoughts: again.thoughts,
    actions: again.actions.map(bare),
    final: again.final,
    repairs: again.repairs,
    error: again.error,
  };
  const same = JSON.stringify(got) === JSON.stringify(expected) && again.loose.trim() === '';
  return same
    ? null
    : `canonical form ${JSON.stringify(text)}\ngives ${JSON.stringify(got)}\nand not ${JSON.stringify(expected)}`;
}

function bare({ tool, params }: ReplyAction) {
  return { tool, params: Object.entries(params).sort(([one], [other]) => (one < other ? -1 : 1)) };
}
