/** How a session begins, and how a turn of it ends. */
import type { ReadRecord } from '../read/reader.ts';
import type { EndItem, SessionItem } from './timeline-item.ts';
import { flagIn, hasObject, numberIn, objectIn, textIn } from './told.ts';

const ENDS = ['done', 'failed', 'limit', 'uncorrected', 'aborted'] as const;

/** From the event that starts it, or takes it up again. */
export function sessionIn({ type, fields }: ReadRecord): SessionItem {
  const model = objectIn(fields, 'model');
  const parent = objectIn(fields, 'parent');
  const copied = {
    session: textIn(parent, 'session'),
    record: numberIn(parent, 'record'),
    hash: textIn(parent, 'hash'),
  };
  return {
    kind: 'session',
    resumed: type === 'session.resumed',
    session: textIn(fields, 'session'),
    program: textIn(fields, 'program'),
    behaviour: numberIn(fields, 'behaviour'),
    folder: textIn(fields, 'folder'),
    endpoint: textIn(model, 'endpoint'),
    model: textIn(model, 'model'),
    mode: textIn(objectIn(fields, 'settings'), 'mode'),
    parent: hasObject(fields, 'parent') ? copied : null,
  };
}

const STOPPED: { readonly [by: string]: string } = {
  person: 'by the person',
  signal: 'by a signal',
  interruption: 'the session was cut off while it ran',
};

/** Whether a turn ended because the session was cut off in it. */
export function isInterruption({ fields }: ReadRecord): boolean {
  return textIn(objectIn(fields, 'result'), 'by') === 'interruption';
}

/** From the effect `turn.end`. */
export function endIn({ fields }: ReadRecord): EndItem {
  const result = objectIn(fields, 'result');
  const how = ENDS.find((known) => known === textIn(result, 'kind')) ?? 'failed';
  const fault = objectIn(result, 'fault');
  const text = {
    done: textIn(result, 'text'),
    failed: [textIn(fault, 'message'), textIn(fault, 'advice')].filter((part) => part !== '').join('\n'),
    limit: textIn(result, 'reason'),
    uncorrected: textIn(result, 'message'),
    aborted: STOPPED[textIn(result, 'by')] ?? '',
  }[how];
  return { kind: 'end', how, text, unstructured: flagIn(result, 'unstructured') };
}
