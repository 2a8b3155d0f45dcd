/**
 * What the names in the chart mean: each guard and each action, as a pure function of the context and the event, by subject. What
 * changes in the context stands in `turn.ts` and its neighbours; the files of this folder only call it.
 */
import * as calls from './calls.ts';
import * as compaction from './compaction.ts';
import * as consent from './consent.ts';
import * as ending from './ending.ts';
import * as hooks from './hooks.ts';
import * as machineTools from './machine-tools.ts';
import * as models from './models.ts';
import * as replies from './replies.ts';
import { isAnswer } from './requests.ts';
import * as rest from './rest.ts';
import * as said from './said.ts';
import * as session from './session.ts';
import { typed } from './typed.ts';

export const agent = typed.extend({
  guards: {
    isAnswer,
    ...session.guards,
    ...said.guards,
    ...models.guards,
    ...replies.guards,
    ...calls.guards,
    ...machineTools.guards,
    ...hooks.guards,
    ...consent.guards,
    ...compaction.guards,
    ...rest.guards,
    ...ending.guards,
  },
  actions: {
    ...session.actions,
    ...said.actions,
    ...models.actions,
    ...replies.actions,
    ...calls.actions,
    ...machineTools.actions,
    ...hooks.actions,
    ...consent.actions,
    ...compaction.actions,
    ...rest.actions,
    ...ending.actions,
  },
});
