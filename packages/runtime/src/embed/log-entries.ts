/** A history in memory: the texts of the file that it would be. */
import { hash, randomBytes } from 'node:crypto';
import { CLOSING_TAG, encodeRecord, type Hash, headText } from '@tagma/protocol';
import type { HistorySink } from '../deps.ts';

/** 128 bits, as in histories that are written to a file. */
const SALT_BYTES = 16;

export type LogEntries = {
  readonly sink: HistorySink;
  /** Head, records, end, each with its newline: joined, a whole history. */
  readonly texts: () => readonly string[];
};

export function createLogEntries(session: string): LogEntries {
  const texts = [`${headText({ session })}\n`];
  let [previous = ''] = texts;
  return {
    sink: {
      append(records) {
        for (const record of records) {
          const link = { n: texts.length, previous, hash: sha256, salt };
          const { text, hash: last } = encodeRecord(record, link);
          texts.push(`${text}\n`);
          previous = last;
        }
        return { ok: true };
      },
    },
    texts: () => [...texts, CLOSING_TAG],
  };
}

const sha256: Hash = (data) => hash('sha256', data);

function salt(): string {
  return randomBytes(SALT_BYTES).toString('hex');
}
