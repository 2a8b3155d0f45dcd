/**
 * The items of a session, in order. It grows at its end, by values: an older list stays as it was. A long session would
 * copy all it has at each item if this were an array; so lists share one, and each knows how much of it is its own.
 */
import type { Item } from './items.ts';

export class ItemList implements Iterable<Item> {
  readonly #shared: Item[];
  readonly length: number;

  private constructor(shared: Item[], length: number) {
    this.#shared = shared;
    this.length = length;
  }

  static of(items: Iterable<Item> = []): ItemList {
    const shared = [...items];
    return new ItemList(shared, shared.length);
  }

  /** Costs as much as there are new ones, unless something has been put to the end of this very list before. */
  with(...items: readonly Item[]): ItemList {
    const shared = this.#shared.length === this.length ? this.#shared : this.#shared.slice(0, this.length);
    for (const item of items) shared.push(item);
    return new ItemList(shared, shared.length);
  }

  /** From 0; a negative place counts from the end. */
  at(place: number): Item | undefined {
    const index = place < 0 ? place + this.length : place;
    return index < this.length ? this.#shared[index] : undefined;
  }

  /** The last so many, without the others: they can be forgotten. */
  last(count: number): ItemList {
    return ItemList.of(this.#shared.slice(Math.max(0, this.length - count), this.length));
  }

  *[Symbol.iterator](): Iterator<Item> {
    for (let index = 0; index < this.length; index++) {
      const item = this.#shared[index];
      if (item) yield item;
    }
  }
}

export const NO_ITEMS = ItemList.of();
