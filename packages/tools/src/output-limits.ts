/** How much of its output a call may show: what its context says, and never more than tools show at most. */
import type { ToolContext } from './tool.ts';
import { OUTPUT_BYTES_MAX, OUTPUT_LINES_MAX, type TextLimits } from './truncate.ts';

const KB = 1024;
/** Lines that are shorter on the average are cut by their number. */
const LINE_BYTES_MIN = 8;

/** The limit of lines goes with that of bytes, where there is room for few: then it holds short lines only. */
export function outputLimitsOf({ outputBytesMax }: Pick<ToolContext, 'outputBytesMax'>): TextLimits {
  const bytesMax = Math.min(outputBytesMax ?? OUTPUT_BYTES_MAX, OUTPUT_BYTES_MAX);
  return { linesMax: Math.min(Math.ceil(bytesMax / LINE_BYTES_MIN), OUTPUT_LINES_MAX), bytesMax };
}

/** `50 KB`, `6.3 KB`, `800 bytes`. */
export function sizeInWords(bytes: number): string {
  return bytes < KB ? `${bytes} bytes` : `${Number((bytes / KB).toFixed(1))} KB`;
}
