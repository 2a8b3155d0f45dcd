/**
 * The first transition that is another one in the second of two histories. Calls that run side by side may end in any
 * order: that, and the states on the way, are no difference where each call took the same course.
 */
import type { Json, JsonObject } from '@tagma/protocol';
import { type Comparing, isBeside, type Names, plainOf } from './plain.ts';
import { fieldsOf, type Said, type SaidStep } from './steps.ts';

/** One step of a session, at which it parts from another. */
export type Transition = {
  /** The event, its record, and the states before and after it. */
  readonly event: string;
  readonly record: number;
  readonly before: string;
  readonly after: string;
  /** The record of that step that is another one: the event itself, the state, an effect or a note. */
  readonly what: string;
  readonly at: number;
  /** What stands there: the first field that differs, or all of the record. */
  readonly value: Json;
};

/** Where two sessions part. */
export type FirstDifference = {
  /** The field that differs, `outcome.content`; null where the records have nothing to do with each other. */
  readonly field: string | null;
  /** Null where that history has ended, or has nothing there. */
  readonly a: Transition | null;
  readonly b: Transition | null;
};

/** A record as far as it counts. */
export type Item = {
  /** To which call of its round it belongs, from 0; null for none. */
  readonly call: number | null;
  readonly isState: boolean;
  readonly said: Said;
  readonly plain: JsonObject;
  readonly text: string;
  readonly step: SaidStep;
};

export function itemsOf(steps: readonly SaidStep[], names: Names, comparing: Comparing): readonly Item[] {
  const items: Item[] = [];
  const byId = new Map<number, number>();
  let firstCall: number | null = null;
  const callOf = ({ call }: { readonly call?: number }) => {
    if (call === undefined) return null;
    firstCall = Math.min(firstCall ?? call, call);
    return call - firstCall;
  };
  for (const step of steps) {
    if (isBeside(step.event)) continue;
    for (const said of [step.event, ...step.emitted]) {
      if (isBeside(said)) continue;
      const { id, request } = fieldsOf<{ id?: number; request?: number }>(said);
      const call = callOf(fieldsOf(said)) ?? (request === undefined ? null : (byId.get(request) ?? null));
      if (id !== undefined && call !== null) byId.set(id, call);
      const plain = plainOf(said, names, comparing);
      items.push({ call, isState: false, said, plain, text: `${said.type} ${JSON.stringify(plain)}`, step });
      if (said === step.event) items.push(stateItem(step));
    }
  }
  return items;
}

function stateItem(step: SaidStep): Item {
  const { n, at } = step.event;
  const said: Said = { n: n + 1, kind: 'state', type: step.after, at, fields: {} };
  return { call: null, isState: true, said, plain: {}, text: `state ${step.after}`, step };
}

/** Null where none differs. */
export function firstDifference(a: readonly Item[], b: readonly Item[]): FirstDifference | null {
  const at = firstOther(a, b);
  if (at === null) return null;
  // After the very same the state must be the same.
  if (a[at]?.isState && b[at]?.isState) return differenceOf(a[at], b[at]);
  const [ours, theirs] = [courseOf(a), courseOf(b)];
  const found = callsIn([...ours, ...theirs]).flatMap((call) => {
    const [own, other] = [ofCall(ours, call), ofCall(theirs, call)];
    const place = firstOther(own, other);
    return place === null ? [] : [[own[place], other[place]] as const];
  });
  const [first] = found.sort((one, other) => placeOf(one) - placeOf(other));
  return first === undefined ? null : differenceOf(...first);
}

function courseOf(items: readonly Item[]): readonly Item[] {
  return items.filter(({ isState }) => !isState);
}

function ofCall(items: readonly Item[], call: number | null): readonly Item[] {
  return items.filter((item) => item.call === call);
}

function callsIn(items: readonly Item[]): readonly (number | null)[] {
  return [...new Set(items.map(({ call }) => call))];
}

function placeOf([a, b]: readonly [Item | undefined, Item | undefined]): number {
  return Math.min(a?.said.n ?? Number.POSITIVE_INFINITY, b?.said.n ?? Number.POSITIVE_INFINITY);
}

function firstOther(a: readonly Item[], b: readonly Item[]): number | null {
  for (let at = 0; at < Math.max(a.length, b.length); at++) if (a[at]?.text !== b[at]?.text) return at;
  return null;
}

function differenceOf(a: Item | undefined, b: Item | undefined): FirstDifference {
  const isSameRecord = a !== undefined && b !== undefined && a.said.type === b.said.type && !a.isState;
  const path = isSameRecord ? pathOfDifference(a.plain, b.plain) : null;
  return {
    field: path === null ? null : path.join('.'),
    a: a === undefined ? null : transitionOf(a, path),
    b: b === undefined ? null : transitionOf(b, path),
  };
}

function transitionOf({ said, step, plain }: Item, path: readonly string[] | null): Transition {
  const { event, before, after } = step;
  const value = (path ?? []).reduce<Json>((at, name) => (at as JsonObject | null)?.[name] ?? null, plain);
  return { event: event.type, record: event.n, before, after, what: said.type, at: said.n, value };
}

/** Where two values first differ, from the outside in. */
function pathOfDifference(a: Json, b: Json): readonly string[] {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return [];
  const [ours, theirs] = [a as JsonObject, b as JsonObject];
  const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
  const name = names.find((one) => JSON.stringify(ours[one]) !== JSON.stringify(theirs[one]));
  if (name === undefined) return [];
  const [inner, outer] = [ours[name], theirs[name]];
  return inner === undefined || outer === undefined ? [name] : [name, ...pathOfDifference(inner, outer)];
}
