/**
 * The words of a command that mean themselves. A word is plain if the shell changes nothing about it but its quotes: no
 * expansion of any kind, patterns and braces included. All else is a reason not to understand the command.
 */
import type { Word, WordPart } from 'unbash';

export type PlainWord = { readonly ok: true; readonly value: string } | { readonly ok: false; readonly why: string };

/** What an unquoted, unescaped character of these would make of a word. */
const LIVE = /[*?[\]{}$`()]/;

const REASONS: { readonly [type in WordPart['type']]?: string } = {
  AnsiCQuoted: "a string in $'…'",
  LocaleString: 'a string in $"…"',
  SimpleExpansion: 'a variable',
  ParameterExpansion: 'a variable',
  CommandExpansion: 'a command in a command',
  ProcessSubstitution: 'a command in a command',
  ArithmeticExpansion: 'arithmetic',
  Glob: 'a pattern that the shell expands',
  ExtendedGlob: 'a pattern that the shell expands',
  BraceExpansion: 'braces that the shell expands',
};

/** `home` is what an unquoted `~` stands for. */
export function plainWord(word: Word, home: string): PlainWord {
  // These two are brackets of a test, not of a pattern.
  if (word.text === '[' || word.text === ']') return { ok: true, value: word.text };
  const why = word.parts ? firstReason(word.parts) : reasonInLiteral(word.text);
  if (why !== null) return { ok: false, why: `${why} (${word.text})` };
  if (/[=:]~/.test(word.text)) return { ok: false, why: `a ~ that the shell may expand (${word.text})` };
  if (!word.text.startsWith('~')) return { ok: true, value: word.value };
  if (!/^~(\/|$)/.test(word.text)) return { ok: false, why: `another person's home (${word.text})` };
  return { ok: true, value: home + word.value.slice(1) };
}

function firstReason(parts: readonly WordPart[]): string | null {
  for (const part of parts) {
    const why = reasonOf(part);
    if (why !== null) return why;
  }
  return null;
}

/** An allow-list: what has no case here is not understood. */
function reasonOf(part: WordPart): string | null {
  if (part.type === 'Literal') return reasonInLiteral(part.text);
  if (part.type === 'SingleQuoted') return null;
  if (part.type !== 'DoubleQuoted') return REASONS[part.type] ?? `syntax of the kind ${part.type}`;
  const child = part.parts.find(({ type }) => type !== 'Literal');
  return child ? (REASONS[child.type] ?? `syntax of the kind ${child.type}`) : null;
}

function reasonInLiteral(text: string): string | null {
  return LIVE.test(text.replaceAll(/\\[\s\S]/g, '')) ? 'a character that the shell may expand' : null;
}
