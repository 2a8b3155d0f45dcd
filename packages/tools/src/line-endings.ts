/**
 * Text with CRLF looked at as if it had LF, and the way back. Only the looking is normalised: whoever changes the text
 * does so at the offsets of the original, so that every line that is not touched keeps its own ending.
 */
export type LfView = {
  /** The text with LF for every CRLF. A CR by itself stays. */
  readonly text: string;
  /** Where an offset of `text` lies in the original. That of an LF is that of the CR before it. */
  originalOffset(offset: number): number;
};

export function lfViewOf(original: string): LfView {
  if (!original.includes('\r\n')) return { text: original, originalOffset: (offset) => offset };
  const removedAt: number[] = [];
  for (let at = original.indexOf('\r\n'); at !== -1; at = original.indexOf('\r\n', at + 2)) {
    removedAt.push(at - removedAt.length);
  }
  return {
    text: toLf(original),
    originalOffset: (offset) => offset + countBelow(removedAt, offset),
  };
}

export function toLf(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** The ending that new lines take in place of `[start, end)`: that of the lines there, else of the lines around. */
export function endingAt(text: string, start: number, end: number): '\r\n' | '\n' {
  const inside = text.indexOf('\n', start);
  if (inside !== -1 && inside < end) return isCrlf(text, inside);
  const after = text.indexOf('\n', end);
  if (after !== -1) return isCrlf(text, after);
  const before = start === 0 ? -1 : text.lastIndexOf('\n', start - 1);
  return before === -1 ? '\n' : isCrlf(text, before);
}

function isCrlf(text: string, newline: number): '\r\n' | '\n' {
  return text[newline - 1] === '\r' ? '\r\n' : '\n';
}

/** How many of the ascending numbers are below a limit. */
function countBelow(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
