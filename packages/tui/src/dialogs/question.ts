/**
 * What a person is asked: whether a call may run, a question of the model, a plan, a limit. Whole, and with everything
 * invisible in it made visible. Nothing is shortened here, for a yes is a yes to all of it.
 */
import { formatRule, type LimitAsk, type PersonAsk, type QuestionAsk } from '@tagma/core';
import {
  describeSecretUse,
  type Facts,
  type Json,
  oneLine,
  type PathFact,
  revealed,
  secretsAway,
} from '@tagma/protocol';
import { shownDuration } from '../text/amounts.ts';
import { diffLines } from '../text/diff-lines.ts';
import { codeLines } from '../text/highlight.ts';
import { type Line, line, targeted } from '../text/line.ts';
import { markup } from '../text/markup.ts';
import { wrap } from '../text/wrap.ts';
import type { Role } from '../theme/roles.ts';
import type { PlanShown, Question } from '../transcript/answers.ts';
import { textOf } from '../transcript/describe.ts';

/**
 * What the person is asked, wrapped to so many cells.
 * @param at the option that the arrows stand at, from 0
 */
export function questionRows(question: Question, width: number, at: number | null = null): readonly Line[] {
  const known = kept.get(question);
  const library = markup();
  if (known?.width === width && known.at === at && known.library === library) return known.rows;
  const rows = questionLines(question, at).flatMap((each) => wrap(each, width));
  kept.set(question, { width, at, library, rows });
  return rows;
}

type Kept = {
  readonly width: number;
  readonly at: number | null;
  /** What tells the words of a command apart; null until it is loaded. */
  readonly library: ReturnType<typeof markup>;
  readonly rows: readonly Line[];
};

const kept = new WeakMap<Question, Kept>();

function questionLines(question: Question, at: number | null): readonly Line[] {
  switch (question.type) {
    case 'person.ask':
      return permissionLines(question);
    case 'question.ask':
      return askedLines(question, at);
    case 'plan.review':
      return planLines(question);
    case 'limit.ask':
      return limitLines(question);
  }
}

function permissionLines(ask: PersonAsk): readonly Line[] {
  return [
    line(
      [`May ${named(ask.tool)} run${ask.outside ? ' outside of the sandbox' : ''}?`, 'warning'],
      [' · ', 'muted'],
      weightOf(ask),
      [` · call ${ask.call}`, 'muted'],
    ),
    ...secretSentences(ask).map((each) => line([`  ${named(each)}`, 'bad'])),
    ...consequences(ask.facts).map((each) => line([`  It will ${each}.`, 'text'])),
    ...shownParams(ask).flatMap(([name, value]) => parameterLines(ask.tool, name, textOf(value))),
    ...previewLines(ask.facts.preview),
    ...whole('Asked because of', ask.why),
    ...(ask.always === null ? [] : whole('Always would allow', formatRule(ask.always))),
  ];
}

/** Which secret would be put in, where it was seen and where it would go: a sentence each. */
export function secretSentences({ facts }: Pick<PersonAsk, 'facts'>): readonly string[] {
  return secretsAway(facts).map(describeSecretUse);
}

/** How heavy it is, in a word and a sign: not in a colour alone. */
function weightOf({ facts, outside }: PersonAsk): readonly [text: string, role: Role] {
  const { unknown, deletes, writes, reads, readOnly, network } = facts;
  const isAway = [...writes, ...deletes].some(({ where }) => where !== 'inside');
  const isDangerous = outside || secretsAway(facts).length > 0 || unknown !== null || isAway || deletes.length > 0;
  if (isDangerous) return ['!! dangerous', 'bad'];
  if (!readOnly) return ['~ changes', 'warning'];
  const leavesHere = network.length > 0 || reads.some(({ where }) => where !== 'inside');
  return [leavesHere ? '> reaches out' : '= only reads', 'text'];
}

/** A command with its words told apart: its text is the same, to the letter. */
function parameterLines(tool: string, name: string, value: string): readonly Line[] {
  const lines = whole(named(name), value);
  const code = tool === 'bash' && name === 'command' ? codeLines(revealed(value), 'bash') : [];
  const [first = [], ...rest] = code;
  const label = line([`  ${named(name)}:`, 'muted']);
  if (code.length === 1 && lines.length === 1) return [[...line([`  ${named(name)}: `, 'muted']), ...first]];
  // One that ends in blank lines says so where it is not coloured.
  if (code.length < 2 || lines.length !== code.length + 1) return lines;
  return [label, ...[first, ...rest].map((each): Line => [{ text: '    ', role: 'text' }, ...each])];
}

