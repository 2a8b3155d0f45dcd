/**
 * An item in words, as lines of any width: the same for the screen, which wraps them, and for the plain renderer, which
 * prints them. Each starts with a word that says what it is; its content is set in by two blanks, so that no content
 * can pass for a heading.
 */
import { limitWords } from '@tagma/core';
import { type Json, oneLine, type Params, visible } from '@tagma/protocol';
import { shownDuration } from '../text/amounts.ts';
import { type Line, line, named } from '../text/line.ts';
import type { Role } from '../theme/roles.ts';
import { checklist, itemsIn } from './checklist.ts';
import { compactionLines } from './compaction-lines.ts';
import { type Came, firstLines, type Item, lastLines, type Observation, saysMostAtItsEnd } from './items.ts';

/** Lines of a tool's output that are shown. */
const OBSERVATION_LINES_MAX = 8;
/** Lines of one parameter's value that are shown. */
const PARAMETER_LINES_MAX = 12;
/** Code units of one line of a tool's input or output that are shown. */
export const LINE_LENGTH_MAX = 2_000;

const INDENT = '  ';

const STOPPED_BY = {
  person: ' · by you',
  signal: ' · by a signal',
  interruption: ' · the session was cut off',
} as const;

export function describe(item: Item): readonly Line[] {
  switch (item.kind) {
    case 'note':
      return [line(['note', 'warning']), ...content(item.text, 'text')];
    case 'prompt':
      return content(item.text, 'person').map((each, index) => (index === 0 ? marked(each) : each));
    case 'attached':
      return [line([item.what, item.isProblem ? 'warning' : 'muted'], [` · ${named(item.words)}`, 'muted'])];
    case 'thought':
      return [line(['thought', 'label']), ...content(item.text, 'thought')];
    case 'loose':
      return [line(['aside', 'label']), ...content(item.text, 'muted')];
    case 'repair':
      return [line(['mended', 'muted'], [` · ${item.repairs.map(named).join(', ')}`, 'muted'])];
    case 'action':
      return [
        line([named(item.tool) || '(no tool)', 'action'], [` · call ${item.call}`, 'muted']),
        ...(checklistOf(item) ?? parameters(item.params)),
      ];
    case 'permission':
      return [verdict(item.verdict, named(item.by))];
    case 'rule':
      return [line(['rule added', 'muted'], [` · ${named(item.rule)}`, 'muted'])];
    case 'observation':
      return observed(item);
    case 'answered':
      return [line(['answered', 'good'], [` · call ${item.call} · by you`, 'muted']), ...content(item.text, 'person')];
    case 'plan':
      return [planAnswer(item), ...content(item.text, 'text')];
    case 'mode':
      return [line(['mode', 'muted'], [` · ${item.mode}`, 'muted'])];
    case 'model':
      return [line(['model', item.why === 'failing' ? 'warning' : 'muted'], [` · ${modelWords(item)}`, 'muted'])];
    case 'window':
      return [line(['window', 'muted'], [` · ${windowWords(item)}`, 'muted'])];
    case 'adapted':
      return [line(['request changed', 'muted'], [` · ${named(item.change)}`, 'muted'])];
    case 'changed':
      return gateLines(item, 'The machine was told something else than what came.');
    case 'dropped':
      return gateLines(item, 'The machine was not told of it.');
    case 'hook':
      return [
        line(['hook', item.isProblem ? 'warning' : 'muted'], [` · ${named(item.hook)} · ${named(item.says)}`, 'muted']),
      ];
    case 'correction':
      return [line(['asked again', 'warning'], [` · ${named(item.message)}`, 'text'])];
    case 'final':
      return [answerHeading(item.unstructured), ...content(item.text, 'text')];
    case 'failure':
      return [line(['failed', 'bad']), ...content(item.message, 'text'), ...content(item.advice, 'muted')];
    case 'retry':
      return [
        line(
          ['asked again', 'warning'],
          [` in ${seconds(item.ms)} · ${item.retry} of ${item.retriesMax} at most`, 'text'],
        ),
      ];
    case 'limit':
      return [line(['stopped', 'warning'], [` · ${limitWords(item)}`, 'text'])];
    case 'extended':
      return [line(['goes on', 'muted'], [` · ${extensionWords(item)} · by you`, 'muted'])];
    case 'resumed':
      return [line(['goes on', 'muted'], [' · where it was left', 'muted'])];
    case 'taken-up':
      return [line(['taken up', 'label'], [` · ${named(item.model)}, mode ${item.mode}`, 'muted'])];
    case 'compaction':
      return compactionLines(item);
    case 'undo':
      return [
        line([item.done ? 'undone' : 'not undone', item.done ? 'good' : 'bad'], [' · by you', 'muted']),
        ...listed(item.lines, item.linesTotal, INDENT),
      ];
    case 'shell':
      return [...commandLines(item.command), ...came(item, 'by you', true)];
    case 'aborted':
      return [line(['stopped', 'warning'], [STOPPED_BY[item.by], 'text'])];
  }
}

function checklistOf({ tool, params }: Extract<Item, { kind: 'action' }>): Line[] | null {
  const items = tool === 'todo' ? itemsIn(params) : null;
  return items && checklist(items, INDENT);
}

/** What was done to an event before the machine was told, and what that means. */
function gateLines(
  { kind, event, by, lines }: Extract<Item, { kind: 'changed' | 'dropped' }>,
  meaning: string,
): Line[] {
  const who = by === 'person' ? 'by you' : `by ${named(by)}`;
  const heading = line([kind, 'warning'], [` · ${named(event)} · ${who}`, 'muted']);
  return [heading, ...[meaning, ...lines].map((each) => line([INDENT + each, 'muted']))];
}

