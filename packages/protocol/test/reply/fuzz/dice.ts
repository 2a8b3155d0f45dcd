/** Choices by chance: the same seed, the same choices. */
import { type Chance, chance } from '../../../../../test/chance.ts';

export type Dice = {
  /** From 0 up to, and without, that number. */
  readonly below: (limit: number) => number;
  /** Whether the one case in so many has come. */
  readonly oneIn: (cases: number) => boolean;
  readonly pick: <T>(items: readonly [T, ...T[]]) => T;
  /** Of a text: empty where it is. */
  readonly pickText: (texts: readonly string[]) => string;
};

export function dice(seed: number): Dice {
  const random: Chance = chance(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  return {
    below,
    oneIn: (cases) => below(cases) === 0,
    pick: (items) => items[below(items.length)] ?? items[0],
    pickText: (texts) => texts[below(texts.length)] ?? '',
  };
}
