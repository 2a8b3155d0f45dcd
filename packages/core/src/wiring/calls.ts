/** The calls of a reply: what they would do, whether they may, and how they end. */
import * as calls from '../calls.ts';
import * as deciding from '../deciding.ts';
import * as notices from '../hooks/notices.ts';
import { outputLimitOf } from '../output-budget.ts';
import { as, held, required, started, waiting } from '../payloads.ts';
import * as turn from '../turn.ts';
import { isAnswer } from './requests.ts';
import { type Args, assign, emit } from './typed.ts';

export const guards = {
  mustWait: (args: Args) => isAnswer(args) && calls.mustWait(args.context, as(args.event, 'facts.taken').facts),
  isAllowed: (args: Args) => isAnswer(args) && verdictOn(args) === 'allow',
  mustAsk: (args: Args) => isAnswer(args) && verdictOn(args) === 'ask',
  addsRule: (args: Args) =>
    isAnswer(args) && deciding.addedRule(args.context, as(args.event, 'permission.answered')) !== null,
  mustAct: ({ context }: Args) => calls.mustAct(context),
  neighbourStarts: ({ context }: Args) => calls.neighbourStarts(context),
  callWaits: ({ context }: Args) => calls.nextCall(context) !== undefined,
};

export const actions = {
  takeFacts: emit(({ context }) => ({ type: 'facts.take', id: context.lastId, ...waiting(context) })),
  judge: assign(({ context, event }) => deciding.judge(context, as(event, 'facts.taken'))),
  noteVerdict: emit(({ context }) => {
    const { call, decision } = deciding.judgementOf(context);
    return { type: 'call.judged', call, decision };
  }),
  putOff: assign(({ context }) => calls.putOff(context)),
  allow: assign(({ context }) => calls.allowNext(context, 'by verdict')),
  unjudge: assign(({ context }) => deciding.unjudge(context)),
  denyByVerdict: assign(({ context }) => deciding.denyByVerdict(context)),
  askPerson: emit(({ context }) => ({
    type: 'person.ask',
    id: context.lastId,
    facts: deciding.judgementOf(context).facts,
    why: deciding.whyAsked(context),
    ...(calls.nextCall(context)?.blocked ? { outside: true as const } : {}),
    always: deciding.offeredRule(context),
    ...waiting(context),
  })),
  noteRule: emit(({ context, event }) => {
    const rule = deciding.addedRule(context, as(event, 'permission.answered'));
    return { type: 'rule.added', rule: required(rule, 'a rule that is added') };
  }),
  takeAnswer: assign(({ context, event }) => deciding.takeAnswer(context, as(event, 'permission.answered'))),
  startCall: assign(({ context }) => calls.startCall(context)),
  runTool: emit(({ context }) => ({
    type: 'tool.run',
    id: context.lastId,
    ...started(context),
    ...held(context),
    ...outputLimitOf(context),
  })),
  takeOutcome: assign(({ context, event }) => {
    const ended = as(event, 'tool.ended');
    return notices.withToolTold(context, calls.takeOutcome(context, ended), ended.request);
  }),
  reconsider: assign(({ context, event }) => calls.reconsider(context, as(event, 'facts.changed'))),
  skipRest: assign(({ context }) => turn.skipRest(context)),
};

function verdictOn({ context, event }: Args): string {
  return deciding.decisionOn(context, as(event, 'facts.taken')).verdict;
}
