/** A log that never throws, and that no secret gets into: what cannot be logged is lost, and nothing else. */
import type { Log } from './deps.ts';
import type { Redactor } from './redact.ts';

export function safeLog(log: Log, { fields: redacted }: Pick<Redactor, 'fields'>): Log {
  const attempt = (write: () => void) => {
    try {
      write();
    } catch {
      // There is no place left to say so.
    }
  };
  const { debug, warn } = log;
  return {
    ...(debug && { debug: (fields, message) => attempt(() => debug(redacted(fields), message)) }),
    info: (fields, message) => attempt(() => log.info(redacted(fields), message)),
    ...(warn && { warn: (fields, message) => attempt(() => warn(redacted(fields), message)) }),
    error: (fields, message) => attempt(() => log.error(redacted(fields), message)),
  };
}

export function stackOf(error: unknown): string {
  return error instanceof Error ? wordsOf(error.stack ?? error.message) : wordsOf(error);
}

export function messageOf(error: unknown): string {
  return wordsOf(error instanceof Error ? error.message : error);
}

/** Of whatever was thrown: an object without a prototype has no text, and asking for one throws again. */
function wordsOf(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return 'something without a message was thrown';
  }
}
