/** What the permission modes let run unasked, in words. */
import type { Mode } from '@tagma/core';

/** Each mode in a few words, for the person who chooses one. */
export const MODE_SAYS: { readonly [mode in Mode]: string } = {
  plan: 'only looks: nothing is changed but the plan that is written',
  default: 'looks unasked, asks before it changes or runs anything',
  'accept-edits': 'changes files of the project unasked, asks before it runs anything',
  'auto-in-project': 'changes files and, in a sandbox, runs commands in the project unasked',
  trust: 'asks nothing but where a secret would be given away',
};
