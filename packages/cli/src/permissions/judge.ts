/** What would be said to one call, here and now: by the analysis, the mode and the rules that a run would have. */
import { homedir } from 'node:os';
import { type Decision, decide, type Mode, type Rule } from '@tagma/core';
import type { Facts } from '@tagma/protocol';
import { createRegistry } from '@tagma/tools';
import { type Around, factsWith } from '../tool-facts.ts';
import type { ToolSet } from '../tool-set.ts';

export type CallToJudge = { readonly tool: string; readonly params: { readonly [name: string]: unknown } };

/** What is said of a call. `rule` names what decided, in words. */
export type Permit = { readonly verdict: Decision['verdict']; readonly rule: string; readonly facts: Facts };

/** Nothing is run. @param folder the project folder, absolute, links resolved. @param sandbox whether commands run in one */
export async function judge(
  call: CallToJudge,
  folder: string,
  mode: Mode,
  rules: readonly Rule[],
  { programs, load }: Pick<ToolSet, 'programs' | 'load'>,
  around: Pick<Around, 'shell' | 'protectedPaths' | 'guard' | 'config'>,
  sandbox: boolean,
): Promise<Permit> {
  const place = { home: homedir(), outputFolder: NO_OUTPUTS, ...around };
  const takeFacts = factsWith(programs, createRegistry(await load()), place);
  const facts = await takeFacts(call as Parameters<typeof takeFacts>[0], { folder });
  const { verdict, by } = decide({ ...call, facts, folder, planFile: null, sandbox }, mode, rules);
  return { verdict, rule: by, facts };
}

/** Of no session: there is nothing in it that a call could read. */
const NO_OUTPUTS = '/nonexistent/tagma-outputs';
