/** Which move comes next on a random walk; and which simpler one may stand in its place when the walk is cut down. */
import type { Roll } from '../../../../test/chance.ts';
import { stateOf } from '../../src/index.ts';
import { HOOKED, PERSON, PERSON_WITH_HOOKS, SETTINGS, WAYS } from './answers.ts';
import type { Asked, Move, World } from './world.ts';

const LONG_WAIT_ONE_IN = 25;
const LONG_WAIT_MS_MAX = 40_000;
const WAIT_MS_MAX = 2_000;
/** Of ten moves, so many are late answers. */
const LATE = 1;
const SETTINGS_ROWS = Object.keys(SETTINGS).map((name) => ({ name }));
export const HOOKED_ROWS: readonly Named[] = Object.keys(HOOKED).map((name) => ({ name }));

type Named = { readonly name: string; readonly often?: number };

/** What a walk is inclined to: of every table only some ways, and so many answers in ten moves. */
export type Taste = { readonly answers: number; readonly ways: (table: readonly Named[]) => readonly Named[] };

/**
 * Every other walk does a bit of everything. The others leave much out, up to one way alone for everything: they come to
 * places that the first seldom see.
 */
export function tasteOf(roll: Roll): Taste {
  const answers = 4 + roll(5);
  const kind = roll(4);
  const chosen = new Map<readonly Named[], readonly Named[]>();
  const choose = (table: readonly Named[]) => {
    const fourths = kind === 0 ? roll(2) : kind === 1 ? 1 + roll(3) : 4;
    const some = table.filter(() => roll(4) < fourths);
    return some.length > 0 ? some : [table[roll(table.length)] as Named];
  };
  const ways = (table: readonly Named[]) => {
    const known = chosen.get(table) ?? choose(table);
    chosen.set(table, known);
    return known;
  };
  return { answers, ways };
}

/** @param settings one of these rows begins the session */
export function randomMove(world: World, roll: Roll, taste: Taste, settings: readonly Named[] = SETTINGS_ROWS): Move {
  const ms = 1 + roll(roll(LONG_WAIT_ONE_IN) === 0 ? LONG_WAIT_MS_MAX : WAIT_MS_MAX);
  const chance = roll(10);
  if (stateOf(world.snapshot) === 'unstarted' && chance > 0) {
    return { type: 'start', ms, way: nameAt(settings, roll(1_000)) };
  }
  if (chance < LATE && world.past.length > 0) return answerMove('late', world.past, ms, roll, taste);
  if (chance < LATE + taste.answers && world.open.length > 0) {
    return answerMove('answer', world.open, ms, roll, taste);
  }
  return { type: 'person', ms, way: wayOf(taste.ways(settings === SETTINGS_ROWS ? PERSON : PERSON_WITH_HOOKS), roll) };
}

function answerMove(type: 'answer' | 'late', effects: readonly Asked[], ms: number, roll: Roll, taste: Taste): Move {
  const asked = effects[roll(effects.length)] as Asked;
  const nth = effects.filter((each) => each.type === asked.type).indexOf(asked);
  return { type, effect: asked.type, nth, ms, way: wayOf(taste.ways(WAYS[asked.type]), roll) };
}

function wayOf(ways: readonly Named[], roll: Roll): string {
  const total = ways.reduce((sum, { often = 1 }) => sum + often, 0);
  let left = (roll(10_000) / 10_000) * total;
  const chosen = ways.find(({ often = 1 }) => {
    left -= often;
    return left < 0;
  });
  return chosen?.name ?? nameAt(ways, 0);
}

export function nameAt(ways: readonly Named[], index: number): string {
  return ways[index % ways.length]?.name ?? '';
}

/** No time passes, and it is answered in a way that stands further up. */
export function simplerMoves(move: Move): readonly Move[] {
  const ways: readonly Named[] =
    move.type === 'person' ? [] : move.type === 'start' ? [...SETTINGS_ROWS, ...HOOKED_ROWS] : WAYS[move.effect];
  const before = ways.slice(
    0,
    ways.findIndex(({ name }) => name === move.way),
  );
  const others = before.map(({ name }) => ({ ...move, way: name, ms: 1 }));
  return move.ms === 1 ? others : [...others, { ...move, ms: 1 }];
}
