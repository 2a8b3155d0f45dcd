/** What the person does while no turn runs: changes are taken back, a command of his own is run. */
import { commandLimitOf } from '../output-budget.ts';
import { as } from '../payloads.ts';
import * as result from '../result.ts';
import * as shell from '../shell.ts';
import * as undo from '../undo.ts';
import { isAnswer } from './requests.ts';
import { type Args, assign, emit } from './typed.ts';

export const guards = {
  isSaidMeanwhile: (args: Args) => isAnswer(args) && undo.isSaidMeanwhile(args.context),
  isSaidSinceCommand: (args: Args) => isAnswer(args) && shell.isSaidSinceCommand(args.context),
  isAfterFailure: (args: Args) => isAnswer(args) && result.canGoOn(args.context),
};

export const actions = {
  beginUndo: assign(({ context }) => undo.beginUndo(context)),
  runUndo: emit(({ context, event }) => ({
    type: 'undo.run',
    id: context.lastId,
    steps: as(event, 'undo.requested').steps,
  })),
  takeUndone: assign(({ context, event }) => undo.takeUndone(context, as(event, 'undo.ended').outcome)),
  beginCommand: assign(({ context, event }) => shell.beginCommand(context, as(event, 'shell.requested').command)),
  runCommand: emit(({ context, event }) => ({
    type: 'shell.run',
    id: context.lastId,
    command: as(event, 'shell.requested').command,
    ...commandLimitOf(context),
  })),
  takeCommand: assign(({ context, event }) => shell.takeCommand(context, as(event, 'shell.ended'))),
};
