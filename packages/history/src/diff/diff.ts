/**
 * What differs between two histories: on what each ran, the first transition that is another one, and the rounds of both
 * beside each other. Pure data; how it looks is for who shows it.
 */
import type { Failed } from '../error.ts';
import type { Fault } from '../read/order.ts';
import { type RecordsRead, startReading } from '../read/reader.ts';
import type { Torn } from '../read/tail.ts';
import { sha256 } from '../sha256.ts';
import { align, type Pair } from './align.ts';
import { type EnvironmentDifference, environmentDifferences } from './environment.ts';
import { type Figures, figuresOf } from './figures.ts';
import { type FirstDifference, firstDifference, type Item, itemsOf } from './first.ts';
import type { Comparing, Names } from './plain.ts';
import { type Round, roundsOf } from './rounds.ts';
import { fieldsOf, type SaidStep, stepsOf } from './steps.ts';

/** In what two sessions differ. */
export type HistoryDiff = {
  readonly ok: true;
  readonly a: Side;
  readonly b: Side;
  /** Whether both took the same course, and neither file is damaged. The environment may differ. */
  readonly same: boolean;
  readonly environment: readonly EnvironmentDifference[];
  /** Null where the course is the same, as far as both files hold. */
  readonly first: FirstDifference | null;
  readonly rounds: readonly RoundPair[];
};

/** One of two histories that are compared. */
export type Side = {
  readonly file: string;
  readonly session: string;
  /** What stands in its texts for the session itself. */
  readonly names: Names;
  readonly records: number;
  readonly figures: Figures;
  readonly torn: Torn | null;
  /** From there on the file was not compared. */
  readonly fault: Fault | null;
};

/** Two rounds that correspond; null where the other has none for it. */
export type RoundPair = {
  readonly a: Round | null;
  readonly b: Round | null;
  readonly same: boolean;
  /** Where they first differ; null where they do not, or one is missing. */
  readonly first: FirstDifference | null;
};

/** Compares two histories, as far as both are whole. */
export async function diffHistories(a: string, b: string, comparing: Comparing = {}): Promise<HistoryDiff | Failed> {
  const [ours, theirs] = [await courseOf(a, comparing), await courseOf(b, comparing)];
  if (!ours.ok) return ours;
  if (!theirs.ok) return theirs;
  const first = firstInOrder(ours, theirs);
  return {
    ok: true,
    a: ours.side,
    b: theirs.side,
    same: first === null && ours.side.fault === null && theirs.side.fault === null,
    environment: environmentDifferences(ours.steps, theirs.steps),
    first,
    rounds: align(ours.rounds, theirs.rounds, likeness).map(pairOf),
  };
}

function pairOf([a, b]: Pair<Compared>): RoundPair {
  if (a === null || b === null) return { a: a?.round ?? null, b: b?.round ?? null, same: false, first: null };
  const first = differenceIn(a, b);
  return { a: a.round, b: b.round, same: first === null, first };
}

type Course = {
  readonly ok: true;
  readonly side: Side;
  readonly steps: readonly SaidStep[];
  readonly rounds: readonly Compared[];
};
/** A round, and its records as far as they count: made again where they are looked at, for they are as large as the file. */
type Compared = {
  readonly round: Round;
  readonly items: () => readonly Item[];
  /** The same where they, or the actions alone, are the same. */
  readonly digest: string;
  readonly actions: string;
};

/** Read record by record: what is kept of one holds none of its bytes. */
async function courseOf(file: string, comparing: Comparing): Promise<Course | Failed> {
  const reading = await startReading(file);
  const read: { end: RecordsRead | Failed | null } = { end: null };
  const steps = stepsOf(
    (function* () {
      read.end = yield* reading;
    })(),
  );
  const { end } = read;
  if (end === null) throw new Error('a history is read to its end');
  if (!end.ok) return end;
  const { head, records, torn, fault } = end;
  const rounds = roundsOf(steps);
  const names = namesIn(steps);
  const figures = figuresOf(steps, rounds);
  return {
    ok: true,
    side: { file, session: head.session, names, records, figures, torn, fault },
    steps,
    rounds: rounds.map((round) => {
      const items = () => itemsOf(round.steps, names, comparing);
      const actions = sha256(JSON.stringify(round.calls.map(({ tool, params }) => [tool, params])));
      return {
        ...{ round, items, actions },
        digest: sha256(
          items()
            .map(({ text }) => text)
            .join('\n'),
        ),
      };
    }),
  };
}

function namesIn(steps: readonly SaidStep[]): Names {
  const { session = '', folder = '' } = steps[0] === undefined ? {} : fieldsOf<Partial<Names>>(steps[0].event);
  return { session, folder };
}

/** Round by round as they came, however they are shown. */
function firstInOrder(a: Course, b: Course): FirstDifference | null {
  for (let at = 0; at < Math.max(a.rounds.length, b.rounds.length); at++) {
    const found = differenceIn(a.rounds[at], b.rounds[at]);
    if (found !== null) return found;
  }
  return null;
}

function differenceIn(a: Compared | undefined, b: Compared | undefined): FirstDifference | null {
  return a?.digest === b?.digest ? null : firstDifference(a?.items() ?? [], b?.items() ?? []);
}

/** The same round; the same actions; actions of the same tools; the same said; an answer each. */
function likeness(a: Compared, b: Compared): number {
  if (a.digest === b.digest) return 8;
  const [one, other] = [a.round, b.round];
  if (one.said.join('\n') !== other.said.join('\n')) return 0;
  if (one.calls.length > 0 && a.actions === b.actions) return 4;
  if (one.calls.length > 0 && toolsOf(one) === toolsOf(other)) return 3;
  if (one.said.length > 0) return 2;
  return one.result !== null && one.result === other.result ? 1 : 0;
}

function toolsOf({ calls }: Round): string {
  return calls.map(({ tool }) => tool).join(' ');
}
