/** Facts as a test writes them: an answer need not name its request, and what is usual can be left out. */
import type { Effect, Fact } from '@tagma/core';
import type { Facts, Outcome } from '@tagma/protocol';
import { wholeFacts } from './fake-facts.ts';
import { TestMistake } from './mistake.ts';
import type { OpenEffects } from './open-effects.ts';
import { faultOf, type ScriptedFault } from './scripted-model.ts';

type Answering = Extract<Fact, { readonly request: number }>;

/** What a test may say in another way than the fact itself. */
type Shorter = {
  readonly 'reply.failed': { readonly fault: ScriptedFault };
  readonly 'facts.taken': { readonly facts?: Partial<Facts> };
  /** A text is the output of a call that went well. */
  readonly 'tool.ended': { readonly outcome: string | Outcome };
  /** So is that of a command of the person's own. */
  readonly 'shell.ended': { readonly outcome: string | Outcome };
};

type ToldAnswer<F extends Answering> = F extends Answering
  ? { readonly type: F['type'] } & (F['type'] extends keyof Shorter ? Shorter[F['type']] : unknown) &
      Partial<Omit<F, 'type' | (F['type'] extends keyof Shorter ? keyof Shorter[F['type']] : never)>>
  : never;

/** A fact, whose request is the oldest open one that it can answer unless it says otherwise. */
export type Told = Exclude<Fact, Answering> | ToldAnswer<Answering>;

type Row = {
  readonly answers: readonly Effect['type'][];
  /** What stands in the fact unless the test says otherwise. */
  readonly usual: object;
  /** What the test may have said in a shorter way. */
  readonly whole?: (said: never) => object;
};

const MODEL = ['model.ask', 'summary.ask'] as const;

const ANSWERS: { readonly [type in Answering['type']]: Row } = {
  'reply.ended': { answers: MODEL, usual: { text: '', reasoning: '', finish: 'stop', usage: null } },
  'reply.failed': {
    answers: MODEL,
    usual: { text: '', reasoning: '' },
    whole: ({ fault }: Shorter['reply.failed']) => ({ fault: faultOf(fault) }),
  },
  'facts.taken': {
    answers: ['facts.take'],
    usual: {},
    whole: ({ facts = {} }: Shorter['facts.taken']) => ({ facts: wholeFacts(facts) }),
  },
  'facts.changed': { answers: ['tool.run'], usual: {} },
  'permission.answered': { answers: ['person.ask'], usual: { answer: 'once', reason: '' } },
  'question.answered': { answers: ['question.ask'], usual: { answer: '' } },
  'plan.presented': { answers: ['plan.review'], usual: { text: '' } },
  'plan.answered': { answers: ['plan.review'], usual: { answer: 'approve', reason: '' } },
  'limit.answered': { answers: ['limit.ask'], usual: { answer: 'go on' } },
  'tool.ended': {
    answers: ['tool.run'],
    usual: { durationMs: 0 },
    whole: ({ outcome }: Shorter['tool.ended']) => ({ outcome: wholeOutcome(outcome) }),
  },
  'undo.ended': {
    answers: ['undo.run'],
    usual: { outcome: { status: 'ok', content: 'Took back 1 step.', details: {} } },
  },
  'shell.ended': {
    answers: ['shell.run'],
    usual: { durationMs: 0 },
    whole: ({ outcome }: Shorter['shell.ended']) => ({ outcome: wholeOutcome(outcome) }),
  },
  'timer.fired': { answers: ['timer.start'], usual: {} },
  'window.found': { answers: ['window.find'], usual: { tokens: 32_768, source: 'the test' } },
  'hook.ended': { answers: ['hook.run', 'hook.tell'], usual: { outcome: null, ran: [] } },
  'tokens.counted': { answers: ['tokens.count'], usual: { tokens: 1_000 } },
};

function wholeOutcome(outcome: string | Outcome): Outcome {
  return typeof outcome === 'string' ? { status: 'ok', content: outcome, details: {} } : outcome;
}

/** @throws TestMistake where it names no request, and nothing is open that it could answer */
export function wholeFact(told: Told, open: OpenEffects): Fact {
  const row = Object.hasOwn(ANSWERS, told.type) ? ANSWERS[told.type as Answering['type']] : undefined;
  if (!row) return told as Fact;
  const request = (told as { readonly request?: number }).request ?? oldest(told.type, row, open);
  return { ...row.usual, ...told, ...row.whole?.(told as never), request } as Fact;
}

function oldest(type: string, { answers }: Row, open: OpenEffects): number {
  const effect = open.all().find((one) => answers.includes(one.type));
  if (effect) return effect.id;
  const asked = open.all().map((one) => one.type);
  throw new TestMistake(
    `${type} answers ${answers.join(' or ')}, and none is open (open: ${asked.join(', ') || 'nothing'}). ` +
      'To send an answer that comes too late, name its request.',
  );
}
