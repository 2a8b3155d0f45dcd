/** What was done to an event before the machine was told: it was changed, or kept from it. */
import type { AgentEvent } from '@tagma/core';
import { differenceWords, memberWords } from '../text/value-words.ts';
import type { Item } from './items.ts';

/** Of one event. */
const LINES_MAX = 12;

/** One where the event says so, else none. */
export function gateItems(event: AgentEvent): Item[] {
  if (event.type === 'event.dropped') {
    const { type, ...fields } = event.event;
    return [{ kind: 'dropped', event: type, by: event.by, lines: bounded(memberWords(fields)) }];
  }
  if (event.changed === undefined) return [];
  const { changed, at: _at, recorded: _recorded, ...fact } = event;
  const lines = bounded(differenceWords(changed.original, fact));
  return [{ kind: 'changed', event: changed.original.type, by: changed.by, lines }];
}

function bounded(lines: readonly string[]): readonly string[] {
  const more = lines.length - LINES_MAX;
  return more <= 0 ? lines : [...lines.slice(0, LINES_MAX), `… ${more} more`];
}
