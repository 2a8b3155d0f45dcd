/**
 * The canonical form of a reply: what the model shall see of itself, and what the scanner reads back to the same values,
 * whatever they hold.
 */
import type { Json } from './json.ts';
import { THOUGHT_NAMES } from './reply/names.ts';
import type { ReplyAction, Thought } from './reply/types.ts';
import { readValue } from './reply/values.ts';

export type Spoken = {
  readonly thoughts: readonly Thought[];
  readonly actions: readonly Pick<ReplyAction, 'tool' | 'params'>[];
  readonly final: string | null;
};

/** Only written thoughts go back. An action and a final exclude each other: with actions, the final is left out. */
export function writeReply({ thoughts, actions, final }: Spoken): string {
  const parts = thoughts.filter((thought) => thought.written).map((thought) => element('thought', thought.text));
  if (actions.length > 0) parts.push(...actions.map(writeAction));
  else if (final !== null) parts.push(element('final', final));
  return parts.join('\n');
}

function writeAction({ tool, params }: Pick<ReplyAction, 'tool' | 'params'>): string {
  const lines = Object.entries(params).map(([name, value]) => `${element(name, textOf(value))}\n`);
  return `<action tool="${tool}">\n${lines.join('')}</action>`;
}

function element(name: string, text: string): string {
  return `<${name}>${isPlain(name, text) ? laidOut(text) : cdata(text)}</${name}>`;
}

function laidOut(text: string): string {
  return text.includes('\n') ? `\n${text}\n` : text;
}

/** Whether the text stands for itself between two tags: nothing in it can end it, and no rule would change it. */
function isPlain(name: string, text: string): boolean {
  if (text === '' || text === 'null' || (!text.includes('\n') && text.trim() !== text)) return false;
  const closers = THOUGHT_NAMES.has(name) ? [...THOUGHT_NAMES].join('|') : name;
  const ends = new RegExp(`</\\s*(?:${closers}|action)\\s*>|<action|<!\\[CDATA\\[`, 'i');
  return !ends.test(text) && readValue(laidOut(text)).text === text;
}

/** Exact for any text: a `]]>` inside is split between two sections. */
function cdata(text: string): string {
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
