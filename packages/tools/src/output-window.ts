/**
 * The output of a command in constant memory: its last 100 KB are held, and as soon as it is longer than the model may see,
 * all of it goes to a file too.
 */
import { KEPT_OUTPUT_BYTES_MAX, type Masking, openOutputFile } from './output-file.ts';
import { createRollingWindow } from './rolling-window.ts';
import type { TextLimits } from './truncate.ts';

export type OutputWindow = {
  /** Takes the next bytes. */
  take(chunk: Buffer): void;
  /** Closes the file. */
  end(): CollectedOutput;
};

export type CollectedOutput = {
  /** The output, or its last `WINDOW_BYTES_MAX` bytes, from the start of a character on. */
  readonly text: string;
  readonly totalBytes: number;
  readonly totalLines: number;
  /** The file with all of the output, where it is longer than the model may see. */
  readonly file: string | null;
  /** Why the file does not hold all of it, or is missing; null where nothing is wrong. */
  readonly fileProblem: string | null;
};

/**
 * @param limits of what the model is shown
 * @param masking for the file, whose bytes it gets as characters of Latin-1
 */
export function openOutputWindow(
  outputFolder: string,
  limits: TextLimits,
  masking: Masking | null = null,
  keptBytesMax = KEPT_OUTPUT_BYTES_MAX,
): OutputWindow {
  const window = createRollingWindow();
  const file = openOutputFile(outputFolder, masking, keptBytesMax);
  let isKept = false;

  return {
    take(chunk) {
      const earlier = isKept ? [] : [...window.chunks()];
      window.take(chunk);
      const { totalBytes, totalLines } = window.size();
      isKept ||= totalBytes > limits.bytesMax || totalLines > limits.linesMax;
      if (isKept) for (const piece of [...earlier, chunk]) file.write(piece);
    },
    end() {
      file.end();
      return { text: window.text(), ...window.size(), file: file.path(), fileProblem: file.problem() };
    },
  };
}
