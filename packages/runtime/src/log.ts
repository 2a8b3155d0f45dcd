/** A log that never throws: what cannot be logged is lost, and nothing else. */
import type { Log } from './deps.ts';

export function safeLog(log: Log): Log {
  const attempt = (write: () => void) => {
    try {
      write();
    } catch {
      // There is no place left to say so.
    }
  };
  return {
    info: (fields, message) => attempt(() => log.info(fields, message)),
    error: (fields, message) => attempt(() => log.error(fields, message)),
  };
}

export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
