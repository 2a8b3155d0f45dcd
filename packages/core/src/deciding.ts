/**
 * Whether the next call may run: by the verdict on what it would do, or by the person's answer. Pure functions of the context,
 * like those of `turn.ts`.
 */
import type { Facts } from '@tagma/protocol';
import type { Judgement } from './call.ts';
import { allowNext, answerNext, changeNext, nextCall, unjudgeNext, withoutRunning } from './calls.ts';
import type { Context } from './context.ts';
import type { AgentEvent, FactsTaken, PermissionAnswered } from './events.ts';
import { planFileOf } from './plan-mode.ts';
import { nextSteer } from './queue.ts';
import type { Judged, Rule } from './rules.ts';
import { notLetOut } from './sandbox.ts';
import { pausedAfterStep } from './turn.ts';
import { type Decision, decide, offeredRule as ruleFor } from './verdict.ts';

type Taken = FactsTaken & Pick<AgentEvent, 'recorded'>;

const NOBODY_TO_ASK = 'nobody is there to ask';

/** The verdict on the next call. Where nobody can be asked, what would ask is denied. */
export function decisionOn(context: Context, { facts, recorded }: Taken): Decision {
  if (recorded?.decision) return recorded.decision;
  const keptFrom = nextCall(context)?.blocked?.from ?? null;
  const decision = unlessKept(decide(judged(context, facts), context.mode, context.rules), keptFrom);
  return context.session.settings.headless ? withoutAsking(decision) : decision;
}

/** What a decision is where nobody can be asked. */
export function withoutAsking(decision: Decision): Decision {
  return decision.verdict === 'ask' ? { verdict: 'deny', by: `${decision.by}; ${NOBODY_TO_ASK}` } : decision;
}

/**
 * To run outside of the sandbox is for the person to allow, each time.
 * @param keptFrom what a sandbox has kept the call from; null where none has
 */
export function unlessKept(decision: Decision, keptFrom: string | null): Decision {
  if (keptFrom === null || decision.verdict === 'deny') return decision;
  return { verdict: 'ask', by: `the sandbox has kept it from ${keptFrom}: it would run again, outside` };
}

export function judge(context: Context, taken: Taken): Context {
  const { facts } = taken;
  const judgement = { facts, decision: decisionOn(context, taken) };
  return changeNext({ ...context, requests: [] }, (call) => ({ ...call, judgement, changes: !facts.readOnly }));
}

/** What was asked was asked under another mode: it is decided anew. Where it will be skipped instead, the step was for it. */
export function unjudge(context: Context): Context {
  const undecided = unjudgeNext(context);
  return nextSteer(context) === undefined ? undecided : { ...undecided, ...pausedAfterStep(context) };
}

/** Facts and verdict of the next call, once it has been judged. */
export function judgementOf(context: Context): Judgement & { readonly call: number } {
  const call = nextCall(context);
  if (!call?.judgement) throw new Error('the next call has not been judged');
  return { call: call.ref.call, ...call.judgement };
}

/** Why the person is asked about the next call. */
export function whyAsked(context: Context): string {
  const { by } = judgementOf(context).decision;
  const again = (nextCall(context)?.reconsidered ?? 0) > 0;
  return again ? `${by}; what it would do has changed since it was allowed` : by;
}

/** The rule that the answer "always" would add for the next call, or null where none is offered. */
export function offeredRule(context: Context): Rule | null {
  const { mode, rules } = context;
  // No rule lets anything out of the sandbox.
  if (nextCall(context)?.blocked) return null;
  return ruleFor(judged(context, judgementOf(context).facts), mode, rules);
}

export function denyByVerdict(context: Context): Context {
  return deny(context, judgementOf(context).decision.by);
}

/** The rule that an answer adds, or null. */
export function addedRule(context: Context, event: PermissionAnswered): Rule | null {
  return event.answer === 'always' ? offeredRule(context) : null;
}

export function takeAnswer(context: Context, event: PermissionAnswered): Context {
  const rule = addedRule(context, event);
  const answered = { ...context, requests: [], rules: rule ? [...context.rules, rule] : context.rules };
  if (event.answer !== 'no') return allowNext(answered, 'by person');
  const kept = nextCall(context);
  const answer = kept ? notLetOut(kept, event.reason) : null;
  if (answer) return answerNext({ ...answered, ...pausedAfterStep(context) }, answer);
  return deny(answered, event.reason === '' ? 'the user said no' : `the user said no: ${event.reason}`);
}

/** A step was for this call. */
function deny(context: Context, why: string): Context {
  return answerNext({ ...context, ...pausedAfterStep(context) }, withoutRunning('denied', `denied: ${why}`));
}

function judged(context: Context, facts: Facts): Judged {
  const { tool, params } = nextCall(context)?.ref ?? { tool: '', params: {} };
  const planFile = context.mode === 'plan' ? planFileOf(context) : null;
  const { folder, settings } = context.session;
  return { tool, params, facts, folder, planFile, sandbox: settings.sandbox };
}
