/** The items that a reply becomes, or what there is of one, and the end of a turn. */
import type { AsSent, TurnResult } from '@tagma/core';
import type { PartialReply, Reply } from '@tagma/protocol';
import { failure, type Item } from './items.ts';

/** @param end how the turn ended with this reply; null where it goes on. Actions become items when their turn comes. */
export function replyItems({ thoughts, loose, repairs, error, actions }: Reply, end: TurnResult | null): Item[] {
  const looseIsAnswer = end?.kind === 'done' && end.unstructured;
  const items: Item[] = thoughts.flatMap(({ text }) => thought(text));
  if (loose.trim() !== '' && !looseIsAnswer) items.push({ kind: 'loose', text: loose.trim() });
  if (repairs.length > 0) items.push({ kind: 'repair', repairs });
  if (error && actions.length === 0 && !end) items.push({ kind: 'correction', message: error.message });
  return items;
}

/** What a person has seen of a reply that was cut off, and that the machine did not read. */
export function remains(live: { readonly partial: PartialReply } | null): Item[] {
  if (!live) return [];
  const { thoughts, final, loose } = live.partial;
  const texts = [final ?? '', loose].map((text) => text.trim()).filter((text) => text !== '');
  return [...thoughts.flatMap(thought), ...texts.map((text): Item => ({ kind: 'loose', text }))];
}

export function adapted({ changes = [] }: AsSent): Item[] {
  return changes.map((change) => ({ kind: 'adapted', change }));
}

function thought(text: string): Item[] {
  return text.trim() === '' ? [] : [{ kind: 'thought', text: text.trim() }];
}

export function resultItem(result: TurnResult): Item {
  switch (result.kind) {
    case 'done':
      return { kind: 'final', text: result.text, unstructured: result.unstructured };
    case 'failed':
      return failure(result.fault);
    case 'limit':
      return result;
    case 'uncorrected':
      return {
        kind: 'failure',
        message: `No usable reply came: ${result.message}`,
        advice: 'The model was asked again, and did not mend it.',
      };
    case 'aborted':
      return { kind: 'aborted', by: result.by };
  }
}
