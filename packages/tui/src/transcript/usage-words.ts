/** What replies have used up, in words: what is estimated, worked out or not known is said to be so. */
import { costIn, type UsageSum } from '@tagma/core';
import { counted, shownCost, shownNumber } from '../text/amounts.ts';

/** `3 replies, 12,345 tokens sent (9,000 from the cache), 678 received (500 of them thought)`. */
export function aboutTokens(usage: UsageSum): string {
  const { replies, estimated, input, output, cached, cacheWritten, reasoning } = usage;
  const ofInput = [
    ...(cached === 0 ? [] : [`${shownNumber(cached)} from the cache`]),
    ...(cacheWritten === 0 ? [] : [`${shownNumber(cacheWritten)} put into it`]),
  ];
  const sent = `${shownNumber(input)} tokens sent${within(ofInput)}`;
  const received = `${shownNumber(output)} received${within(reasoning === 0 ? [] : [`${shownNumber(reasoning)} of them thought`])}`;
  const words = `${counted(replies, 'reply', 'replies')}, ${sent}, ${received}`;
  if (estimated === 0) return words;
  return `${words} · ${estimated === replies ? 'estimated' : `in part estimated (${ofReplies(estimated, replies)})`}`;
}

/** Both on one line; '' where no reply has come. */
export function aboutUsage(usage: UsageSum): string {
  if (usage.replies === 0) return '';
  const cost = costIn(usage) === null ? 'not known' : aboutCost(usage);
  return `${aboutTokens(usage)} · cost ${cost}`;
}

/** `0.12, as the endpoint says`. */
export function aboutCost(usage: UsageSum): string {
  const { replies, estimated, priced, unpriced } = usage;
  const cost = costIn(usage);
  if (cost === null) return 'not known: the endpoint names none, and no prices are set for the model';
  const source =
    priced === 0
      ? 'as the endpoint says'
      : priced + unpriced === replies
        ? 'by the prices of the model'
        : 'in part by the prices of the model';
  const about = priced > 0 && estimated > 0 ? 'about ' : '';
  const missing = unpriced === 0 ? '' : ` · without ${ofReplies(unpriced, replies)}, whose cost is not known`;
  return `${about}${shownCost(cost)}, ${source}${missing}`;
}

function ofReplies(some: number, all: number): string {
  return `${some} of ${counted(all, 'reply', 'replies')}`;
}

function within(words: readonly string[]): string {
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}
