/** What was piped in, as it goes with a prompt: as much as there is room for, its beginning and its end. Pure. */
import { type Attachment, estimateTokens } from '@tagma/core';
import { beginningOf } from '@tagma/protocol';
import { fittingText } from './fitting.ts';

/** A line that is longer is cut as well, where not all fits. */
const LINE_LENGTH_MAX = 2_000;

/** All of it: what does not fit is cut when it is said, by the window of then. */
export function inputAttachment(input: string): Attachment {
  const text = input.endsWith('\n') ? input.slice(0, -1) : input;
  const of = text.split('\n').length;
  return { kind: 'input', path: '', text, notes: [NOTE], isCut: false, problem: null, lines: { from: 1, to: of, of } };
}

/** The same in no more tokens than that. What was cut before stays as it is. */
export function fittedInput(input: Attachment, tokensMax: number): Attachment {
  if (input.isCut || estimateTokens(input.text) <= tokensMax) return input;
  const lines = input.text.split('\n');
  const { text, shown } = endsOf(lines.map(shortened), tokensMax);
  const left = `${leftWords(lines.length, shown)}; ask the user for a part of it in a file if you need it`;
  const placed = { from: 1, to: shown, of: lines.length };
  return { ...input, text, isCut: true, notes: [...input.notes, left], lines: placed };
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
