/** Which model is asked, how large its window is, and what is counted of it. */
import * as counting from '../counting.ts';
import * as notices from '../hooks/notices.ts';
import * as models from '../models.ts';
import { as } from '../payloads.ts';
import * as turn from '../turn.ts';
import { isAnswer } from './requests.ts';
import { type Args, assign, emit } from './typed.ts';

export const guards = {
  modelWaits: ({ context }: Args) => context.modelWanted !== null,
  mustReturn: ({ context }: Args) => models.mustReturn(context),
  isElsewhere: ({ context }: Args) => context.asked > 0,
  isReplaced: (args: Args) => isAnswer(args) && args.context.modelWanted !== null,
  mustFallBack: (args: Args) => isAnswer(args) && turn.mustFallBack(args.context, as(args.event, 'reply.failed')),
  wantsWindow: ({ context }: Args) => models.wantsWindow(context),
  isWindow: ({ context, event }: Args) => models.isWindowAsked(context, as(event, 'window.found')),
  wantsCount: ({ context }: Args) => counting.wantsCount(context),
  isCount: ({ context, event }: Args) => counting.isCountAsked(context, as(event, 'tokens.counted')),
};

export const actions = {
  wantModel: assign(({ context, event }) => models.wantModel(context, as(event, 'model.changed').model)),
  takeModel: assign(({ context }) => notices.withModelTold(models.takeModel(context))),
  noteModel: emit(({ context }) => models.switched(context, 'chosen')),
  fallBack: assign(({ context }) => notices.withModelTold(turn.askAnew(models.fallBack(context)))),
  noteFallback: emit(({ context }) => models.switched(context, 'failing')),
  returnToChosen: assign(({ context }) => notices.withModelTold(models.returnToChosen(context))),
  noteReturn: emit(({ context }) => models.switched(context, 'new turn')),
  askAnew: assign(({ context }) => turn.askAnew(turn.withoutOutage(context))),
  askWindow: assign(({ context }) => models.askWindow(context)),
  findWindow: emit(({ context }) => ({
    type: 'window.find',
    id: context.lastId,
    ...models.refOf(models.modelOf(context)),
  })),
  takeWindow: assign(({ context, event }) => models.takeWindow(context, as(event, 'window.found'))),
  askCount: assign(({ context }) => counting.askCount(context)),
  countTokens: emit(({ context }) => ({ type: 'tokens.count', id: context.lastId, ...turn.requestOf(context) })),
  takeCount: assign(({ context, event }) => counting.takeCount(context, as(event, 'tokens.counted'))),
};
