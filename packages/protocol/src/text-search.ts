/** Looks for many texts in one pass: a regular expression of nothing but them takes some 5 ms for a megabyte. */

export type TextSearch<T> = {
  /**
   * Tells of each place where one of the texts stands, in order, and of several at one place of the longest. The answer is
   * where to go on; the place itself: behind its first character.
   */
  readonly each: (text: string, from: number, found: (at: number, what: T) => number) => void;
  /**
   * Where the end of a text may be the beginning of one: its length where it cannot. Asked of every piece of a reply.
   * @param leastOf of how many characters such a beginning must be
   */
  readonly unfinished: (text: string, from: number, leastOf: (what: T) => number) => number;
};

/** @param sought no empty texts, and what each stands for */
export function searchFor<T>(sought: readonly (readonly [text: string, what: T])[]): TextSearch<T> {
  const meaning = new Map(sought);
  const texts = [...meaning.keys()].sort((a, b) => b.length - a.length);
  const any = new RegExp(texts.map(literal).join('|') || '(?!)', 'g');
  const longest = texts[0]?.length ?? 0;
  const byFirst = new Map<number, string[]>();
  for (const text of texts) byFirst.set(text.charCodeAt(0), [...(byFirst.get(text.charCodeAt(0)) ?? []), text]);

  return {
    each(text, from, found) {
      any.lastIndex = from;
      for (let match = any.exec(text); match !== null; match = any.exec(text)) {
        const goOn = found(match.index, meaning.get(match[0]) as T);
        any.lastIndex = Math.max(goOn, match.index + 1);
      }
    },
    unfinished(text, from, leastOf) {
      for (let at = Math.max(from, text.length - longest + 1); at < text.length; at++) {
        const length = text.length - at;
        for (const one of byFirst.get(text.charCodeAt(at)) ?? NONE) {
          if (endsInBeginning(text, at, one) && length >= leastOf(meaning.get(one) as T)) return at;
        }
      }
      return text.length;
    },
  };
}

const NONE: readonly string[] = [];

/** Whether all that stands from there on is how the text sought begins, and not the whole of it. */
function endsInBeginning(text: string, at: number, sought: string): boolean {
  const length = text.length - at;
  if (length >= sought.length) return false;
  for (let i = 0; i < length; i++) if (text.charCodeAt(at + i) !== sought.charCodeAt(i)) return false;
  return true;
}

/** A text as it stands in a regular expression for nothing but itself. */
export function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
