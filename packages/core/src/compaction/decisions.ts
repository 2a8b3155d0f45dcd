/**
 * What the model itself has called a decision, line by line. A good summary tells of all of them; where none can be had, these
 * lines are told on, so that what was settled is not asked again.
 */
import type { Message } from '../message.ts';

const NAMES_DECISION = /\bdeci(?:ded?|sions?)\b|决定|決定|决策/i;
/** Of a line so much is told: it may be a paragraph. */
const LINE_CHARACTERS_MAX = 300;
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
    .split('\n')
    .map((line) => line.replace(TAGS, '').trim())
    .filter((line) => NAMES_DECISION.test(line) && line.length <= LINE_CHARACTERS_MAX);
}
