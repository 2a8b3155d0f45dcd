/**
 * A digest of what the model is sent, so that a replay notices when the same events lead to other messages. It guards
 * against mistakes, not against forgers: that is the work of the history's chain.
 */
import type { Message } from './message.ts';

/** Of all messages but the last so far; the last one may still grow. */
export type Digest = { readonly count: number; readonly low: number; readonly high: number };

export const NO_DIGEST: Digest = { count: 0, low: 0xdeadbeef, high: 0x41c6ce57 };

/** Goes on from a digest of the first `digest.count` messages to one of the first `count`. */
export function digestTo(digest: Digest, messages: readonly Message[], count: number): Digest {
  let { low, high } = digest;
  for (let i = digest.count; i < count; i++) {
    const message = messages[i];
    if (!message) break;
    // The lengths keep one message from passing for two.
    const thought = message.reasoning === undefined ? '' : `:${message.reasoning.length}:${message.reasoning}`;
    const images = (message.images ?? []).map(({ sha256 }) => `:${sha256}`).join('');
    const text = `${message.role}:${message.content.length}:${message.content}${thought}${images}`;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      low = Math.imul(low ^ code, 2654435761);
      high = Math.imul(high ^ code, 1597334677);
    }
    low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
    high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  }
  return { count, low, high };
}

/** 16 hexadecimal digits. */
export function digestText({ low, high }: Digest): string {
  return [high, low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
