/** The event that is held: what it is, and what would follow if the machine were told. Worked out once, when it is held. */
import { type AgentEvent, stateOf, step } from '@tagma/core';
import { type Line, line } from '../text/line.ts';
import type { Breakpoint, SteppingState } from './stepping.ts';
import { type Stage, verdictLines, verdictsOf } from './verdicts.ts';
import { emittedWords, eventWords, fieldWords } from './words.ts';

/** An event that is written in no more than this is edited in the draft. */
const INLINE_LENGTH_MAX = 600;
const INLINE_LINES_MAX = 12;

export type Held = {
  /** As it came: by it one is told from the next. */
  readonly event: AgentEvent;
  /** As the machine would be told: changed, or as it came. */
  readonly now: AgentEvent;
  readonly changed: boolean;
  readonly at: Breakpoint | null;
  /** When it was held, in ms on the screen's clock. */
  readonly since: number;
  readonly words: string;
  readonly fields: readonly string[];
  readonly from: string;
  readonly follows: Follows | null;
};

/** Null verdicts: the event is too large to be looked into beforehand. */
type Follows = { readonly to: string; readonly emitted: readonly string[]; readonly verdicts: readonly Stage[] };

/** `before` is what was held until now: an event that is changed is held since it came. */
export function heldFrom({ held }: SteppingState, before: Held | null, at: number): Held | null {
  if (held === null) return null;
  const { event, draft, snapshot } = held;
  const now: AgentEvent = draft === null ? event : { ...draft, at: event.at };
  const verdicts = verdictsOf(snapshot, now);
  return {
    event,
    now,
    changed: draft !== null,
    at: held.at,
    since: before?.event === event ? before.since : at,
    words: eventWords(now),
    fields: fieldWords(now),
    from: stateOf(snapshot),
    follows: verdicts && { ...followed(step(snapshot, now)), verdicts },
  };
}

/** The event as the person edits it: without what the gate adds. */
export function editedText({ now: { at: _at, changed: _changed, ...fact } }: Held): string {
  return `${JSON.stringify(fact, null, 2)}\n`;
}

/** Whether it is small enough to be edited in the draft. */
export function isSmall(text: string): boolean {
  return text.length <= INLINE_LENGTH_MAX && text.split('\n').length <= INLINE_LINES_MAX;
}

/** What is held, in one line. */
export function headLine({ words, changed, at }: Held): Line {
  const why = at === null ? '' : ` · breakpoint ${at.number}: ${at.kind} ${at.name}`;
  return line(['held', 'warning'], [` ${words}`, 'text'], [`${changed ? ' · changed by you' : ''}${why}`, 'muted']);
}

/** Who would be told, and what would follow. */
export function followLine({ from, follows }: Held): Line {
  if (follows === null) return line([`  tells the machine, in ${from}; too large to look ahead`, 'muted']);
  const leads = follows.to === from ? `stays in ${from}` : `${from} → ${follows.to}`;
  const emitted = follows.emitted.length === 0 ? 'nothing is asked for' : follows.emitted.join(', ');
  return line(['  tells the machine: ', 'muted'], [leads, 'text'], [` · ${emitted}`, 'muted']);
}

/** All of it, for the pane: the fields, what would follow, and what each guard would say. */
export function heldLines(held: Held): readonly Line[] {
  return [
    headLine(held),
    ...held.fields.map((field) => line([`  ${field}`, 'text'])),
    followLine(held),
    ...(held.follows ? verdictLines(held.follows.verdicts) : []).map((each) => line(['  ', 'text']).concat(each)),
  ];
}

function followed({ snapshot, emitted }: ReturnType<typeof step>): Pick<Follows, 'to' | 'emitted'> {
  return { to: stateOf(snapshot), emitted: emitted.map(emittedWords) };
}
