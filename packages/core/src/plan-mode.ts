/**
 * Plan mode: where the plan is written; and what the model is told when the person begins the mode, and when he ends it, with whatever
 * it is told next. A plan that the model has begun itself, or that was agreed to, is told by the answer to its call. Pure functions of
 * the context.
 */
import { writeObservation } from '@tagma/protocol';
import type { Context } from './context.ts';
import { appendUser } from './conversation.ts';
import { PLAN } from './machine-tools.ts';

const NOBODY =
  'The permission mode is plan: look at what you need, and change nothing. Give the answer, or the plan, as your final answer.';

/** Where the plan of a session is written, relative to the project folder. */
export function planFileOf({ session }: { readonly session: Pick<Context['session'], 'session'> }): string {
  return `.tagma/plans/${session.session}.md`;
}

/** The context as it is where there is nothing to tell, or the session tells nothing. */
export function withPlanTold(context: Context): Context {
  const isPlan = context.mode === 'plan';
  if (context.session.settings.plansWithPerson !== true || isPlan === context.planTold) return context;
  const told = writeObservation(
    { tool: PLAN.name, by: 'user', status: 'ok' },
    isPlan ? begun(context) : ended(context),
  );
  return { ...context, planTold: isPlan, conversation: appendUser(context, told) };
}

function begun(context: Context): string {
  const { settings, tools } = context.session;
  if (settings.headless || tools.every(({ name }) => name !== PLAN.name)) return NOBODY;
  return (
    `The user has begun plan mode: look at what you need, write the plan to ${planFileOf(context)}, and change nothing else. ` +
    'Then use plan with the action done: the user agrees to it, or says what to change.'
  );
}

function ended({ mode }: Context): string {
  return `The user has ended plan mode: things may be changed again (permission mode ${mode}).`;
}
