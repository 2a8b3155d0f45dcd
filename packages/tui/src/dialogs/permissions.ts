/** The rules that hold, as a dialog: numbered, each with what it says and who has set it. */

import { formatRule, type Mode, type Rule, type RuleSource, type Verdict } from '@tagma/core';
import { oneLine, revealed } from '@tagma/protocol';
import { type Line, line } from '../text/line.ts';
import { wrap } from '../text/wrap.ts';
import type { Role } from '../theme/roles.ts';

const ROLES: { readonly [says in Verdict]: Role } = { allow: 'good', ask: 'warning', deny: 'bad' };
const SOURCES: { readonly [from in RuleSource]: string } = {
  option: 'an option of this run',
  user: 'your configuration',
  project: 'the project',
  local: 'kept for you in this project',
  answer: 'your answer in this session',
};

export function permissionsLines(rules: readonly Rule[], mode: Mode, width: number): readonly Line[] {
  const lines = rules.length === 0 ? [line(['  None: the mode alone decides.', 'text'])] : rules.map(ruleLine);
  return [
    line(['mode', 'label'], [` · ${mode}`, 'text'], [' · Shift+Tab goes on to the next', 'muted']),
    [],
    line(['rules', 'label'], [' · deny before ask before allow', 'muted']),
    ...lines,
    [],
    line([
      '/permissions remove N takes a rule back. A deny list holds in every mode, whatever the rules say.',
      'muted',
    ]),
  ].flatMap((each) => (each.length === 0 ? [each] : wrap(each, width)));
}

function ruleLine(rule: Rule, index: number): Line {
  return line(
    [`${String(index + 1).padStart(4)}  `, 'label'],
    [rule.says.padEnd(5), ROLES[rule.says]],
    [`  ${oneLine(revealed(formatRule(rule)))}`, 'text'],
    [` · ${SOURCES[rule.from]}`, 'muted'],
  );
}
