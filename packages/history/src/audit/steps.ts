/**
 * The records of a history as steps: an event, the state that it led to, and what was emitted. Whatever stands elsewhere than
 * a step has it, or does not hold what its type says, is named; such a step is not `sound`, and nobody need look at it.
 */
import { type AgentEvent, BEHAVIOUR, type Emitted } from '@tagma/core';
import type { ReadRecord } from '../read/reader.ts';
import { eventOf } from '../replay/records.ts';
import type { Find } from './findings.ts';
import { Modernizer } from './older-records.ts';
import type { ProblemIn } from './shapes.ts';

/** As it stands in a record: the parameters of a call are in the note `reply.read` alone. */
export type Said = Stored<Emitted> & {
  /** The number of its record. */
  readonly record: number;
};

type Stored<T> = T extends unknown ? Omit<T, 'params' | 'asWritten'> : never;

export type LogStep = {
  /** The number of the event's record. */
  readonly record: number;
  readonly event: AgentEvent;
  /** The state that it led to; null where the file ends before it. */
  readonly state: string | null;
  /** In order. */
  readonly emitted: readonly Said[];
  /** The machine took no notice of the event. */
  readonly isIgnored: boolean;
  /** The behaviour number of the program that wrote it. */
  readonly behaviour: number;
  /** That is a newer one: what must be so in its sessions is not known here. */
  readonly isNewer: boolean;
  /** A text of one of its records has been taken out, and reads as if it were empty. */
  readonly isPartial: boolean;
};

type Begun = {
  readonly first: ReadRecord;
  state: ReadRecord | null;
  readonly said: ReadRecord[];
  isSound: boolean;
  isPartial: boolean;
  readonly behaviour: number;
};

export class StepGatherer {
  /** Steps that could not be looked at, or not be judged. */
  unsound = 0;
  /** A newer program wrote some of them. */
  isNewer = false;
  readonly #find: Find;
  readonly #problemIn: ProblemIn;
  readonly #modernizer = new Modernizer();
  #begun: Begun | null = null;
  /** Nobody knows what stood before. */
  #isLost = false;
  #lastAt = Number.NEGATIVE_INFINITY;

  constructor(find: Find, problemIn: ProblemIn) {
    this.#find = find;
    this.#problemIn = problemIn;
  }

  /** Gives the step before, once the next one begins. */
  take(read: ReadRecord): LogStep | null {
    const record = this.#modernizer.take(read);
    if (this.#isLost && record.kind !== 'event') return null;
    const problem = this.#placeProblem(record) ?? this.#fieldsProblem(record);
    this.#lookAtBehaviour(record);
    this.#isLost = false;
    if (record.kind === 'event') {
      const done = this.end();
      this.#lookAtTime(record);
      this.#begun = {
        first: record,
        state: null,
        said: [],
        isSound: problem === null,
        isPartial: record.takenOut.length > 0,
        behaviour: this.#modernizer.behaviour,
      };
      return done;
    }
    if (this.#begun === null) return null;
    if (problem !== null) this.#begun.isSound = false;
    if (record.takenOut.length > 0) this.#begun.isPartial = true;
    if (record.kind === 'state') this.#begun.state ??= record;
    else this.#begun.said.push(record);
    return null;
  }

  /** Records are missing here. Gives what there is of the step before; what follows is taken up at the next event. */
  skip(): LogStep | null {
    const begun = this.end();
    this.#isLost = true;
    return begun;
  }

  /** The last step. */
  end(): LogStep | null {
    const begun = this.#begun;
    this.#begun = null;
    if (begun === null) return null;
    if (!begun.isSound) {
      this.unsound += 1;
      return null;
    }
    const step = stepOf(begun);
    if (step.isNewer) this.unsound += 1;
    return step;
  }

  #placeProblem(record: ReadRecord): string | null {
    const { n, kind, type, at } = record;
    const words = this.#isLost ? null : placeWords(record, this.#begun);
    if (words !== null) {
      this.#find('out-of-place', n, words);
      return words;
    }
    const before = this.#begun?.first;
    if (kind === 'event' || before === undefined || before.at === at) return null;
    const other = `The ${kind} ${type} has another time than the event ${before.type} that led to it.`;
    this.#find('out-of-place', n, other);
    return other;
  }

  #fieldsProblem(record: ReadRecord): string | null {
    if (record.takenOut.length > 0) {
      const texts = record.takenOut.join(', ');
      this.#find('text-taken-out', record.n, `Taken out of the ${record.kind} ${record.type}: ${texts}.`);
    }
    const problem = this.#problemIn(record, this.#modernizer.behaviour);
    if (problem === null) return null;
    this.#find(problem.code, record.n, problem.message);
    return problem.message;
  }

  #lookAtBehaviour({ n }: ReadRecord): void {
    const { problem, behaviour } = this.#modernizer;
    if (problem !== null) this.#find('wrong-behaviour', n, problem);
    if (behaviour <= BEHAVIOUR || this.isNewer) return;
    this.isNewer = true;
    const words = `A newer Tagma wrote what comes from here on (behaviour ${behaviour}; this one knows ${BEHAVIOUR}): audit it with that one.`;
    this.#find('newer-program', n, words);
  }

  #lookAtTime({ n, type, at }: ReadRecord): void {
    if (at < this.#lastAt) {
      this.#find('time-backwards', n, `The clock ran backwards by ${this.#lastAt - at} ms before ${type}.`);
    }
    this.#lastAt = at;
  }
}

/** Why a record cannot stand here, or null. */
function placeWords({ kind, type }: ReadRecord, begun: Begun | null): string | null {
  if (begun === null) {
    return kind === 'event' && type === 'session.started'
      ? null
      : `The file begins with the ${kind} ${type}, not with the event session.started.`;
  }
  if (kind === 'event') {
    if (type === 'session.started') return 'The session is started a second time.';
    return begun.state === null ? `No state stands between ${begun.first.type} and ${type}.` : null;
  }
  if (kind === 'state') {
    return begun.state === null ? null : `A second state, ${type}, follows the event ${begun.first.type}.`;
  }
  return begun.state === null ? `The ${kind} ${type} stands before the state that ${begun.first.type} led to.` : null;
}

function stepOf({ first, state, said, behaviour, isPartial }: Begun): LogStep {
  const emitted = said.map(({ n, type, fields }) => ({ ...fields, type, record: n }) as unknown as Said);
  const isIgnored = emitted.some(({ type }) => type === 'event.ignored');
  const [event, isNewer] = [eventOf(first), behaviour > BEHAVIOUR];
  return { record: first.n, event, state: state?.type ?? null, emitted, isIgnored, behaviour, isNewer, isPartial };
}
