/** What a folder's own files would allow is agreed to by the person, once, or does not count. */
import { createInterface } from 'node:readline/promises';
import { formatRule, type Rule } from '@tagma/core';
import { LOCAL_FILE, PROJECT_FILE } from './folder-rules.ts';
import type { RulesOfRun } from './rules-of-run.ts';

/** @param canAsk whether a person sits at the terminal */
export async function settlePermissions(found: RulesOfRun, canAsk: boolean): Promise<RulesOfRun> {
  const settled =
    found.untrusted.length > 0 && !found.refused && canAsk ? await found.answer(await ask(found.untrusted)) : found;
  for (const warning of settled.warnings) tell(warning);
  if (settled.untrusted.length > 0) tell(ignored(settled.untrusted));
  return settled;
}

async function ask(untrusted: readonly Rule[]): Promise<boolean> {
  const rules = untrusted.map(
    (rule) => `  ${rule.from === 'project' ? PROJECT_FILE : LOCAL_FILE}: ${JSON.stringify(formatRule(rule))}`,
  );
  process.stderr.write(
    `This folder brings rules that would let things run without a question:\n${rules.join('\n')}\n` +
      'They may come from whoever wrote what lies here. You are asked again only when they change.\n',
  );
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await lines.question('Do you trust them? [y/N] ');
    return /^\s*y(es)?\s*$/i.test(answer);
  } finally {
    lines.close();
  }
}

function ignored(untrusted: readonly Rule[]): string {
  const [rules, are] = untrusted.length === 1 ? ['rule', 'is'] : ['rules', 'are'];
  return `${untrusted.length} ${rules} of this folder's own that would allow something ${are} ignored: you have not trusted it (--trust-folder does).`;
}

function tell(message: string): void {
  process.stderr.write(`tagma: ${message}\n`);
}
