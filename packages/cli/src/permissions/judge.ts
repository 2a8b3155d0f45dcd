/** What would be said to one call, here and now: by the analysis, the mode and the rules that a run would have. */
import { homedir } from 'node:os';
import { type Decision, decide, type Mode, type Rule } from '@tagma/core';
import type { Facts } from '@tagma/protocol';
import { namesSecret, notPutBackFacts } from '@tagma/runtime';
import { createRegistry } from '@tagma/tools';
import { type Around, factsWith } from '../tool-facts.ts';
import type { ToolSet } from '../tool-set.ts';

export type CallToJudge = { readonly tool: string; readonly params: { readonly [name: string]: unknown } };

/** The sandbox that commands would run in; null where they would run without one. */
export type SandboxKind = 'bubblewrap' | 'seatbelt' | null;

/** What is said of a call. `rule` names what decided, in words. */
export type Permit = {
  readonly verdict: Decision['verdict'];
  readonly rule: string;
  readonly sandbox: SandboxKind;
  /** With the lists that mostly are empty. */
  readonly facts: Facts & Required<Pick<Facts, 'secrets' | 'runsByItself'>>;
};

/** Nothing is run. @param folder the project folder, absolute, links resolved. */
export async function judge(
  call: CallToJudge,
  folder: string,
  mode: Mode,
  rules: readonly Rule[],
  { programs, load }: Pick<ToolSet, 'programs' | 'load'>,
  around: Pick<Around, 'shell' | 'protectedPaths' | 'guard' | 'config'>,
  sandbox: SandboxKind,
): Promise<Permit> {
  const place = { home: homedir(), outputFolder: NO_OUTPUTS, ...around };
  const takeFacts = factsWith(programs, createRegistry(await load()), place);
  // Of no session: no secret was seen in it.
  const facts = namesSecret(call.params)
    ? notPutBackFacts()
    : await takeFacts(call as Parameters<typeof takeFacts>[0], { folder });
  const { verdict, by } = decide({ ...call, facts, folder, planFile: null, sandbox: sandbox !== null }, mode, rules);
  const { secrets = [], runsByItself = [] } = facts;
  return { verdict, rule: by, sandbox, facts: { ...facts, secrets, runsByItself } };
}

/** Of no session: there is nothing in it that a call could read. */
const NO_OUTPUTS = '/nonexistent/tagma-outputs';
