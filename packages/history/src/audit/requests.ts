/**
 * Which effects wait for an answer, and which event answers which. Effects are numbered without a gap; each answer is to
 * one that waits for it; and when a turn ends nothing is left open.
 */
import type { AgentEvent, Effect } from '@tagma/core';
import type { Find } from './findings.ts';
import type { LogStep, Said } from './steps.ts';

/** An effect that waits for its answer. */
export type Asked = { readonly step: LogStep; readonly effect: Said & { readonly id: number } };

type Waiting = Exclude<Effect['type'], 'cancel' | 'turn.end'>;

const ANSWERS: { readonly [effect in Waiting]: readonly AgentEvent['type'][] } = {
  'model.ask': ['reply.ended', 'reply.failed'],
  'summary.ask': ['reply.ended', 'reply.failed'],
  'facts.take': ['facts.taken'],
  'person.ask': ['permission.answered'],
  'question.ask': ['question.answered'],
  'plan.review': ['plan.presented', 'plan.answered'],
  'limit.ask': ['limit.answered'],
  'tool.run': ['tool.ended', 'facts.changed'],
  'undo.run': ['undo.ended'],
  'shell.run': ['shell.ended'],
  'timer.start': ['timer.fired'],
  'window.find': ['window.found'],
  'tokens.count': ['tokens.counted'],
  'hook.run': ['hook.ended'],
  'hook.tell': ['hook.ended'],
};

/** These an abort drops: what they ask for is not wanted any more. All else is cancelled, and its end awaited. */
const DROPPED: ReadonlySet<string> = new Set([
  'facts.take',
  'person.ask',
  'question.ask',
  'plan.review',
  'limit.ask',
] satisfies Waiting[]);

/** They are answered at any time, or never. */
const BESIDE: ReadonlySet<string> = new Set(['window.find', 'tokens.count', 'hook.tell'] satisfies Waiting[]);

export class Requests {
  readonly #find: Find;
  readonly #open = new Map<number, Asked>();
  #lastId = 0;

  constructor(find: Find) {
    this.#find = find;
  }

  /** Takes the step, and gives the effect that its event answers; null where it answers none. */
  take(step: LogStep): Asked | null {
    const asked = step.isIgnored ? null : this.#answered(step);
    if (!step.isIgnored && step.event.type === 'session.resumed') this.#open.clear();
    if (!step.isIgnored && step.event.type === 'abort.requested') this.#drop();
    for (const said of step.emitted) this.#take(said, step);
    if (!step.isIgnored && step.event.type === 'session.ended') this.#lookForOpen(step.record, 'the session ended');
    return asked;
  }

  /** What still waits, in the order in which it was asked for. For the window of a model and for a count nobody waits. */
  open(): readonly Asked[] {
    return [...this.#open.values()].filter(({ effect }) => !BESIDE.has(effect.type));
  }

  #answered({ record, event, emitted }: LogStep): Asked | null {
    if (!('request' in event)) return null;
    const { request, type } = event;
    const asked = this.#open.get(request);
    if (asked === undefined || !ANSWERS[asked.effect.type as Waiting].includes(type)) {
      const what =
        asked === undefined ? 'nothing that waits for an answer' : `${asked.effect.type}, which it cannot answer`;
      this.#find('unasked-answer', record, `${type} answers effect ${request}: ${what}.`);
      return null;
    }
    // The plan is shown first, and then agreed to; an empty one is not shown.
    const goesOn = type === 'plan.presented' && !emitted.some((said) => said.type === 'call.answered');
    if (!goesOn) this.#open.delete(request);
    return asked;
  }

  #take(said: Said, step: LogStep): void {
    if (said.type === 'turn.end') this.#lookForOpen(said.record, 'the turn ended');
    if (said.type === 'cancel' && this.#open.get(said.request)?.effect.type === 'person.ask') {
      this.#open.delete(said.request);
    }
    if (!('id' in said)) return;
    if (said.id !== this.#lastId + 1) {
      const words = said.id <= this.#lastId ? 'had been given out before' : `leaves out ${this.#lastId + 1}`;
      this.#find('wrong-number', said.record, `${said.type} has the number ${said.id}, which ${words}.`);
    }
    this.#lastId = Math.max(this.#lastId, said.id);
    this.#open.set(said.id, { step, effect: said });
  }

  #drop(): void {
    for (const [id, { effect }] of this.#open) if (DROPPED.has(effect.type)) this.#open.delete(id);
  }

  #lookForOpen(record: number, when: string): void {
    for (const { effect } of this.open()) {
      const words = `${effect.type} ${effect.id} (record ${effect.record}) has no answer`;
      this.#find('left-open', record, `When ${when}, ${words}.`);
      this.#open.delete(effect.id);
    }
  }
}
