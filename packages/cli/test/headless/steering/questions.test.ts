import type { StreamEvent } from '@tagma/stream';
import { expect, test } from 'vitest';
import { createQuestions } from '../../../src/headless/steering/questions.ts';

const at = '2026-01-01T00:00:00.000Z';
const call = { call: 1, tool: 'bash', params: {} };
const permission = { type: 'asked', at, kind: 'permission', ...call, why: 'w', outside: false, preview: '' } as const;
const QUESTIONS: readonly StreamEvent[] = [
  { ...permission, request: 1, always: 'Bash(ls)', secrets: [] },
  { ...permission, request: 2, always: null, secrets: [] },
  { type: 'asked', at, request: 3, kind: 'question', call: 2, question: 'Which?', options: ['a'] },
  { type: 'asked', at, request: 4, kind: 'plan', call: 3, file: 'p.md', text: 'plan' },
  { type: 'asked', at, request: 5, kind: 'limit', limit: 'turns', used: 1, max: 1, why: 'one' },
];

function opened() {
  const questions = createQuestions();
  for (const event of QUESTIONS) questions.take(event);
  return questions;
}

test.each([
  [
    { request: 1, answer: 'always' },
    { type: 'permission.answered', request: 1, answer: 'always', reason: '' },
  ],
  [
    { request: 2, answer: 'no', reason: 'r' },
    { type: 'permission.answered', request: 2, answer: 'no', reason: 'r' },
  ],
  [{ request: 2, answer: 'always' }, 'question 2 (permission) takes once, no, not "always"'],
  [{ request: 1, answer: 'yes' }, 'question 1 (permission) takes once, always, no, not "yes"'],
  [
    { request: 3, answer: 'anything' },
    { type: 'question.answered', request: 3, answer: 'anything' },
  ],
  [
    { request: 4, answer: 'reject', reason: 'r' },
    { type: 'plan.answered', request: 4, answer: 'reject', reason: 'r' },
  ],
  [
    { request: 4, answer: 'approve', mode: 'accept-edits' as const },
    { type: 'plan.answered', request: 4, answer: 'approve', reason: '', mode: 'accept-edits' },
  ],
  [{ request: 4, answer: 'reject', mode: 'plan' as const }, 'mode goes with the answer approve to a plan'],
  [{ request: 3, answer: 'approve', mode: 'plan' as const }, 'mode goes with the answer approve to a plan'],
  [{ request: 4, answer: 'ok' }, 'question 4 (plan) takes approve, reject, not "ok"'],
  [
    { request: 5, answer: 'go on' },
    { type: 'limit.answered', request: 5, answer: 'go on' },
  ],
  [{ request: 5, answer: 'no' }, 'question 5 (limit) takes go on, stop, not "no"'],
  [{ request: 6, answer: 'once' }, 'there is no question 6. Open: 1, 2, 3, 4, 5.'],
])('%j', (given, fact) => {
  expect(opened().answerOf(given)).toEqual(fact);
});

test('what has its answer is not open any more, and with the turn nothing is', () => {
  const questions = opened();
  questions.take({ type: 'answered', request: 1, answer: 'no', reason: '', at });
  expect(questions.answerOf({ request: 1, answer: 'no' })).toBe('there is no question 1. Open: 2, 3, 4, 5.');
  questions.take({ type: 'result' } as StreamEvent);
  expect(questions.answerOf({ request: 2, answer: 'no' })).toBe('there is no question 2. Nothing is asked.');
});

test('where nobody can be asked, everything is answered with no', () => {
  const reason = 'nobody can be asked any more';
  expect(opened().unanswered()).toEqual([
    { type: 'permission.answered', request: 1, answer: 'no', reason },
    { type: 'permission.answered', request: 2, answer: 'no', reason },
    { type: 'question.answered', request: 3, answer: `${reason}: decide yourself, and say in <final> how` },
    { type: 'plan.answered', request: 4, answer: 'reject', reason: `${reason}: give it as your <final>` },
    { type: 'limit.answered', request: 5, answer: 'stop' },
  ]);
});
