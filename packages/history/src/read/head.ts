/**
 * What stands before the first record, and whether the file is a history at all. A changed byte in here is a change of
 * record 1, whose hash covers it: so a file with an odd head and a first record is damaged, not something else.
 */
import { decodeAttribute, decodeEntities, HISTORY_FORMAT, type HistoryHead, headText } from '@tagma/protocol';
import { type Failed, failed } from '../error.ts';

/** A head is looked for in this many bytes. */
export const HEAD_BYTES_MAX = 65_536;

const HEAD = /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<history format="([0-9]{1,9})" session="([^"<>]*)">/;
const FIRST_RECORD = /\n<(?:event|state|effect|note) n="1" /;
const DOCTYPE = /<!DOCTYPE/i;

export type HeadRead = { readonly ok: true; readonly head: HistoryHead; readonly bytes: number } | Failed;

/** Reads the head from the first bytes of a file: as many as there are, up to `HEAD_BYTES_MAX`. */
export function readHead(file: string, start: Buffer): HeadRead {
  if (start.length === 0) return isEmpty(file);
  const text = start.toString('latin1', 0, HEAD_BYTES_MAX);
  const firstRecord = text.search(FIRST_RECORD);
  if (DOCTYPE.test(firstRecord === -1 ? text : text.slice(0, firstRecord))) {
    return failed('doctype', file, 'it declares a document type. Tagma writes none, and reads none.');
  }
  const [whole, format, session = ''] = HEAD.exec(text) ?? [];
  if (whole === undefined) return notWhole(file, text, firstRecord !== -1);
  if (Number(format) !== HISTORY_FORMAT) {
    const advice = 'A newer Tagma can read it, if it wrote it.';
    return failed('future', file, `its head says format ${format}; this program knows ${HISTORY_FORMAT}. ${advice}`, 1);
  }
  const head = { session: decodeAttribute(decodeEntities(Buffer.from(session, 'latin1').toString('utf8'))) };
  return { ok: true, head, bytes: whole.length };
}

export function isEmpty(file: string): Failed {
  return failed('empty', file, 'the file is empty: nothing was recorded in it.');
}

function notWhole(file: string, text: string, hasRecord: boolean): Failed {
  if (hasRecord) return failed('damaged', file, 'the head, which record 1 covers, is not as it was written.', 1);
  const expected = headText({ session: '' }).slice(0, -'">'.length);
  if (expected.startsWith(text) || (text.startsWith(expected) && !text.includes('>', expected.length))) {
    return failed('empty', file, 'it was cut off in its first lines: nothing was recorded in it.');
  }
  return failed('not-a-history', file, 'this is no history of Tagma.');
}
