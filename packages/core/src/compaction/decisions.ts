/**
 * What the model itself has called a decision, line by line. A good summary tells of all of them; where none can be had, these
 * lines are told on, so that what was settled is not asked again.
 */
import { beginningOf, endOf } from '@tagma/protocol';
import type { Message } from '../message.ts';

const NAMES_DECISION = /\bdeci(?:ded?|sions?)\b|决定|決定|决策/i;
/** A line may be a paragraph: of one that is longer its sentences count, and of such a sentence so much is told. */
const LINE_CHARACTERS_MAX = 300;
const SENTENCE_END = /(?<=[.!?;] |[。！？；])/;
/** What is told of a long sentence begins so far before the word. */
const CHARACTERS_BEFORE = 60;
/** What is written into a file is not what the model says. */
const ACTIONS = /<action tool=[\s\S]*?<\/action>/g;
const TAGS = /<\/?[a-z]+(?: [^<>]*)?>/g;

/** The former decisions, and below them those in messages that are left out now; of more than so many characters the last. */
export function decisionsWith(before: string, old: readonly Message[], charactersMax: number): string {
  const added = old.filter(({ role }) => role === 'assistant').flatMap(({ content }) => decisionsIn(content));
  if (added.length === 0) return before;
  const lines = [...new Set([...before.split('\n'), ...added])].filter(Boolean);
  const kept: string[] = [];
  let left = charactersMax;
  for (const line of lines.reverse()) {
    left -= line.length + 1;
    if (left < 0) break;
    kept.unshift(line);
  }
  return kept.join('\n');
}

function decisionsIn(content: string): readonly string[] {
  return content
    .replace(ACTIONS, '')
    .split('\n')
    .map((line) => line.replace(TAGS, '').trim())
    .flatMap((line) => (line.length <= LINE_CHARACTERS_MAX ? line : line.split(SENTENCE_END)))
    .filter((text) => NAMES_DECISION.test(text))
    .map((text) => partAround(text.trim(), NAMES_DECISION.exec(text)?.index ?? 0));
}

function partAround(text: string, at: number): string {
  if (text.length <= LINE_CHARACTERS_MAX) return text;
  const from = at <= CHARACTERS_BEFORE ? 0 : at - CHARACTERS_BEFORE;
  const part = endOf(text, text.length - from);
  return `${from > 0 ? '…' : ''}${beginningOf(part, LINE_CHARACTERS_MAX)}${part.length > LINE_CHARACTERS_MAX ? '…' : ''}`;
}
