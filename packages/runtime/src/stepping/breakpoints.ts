/** Where to stop: at an event by its name, or where a state is entered, if only on the way through it. */
import { type AgentEvent, explain, type Snapshot, stateOf } from '@tagma/core';
import { nearestNames } from '@tagma/protocol';
import { EVENTS, STATES } from './names.ts';

/** A place to stop at. Its number is never given to another one. */
export type Breakpoint = { readonly number: number; readonly kind: 'state' | 'event'; readonly name: string };

export type Added =
  | { readonly ok: true; readonly breakpoint: Breakpoint }
  | { readonly ok: false; readonly message: string };

/** The places at which a session is to stop before it is told of an event. */
export type Breakpoints = {
  /**
   * Adds a breakpoint; gives the one that is there already, where it is.
   * @param text `state NAME` or `event NAME`; what is neither a state of the chart nor a known event is refused
   */
  readonly add: (text: string) => Added;
  /** Whether there was one with this number. */
  readonly remove: (number: number) => boolean;
  /** Those of another session in the place of all that there are; each keeps its number. */
  readonly take: (points: readonly Breakpoint[]) => void;
  /** In the order in which they were added. */
  readonly all: () => readonly Breakpoint[];
  /** The first that the event, told to the machine in this snapshot, would stop at. */
  readonly hit: (snapshot: Snapshot, event: AgentEvent) => Breakpoint | undefined;
};

const NAMES: { readonly [kind in Breakpoint['kind']]: readonly string[] } = { state: STATES, event: EVENTS };

/**
 * An empty list of breakpoints.
 * @param changed is called when one has been added or removed
 */
export function createBreakpoints(changed: () => void = () => {}): Breakpoints {
  let points: readonly Breakpoint[] = [];
  let last = 0;
  return {
    add(text) {
      const read = readPlace(text);
      if (!read.ok) return read;
      const known = points.find(({ kind, name }) => kind === read.kind && name === read.name);
      if (known) return { ok: true, breakpoint: known };
      last += 1;
      const breakpoint = { number: last, kind: read.kind, name: read.name };
      points = [...points, breakpoint];
      changed();
      return { ok: true, breakpoint };
    },
    remove(number) {
      const left = points.filter((point) => point.number !== number);
      const wasThere = left.length < points.length;
      points = left;
      if (wasThere) changed();
      return wasThere;
    },
    take(given) {
      points = given;
      last = Math.max(last, ...given.map(({ number }) => number));
      changed();
    },
    all: () => points,
    hit(snapshot, event) {
      const byEvent = points.find(({ kind, name }) => kind === 'event' && name === event.type);
      if (byEvent || !points.some(({ kind }) => kind === 'state')) return byEvent;
      const entered = explain(snapshot, event).microsteps.flatMap(({ taken, snapshot: after }) =>
        taken?.target ? [stateOf(after)] : [],
      );
      return points.find(({ kind, name }) => kind === 'state' && entered.some((state) => state === name));
    },
  };
}

/** A breakpoint in words, for a person. */
export function placeOf({ number, kind, name }: Breakpoint): string {
  return `breakpoint ${number}: ${kind} ${name}`;
}

type Place = { readonly ok: true; readonly kind: Breakpoint['kind']; readonly name: string };

/** A name alone is taken where it is only one of the two: no event is called as a state is. */
function readPlace(text: string): Place | { readonly ok: false; readonly message: string } {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const [first = '', second] = words;
  if (words.length === 2 && (first === 'state' || first === 'event') && second) {
    return NAMES[first].includes(second) ? { ok: true, kind: first, name: second } : unknown(first, second);
  }
  if (words.length === 1) {
    const kind = (['state', 'event'] as const).find((one) => NAMES[one].includes(first));
    if (kind) return { ok: true, kind, name: first };
  }
  const [near] = words.length === 1 ? nearestNames(first, [...STATES, ...EVENTS], 1) : [];
  const meant = near === undefined ? '' : ` Did you mean ${near}?`;
  const given = text === '' ? '' : ` ${JSON.stringify(text)} is neither.${meant}`;
  return { ok: false, message: `break takes state NAME or event NAME.${given} For example: break state acting` };
}

function unknown(kind: Breakpoint['kind'], name: string): { readonly ok: false; readonly message: string } {
  const [near] = nearestNames(name, NAMES[kind], 1);
  const meant = near === undefined ? '' : ` Did you mean ${near}?`;
  return {
    ok: false,
    message: `there is no ${kind} ${JSON.stringify(name)}.${meant} There are: ${NAMES[kind].join(', ')}`,
  };
}
