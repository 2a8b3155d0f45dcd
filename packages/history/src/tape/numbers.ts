/** Many numbers that come one after the other, in 8 bytes each: a history of a million records has a few of such lists. */

/** What was there when it was asked for; what comes later is not seen. */
export type NumberList = {
  readonly length: number;
  /** The number at this place, counted from 0. */
  at(index: number): number;
};

const COUNT_FIRST = 1_024;

export class Numbers implements NumberList {
  #values = new Float64Array(COUNT_FIRST);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Float64Array(this.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  /** @throws where there is none: that is a mistake of whoever asks. */
  at(index: number): number {
    const value = index < this.length ? this.#values[index] : undefined;
    if (value === undefined) throw new RangeError(`there is no number ${index} of ${this.length}`);
    return value;
  }

  /** Takes back all from there on. */
  cut(length: number): void {
    this.length = Math.min(this.length, length);
    // What has been given away as a list stays as it is.
    this.#values = this.#values.slice();
  }

  list(): NumberList {
    const [values, length] = [this.#values, this.length];
    return { length, at: (index) => (index < length ? (values[index] ?? 0) : 0) };
  }
}

/** How many numbers of an ascending list are not above the value. */
export function countUpTo(list: NumberList, value: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list.at(middle) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
