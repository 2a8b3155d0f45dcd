/**
 * What a folder's own files would run, permit or lead elsewhere is agreed to by the person, once, or does not count. Asked
 * before anything of it is read for a run, so that all of it holds from the start, or nothing.
 */

import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { isBrought, LOCAL_CONFIG, PROJECT_CONFIG } from '../config/file.ts';
import type { Environment } from '../environment.ts';
import type { Problem } from '../problem.ts';
import { remark, takeScreenAway } from '../problem.ts';
import { type Tell, tellHere } from '../start-notes.ts';
import { workingFolder } from '../working-folder.ts';
import { LOCAL_FILE, PROJECT_FILE } from './folder-files.ts';
import type { RulesOfRun } from './rules-of-run.ts';
import { keepTrust, trustIn } from './trust.ts';

type Terminal = {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
};

export type FolderOptions = {
  readonly cwd?: string;
  readonly config?: string;
  readonly trustFolder?: boolean;
  readonly sandbox?: boolean | string;
};

/** `left`: the person went without an answer. */
export type SettledFolder = { readonly ok: true } | { readonly ok: 'left' } | Problem;

const SETTLED: SettledFolder = { ok: true };

/**
 * Asks where something is to be agreed to, and there is somebody to ask.
 * @param terminal this process's own where it is left out
 */
export async function settleFolder(
  options: FolderOptions,
  env: Environment,
  canAsk: boolean,
  terminal?: Terminal,
): Promise<SettledFolder> {
  const working = workingFolder(options.cwd);
  if (!working.ok) return working;
  const { folder } = working;
  const files = [PROJECT_FILE, LOCAL_FILE, PROJECT_CONFIG, LOCAL_CONFIG];
  if (!files.some((file) => isBrought(join(folder, file)))) return SETTLED;
  const { wantsOf } = await import('./wants.ts');
  const known = wantsOf(options.config, folder, env);
  if (!known.ok) return known;
  if (known.lines.length === 0) return SETTLED;
  const isAsked = options.trustFolder !== true && canAsk && trustIn(folder, known.hash, env) === 'unasked';
  if (!isAsked && options.trustFolder !== true) return SETTLED;
  // Read anew with what is said of it: what is agreed to is just what was shown.
  const wants = isAsked ? wantsOf(options.config, folder, env, await whereHere(options)) : known;
  if (!wants.ok) return wants;
  const { lines, hash } = wants;
  const trusts = isAsked ? await ask(lines, terminal ?? { input: process.stdin, output: process.stderr }) : true;
  if (trusts === null) return { ok: 'left' };
  const unkept = await keepTrust(folder, hash, trusts, env);
  if (unkept !== null) remark(`tagma: ${unkept}\n`);
  return SETTLED;
}

/** Where a project's programs would run on this machine: only for a question is a sandbox looked for. */
async function whereHere({ sandbox }: FolderOptions): Promise<'held' | 'free'> {
  const { findSandboxIf } = await import('../sandbox.ts');
  const found = await findSandboxIf(sandbox !== false && sandbox !== 'off');
  return found === null || found.kind === 'none' ? 'free' : 'held';
}

/** Says which rules do not hold. */
export function tellOfRules(found: RulesOfRun, tell: Tell = tellHere): void {
  for (const warning of found.warnings) tell(warning);
  if (found.untrusted.length === 0) return;
  const [rules, are] = found.untrusted.length === 1 ? ['rule', 'is'] : ['rules', 'are'];
  tell(
    `${found.untrusted.length} ${rules} of this folder's own that would allow something ${are} ignored: you have not trusted it (--trust-folder does).`,
  );
}

/** Null at Ctrl+C and Ctrl+D. */
async function ask(wants: readonly string[], { input, output }: Terminal): Promise<boolean | null> {
  takeScreenAway();
  output.write(
    `This folder brings settings that would run something, let it run without a question, hide it from you, or lead elsewhere:\n${wants
      .map((want) => `  ${want}`)
      .join('\n')}\nThey may come from whoever wrote what lies here.\nYou are asked again only when they change.\n`,
  );
  const lines = createInterface({ input, output });
  const left = once(lines, 'close').then(() => null);
  const answer = await Promise.race([lines.question('Do you trust them? [y/N] ').catch(() => null), left]);
  lines.close();
  if (answer === null) output.write('\n');
  return answer === null ? null : /^\s*y(es)?\s*$/i.test(answer);
}
