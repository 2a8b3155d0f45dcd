/**
 * What a tool shows that knows of no limit, or says beside its output, within what the model is shown: its beginning, and all of
 * it in a file.
 */
import type { Outcome } from '@tagma/protocol';
import { keepText } from './kept-text.ts';
import { sizeInWords } from './output-limits.ts';
import type { ToolContext } from './tool.ts';
import { truncateBytes } from './truncate.ts';

/** A few words more than a limit do no harm, and what went wrong is said whole if it is short. */
const SPARE_BYTES = 1_024;

/** The outcome itself where it is hardly longer than `outputBytesMax`. */
export function fitted(outcome: Outcome, tool: string, context: ToolContext): Outcome {
  const { content, notes = [], details } = outcome;
  const { outputBytesMax } = context;
  if (outputBytesMax === undefined || content.length * 3 <= outputBytesMax) return outcome;
  const bytes = Buffer.byteLength(content);
  if (bytes <= outputBytesMax + SPARE_BYTES) return outcome;
  const shown = truncateBytes(content, outputBytesMax);
  const kept = keepText(content, tool, context);
  const where = kept.ok
    ? `the whole of it is in ${kept.path}, for read (with offset) or grep`
    : 'ask for less at a time';
  const size = `${sizeInWords(Buffer.byteLength(shown))} of ${sizeInWords(bytes)}`;
  const note = `showing the first ${size}; ${where}`;
  const path = kept.ok ? { fullOutputPath: kept.path } : {};
  return { ...outcome, content: shown, details: { ...details, truncated: true, ...path }, notes: [...notes, note] };
}
