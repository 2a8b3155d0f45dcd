/**
 * What a record that is found means, in its place: whether it is the one that comes next, or another stands there, and what
 * that says of the file. Where the reading goes on after a fault, changed records are told from missing, doubled and moved ones
 * as far as their numbers and hashes allow.
 */

/** A place where the file is not as it was written. */
export type Fault = {
  /** The number of the record that should stand there, or that it is about. */
  readonly record: number;
  readonly what: /** It is not as it was written, or what stands there is no record. */
    | 'changed'
    /** It stands nowhere, nor do those after it up to the next that does. */
    | 'missing'
    /** One that stood there before stands there again. */
    | 'doubled'
    /** It stands behind others that should follow it. */
    | 'moved'
    /** Something stands before it that was never written there. */
    | 'added'
    /** Another stands in its place. Which of these it was, only those after it tell: the reading stopped here. */
    | 'misplaced'
    /** It is in its place in the chain, and yet no record of this format. */
    | 'unreadable';
  /** Where that begins, in bytes from the beginning of the file. */
  readonly at: number;
  /** In words for a person, about the record as "it". */
  readonly message: string;
};

/** A record that was found. */
export type Found = {
  readonly n: number;
  /** As it stands in the record. */
  readonly hash: string;
  /** As it is after a record with that hash; with this number, if another than the one that stands there. */
  readonly hashAfter: (previous: string, n?: number) => string;
  /** Why it is not as it was written, whatever stands before it; null where it may be. */
  readonly fault: string | null;
  /** Where it begins, in bytes. */
  readonly at: number;
};

const NOT_IN_CHAIN = 'it, or what stands before it, does not have the hash that was written with it';

export class Order {
  /** The number that should come next. */
  next: number;
  /** Hashes that the record before may have; none where that could not be read: then the next one is taken as it is. */
  #previous: readonly string[];
  /** What was expected where the last record was at fault: where the right one follows, that was added. */
  #spare: { readonly n: number; readonly previous: readonly string[] } | null = null;
  #gaps: { readonly first: number; readonly last: number; readonly at: number }[] = [];
  #faults: Fault[] = [];
  readonly #goesOn: boolean;

  /** `previous` is what the hash of record `next` starts with, if that is known. */
  constructor(next: number, previous: string | null, goesOn: boolean) {
    this.next = next;
    this.#previous = previous === null ? [] : [previous];
    this.#goesOn = goesOn;
  }

  /** Whether the record stands in its place, as it was written. */
  takes(found: Found): boolean {
    if (found.n === this.next) return this.#takesNext(found);
    if (!this.#goesOn) {
      const message = `record ${found.n} stands where record ${this.next} should: one was removed, added or moved`;
      this.#blame({ record: this.next, what: 'misplaced', at: found.at, message });
      return false;
    }
    if (this.#previous.some((previous) => found.hashAfter(previous, this.next) === found.hash)) {
      this.#changed({ at: found.at, message: `its number has been changed to ${found.n}` }, [found.hash]);
      return false;
    }
    return found.n > this.next ? this.#takesLater(found) : this.#takesEarlier(found);
  }

  /** Something stands where the next record should that is none. */
  lose(at: number, message: string): void {
    this.#changed({ at, message }, []);
  }

  /** In the order of the records. */
  faults(): readonly Fault[] {
    const missing = this.#gaps.map(({ first, last, at }): Fault => {
      const message = first === last ? 'it is missing' : `it is missing, and so are those up to record ${last}`;
      return { record: first, what: 'missing', at, message };
    });
    return inOrder([...this.#faults, ...missing]);
  }

  get count(): number {
    return this.#faults.length + this.#gaps.length;
  }

  #takesNext(found: Found): boolean {
    const { fault, hash, at } = found;
    const after = this.#previous.map((previous) => found.hashAfter(previous));
    if (fault === null && (after.length === 0 || after.includes(hash))) {
      this.#take(found);
      return true;
    }
    // Where its hash alone was changed, the next one still follows on the right one.
    this.#changed({ at, message: fault ?? NOT_IN_CHAIN }, [hash, ...after]);
    return false;
  }

  /** Some are missing before it. */
  #takesLater(found: Found): boolean {
    this.#gaps.push({ first: this.next, last: found.n - 1, at: found.at });
    this.next = found.n;
    this.#previous = [];
    return this.#takesNext(found);
  }

  /** It was there before; or it was missing, and stands here; or the one that stood in its place before is not of this file. */
  #takesEarlier(found: Found): boolean {
    const { n, at } = found;
    const spare = this.#spare;
    if (
      spare?.n === n &&
      found.fault === null &&
      spare.previous.some((previous) => found.hashAfter(previous) === found.hash)
    ) {
      const blamed = this.#faults.pop();
      if (blamed)
        this.#blame({ ...blamed, what: 'added', message: 'something stands before it that was not written there' });
      this.next = n;
      this.#take(found);
      return true;
    }
    const gap = this.#gaps.find(({ first, last }) => first <= n && n <= last);
    if (gap === undefined) {
      this.#blame({ record: n, what: 'doubled', at, message: `it stands there again behind record ${this.next - 1}` });
    } else {
      const rest = [
        { ...gap, last: n - 1 },
        { ...gap, first: n + 1 },
      ];
      this.#gaps = [...this.#gaps.filter((one) => one !== gap), ...rest.filter(({ first, last }) => first <= last)];
      this.#blame({ record: n, what: 'moved', at, message: `it stands behind record ${this.next - 1}` });
    }
    return false;
  }

  #take({ n, hash }: Found): void {
    this.next = n + 1;
    this.#previous = [hash];
    this.#spare = null;
  }

  #changed(fault: Pick<Fault, 'at' | 'message'>, hashes: readonly string[]): void {
    this.#blame({ record: this.next, what: 'changed', ...fault });
    this.#spare = { n: this.next, previous: this.#previous };
    this.next += 1;
    this.#previous = hashes;
  }

  #blame(fault: Fault): void {
    this.#faults.push(fault);
  }
}

export function inOrder(faults: readonly Fault[]): readonly Fault[] {
  return faults.toSorted((a, b) => a.record - b.record);
}
