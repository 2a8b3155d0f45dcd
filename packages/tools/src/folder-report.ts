/**
 * Takes what the shell says about its folder out of what else comes on its standard errors: `NUL PATH LF`, perhaps twice,
 * as the very last (see `shell.ts`). Everything before the first NUL is a message (of a shell that cannot start properly,
 * of a sandbox around it) and is output.
 */
import { FOLDER_MARK } from './shell.ts';

export type FolderReport = {
  /** Takes the next bytes, and gives back those that are output. */
  take(chunk: Buffer): Buffer;
  /**
   * The folder that the shell ended in; empty where that folder is gone; null where the shell has not said (it was killed,
   * it became another program).
   */
  folder(): string | null;
};

export function readFolderReport(): FolderReport {
  let report: Buffer | null = null;
  return {
    take(chunk) {
      if (report !== null) {
        report = Buffer.concat([report, chunk.subarray(0, REPORT_BYTES_MAX - report.length)]);
        return NOTHING;
      }
      const mark = chunk.indexOf(FOLDER_MARK);
      if (mark === -1) return chunk;
      report = Buffer.from(chunk.subarray(mark, mark + REPORT_BYTES_MAX));
      return chunk.subarray(0, mark);
    },
    folder() {
      if (report === null) return null;
      const [, first = ''] = report.toString('utf8').split('\0');
      return first.endsWith('\n') ? first.slice(0, -1).replace(/\r$/, '') : '';
    },
  };
}

/** Twice the longest path that Linux takes (PATH_MAX), and what stands around it. */
const REPORT_BYTES_MAX = 2 * (4_096 + 2);
const NOTHING = Buffer.alloc(0);
