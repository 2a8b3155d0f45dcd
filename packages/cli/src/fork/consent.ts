/** Hooks before `tagma fork`: no session is open then that could record what they say, so the person is told, and the log has it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askAboutOperation, REAL_CLOCK } from '@tagma/runtime';
import { endProcessGroups } from '@tagma/tools';
import { type Config, readConfig } from '../config/index.ts';
import { logFile } from '../folders.ts';
import { hooksOf } from '../hooks/configured.ts';
import { refusalOf, sessionNamed } from '../hooks/operations.ts';
import { openLog } from '../logs/open-log.ts';
import { logSettings } from '../logs/settings.ts';
import type { GivenOptions } from '../options.ts';
import { ownSecrets } from '../own-secrets.ts';
import { type Problem, remark } from '../problem.ts';
import { findSandboxIf, openSandbox } from '../sandbox.ts';
import { trustedPrograms } from '../trusted/index.ts';

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
  if (!asksAboutFork(read.config)) return null;
  const outputFolder = mkdtempSync(join(tmpdir(), 'tagma-fork-'));
  const { guard, admitIn } = await trustedPrograms(folder, read.config, process.env);
  const found = await findSandboxIf(read.config.sandbox?.off !== true);
  const place = { folder, outputFolder, config: read.config, unchanging: guard.files };
  const sandbox = await openSandbox(found, place, process.env);
  const admit = admitIn(sandbox.isOn ? outputFolder : null);
  const hooked = hooksOf(read.config, folder, { guard, admit, sandbox });
  if (!hooked.ok) return hooked;
  const { hooks } = hooked;
  const session = sessionNamed(file);
  const logged = logSettings(options.debug === true, process.env, read.config.log);
  if (!logged.ok) return logged;
  const own = await ownSecrets(read.config);
  if (!own.ok) return own;
  const log = await openLog(logFile(process.env), session, logged.log);
  const asked = { op: 'fork', record, to: null } as const;
  const around = { hooks, clock: REAL_CLOCK, log, findOwnSecrets: own.find };
  const { outcome, ran } = await askAboutOperation(around, asked, { session, folder });
  for (const hook of hooks) hook.end?.();
  await endProcessGroups();
  rmSync(outputFolder, { recursive: true, force: true });
  log.close();
  for (const { hook, problem } of ran) {
    if (problem !== undefined) remark(`tagma: the hook ${hook} failed, and was passed over: ${problem}\n`);
  }
  return outcome?.kind === 'refused' ? refusalOf('fork', outcome) : null;
}

function asksAboutFork({ hooks = [] }: Config): boolean {
  return hooks.some(({ on }) => [on].flat().includes('before_session_op'));
}