/** Where the change itself is shown, what it is made of need not be. */
function shownParams({ params, facts }: PersonAsk): readonly (readonly [string, Json])[] {
  const entries = Object.entries(params);
  return facts.preview === undefined ? entries : entries.filter(([name]) => !MADE_INTO_DIFF.has(name));
}

const MADE_INTO_DIFF: ReadonlySet<string> = new Set(['old', 'new', 'content']);

/**
 * The change, line by line with its numbers, without the two lines that name the file. A text that is no such diff in all
 * of its lines, or that says more than they can show, stands as it is: nothing is left out of what is agreed to.
 */
function previewLines(preview: string | undefined): readonly Line[] {
  if (preview === undefined) return [];
  const shown = revealed(preview.replace(/\n$/, ''));
  const body = shown.replace(/^--- .*\n\+\+\+ .*\n/, '');
  const isDiff = body.startsWith('@@ ') && body.split('\n').every((each) => /^(@@ |[ +-])/.test(each));
  const lines = isDiff ? diffLines(body) : body.split('\n').map(plainDiffLine);
  return lines.map((each) => [{ text: '    ', role: 'text' }, ...each]);
}

function plainDiffLine(text: string): Line {
  const role: Role = text.startsWith('+') ? 'added' : text.startsWith('-') ? 'removed' : 'muted';
  return line([text, role]);
}

/** Each option under its number. */
function askedLines(ask: QuestionAsk, at: number | null): readonly Line[] {
  const options = ask.options.flatMap((option, index) => {
    const [first = '', ...rest] = option.split('\n').map(revealed);
    const isChosen = index === at;
    const number = `${isChosen ? '› ' : '  '}${index + 1}  `;
    const margin = ' '.repeat(number.length);
    const role: Role = isChosen ? 'chosen' : 'text';
    const lines = [
      line([number, isChosen ? 'chosen' : 'label'], [first, role]),
      ...rest.map((each) => line([margin, 'text'], [each, role])),
    ];
    return lines.map((each) => targeted(each, { kind: 'option', at: index }));
  });
  return [heading('The model asks you', ask), ...indented(ask.question), ...options];
}

function planLines(plan: PlanShown): readonly Line[] {
  const file = line(['  File: ', 'muted'], [named(plan.file), 'text']);
  if (plan.text === null) return [heading('The plan is being read', plan), file];
  return [heading('Shall this plan be carried out?', plan), file, ...indented(plan.text)];
}

function limitLines({ limit, reason, max }: LimitAsk): readonly Line[] {
  if (limit === 'repetition') {
    return [
      line(['The model repeats itself. Shall it go on?', 'warning']),
      line([`  It has done ${named(reason)}.`, 'text']),
    ];
  }
  const words = limit === 'time' ? shownDuration : String;
  return [
    line([
      `A limit of this ${limit.startsWith('session-') ? 'session' : 'turn'} is reached. Shall it go on?`,
      'warning',
    ]),
    line([`  Used up: ${named(reason)}. The limit is ${words(max)}.`, 'text']),
    line(['  Going on gives it as much again.', 'text']),
  ];
}

function heading(text: string, { call }: { readonly call: number }): Line {
  return line([text, 'warning'], [` · call ${call}`, 'muted']);
}

function indented(text: string): Line[] {
  return text.split('\n').map((each) => line([`  ${revealed(each)}`, 'text']));
}

/** What the facts say, each as the end of "It will …". */
export function consequences(facts: Facts): readonly string[] {
  const said = [
    ...facts.runs.map((program) => `run ${named(program)}`),
    ...facts.deletes.map((path) => `delete ${place(path)}`),
    ...facts.writes.map((path) => `write ${place(path)}`),
    ...(facts.runsByItself ?? []).map((path) => `change what runs by itself: ${named(path)}`),
    ...facts.reads.map((path) => `read ${place(path)}`),
    ...facts.network.map((host) => (host === '*' ? 'talk to the network' : `talk to ${named(host)}`)),
  ];
  if (facts.installs) said.push(`install into ${facts.installs.join(', ')}`);
  if (facts.movesWorkTree) said.push('change tracked files, such that run by themselves too');
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
