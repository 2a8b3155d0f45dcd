/** What the commands behind a slash take, where the choice is known. */
import { formatRule, MODES } from '@tagma/core';
import { visible } from '@tagma/protocol';
import { MODE_SAYS } from '../dialogs/mode-words.ts';
import { typedCommand } from '../keys/typed-commands.ts';
import type { Model } from '../screen/model.ts';
import { THEMES } from '../theme/themes.ts';

type Argument = { readonly text: string; readonly says: string };

/** Empty where anything may stand there. */
export function argumentsOf(model: Model, command: string): readonly Argument[] {
  return ARGUMENTS[typedCommand(command)?.name ?? command]?.(model) ?? [];
}

const ARGUMENTS: { readonly [command: string]: (model: Model) => readonly Argument[] } = {
  model: ({ writing }) => (writing.models.found ?? []).map((text) => ({ text, says: '' })),
  mode: modes,
  init: () => [{ text: 'replace', says: 'also where it is there already' }],
  undo: () => [{ text: 'turn', says: 'all that the last turn changed' }],
  permissions: ({ rules }) =>
    rules.map((rule, index) => ({ text: `remove ${index + 1}`, says: visible(formatRule(rule)) })),
  theme: ({ look }) =>
    ['auto', ...look.own.map(({ name }) => name), ...Object.keys(THEMES)].map((text) => ({ text, says: '' })),
};

function modes(): readonly Argument[] {
  return MODES.map((text) => ({ text, says: MODE_SAYS[text] }));
}
