/** The log file: what happened inside, for whoever looks for a mistake. The history says what the agent did; this, how. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Log } from '@tagma/runtime';

export type LogFile = Log & { readonly close: () => void };

/** Keys whose values are never written, wherever they stand. */
const SECRET_KEYS = ['apiKey', 'authorization', '*.apiKey', '*.authorization'];

/** A log that cannot be written is no reason not to work: from the first failure on nothing is logged. */
export async function openLog(file: string, session: string): Promise<LogFile> {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const { pino } = await import('pino');
    const destination = pino.destination({ dest: file, mode: 0o600, sync: true });
    const logger = pino(
      { base: { session }, redact: SECRET_KEYS, level: process.env.TAGMA_LOG_LEVEL || 'info' },
      destination,
    );
    let lost = false;
    const lose = () => {
      lost = true;
    };
    // Errors come as events too: without a listener each would be an exception.
    destination.on('error', lose);
    const attempt = (write: () => void) => {
      if (lost) return;
      try {
        write();
      } catch {
        lose();
      }
    };
    return {
      info: (fields, message) => attempt(() => logger.info(fields, message)),
      error: (fields, message) => attempt(() => logger.error(fields, message)),
      close: () => attempt(() => destination.end()),
    };
  } catch {
    return { info: () => {}, error: () => {}, close: () => {} };
  }
}
