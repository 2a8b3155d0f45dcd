/** JSON on many lines, every value as it was written: numbers keep all their digits, and keys that are there twice stay. */

/** Deeper, and the indentation would be most of the text. */
const DEPTH_MAX = 100;
const INDENT = '  ';

/** The text itself where it is no JSON, or nested too deeply. */
export function prettyJson(text: string): string {
  if (!isJson(text)) return text;
  let pretty = '';
  let depth = 0;
  let isEmpty = false;
  const newline = () => `\n${INDENT.repeat(depth)}`;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    if (token === '}' || token === ']') {
      depth--;
      pretty += isEmpty ? token : newline() + token;
      isEmpty = false;
      continue;
    }
    if (isEmpty) pretty += newline();
    isEmpty = token === '{' || token === '[';
    if (isEmpty && ++depth > DEPTH_MAX) return text;
    pretty += token === ':' ? ': ' : token === ',' ? `,${newline()}` : token;
  }
  return pretty;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
