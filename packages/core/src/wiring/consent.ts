/** What hooks say about a compaction, before it is made. */
import * as compaction from '../compaction/compaction.ts';
import * as consent from '../hooks/consent.ts';
import { as } from '../payloads.ts';
import * as result from '../result.ts';
import { causeOf, mustCompact } from './compaction.ts';
import { isAnswer, nothingRuns } from './requests.ts';
import { type Args, assign, emit } from './typed.ts';

export const guards = {
  mustConsent: (args: Args) => consent.wantsConsent(args.context) && mustCompact(args),
  mustConsentAtRest: ({ context }: Args) => consent.wantsConsent(context) && compaction.hasOldPart(context),
  isConsent: (args: Args) =>
    isAnswer(args) && consent.isAtRest(args.context) && consent.isGiven(as(args.event, 'hook.ended')),
  isSaidSinceConsent: (args: Args) =>
    isAnswer(args) && consent.isAtRest(args.context) && consent.isSaidSinceConsent(args.context),
  isRefusedAfterFailure: (args: Args) =>
    isAnswer(args) && consent.isAtRest(args.context) && result.canGoOn(args.context),
  isRefusedAtRest: (args: Args) => isAnswer(args) && consent.isAtRest(args.context),
  isAskedAtRest: ({ context }: Args) => nothingRuns(context) && consent.isAtRest(context),
  isAskedAfterFailure: ({ context }: Args) =>
    nothingRuns(context) && consent.isAtRest(context) && result.canGoOn(context),
};

export const actions = {
  beginConsent: assign(({ context }) =>
    consent.askConsent(context, false, causeOf(context), context.compactionWanted ?? ''),
  ),
  beginConsentAtRest: assign(({ context, event }) =>
    consent.askConsent(context, true, 'command', as(event, 'compact.requested').focus),
  ),
  askConsent: emit(({ context }) => consent.consentAsked(context)),
  takeConsent: assign(({ context, event }) => consent.takeConsent(context, as(event, 'hook.ended'))),
  compactConsented: assign(({ context }) => consent.compactAtRest(context)),
  dropConsent: assign(({ context }) => consent.dropConsent(context)),
};
