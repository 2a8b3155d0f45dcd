/** What was piped in, as it goes with a prompt: as much as a window has room for, its beginning and its end. Pure. */
import { type Attachment, estimateTokens } from '@tagma/core';
import { WINDOW_TOKENS_DEFAULT } from '@tagma/endpoint';
import { beginningOf } from '@tagma/protocol';
import { fittingText } from '@tagma/runtime';

/** Of a window. */
const SHARE_PIPED = 0.4;
/** A line that is longer is cut as well. */
const LINE_LENGTH_MAX = 2_000;

/** @param windowTokens of the model; 0 where it is not known */
export function pipedIn(input: string, windowTokens: number): Attachment {
  const whole = input.endsWith('\n') ? input.slice(0, -1) : input;
  const tokensMax = Math.floor((windowTokens || WINDOW_TOKENS_DEFAULT) * SHARE_PIPED);
  const lines = whole.split('\n');
  const said = { kind: 'input', path: '', notes: [NOTE], isCut: false, problem: null } as const;
  if (estimateTokens(whole) <= tokensMax) {
    return { ...said, text: whole, lines: { from: 1, to: lines.length, of: lines.length } };
  }
  const { text, shown } = endsOf(lines.map(shortened), tokensMax);
  const notes = [NOTE, `${leftWords(lines.length, shown)}; ask the user for a part of it in a file if you need it`];
  return { ...said, text, isCut: true, notes, lines: { from: 1, to: shown, of: lines.length } };
}

function leftWords(lines: number, shown: number): string {
  if (shown === lines) return 'long lines of it are cut, for they do not fit the window';
  return `${lines - shown} of its ${lines} lines are left out in the middle, for they do not fit the window`;
}

const NOTE = 'this is what the user has piped in, beside his prompt';

/** As many lines of the beginning and of the end as fit together, half and half. */
function endsOf(lines: readonly string[], tokensMax: number): { readonly text: string; readonly shown: number } {
  const textWith = (shown: number) => {
    const head = Math.ceil(shown / 2);
    return shown === lines.length
      ? lines.join('\n')
      : [...lines.slice(0, head), '…', ...lines.slice(lines.length - (shown - head))].join('\n');
  };
  let [fits, over] = [0, lines.length + 1];
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2);
    if (estimateTokens(textWith(middle)) <= tokensMax) fits = middle;
    else over = middle;
  }
  // Not even one line: of the first one its beginning.
  const [first = ''] = lines;
  return { text: fits > 0 ? textWith(fits) : fittingText(first, tokensMax), shown: fits };
}

function shortened(line: string): string {
  return line.length <= LINE_LENGTH_MAX ? line : `${beginningOf(line, LINE_LENGTH_MAX)}… (${line.length} characters)`;
}
