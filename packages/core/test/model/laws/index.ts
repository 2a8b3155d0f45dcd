/** All that holds of the machine whatever happens. */
import { CONVERSATION } from './conversation.ts';
import { EFFECTS } from './effects.ts';
import { HOOK_LAWS } from './hooks.ts';
import type { Law } from './law.ts';
import { LIMIT_LAWS } from './limits.ts';
import { MODEL_LAWS } from './models.ts';
import { PERSON_LAWS } from './person.ts';
import { RESUMING_LAWS } from './resuming.ts';
import { SHELL_LAWS } from './shell.ts';
import { TOOL_LAWS } from './tools.ts';
import { UNDO_LAWS } from './undo.ts';

export const LAWS: readonly Law[] = [
  ...EFFECTS,
  ...TOOL_LAWS,
  ...PERSON_LAWS,
  ...CONVERSATION,
  ...LIMIT_LAWS,
  ...MODEL_LAWS,
  ...UNDO_LAWS,
  ...SHELL_LAWS,
  ...RESUMING_LAWS,
  ...HOOK_LAWS,
];
