/**
 * The canonical form of a reply: what the model shall see of itself, and what the scanner reads back to the same values,
 * whatever they hold.
 */
import type { Json } from './json.ts';
import { isShort } from './reply/coerce.ts';
import { paramOf, THOUGHT_NAMES } from './reply/names.ts';
import type { ReplyAction, Thought } from './reply/types.ts';
import { readText, readValue } from './reply/values.ts';
import type { ToolSpec } from './tool-spec.ts';

export type Spoken = {
  readonly thoughts: readonly Thought[];
  readonly actions: readonly Pick<ReplyAction, 'tool' | 'params'>[];
  readonly final: string | null;
};

/**
 * Only written thoughts go back. An action and a final exclude each other: with actions, the final is left out.
 *
 * @param tools whose schemas say which values are trimmed when they are read; without them, those named `path`.
 */
export function writeReply({ thoughts, actions, final }: Spoken, tools: readonly ToolSpec[] = []): string {
  const parts = thoughts.filter((thought) => thought.written).map((thought) => textElement('thought', thought.text));
  if (actions.length > 0) parts.push(...actions.map((action) => writeAction(action, tools)));
  else if (final !== null) parts.push(textElement('final', final));
  return parts.join('\n');
}

function writeAction({ tool, params }: Pick<ReplyAction, 'tool' | 'params'>, tools: readonly ToolSpec[]): string {
  const spec = tools.find(({ name }) => name === tool);
  const lines = Object.entries(params).map(([name, value]) => {
    const param = paramOf(spec, name);
    return `${valueElement(elementName(name), textOf(value), param ? isShort(...param) : name === 'path')}\n`;
  });
  return `<action tool="${attribute(tool)}">\n${lines.join('')}</action>`;
}

/** @param short whether the value is trimmed when it is read, and ends where another parameter opens. */
function valueElement(name: string, text: string, short: boolean): string {
  const trimmed = text.trim() === text;
  const fits = text !== '' && text !== 'null' && (trimmed || (!short && text.includes('\n')));
  const whole = fits && !(short && text.includes('\n')) && !ends(text, [name, 'action']) && !/<action/i.test(text);
  return element(name, text, whole && readValue(laidOut(text)).text === text);
}

function textElement(name: 'thought' | 'final', text: string): string {
  const closers = name === 'thought' ? [...THOUGHT_NAMES] : [name];
  return element(name, text, !ends(text, closers) && readText(laidOut(text)) === text);
}

/** @param plain whether the text stands for itself: nothing in it can end it, and no rule would change it. */
function element(name: string, text: string, plain: boolean): string {
  return `<${name}>${plain ? laidOut(text) : cdata(text)}</${name}>`;
}

function laidOut(text: string): string {
  return text.includes('\n') ? `\n${text}\n` : text;
}

function ends(text: string, closers: readonly string[]): boolean {
  return new RegExp(`</\\s*(?:${closers.join('|')})\\s*>`, 'i').test(text);
}

/** Exact for any text: a `]]>` inside is split between two sections. */
function cdata(text: string): string {
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Names come from the model where it asked for what is not there: nothing of them may end a tag. */
function elementName(name: string): string {
  return name.replace(/[^\w.-]/g, '_');
}

function attribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\n', '&#10;');
}
