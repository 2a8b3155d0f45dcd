/** What a session that is stepped has come to: folded from its updates, and said in lines. Pure. */
import { type AgentEvent, type Effect, isEffect, type Snapshot, start, step, type Update } from '@tagma/core';
import { BY, factOf, type HeldEvent } from '@tagma/runtime';
import { indented, isQuestion, type Question, questionLines } from './question.ts';
import { type Scene, summaryLine } from './scene.ts';

export type Following = {
  /** How many events the machine has been told. */
  readonly told: number;
  /** The last of them. */
  readonly last: Scene | null;
  readonly snapshot: Snapshot;
  /** What waits for the person. */
  readonly question: Question | null;
  /** Requests whose answer is on its way by itself. */
  readonly working: ReadonlySet<number>;
};

type StepUpdate = Extract<Update, { kind: 'step' }>;

/** Whose answer comes by itself. */
const WORK: ReadonlySet<Effect['type']> = new Set([
  'model.ask',
  'summary.ask',
  'facts.take',
  'tool.run',
  'timer.start',
  'plan.review',
] as const);

export function followingFromStart(): Following {
  return { told: 0, last: null, snapshot: start(), question: null, working: new Set() };
}

export function followed(before: Following, { event, emitted, snapshot }: StepUpdate): Following {
  const told = before.told + 1;
  const effects = emitted.filter(isEffect);
  const working = new Set(before.working);
  const answered = event.type === 'event.dropped' ? event.event : event;
  if ('request' in answered) working.delete(answered.request);
  for (const effect of effects) if (WORK.has(effect.type) && 'id' in effect) working.add(effect.id);
  const asked = effects.findLast(isQuestion) ?? before.question;
  const question = asked && snapshot.context.requests.includes(asked.id) ? asked : null;
  const last: Scene = { number: told, event, before: before.snapshot, after: snapshot, emitted, isHeld: false };
  return { told, last, snapshot, question, working };
}

/** The event that is held, as if the machine were told it now. */
export function heldScene({ told }: Following, { event, snapshot: before, draft }: HeldEvent): Scene {
  const now: AgentEvent =
    draft === null ? event : { ...draft, at: event.at, changed: { by: BY, original: factOf(event) } };
  const { snapshot: after, emitted } = step(before, now);
  return { number: told + 1, event: now, before, after, emitted, isHeld: true };
}

/** What has just happened, and what of it is for the person. */
export function toldLines(scene: Scene): readonly string[] {
  const { event, emitted } = scene;
  const plan = event.type === 'plan.presented' ? ['the plan:', ...indented(event.text)] : [];
  return [`told   ${summaryLine(scene)}`, ...plan, ...emitted.filter(isEffect).flatMap(forPerson)];
}

function forPerson(effect: Effect): readonly string[] {
  if (isQuestion(effect)) return questionLines(effect);
  if (effect.type !== 'turn.end' || effect.result.kind !== 'done') return [];
  return ['the answer:', ...indented(effect.result.text)];
}
