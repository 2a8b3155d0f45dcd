/**
 * What a person is asked before a call runs: what will happen in words, and then the call itself, whole and with
 * everything invisible in it made visible. Nothing is shortened here, for a yes is a yes to all of it.
 */
import type { PersonAsk, Rule } from '@tagma/core';
import type { Facts, PathFact } from '@tagma/protocol';
import { textOf } from './describe.ts';
import { type Line, line } from './line.ts';
import { revealed } from './visible.ts';
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
  const will = consequences(ask.facts);
  return [
    line([`May ${revealed(ask.tool)} run?`, 'warning'], [` · call ${ask.call}`, 'muted']),
    ...will.map((each) => line([`  It will ${each}.`, 'text'])),
    ...Object.entries(ask.params).flatMap(([name, value]) => whole(name, textOf(value))),
    line([`  Asked because of: ${revealed(ask.why)}`, 'muted']),
  ];
}

/** The keys that answer, in one line: `always` is offered only where there is a rule for it. `cut`: not all is in view. */
export function answerLine(ask: PersonAsk, hasKeys: boolean, cut: boolean): Line {
  if (!hasKeys)
    return line(['Your draft has the keys. ', 'warning'], ['Tab', 'key'], [' to answer the question', 'text']);
  const rest = cut ? ([['  PgUp shows the rest', 'warning']] as const) : [];
  const always =
    ask.always === null
      ? []
      : ([
          [' a ', 'key'],
          [` always ${ruleText(ask.always)}  `, 'text'],
        ] as const);
  return line(
    [' y ', 'key'],
    [' once  ', 'text'],
    ...always,
    [' n ', 'key'],
    [' no  ', 'text'],
    ['Esc no', 'muted'],
    ...rest,
  );
}

/** A rule without a pattern is about every call of the tool. */
export function ruleText(rule: Rule): string {
  return revealed(rule.pattern === '' ? rule.tool : `${rule.tool}(${rule.pattern})`);
}

/** What the facts say, each as the end of "It will …". */
export function consequences(facts: Facts): readonly string[] {
  const said = [
    ...facts.runs.map((program) => `run ${revealed(program)}`),
    ...facts.deletes.map((path) => `delete ${place(path)}`),
    ...facts.writes.map((path) => `write ${place(path)}`),
    ...facts.reads.map((path) => `read ${place(path)}`),
    ...facts.network.map((host) => (host === '*' ? 'talk to the network' : `talk to ${revealed(host)}`)),
  ];
  if (facts.unknown !== null) said.push(`do what cannot be told beforehand (${revealed(facts.unknown)})`);
  return said.length === 0 ? ['change nothing that is known of'] : said;
}

function place({ path, where }: PathFact): string {
  const note = { inside: '', outside: ', outside of the folder', protected: ', a protected place' }[where];
  return revealed(path) + note;
}

function whole(name: string, value: string): Line[] {
  const [first = '', ...rest] = value.split('\n').map(revealed);
  const label = `  ${revealed(name)}: `;
  if (rest.length === 0) return [line([label, 'muted'], [first, 'text'])];
  return [line([label, 'muted']), ...[first, ...rest].map((each) => line([`    ${each}`, 'text']))];
}