function planAnswer({ agreed, call, by }: Extract<Item, { kind: 'plan' }>): Line {
  const word = agreed ? 'plan agreed to' : 'plan not agreed to';
  return line([word, agreed ? 'good' : 'bad'], [` · call ${call} · ${named(by)}`, 'muted']);
}

function extensionWords({ limit, reason }: Extract<Item, { kind: 'extended' }>): string {
  return limit === 'repetition' ? `although it repeats itself (${reason})` : `past ${reason}, with as much again`;
}

function modelWords({ model, endpoint, why }: Extract<Item, { kind: 'model' }>): string {
  const cause = { chosen: 'from now on', failing: 'because the one before fails', 'new turn': 'tried again' };
  return `${named(model)} at ${named(endpoint)}, ${cause[why]}`;
}

function windowWords({ tokens, source }: Extract<Item, { kind: 'window' }>): string {
  if (tokens === 0) return 'not known: set it with --window';
  if (source === 'default') return `not known, taken for ${tokens} tokens: set it with --window`;
  return `${tokens} tokens, says ${named(source)}`;
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}

/** Whether a blank line sets an item off from the one before. */
export function standsApart(kind: Item['kind']): boolean {
  return ![
    'permission',
    'rule',
    'observation',
    'attached',
    'answered',
    'plan',
    'mode',
    'model',
    'window',
    'adapted',
    'repair',
    'changed',
    'dropped',
    'hook',
  ].includes(kind);
}

export function answerHeading(unstructured: boolean): Line {
  const note = unstructured ? ' · not marked as final by the model' : '';
  return line(['answer', 'label'], [note, 'muted']);
}

/** A text's lines, set in and made visible; none for an empty text. */
export function content(text: string, role: Role, indent: string = INDENT): Line[] {
  if (text === '') return [];
  return text.split(/\r?\n/).map((each) => line([indent + visible(each), role]));
}

/** The parameters of an action, long ones by their first lines unless all is asked for. */
export function parameters(params: Params, isWhole = false): Line[] {
  const max = isWhole ? Number.POSITIVE_INFINITY : PARAMETER_LINES_MAX;
  return Object.entries(params).flatMap(([name, value]) => parameter(name, textOf(value), max));
}

export function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function marked(first: Line, mark = '›'): Line {
  return first.map((span) => ({ ...span, text: `${mark} ${span.text.slice(INDENT.length)}` }));
}

function parameter(name: string, value: string, max: number): Line[] {
  const { lines, total } = firstLines(value, max);
  const label = `${INDENT}${named(name)}:`;
  if (total <= 1) return [line([`${label} `, 'muted'], [shortened(lines[0] ?? ''), 'text'])];
  return [line([label, 'muted']), ...listed(lines, total, INDENT + INDENT)];
}

/** How it came out, of what, and how long it took. */
export function outcomeHeading({ status, durationMs }: Pick<Came, 'status' | 'durationMs'>, of: string): Line {
  const role: Role = status === 'ok' ? 'good' : status === 'skipped' ? 'muted' : 'bad';
  const time = durationMs === null ? '' : ` · ${shownDuration(durationMs)}`;
  return line([status, role], [` · ${of}${time}`, 'muted']);
}

function observed(item: Observation): Line[] {
  return came(item, `call ${item.call}`, saysMostAtItsEnd(item.tool));
}

function came(item: Came, of: string, isEnd: boolean): Line[] {
  const { lines, total } = (isEnd ? lastLines : firstLines)(item.text, OBSERVATION_LINES_MAX);
  return [outcomeHeading(item, of), ...(isEnd ? listedEnd : listed)(lines, total, INDENT), ...item.notes.map(noted)];
}

/** The person's own command, as a shell shows it. */
export function commandLines(command: string): Line[] {
  return content(command, 'person').map((each, index) => (index === 0 ? marked(each, '!') : each));
}

/** Not set in: it is not the tool's output, which could say the same. */
function noted(note: string): Line {
  return line(['note', 'muted'], [` · ${oneLine(shortened(note))}`, 'muted']);
}

function listed(lines: readonly string[], total: number, indent: string): Line[] {
  const shown = lines.map((each) => line([indent + shortened(each), 'text']));
  const more = total - lines.length;
  if (more > 0) shown.push(line([`${indent}… ${more} more ${more === 1 ? 'line' : 'lines'}`, 'muted']));
  return shown;
}

/** The same for the last lines of a text. */
function listedEnd(lines: readonly string[], total: number, indent: string): Line[] {
  const before = total - lines.length;
  const heading = line([`${indent}… ${before} ${before === 1 ? 'line' : 'lines'} before`, 'muted']);
  return [...(before > 0 ? [heading] : []), ...listed(lines, lines.length, indent)];
}

/** A line of a tool's input or output, made visible. */
export function shortened(text: string, max = LINE_LENGTH_MAX): string {
  if (text.length <= max) return visible(text);
  return `${visible(text.slice(0, max))}… ${text.length - max} more characters`;
}

function verdict(says: 'allow' | 'ask' | 'deny', by: string): Line {
  const word = { allow: 'allowed', ask: 'asked', deny: 'denied' }[says];
  return line([word, says === 'deny' ? 'bad' : 'muted'], [` · ${by}`, 'muted']);
}
