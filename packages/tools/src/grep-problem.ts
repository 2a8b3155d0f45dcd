/** What is wrong with a pattern, in words that a model can act on: the messages of both engines are long, and name options. */

const LITERAL_HINT = 'To search for the text as it is, set literal to true.';
/** No command line takes a longer one: 128 KB in UTF-8 on Linux. */
const PATTERN_CHARACTERS_MAX = 32 * 1024;

/** Why no search is begun, or null. */
export function patternProblem(pattern: string, isLiteral: boolean): string | null {
  if (pattern === '') return 'The pattern is empty: it would match every line. Use read to see a file.';
  if (pattern.includes('\0')) return 'The pattern holds a NUL character. Files with such are binary, and not searched.';
  if (pattern.length > PATTERN_CHARACTERS_MAX) {
    return `The pattern is longer than ${PATTERN_CHARACTERS_MAX} characters. Search for a part of it.`;
  }
  if (!spansLines(pattern, isLiteral)) return null;
  return 'A pattern never matches more than one line. Search for one of its lines, and set context to see the lines around it.';
}

/** A newline in the pattern, or its escape in a regular expression. */
function spansLines(pattern: string, isLiteral: boolean): boolean {
  return pattern.includes('\n') || (!isLiteral && /(?<!\\)(?:\\\\)*\\n/.test(pattern));
}

/** From what ripgrep has complained of, or a SyntaxError of ours. */
export function searchProblem(complaint: string, pattern: string, isLiteral: boolean): string {
  const glob = /error parsing glob '(.*)': (.+)/.exec(complaint);
  if (glob) return `The search failed: the glob ${glob[1]} is wrong: ${glob[2]}`;
  const reason =
    /^error: (.+)$/m.exec(complaint)?.[1] ?? /^Invalid regular expression: .*: (.+)$/s.exec(complaint)?.[1];
  if (isLiteral) return `The search failed: ${reason ?? complaint}`;
  const what = reason === undefined ? complaint : `${pattern} is no regular expression: ${reason}.`;
  return `The search failed: ${what}\n${LITERAL_HINT}`;
}
