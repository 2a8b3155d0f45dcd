/** The first place where a recording and today's machine do not agree, as an error that a test shows. */
import type { Difference } from '@tagma/history';

const WHY: { readonly [what in Difference['what']]?: string } = {
  behaviour:
    'A newer program ran the session, and this one does not know how that behaves: use that one, or record it again.',
  chain: 'The file is not as it was written. Take it from where it came again.',
  'taken-out': 'A text was taken out of it; what it led to cannot be made again.',
};

/** Today's machine makes another record than the recording has. */
export class HistoryMismatch extends Error {
  override readonly name = 'HistoryMismatch';
  /** The number of the record. */
  readonly record: number;
  /** What stands in the recording, and what today's machine makes, around the first difference. */
  readonly expected: string;
  readonly got: string;

  constructor(file: string, { record, what, expected, got }: Difference) {
    const lines = [`${file}: record ${record}: ${what} differs.`, `  recorded: ${got}`, `  today:    ${expected}`];
    const why = WHY[what];
    super([...lines, ...(why === undefined ? [] : [why])].join('\n'));
    this.record = record;
    // A replay takes the machine's word and looks at the file; a test takes the recording's and looks at the machine.
    this.expected = got;
    this.got = expected;
  }
}
