/** What a folder's own files would allow is agreed to by the person, once, or does not count. */
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { formatRule, type Rule } from '@tagma/core';
import { type Tell, tellHere } from '../start-notes.ts';
import { LOCAL_FILE, PROJECT_FILE } from './folder-rules.ts';
import type { RulesOfRun } from './rules-of-run.ts';

type Terminal = {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
};

const HERE: Terminal = { input: process.stdin, output: process.stderr };

/** Asks the person at the terminal where something is to be agreed to. Null where he leaves without an answer. */
export async function settlePermissions(
  found: RulesOfRun,
  tell: Tell = tellHere,
  terminal: Terminal = HERE,
): Promise<RulesOfRun | null> {
  if (found.untrusted.length === 0 || found.refused) return settleUnasked(found, tell);
  const trusts = await ask(found.untrusted, terminal);
  return trusts === null ? null : settleUnasked(await found.answer(trusts), tell);
}

/** Where nobody can be asked, or nothing is left to ask. */
export function settleUnasked(found: RulesOfRun, tell: Tell = tellHere): RulesOfRun {
  for (const warning of found.warnings) tell(warning);
  if (found.untrusted.length > 0) tell(ignored(found.untrusted));
  return found;
}

/** Null at Ctrl+C and Ctrl+D. */
async function ask(untrusted: readonly Rule[], { input, output }: Terminal): Promise<boolean | null> {
  const rules = untrusted.map(
    (rule) => `  ${rule.from === 'project' ? PROJECT_FILE : LOCAL_FILE}: ${JSON.stringify(formatRule(rule))}`,
  );
  output.write(
    `This folder brings rules that would let things run without a question:\n${rules.join('\n')}\n` +
      'They may come from whoever wrote what lies here.\nYou are asked again only when they change.\n',
  );
  const lines = createInterface({ input, output });
  const left = once(lines, 'close').then(() => null);
  const answer = await Promise.race([lines.question('Do you trust them? [y/N] ').catch(() => null), left]);
  lines.close();
  if (answer === null) output.write('\n');
  return answer === null ? null : /^\s*y(es)?\s*$/i.test(answer);
}

function ignored(untrusted: readonly Rule[]): string {
  const [rules, are] = untrusted.length === 1 ? ['rule', 'is'] : ['rules', 'are'];
  return `${untrusted.length} ${rules} of this folder's own that would allow something ${are} ignored: you have not trusted it (--trust-folder does).`;
}
