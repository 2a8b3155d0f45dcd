/** Where a replay and its file do not agree, in a form that a person can read. */

/** A place where the file and the machine do not agree. */
export type Difference = {
  /** The number of the record. */
  readonly record: number;
  readonly what: /** The file is not as it was written. */
    | 'chain'
    /** The session was run by a newer program. */
    | 'behaviour'
    /** A text has been taken out: what it led to cannot be made again. */
    | 'taken-out'
    /** The machine, told of this event, failed. */
    | 'machine'
    /** The machine made another record here, or none. */
    | 'event'
    | 'state'
    | 'effect'
    | 'note';
  /** One line each, shortened to the place where they differ. */
  readonly expected: string;
  readonly got: string;
};

/** The first of them, where there should be none. */
export type Divergence = {
  readonly ok: false;
  /** The record of the event that leads there; null where the file itself is not as it was written. */
  readonly event: number | null;
} & Difference;

/** How much is shown before and after the first difference, in characters. */
const SHOWN_BEFORE = 60;
const SHOWN_AFTER = 140;

export function divergence(record: number, what: Divergence['what'], expected: string, got: string): Divergence {
  return { ok: false, event: null, record, what, expected, got };
}

/** Two texts of a record, cut to where they first differ. Their hashes always do: those are left aside. */
export function readableFrom(expected: string, got: string): readonly [expected: string, got: string] {
  const [ours, theirs] = [withoutHash(expected), withoutHash(got)];
  let at = 0;
  while (at < ours.length && ours[at] === theirs[at]) at += 1;
  return [excerpt(ours, at), excerpt(theirs, at)];
}

/** Around the difference, after the tag that says which record it is. */
function excerpt(text: string, at: number): string {
  const opening = text.slice(0, text.indexOf('>') + 1);
  const start = Math.max(0, at - SHOWN_BEFORE);
  const shown = text.slice(start, at + SHOWN_AFTER).replaceAll(/\s+/g, ' ');
  const after = at + SHOWN_AFTER < text.length ? '…' : '';
  return start === 0 ? `${shown}${after}` : `${opening} … ${shown}${after}`;
}

function withoutHash(text: string): string {
  return text.replace(/ hash="[0-9a-f]{64}"/, '');
}
