/**
 * Which texts of a history are to be taken out: those that were asked for, and wherever else the same text stands. A short
 * text is part of its record's own hash: in a history whose chain shall still hold it has to stay.
 */
import { LONG_TEXT_CHARS } from '@tagma/protocol';
import type { Failed } from '../../error.ts';
import { type ReadRecord, type RecordsRead, recordsIn } from '../../read/reader.ts';
import { isContent, isOfKind } from './kinds.ts';
import { Pieces } from './pieces.ts';
import { type TextAt, textsIn } from './texts.ts';
import type { What } from './what.ts';

/** What would be taken out of a history; nothing has been changed. */
export type TakeOut = {
  readonly ok: true;
  readonly read: RecordsRead;
  /** Long texts: they can be taken out, and the chain holds. In the order of the file. */
  readonly taken: readonly FoundText[];
  /** Short ones: they can be left out of what is made of a history, but not of the history. */
  readonly short: readonly FoundText[];
  /** The paths of those in a record. */
  readonly pathsIn: (record: number) => ReadonlySet<string>;
};

/** A text that can be taken out. */
export type FoundText = {
  readonly record: number;
  readonly type: string;
  /** The field: `outcome.content`. */
  readonly path: string;
  readonly characters: number;
  /** It was not asked for itself, but holds a piece of one that was. */
  readonly isCopy: boolean;
};

/** Finds them, in two passes over the file. Needs memory for the texts that were asked for. */
export async function planTakeOut(file: string, wanted: readonly What[]): Promise<TakeOut | Failed> {
  const pieces = new Pieces();
  const asked = new Map<number, ReadonlySet<string>>();
  let event: ReadRecord | null = null;
  const first = await eachRecord(file, (record) => {
    if (record.kind === 'event') event = record;
    const found = textsIn(record.fields).filter((text) =>
      wanted.some((what) => isWanted(what, record, text) || isDerived(what, event, record, text)),
    );
    for (const { text } of found) pieces.add(text);
    if (found.length > 0) asked.set(record.n, new Set(found.map(({ path }) => path)));
  });
  if (!first.ok) return first;
  const found = new Map<number, ReadonlySet<string>>();
  const [taken, short]: [FoundText[], FoundText[]] = [[], []];
  const read = await eachRecord(file, (record) => {
    const own = asked.get(record.n);
    const paths = new Set<string>();
    for (const { path, text } of textsIn(record.fields)) {
      const isCopy = !own?.has(path);
      if (isCopy && !pieces.isIn(text)) continue;
      paths.add(path);
      const list = text.length > LONG_TEXT_CHARS ? taken : short;
      list.push({ record: record.n, type: record.type, path, characters: text.length, isCopy });
    }
    if (paths.size > 0) found.set(record.n, paths);
  });
  if (!read.ok) return read;
  return { ok: true, read, taken, short, pathsIn: (record) => found.get(record) ?? NONE };
}

const NONE: ReadonlySet<string> = new Set();

function isWanted(what: What, { n, type, fields }: ReadRecord, { path, text }: TextAt): boolean {
  switch (what.by) {
    case 'kind':
      return isOfKind(what.kind, type, fields, path, text);
    case 'record':
      return n === what.record && (text.length > LONG_TEXT_CHARS || isContent(type, fields, path));
    case 'pattern':
      return what.pattern.test(text);
  }
}

/** What follows from an event that was named repeats what stands in it. */
function isDerived(
  what: What,
  event: ReadRecord | null,
  { kind, type, fields }: ReadRecord,
  { path }: TextAt,
): boolean {
  return what.by === 'record' && event?.n === what.record && kind !== 'event' && isContent(type, fields, path);
}

async function eachRecord(file: string, take: (record: ReadRecord) => void): Promise<RecordsRead | Failed> {
  const reading = recordsIn(file);
  for (;;) {
    const next = await reading.next();
    if (next.done) return next.value;
    take(next.value);
  }
}
