/**
 * A list that grows at its end, by values: an older list stays as it was. A long one would be copied at each piece if this
 * were an array; so lists share one, and each knows how much of it is its own.
 */
export class GrowingList<T> implements Iterable<T> {
  readonly #shared: T[];
  readonly length: number;

  private constructor(shared: T[], length: number) {
    this.#shared = shared;
    this.length = length;
  }

  static of<T>(all: Iterable<T> = []): GrowingList<T> {
    const shared = [...all];
    return new GrowingList(shared, shared.length);
  }

  /** Costs as much as there are new ones, unless something has been put to the end of this very list before. */
  with(...added: readonly T[]): GrowingList<T> {
    return this.joined(added);
  }

  /** The same for any number of them. */
  joined(added: Iterable<T>): GrowingList<T> {
    const shared = this.#shared.length === this.length ? this.#shared : this.#shared.slice(0, this.length);
    for (const each of added) shared.push(each);
    return new GrowingList(shared, shared.length);
  }

  /** From 0; a negative place counts from the end. */
  at(place: number): T | undefined {
    const index = place < 0 ? place + this.length : place;
    return index < this.length ? this.#shared[index] : undefined;
  }

  /** The last so many, without the others: they can be forgotten. */
  last(count: number): GrowingList<T> {
    return GrowingList.of(this.#shared.slice(Math.max(0, this.length - count), this.length));
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let index = 0; index < this.length; index++) {
      const each = this.#shared[index];
      if (each !== undefined) yield each;
    }
  }
}
