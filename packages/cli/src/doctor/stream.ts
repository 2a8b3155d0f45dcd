/** A small sum, worked out in full: does it come in pieces, how fast, and where does the model put what it thinks? */
import { estimateTokens } from '@tagma/core';
import type { Finding } from './finding.ts';
import { type Asked, failureOf, type Probe, user } from './probe.ts';

const SUM = 'What is 17 times 23? Work it out step by step, in a few short lines.';
/** Slower than this, a long session is no pleasure, and timeouts are near. */
const TOKENS_PER_SECOND_LOW = 5;

const OPENED = /<(think|thinking|reasoning|thought)>/i;
const CLOSED = /<\/(think|thinking|reasoning|thought)>/i;

export async function stream({ ask, keep }: Probe): Promise<readonly Finding[]> {
  const asked = await ask({ messages: [user(SUM)] });
  const failure = failureOf(asked);
  if (failure !== null) return [{ row: 'stream', holds: 'unknown', says: failure }];
  const reasoning = reasoningRow(asked);
  if (reasoning.quirks) keep(reasoning.quirks);
  return [streamRow(asked), speedRow(asked), reasoning];
}

function streamRow({ pieces }: Asked): Finding {
  if (pieces > 1) return { row: 'stream', holds: 'yes', says: `in ${pieces} pieces` };
  return {
    row: 'stream',
    holds: 'no',
    says: 'the reply comes whole, at its end',
    off: 'nothing is shown while it writes, and a reply cannot be cut early',
  };
}

function speedRow({ completion, pieces, firstMs, streamMs }: Asked): Finding {
  const tokens = Math.max(pieces, estimateTokens(completion.text + completion.reasoning));
  // Of a reply that comes whole, all that is known is how long it took.
  const ms = Math.max(1, pieces > 1 ? streamMs : (firstMs ?? 0));
  const rate = tokens / (ms / 1000);
  const perSecond = rate < 10 ? rate.toFixed(1) : Math.round(rate);
  const says = `first token after ${Math.round(firstMs ?? 0)} ms, then about ${perSecond} tokens a second`;
  if (rate >= TOKENS_PER_SECOND_LOW) return { row: 'speed', holds: 'yes', says };
  return { row: 'speed', holds: 'no', says: `${says}: slow` };
}

function reasoningRow({ completion: { text, reasoning }, cut }: Asked): Finding {
  if (reasoning.trim() !== '') return { row: 'reasoning', holds: 'yes', says: 'in a field of its own' };
  const opened = text.search(OPENED);
  const closed = text.search(CLOSED);
  if (closed >= 0 && (opened < 0 || closed < opened)) {
    const says = 'in the text, opened by the template: only its end is seen';
    return { row: 'reasoning', holds: 'yes', says, quirks: { startsInThought: true } };
  }
  if (opened >= 0) return { row: 'reasoning', holds: 'yes', says: 'in the text, between tags' };
  if (cut) return { row: 'reasoning', holds: 'unknown', says: 'the model did not come to an end' };
  return { row: 'reasoning', holds: 'no', says: 'none is shown' };
}
