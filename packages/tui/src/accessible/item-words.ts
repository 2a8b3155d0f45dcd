/**
 * An item as lines to be read out: first a word that says what it is and a colon, then what there is to say; further lines
 * are set in by two blanks. No marks, no boxes, and Markdown as it was written.
 */
import { type Json, visible } from '@tagma/protocol';
import { shownDuration } from '../text/amounts.ts';
import { named } from '../text/line.ts';
import { describe, textOf } from '../transcript/describe.ts';
import { firstLines, type Item, lastLines, type Observation, saysMostAtItsEnd } from '../transcript/items.ts';

/** Lines of a parameter, and of what a tool said, that are read out. */
const LINES_MAX = 12;
const INDENT = '  ';

export function itemWords(item: Item): readonly string[] {
  switch (item.kind) {
    case 'note':
      return labelled('note', item.text);
    case 'prompt':
      return labelled('you', item.text);
    case 'thought':
      return labelled('thought', item.text);
    case 'loose':
      return labelled('aside', item.text);
    case 'final':
      return labelled(item.unstructured ? 'answer, not marked as final by the model' : 'answer', item.text);
    case 'action':
      return [
        `action ${named(item.tool) || 'without a tool'}: call ${item.call}`,
        ...Object.entries(item.params).flatMap(([name, value]) => parameter(named(name), value)),
      ];
    case 'observation':
      return result(item);
    default:
      return generally(item);
  }
}

/** A text of any length behind its label. */
export function labelled(label: string, text: string): readonly string[] {
  const [first = '', ...rest] = text.replace(/\n+$/, '').split(/\r?\n/).map(visible);
  return [`${label}: ${first}`.trimEnd(), ...rest.map((each) => (INDENT + each).trimEnd())];
}

function parameter(name: string, value: Json): readonly string[] {
  const { lines, total } = firstLines(textOf(value), LINES_MAX);
  return [...labelled(name, lines.join('\n')), ...more(total - lines.length, 'more')].map((each) => INDENT + each);
}

function result({ status, call, durationMs, tool, text, left, notes }: Observation): readonly string[] {
  const time = durationMs === null ? '' : `, ${shownDuration(durationMs)}`;
  const atEnd = saysMostAtItsEnd(tool);
  const { lines, total } = (atEnd ? lastLines : firstLines)(text, LINES_MAX);
  const shown = lines.map((each) => INDENT + visible(each));
  const others = more(total - lines.length, left > 0 ? 'or more not shown' : atEnd ? 'before' : 'more').map(
    (each) => INDENT + each,
  );
  return [
    `result ${status}: call ${call}${time}`,
    ...(atEnd ? [...others, ...shown] : [...shown, ...others]),
    ...notes.map((note) => `note: ${named(note)}`),
  ];
}

function more(count: number, which: string): readonly string[] {
  return count > 0 ? [`${count} ${count === 1 ? 'line' : 'lines'} ${which}`] : [];
}

/** What stands behind the first dot of its heading, behind a colon. */
function generally(item: Item): readonly string[] {
  const [heading = '', ...rest] = describe(item).map((spans) => spans.map(({ text }) => text).join(''));
  const [word = '', ...said] = heading.split(' · ');
  if (said.length > 0 || rest.length === 0) return [`${word}: ${said.join(', ')}`.trimEnd(), ...rest];
  const [first = '', ...others] = rest;
  return [`${word}: ${first.trim()}`, ...others];
}
