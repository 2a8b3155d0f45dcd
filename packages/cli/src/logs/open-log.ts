/** The log file: what happened inside, for whoever looks for a mistake. The history says what the agent did; this, how. */
import type { Log } from '@tagma/runtime';
import { version } from '../assets.ts';
import { openForLines } from './file.ts';
import type { LogSettings } from './settings.ts';

export type LogFile = Required<Log> & { readonly close: () => void };

/** Keys whose values are never written, wherever they stand; values that are known to be secret are taken out before. */
const SECRET_KEYS = ['apiKey', 'authorization', 'headers', 'password', 'token'].flatMap((key) => [
  key,
  `*.${key}`,
  `*.*.${key}`,
]);

const NOTHING: LogFile = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {}, close: () => {} };

/** A log that cannot be written is no reason not to work: from the first failure on nothing is logged. */
export async function openLog(file: string, session: string, settings: LogSettings): Promise<LogFile> {
  if (settings.level === 'silent') return NOTHING;
  try {
    const lines = openForLines(file, settings);
    const { pino } = await import('pino');
    const logger = pino({ base: { session }, redact: SECRET_KEYS, level: settings.level }, { write: lines.write });
    let lost = false;
    const attempt = (write: () => void) => {
      if (lost) return;
      try {
        write();
      } catch {
        lost = true;
      }
    };
    const { pid, platform, versions } = process;
    attempt(() => logger.info({ version, node: versions.node, platform, pid }, 'opened'));
    return {
      debug: (fields, message) => attempt(() => logger.debug(fields, message)),
      info: (fields, message) => attempt(() => logger.info(fields, message)),
      warn: (fields, message) => attempt(() => logger.warn(fields, message)),
      error: (fields, message) => attempt(() => logger.error(fields, message)),
      close: () => attempt(lines.close),
    };
  } catch {
    return NOTHING;
  }
}
