/**
 * What a person is asked before a call runs: what will happen in words, and then the call itself, whole and with
 * everything invisible in it made visible. Nothing is shortened here, for a yes is a yes to all of it.
 */
import { formatRule, type PersonAsk } from '@tagma/core';
import type { Facts, PathFact } from '@tagma/protocol';
import { textOf } from './describe.ts';
import { type Line, line } from './line.ts';
import { oneLine, revealed } from './visible.ts';
import { wrap } from './wrap.ts';

export function questionRows(ask: PersonAsk, width: number): readonly Line[] {
  const known = kept.get(ask);
  if (known?.width === width) return known.rows;
  const rows = questionLines(ask).flatMap((each) => wrap(each, width));
  kept.set(ask, { width, rows });
  return rows;
}

const kept = new WeakMap<PersonAsk, { readonly width: number; readonly rows: readonly Line[] }>();

function questionLines(ask: PersonAsk): readonly Line[] {
  return [
    line([`May ${named(ask.tool)} run?`, 'warning'], [` · call ${ask.call}`, 'muted']),
    ...consequences(ask.facts).map((each) => line([`  It will ${each}.`, 'text'])),
    ...Object.entries(ask.params).flatMap(([name, value]) => whole(named(name), textOf(value))),
    ...whole('Asked because of', ask.why),
    ...(ask.always === null ? [] : whole('Always would allow', formatRule(ask.always))),
  ];
}

/** The keys that answer, in one line: "always" only where there is a rule for it. `cut`: not all is in view. */
export function answerLine(ask: PersonAsk, hasKeys: boolean, cut: boolean): Line {
  if (!hasKeys) {
    return line(['Your draft has the keys. ', 'warning'], ['Tab', 'key'], [' to answer the question', 'text']);
  }
  return [
    ...line([' y ', 'key'], [' once  ', 'text']),
    ...(ask.always === null ? [] : line([' a ', 'key'], [' always  ', 'text'])),
    ...line([' n ', 'key'], [' no  ', 'text'], ['Esc no', 'muted']),
    ...(cut ? line(['  PgUp shows the rest', 'warning']) : []),
  ];
}

/** What the facts say, each as the end of "It will …". */
export function consequences(facts: Facts): readonly string[] {
  const said = [
    ...facts.runs.map((program) => `run ${named(program)}`),
    ...facts.deletes.map((path) => `delete ${place(path)}`),
    ...facts.writes.map((path) => `write ${place(path)}`),
    ...facts.reads.map((path) => `read ${place(path)}`),
    ...facts.network.map((host) => (host === '*' ? 'talk to the network' : `talk to ${named(host)}`)),
  ];
  if (facts.unknown !== null) said.push(`do what cannot be told beforehand (${named(facts.unknown)})`);
  return said.length === 0 ? ['change nothing that is known of'] : said;
}

function place({ path, where }: PathFact): string {
  const note = { inside: '', outside: ', outside of the folder', protected: ', a protected place' }[where];
  return named(path) + note;
}

function named(text: string): string {
  return oneLine(revealed(text));
}

/** A text of any length, behind its label or, where it has several lines, below. */
function whole(label: string, text: string): Line[] {
  const [first = '', ...rest] = text.split('\n').map(revealed);
  if (rest.length === 0) return [line([`  ${label}: `, 'muted'], [first, 'text'])];
  return [line([`  ${label}:`, 'muted']), ...[first, ...rest].map((each) => line([`    ${each}`, 'text']))];
}
