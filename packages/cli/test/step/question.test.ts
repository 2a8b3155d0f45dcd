import type { Fact } from '@tagma/core';
import { NO_FACTS } from '@tagma/protocol';
import { describe, expect, test } from 'vitest';
import { answerTo, type Question, questionLines } from '../../src/step/question.ts';

const CALL = { call: 1, tool: 'bash', params: { command: 'make' }, asWritten: {} };
const CALLS: Question = {
  type: 'person.ask',
  id: 5,
  facts: { ...NO_FACTS, runs: ['make'] },
  why: 'mode',
  always: null,
  ...CALL,
};
const ALWAYS: Question = { ...CALLS, always: { verdict: 'allow', tool: 'bash', pattern: 'make' } as never };
const ASKS: Question = { type: 'question.ask', id: 6, question: 'Which\u001b[2J one?', options: ['a', 'b'], ...CALL };
const PLAN: Question = { type: 'plan.review', id: 7, file: 'plan.md', ...CALL };
const LIMIT: Question = { type: 'limit.ask', id: 8, limit: 'turns', used: 9, max: 9, reason: '9 replies' };

describe('an answer', () => {
  test.each<[string, Question, 'yes' | 'always' | 'no' | 'answer', string, Fact | string]>([
    ['yes to a call', CALLS, 'yes', '', { type: 'permission.answered', request: 5, answer: 'once', reason: '' }],
    ['always', ALWAYS, 'always', '', { type: 'permission.answered', request: 5, answer: 'always', reason: '' }],
    ['always, without a rule', CALLS, 'always', '', 'there is no rule for this. yes lets it happen once.'],
    [
      'no, with a reason',
      CALLS,
      'no',
      'use npm',
      { type: 'permission.answered', request: 5, answer: 'no', reason: 'use npm' },
    ],
    ['a text to a call', CALLS, 'answer', 'x', 'this is answered with yes or no.'],
    [
      'a text to a question',
      ASKS,
      'answer',
      'the first',
      { type: 'question.answered', request: 6, answer: 'the first' },
    ],
    ['an option by its number', ASKS, 'answer', '2', { type: 'question.answered', request: 6, answer: 'b' }],
    ['a number that no option has', ASKS, 'answer', '3', { type: 'question.answered', request: 6, answer: '3' }],
    ['no text to a question', ASKS, 'answer', '', 'answer takes the text: answer the second one'],
    ['yes to a question', ASKS, 'yes', '', 'this is answered with answer TEXT.'],
    ['yes to a plan', PLAN, 'yes', '', { type: 'plan.answered', request: 7, answer: 'approve', reason: '' }],
    [
      'no to a plan',
      PLAN,
      'no',
      'too long',
      { type: 'plan.answered', request: 7, answer: 'reject', reason: 'too long' },
    ],
    ['yes at a limit', LIMIT, 'yes', '', { type: 'limit.answered', request: 8, answer: 'go on' }],
    ['no at a limit', LIMIT, 'no', '', { type: 'limit.answered', request: 8, answer: 'stop' }],
  ])('%s', (_title, question, name, argument, expected) => {
    const answered = answerTo(question, { name, argument });
    expect(answered).toEqual(
      typeof expected === 'string' ? { ok: false, message: expected } : { ok: true, fact: expected },
    );
  });
});

test('what is asked is said whole, with what a terminal would obey made visible', () => {
  expect(questionLines(ASKS)).toEqual([
    'the model asks:',
    '  Which␛[2J one?',
    '  1. a',
    '  2. b',
    'answer with answer N, or answer TEXT',
  ]);
  expect(questionLines({ ...ASKS, options: ['a\nmore'] }).slice(2, 4)).toEqual(['  1. a', '     more']);
  expect(questionLines({ ...ASKS, options: [] }).at(-1)).toBe('answer with answer TEXT');
  expect(questionLines(CALLS).at(-1)).toBe('answer with yes, or no [REASON]');
  expect(questionLines(LIMIT)).toEqual(['a limit is reached (9 replies); yes goes on, no stops']);
});
