/** A command of the person's own, from its records. */
import type { ReadRecord } from '../read/reader.ts';
import type { ShellItem } from './timeline-item.ts';
import { numberOrNull, objectIn, statusIn, textIn, textsIn } from './told.ts';

type Read = Pick<ReadRecord, 'fields'>;

/** As it was asked for. */
export function shellIn({ fields }: Read): ShellItem {
  const command = textIn(fields, 'command');
  return { kind: 'shell', command, status: null, durationMs: null, content: '', notes: [] };
}

/** With what came of it. */
export function shellAfter(item: ShellItem, { fields }: Read): ShellItem {
  const outcome = objectIn(fields, 'outcome');
  return {
    ...item,
    status: statusIn(outcome),
    durationMs: numberOrNull(fields, 'durationMs'),
    content: textIn(outcome, 'content'),
    notes: textsIn(outcome, 'notes'),
  };
}
