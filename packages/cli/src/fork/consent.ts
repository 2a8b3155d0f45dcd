/** Hooks before `tagma fork`: no session is open then that could record what they say, so the person is told, and the log has it. */
import { askAboutOperation, REAL_CLOCK } from '@tagma/runtime';
import { readConfig } from '../config/index.ts';
import { logFile } from '../folders.ts';
import { hooksOf } from '../hooks/configured.ts';
import { refusalOf, sessionNamed } from '../hooks/operations.ts';
import { openLog } from '../logs/open-log.ts';
import { logSettings } from '../logs/settings.ts';
import type { GivenOptions } from '../options.ts';
import { ownSecrets } from '../own-secrets.ts';
import { type Problem, remark } from '../problem.ts';

/**
 * @param folder in which the fork will work: the project's hooks are asked, if it is trusted
 * @returns why there shall be no fork, or null
 */
export async function refusalOfFork(
  file: string,
  record: number | null,
  folder: string,
  options: Pick<GivenOptions, 'config' | 'debug'>,
): Promise<Problem | null> {
  const read = await readConfig(options.config, process.env, folder);
  if (!read.ok) return read;
  const hooked = hooksOf(read.config, folder);
  if (!hooked.ok) return hooked;
  const hooks = hooked.hooks.filter(({ on }) => on.before_session_op !== undefined);
  if (hooks.length === 0) return null;
  const session = sessionNamed(file);
  const logged = logSettings(options.debug === true, process.env, read.config.log);
  if (!logged.ok) return logged;
  const own = await ownSecrets(read.config);
  if (!own.ok) return own;
  const log = await openLog(logFile(process.env), session, logged.log);
  const asked = { op: 'fork', record, to: null } as const;
  const around = { hooks, clock: REAL_CLOCK, log, findOwnSecrets: own.find };
  const { outcome, ran } = await askAboutOperation(around, asked, { session, folder });
  for (const hook of hooked.hooks) hook.end?.();
  log.close();
  for (const { hook, problem } of ran) {
    if (problem !== undefined) remark(`tagma: the hook ${hook} failed, and was passed over: ${problem}\n`);
  }
  return outcome?.kind === 'refused' ? refusalOf('fork', outcome) : null;
}
