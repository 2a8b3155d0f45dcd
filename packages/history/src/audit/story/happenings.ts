/** What of the timeline is worth a line of its own, beside calls. */
import { changesAtGate } from '../../export/occurrence.ts';
import type { TimelineItem } from '../../export/timeline-item.ts';

/** What it is, and about what. */
type Line = readonly [what: string, about: string];

export function happeningsIn(item: TimelineItem): readonly Line[] {
  const changed = changesAtGate(item.records).map(({ by, original }): Line => {
    return ['changed at the gate', `${String(original.type)}, by ${by}`];
  });
  return [...changed, ...linesOf(item)];
}

function linesOf(item: TimelineItem): readonly Line[] {
  switch (item.kind) {
    case 'session':
      return item.resumed ? [['the session was taken up again', parentWords(item.parent)]] : [];
    case 'reply': {
      if (item.fault === null) return item.error === '' ? [] : [['the reply could not be taken', item.error]];
      const { fault, retry, model } = item;
      const status = fault.status === null ? '' : ` (${fault.status})`;
      const again = retry === null ? '' : `; retry ${retry.retry} of ${retry.retriesMax} after ${retry.ms} ms`;
      return [['the endpoint failed', `${model}: ${fault.message}${status}${again}`]];
    }
    case 'limit':
      return [['a limit was reached', `${item.reason}: ${item.answer ?? 'no answer'}`]];
    case 'undo':
      return [['changes were taken back', `${item.steps}: ${item.content.split('\n')[0] ?? ''}`]];
    case 'shell':
      return [['the person ran a command', `${item.command}: ${item.status ?? 'no end'}`]];
    case 'end':
      return item.how === 'done' ? [] : [[`the turn ended: ${item.how}`, item.text]];
    case 'occurrence':
      return item.weight === 'quiet' || item.records.some(({ type }) => type === 'session.ended')
        ? []
        : [[item.what, item.text === '' ? item.about : `${item.about} ${item.text}`]];
    default:
      return [];
  }
}

function parentWords(parent: { readonly session: string; readonly record: number } | null): string {
  return parent === null ? '' : `from record ${parent.record} of the session ${parent.session}`;
}
