/** The rules that hold, as a list: numbered, each with what it says and who has set it. */

import { formatRule, type Rule, type RuleSource } from '@tagma/core';
import { revealed } from '@tagma/protocol';
import { shownKey } from '../keys/shown-key.ts';
import type { Model, Next } from '../screen/model.ts';
import type { ListDialog } from './dialog.ts';
import { type Choice, listOf } from './list.ts';
import { drafted, openDialog } from './opening.ts';

const SOURCES: { readonly [from in RuleSource]: string } = {
  option: 'an option of this run',
  user: 'your configuration',
  project: 'the project',
  local: 'kept for you in this project',
  answer: 'your answer in this session',
};

function hintOf({ keys }: Model): string {
  const [choose, send] = [shownKey(keys, 'choose'), shownKey(keys, 'send')];
  return (
    'Deny before ask before allow; a deny list holds in every mode, whatever the rules say. ' +
    `${choose} writes the command that takes the chosen rule back: ${send} then sends it.`
  );
}

export function openPermissions(model: Model): Next {
  const { mode } = model.status;
  const title = `permissions: mode ${mode}`;
  const none = `There is no rule: the mode alone decides. ${shownKey(model.keys, 'cycle-mode')} goes on to the next mode.`;
  return openDialog(model, {
    kind: 'permissions',
    list: { ...listOf(title, model.rules.length === 0 ? '' : hintOf(model), model.rules.map(choiceOf)), none },
  });
}

function choiceOf(rule: Rule, index: number): Choice {
  return {
    id: String(index + 1),
    label: `${String(index + 1).padStart(2)}  ${rule.says.padEnd(5)}  ${revealed(formatRule(rule))}`,
    note: SOURCES[rule.from],
  };
}

/** Not taken back at once: a rule may be what protects. */
export function draftRemoval(model: Model, _dialog: ListDialog, { id }: Choice): Next {
  return drafted(model, `/permissions remove ${id}`);
}
