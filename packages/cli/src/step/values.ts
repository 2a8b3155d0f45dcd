/** Values as lines that a person can read: long texts are cut, and the lines say how to see all. */
import { visible } from '@tagma/protocol';

/** A value is on one line up to this; characters. */
const INLINE_MAX = 96;
/** Of a text that is cut, so much is shown. */
const TEXT_LINES_MAX = 8;
const TEXT_CHARACTERS_MAX = 600;
/** Of a list that is cut, so many members are shown: the last ones, for lists grow at their end. */
const MEMBERS_MAX = 12;

/** How much is shown. Null cuts nothing. */
export type Cut = {
  /** The command that shows the part at a path whole. */
  readonly whole: (path: string) => string;
  /** Members of members, up to this. */
  readonly levels: number;
} | null;

/** `name: value`, set in by two blanks a level. */
export function valueLines(name: string, value: unknown, cut: Cut, path: string = name, indent = '  '): string[] {
  const label = `${indent}${visible(name)}: `;
  if (typeof value === 'string' && (value.includes('\n') || value.length > INLINE_MAX)) {
    return [`${label}${textSize(value)}`, ...textLines(value, cut, path, `${indent}  | `)];
  }
  const inline = inlineOf(value);
  if (inline.length <= INLINE_MAX || typeof value !== 'object' || value === null) return [`${label}${inline}`];
  if (cut?.levels === 0) return [`${label}${briefly(value)} (${cut.whole(path)})`];
  return [
    `${indent}${visible(name)}:${Array.isArray(value) ? ` ${value.length} in all` : ''}`,
    ...memberLines(value, cut, path, `${indent}  `),
  ];
}

/** The members of an object or a list, each as `valueLines` has them. */
export function memberLines(value: object, cut: Cut, path = '', indent = '  '): string[] {
  const members = Object.entries(value);
  const inner = cut && { ...cut, levels: cut.levels - 1 };
  const isList = Array.isArray(value);
  const from = isList && cut ? Math.max(0, members.length - MEMBERS_MAX) : 0;
  const left = from > 0 ? [`${indent}… ${from} before these (${cut?.whole(path)})`] : [];
  const shown = members.slice(from).flatMap(([key, member]) => {
    const name = isList ? `[${key}]` : key;
    return valueLines(name, member, inner, joined(path, name), indent);
  });
  return [...left, ...shown];
}

/** A text as lines, nothing cut. */
export function wholeText(text: string): string[] {
  return text.split('\n').map((line) => visible(line));
}

/** On one line, cut to so many characters. */
export function briefly(value: unknown, max = 60): string {
  const line = inlineOf(value);
  return line.length <= max ? line : `${line.slice(0, max - 1)}…`;
}

function joined(path: string, name: string): string {
  return path === '' || name.startsWith('[') ? `${path}${name}` : `${path}.${name}`;
}

function inlineOf(value: unknown): string {
  return visible(JSON.stringify(value) ?? 'nothing');
}

function textSize(text: string): string {
  const lines = text.split('\n').length;
  return `${text.length} characters${lines > 1 ? `, ${lines} lines` : ''}`;
}

function textLines(text: string, cut: Cut, path: string, indent: string): string[] {
  const shown = cut ? text.slice(0, TEXT_CHARACTERS_MAX).split('\n').slice(0, TEXT_LINES_MAX).join('\n') : text;
  const lines = shown.split('\n').map((line) => `${indent}${visible(line)}`);
  const left = text.length - shown.length;
  return left > 0 && cut
    ? [...lines, `${indent.trimEnd().slice(0, -1)}… ${left} more characters (${cut.whole(path)})`]
    : lines;
}
