/**
 * Calls that the person answers, not a tool: a question of the model, and a plan that wants consent. Pure functions of the
 * context, like those of `turn.ts`.
 */
import { guard } from '@tagma/protocol';
import type { Answer, Call } from './call.ts';
import { answerNext, nextCall, withoutRunning } from './calls.ts';
import type { Context } from './context.ts';
import type { PlanAnswered, QuestionAnswered } from './events.ts';
import { ASK, PLAN } from './machine-tools.ts';
import { planFileOf } from './plan-mode.ts';
import { todoAnswer } from './todo.ts';
import type { Mode } from './verdict.ts';

/** Whether the next call is a question, or a plan that the person has to agree to before it is begun. */
export function isAsking(context: Context): boolean {
  return nextCall(context)?.ref.tool === ASK.name || mustAgree(context);
}

const PLAN_FIRST = 'The model wants to plan first: it only looks, and changes nothing until you agree to its plan.';
const YES = 'yes, plan first';
const NO = 'no, without a plan';

function mustAgree(context: Context): boolean {
  const { settings } = context.session;
  if (settings.plansWithPerson !== true || settings.headless || context.mode === 'plan') return false;
  return isPlanning(context, 'enter') && context.planAgreed !== nextCall(context)?.ref.call;
}

export function isPlanning(context: Context, action: 'enter' | 'done'): boolean {
  const { tool, params } = nextCall(context)?.ref ?? {};
  return tool === PLAN.name && params?.action === action;
}

/** The answer to the next call where nobody is asked: a list of steps is kept, or the person cannot be waited for. Else null. */
export function answerAtOnce(context: Context): Answer | null {
  const kept = todoAnswer(context);
  if (kept !== null) return kept;
  const { headless } = context.session.settings;
  if (isPlanning(context, 'done') && context.mode !== 'plan') {
    return withoutRunning('error', 'no plan has been begun: use plan with the action enter first');
  }
  if (!headless && isAsking(context) && questionOf(context).question.trim() === '') {
    return withoutRunning('error', 'the question is empty, so nobody was asked: write it in <question>');
  }
  if (!headless) return null;
  if (isAsking(context)) {
    return withoutRunning('error', 'nobody is there to ask: decide yourself, and say in <final> how');
  }
  if (isPlanning(context, 'done')) {
    return withoutRunning('error', 'nobody is there to agree to the plan: give it as your <final>');
  }
  // It would lead nowhere: nobody could end the planning.
  if (!isPlanning(context, 'enter') || context.mode === 'plan') return null;
  return withoutRunning('error', 'nobody is there to agree to a plan: do the work without one');
}

/** What the model is told when it begins a plan. */
export function planBegun(context: Context): Answer {
  const file = planFileOf(context);
  const content = `You are planning: look at what you need, write the plan to ${file}, and change nothing else. Then use plan with the action done.`;
  return withoutRunning('ok', content);
}

export function questionOf(context: Context): { readonly question: string; readonly options: readonly string[] } {
  if (mustAgree(context)) return { question: PLAN_FIRST, options: [YES, NO] };
  const { question, options } = nextCall(context)?.ref.params ?? {};
  return { question: String(question ?? ''), options: Array.isArray(options) ? options.map(String) : [] };
}

export function takeReply(context: Context, event: QuestionAnswered): Context {
  // Also where the person has gone over to planning meanwhile.
  if (isPlanning(context, 'enter')) return takeAgreement({ ...context, requests: [] }, event.answer);
  return answerNext({ ...context, requests: [] }, withoutRunning('ok', event.answer));
}

/** Anything but a yes is a no, with what the person wants instead. */
function takeAgreement(context: Context, answer: string): Context {
  if (agreesToPlan(answer)) return { ...context, planAgreed: nextCall(context)?.ref.call ?? null };
  const said = answer.trim();
  const instead = said === NO || said === '' ? 'Do the work without one.' : said;
  return answerNext(context, withoutRunning('denied', `the user wants no plan: ${instead}`));
}

/** Whether this answer to the question about a plan lets it begin. */
export function agreesToPlan(answer: string): boolean {
  return answer.trim() === YES;
}

/** What the person has answered to the questions among these calls. */
export function saidIn(calls: readonly Call[]): readonly string[] {
  return calls.flatMap(({ ref, answer }) =>
    ref.tool === ASK.name && answer?.status === 'ok'
      ? [`${answer.content} (asked: ${guard(String(ref.params.question ?? ''))})`]
      : [],
  );
}

/** The person changes the mode; a plan that begins so leads back as well. */
export function changeMode(context: Context, mode: Mode): Context {
  if (mode !== 'plan') return { ...context, mode, planBegunIn: null };
  return { ...context, mode, planBegunIn: context.mode === 'plan' ? context.planBegunIn : context.mode };
}

/** From here on nothing is changed but the plan's file, until the person has agreed. */
export function enterPlan(context: Context): Context {
  return answerNext({ ...changeMode(context, 'plan'), planTold: true, planAgreed: null }, planBegun(context));
}

/** There is nothing to agree to: the person is not asked. */
export function emptyPlan(context: Context): Answer {
  const file = planFileOf(context);
  return withoutRunning('error', `the plan is empty: write it to ${file} first, then use plan with the action done`);
}

export function takeReview(context: Context, event: PlanAnswered): Context {
  const asked = { ...context, requests: [] };
  if (event.answer === 'reject') {
    const why = event.reason === '' ? '' : `: ${event.reason}`;
    return answerNext(
      asked,
      withoutRunning('denied', `the user does not agree to the plan${why}. Change it, and hand it in again.`),
    );
  }
  // Another mode that the person has chosen meanwhile stays.
  const mode: Mode = event.mode ?? (context.mode === 'plan' ? (context.planBegunIn ?? 'default') : context.mode);
  const agreed: Context = { ...asked, mode, planBegunIn: null, planTold: mode === 'plan' };
  return answerNext(
    agreed,
    withoutRunning('ok', `the user agrees to the plan. Carry it out now (permission mode ${mode}).`),
  );
}
