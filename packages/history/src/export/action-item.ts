/** A call, from the action in a reply to its outcome. Each record that belongs to it adds what it tells. */
import type { JsonObject, OutcomeStatus, Params } from '@tagma/protocol';
import type { ReadRecord } from '../read/reader.ts';
import { ruleIn } from './occurrence.ts';
import type { ActionItem, DecisionTold, FactsTold, RunTold } from './timeline-item.ts';
import { flagIn, hasObject, numberOrNull, objectIn, objectsIn, statusIn, textIn, textOrNull, textsIn } from './told.ts';

/** As it stands in the note `reply.read`. One in error never runs: it is answered with what is wrong with it. */
export function actionIn(action: JsonObject, call: number): ActionItem {
  const error = hasObject(action, 'error') ? objectIn(action, 'error') : null;
  return {
    ...actionBefore(call, textIn(action, 'tool')),
    params: objectIn(action, 'params') as Params,
    ...(error && { status: 'error', content: textIn(error, 'message') }),
  };
}

/** A call of whose action nothing is known: a piece of the file is missing. */
export function actionBefore(call: number, tool: string): ActionItem {
  const nothing = { params: {}, facts: null, decisions: [], runs: [], question: null, plan: null };
  return { kind: 'action', call, tool, ...nothing, status: null, content: '', notes: [], details: {} };
}

export function actionAfter(action: ActionItem, record: ReadRecord): ActionItem {
  const { type, fields, n, at } = record;
  switch (type) {
    case 'facts.take':
      return { ...action, status: null };
    case 'facts.taken':
      return { ...action, facts: factsIn(objectIn(fields, 'facts')) };
    case 'facts.changed':
      return { ...action, runs: withEnd(action.runs, 'skipped', null) };
    case 'call.judged': {
      const decision = objectIn(fields, 'decision');
      const [verdict, by] = [textIn(decision, 'verdict'), textIn(decision, 'by')];
      const judged = { ...action, decisions: [...action.decisions, { record: n, verdict, by, asked: null }] };
      return verdict === 'deny' ? { ...judged, status: statusUnrun(action) } : judged;
    }
    case 'person.ask': {
      const [why, outside] = [textIn(fields, 'why'), flagIn(fields, 'outside')];
      return withAsked(action, { at, why, outside, answer: null, reason: '', waitedMs: null, rule: '' });
    }
    case 'permission.answered': {
      const [answer, reason] = [textIn(fields, 'answer'), textIn(fields, 'reason')];
      const asked = action.decisions.at(-1)?.asked;
      const answered = asked ? withAsked(action, { ...asked, answer, reason, waitedMs: at - asked.at }) : action;
      return answer === 'no' ? { ...answered, status: statusUnrun(action) } : answered;
    }
    case 'rule.added': {
      const asked = action.decisions.at(-1)?.asked;
      return asked ? withAsked(action, { ...asked, rule: ruleIn(fields) }) : action;
    }
    case 'hook.ended': {
      const outcome = objectIn(fields, 'outcome');
      if (textIn(outcome, 'kind') !== 'refused') return action;
      const by = `the hook ${textIn(outcome, 'by')}: ${textIn(outcome, 'reason')}`;
      const refused = { record: n, verdict: 'deny', by, asked: null };
      return { ...action, decisions: [...action.decisions, refused], status: statusUnrun(action) };
    }
    case 'tool.run':
      return { ...action, runs: [...action.runs, runIn(record)], status: null };
    case 'tool.ended': {
      const outcome = objectIn(fields, 'outcome');
      const status = statusIn(outcome);
      return {
        ...action,
        runs: withEnd(action.runs, status, numberOrNull(fields, 'durationMs')),
        status,
        content: textIn(outcome, 'content'),
        notes: textsIn(outcome, 'notes'),
        details: objectIn(outcome, 'details'),
      };
    }
    case 'call.answered':
      return { ...action, status: statusIn(fields), content: textIn(fields, 'content') };
    case 'question.ask':
      return {
        ...action,
        question: { text: textIn(fields, 'question'), options: textsIn(fields, 'options'), answer: null },
      };
    case 'question.answered':
      return action.question === null
        ? action
        : { ...action, status: 'ok', question: { ...action.question, answer: textIn(fields, 'answer') } };
    case 'plan.review':
      return { ...action, plan: { text: '', answer: null, reason: '' } };
    case 'plan.presented':
      return { ...action, plan: { answer: null, reason: '', ...action.plan, text: textIn(fields, 'text') } };
    case 'plan.answered': {
      const [answer, reason] = [textIn(fields, 'answer'), textIn(fields, 'reason')];
      const status = answer === 'approve' ? 'ok' : 'denied';
      return { ...action, status, plan: { text: '', ...action.plan, answer, reason } };
    }
    default:
      return action;
  }
}

/** All others have been answered, and this one has not: it did not begin, or the file does not say how it ended. */
export function actionLeft(action: ActionItem, status: OutcomeStatus | null): ActionItem {
  if (action.status !== null) return action;
  return { ...action, status: action.runs.length === 0 ? status : null };
}

/** What a call comes to that may not run (again). */
function statusUnrun({ runs }: ActionItem): OutcomeStatus {
  return runs.findLast(({ status }) => status !== 'skipped')?.status ?? 'denied';
}

function withAsked(action: ActionItem, asked: NonNullable<DecisionTold['asked']>): ActionItem {
  const last = action.decisions.at(-1) ?? { record: 0, verdict: 'ask', by: '' };
  return { ...action, decisions: [...action.decisions.slice(0, -1), { ...last, asked }] };
}

function withEnd(runs: readonly RunTold[], status: OutcomeStatus, durationMs: number | null): readonly RunTold[] {
  return runs.map((run, index) => (index === runs.length - 1 ? { ...run, status, durationMs } : run));
}

function runIn({ n, fields }: ReadRecord): RunTold {
  const bounds = objectIn(fields, 'bounds');
  const held = {
    writes: textIn(bounds, 'writes'),
    network: flagIn(bounds, 'network'),
    beyond: textsIn(bounds, 'beyond'),
  };
  return { record: n, bounds: hasObject(fields, 'bounds') ? held : null, status: null, durationMs: null };
}

function factsIn(facts: JsonObject): FactsTold {
  const paths = (name: string) => objectsIn(facts, name).map((fact) => textIn(fact, 'path'));
  return {
    reads: paths('reads'),
    writes: paths('writes'),
    deletes: paths('deletes'),
    runs: textsIn(facts, 'runs'),
    network: textsIn(facts, 'network'),
    unknown: textOrNull(facts, 'unknown'),
    forbidden: textOrNull(facts, 'forbidden'),
    preview: textIn(facts, 'preview'),
  };
}
