/** What older sessions have left is removed while a new one runs; what this one uses is held. */

import type { Config } from '../config/config.ts';
import type { LogFile } from '../logs/open-log.ts';
import { holdOutputs, OUTPUT_DAYS_DEFAULT, removeOldOutputs } from '../old-outputs.ts';
import { removeOldSessions } from '../sessions/old-sessions.ts';
import type { SessionPlace } from './place.ts';

/** Nothing waits for what is removed. Gives what ends that, and the holding. */
export function tidyUp({ folders, session }: SessionPlace, config: Config, log: LogFile): () => void {
  const stopHolding = holdOutputs(folders.outputs, session);
  const ending = new AbortController();
  const now = new Date();
  void removeOldOutputs(folders.outputs, config.outputDays ?? OUTPUT_DAYS_DEFAULT, now, ending.signal);
  const { days } = config.history ?? {};
  if (days !== undefined) void removeOldSessions(folders, days, now, ending.signal, log);
  return () => {
    ending.abort();
    stopHolding();
  };
}
