/** A history as steps: what happened, where that led, and what followed. The diff and the exports are made of them. */
import type { Json, JsonObject } from '@tagma/protocol';
import type { ReadRecord } from '../read/reader.ts';

/** A record as data, without its bytes. A text that has been taken out reads `TAKEN_OUT`. */
export type Said = Pick<ReadRecord, 'n' | 'kind' | 'type' | 'at' | 'fields'>;

/** An event, the state before it and after it, and the effects and notes that followed. */
export type SaidStep = {
  readonly event: Said;
  readonly before: string;
  /** The same as `before` where the file ends before it says so. */
  readonly after: string;
  readonly emitted: readonly Said[];
};

/** What stands where a text has been taken out. */
export const TAKEN_OUT = '[taken out]';

/** The state of a session that has not been told anything. */
const UNSTARTED = 'unstarted';

/** The steps of a history, or of the beginning of one. */
export function stepsOf(records: Iterable<ReadRecord>): readonly SaidStep[] {
  const steps: { event: Said; before: string; after: string; emitted: Said[] }[] = [];
  for (const record of records) {
    const last = steps.at(-1);
    if (record.kind === 'event') {
      const before = last?.after ?? UNSTARTED;
      steps.push({ event: saidIn(record), before, after: before, emitted: [] });
    } else if (record.kind === 'state') {
      if (last !== undefined) last.after = record.type;
    } else {
      last?.emitted.push(saidIn(record));
    }
  }
  return steps;
}

export function saidIn({ n, kind, type, at, fields, takenOut }: ReadRecord): Said {
  return { n, kind, type, at, fields: takenOut.reduce((marked, path) => withMark(marked, path.split('.')), fields) };
}

/** What a record of that type holds: it is in its place in the chain, so a program of the same kind wrote it. */
export function fieldsOf<T>({ fields }: Pick<Said, 'fields'>): T {
  return fields as unknown as T;
}

/** The fields with a mark for the text at a path. A name that holds a dot itself is not found, and its text stays empty. */
function withMark(fields: JsonObject, path: readonly string[]): JsonObject {
  return marked(fields, path) as JsonObject;
}

function marked(value: Json | undefined, [name, ...rest]: readonly string[]): Json {
  if (name === undefined) return TAKEN_OUT;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return value ?? null;
  if (Array.isArray(value)) return value.with(Number(name), marked(value[Number(name)], rest));
  return { ...value, [name]: marked((value as JsonObject)[name], rest) };
}
