/**
 * The history file, in one place: an XML 1.0 document with records as direct children of its root.
 *
 *     <?xml version="1.0" encoding="UTF-8"?>
 *     <history format="1" session="…">
 *     <event n="1" type="session.started" at="…" hash="…">…</event>
 *     <state n="2" value="idle" at="…" hash="…"/>
 *     <effect n="3" type="model.ask" at="…" hash="…">…</effect>
 *     </history>
 *
 * Exactly one newline stands before each record and before the closing tag. An event is what the machine was told; the
 * state reached, the effects and the notes that follow it are derived from the events, and a replay makes them again.
 */
import type { JsonObject } from '../json.ts';
import { encodeAttribute } from './text.ts';

/** Raised by a change that a reader of the older format cannot read. */
export const HISTORY_FORMAT = 1;

/** What follows the last record and the newline after it. */
export const CLOSING_TAG = '</history>\n';

/** Texts longer than this, in UTF-16 code units, enter the chain by a salted hash of their own. */
export const LONG_TEXT_CHARS = 256;

/** Values nested deeper than this, in elements, are written as JSON text: parsers limit depth (libxml2 to 256). */
export const NESTING_MAX = 64;

/** What a record of a history may be: something that happened, or what came of it. */
export const RECORD_KINDS = ['event', 'state', 'effect', 'note'] as const;
/** The name of a kind of record, which is that of its element. */
export type RecordKind = (typeof RECORD_KINDS)[number];

/** A record before it has its number and its hash. */
export type HistoryRecord = {
  readonly kind: RecordKind;
  /** Of an event, effect or note its type (`tool.ended`); of a state its value (`acting`). */
  readonly type: string;
  /** Whole milliseconds since 1970; a derived record carries the time of its event. */
  readonly at: number;
  readonly fields: JsonObject;
};

/** What the root element says of the file. */
export type HistoryHead = { readonly session: string };

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** All that stands before the newline of the first record. */
export function headText(head: HistoryHead): string {
  return `${DECLARATION}<history format="${HISTORY_FORMAT}" session="${encodeAttribute(head.session)}">`;
}
