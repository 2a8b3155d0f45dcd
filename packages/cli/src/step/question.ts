/** What waits for the person in a live session, in words, and the fact that an answer is. */
import type { Emitted, Fact, LimitAsk, PersonAsk, PlanReview, QuestionAsk } from '@tagma/core';
import { questionRows } from '@tagma/tui';
import type { Command } from './commands.ts';
import { type Refused, refused } from './said.ts';
import { wholeText } from './values.ts';

/** A plan is asked about once it has been read. */
export type Question = PersonAsk | QuestionAsk | PlanReview | LimitAsk;

export type Answered = { readonly ok: true; readonly fact: Fact } | Refused;

const WIDTH = 100;
const TYPES: ReadonlySet<Emitted['type']> = new Set<Question['type']>([
  'person.ask',
  'question.ask',
  'plan.review',
  'limit.ask',
]);

export function isQuestion(one: Emitted): one is Question {
  return TYPES.has(one.type);
}

/** All of it, with nothing cut: a yes is a yes to all of it. Ends with how to answer. */
export function questionLines(question: Question): readonly string[] {
  switch (question.type) {
    case 'person.ask': {
      const rows = questionRows(question, WIDTH).map((row) => row.map(({ text }) => text).join(''));
      return [...rows, `answer with yes, ${question.always ? 'always, ' : ''}or no [REASON]`];
    }
    case 'question.ask': {
      const options = question.options.flatMap((option, index) => optionLines(option, index + 1));
      const how = options.length > 0 ? 'answer with answer N, or answer TEXT' : 'answer with answer TEXT';
      return ['the model asks:', ...indented(question.question), ...options, how];
    }
    case 'plan.review':
      return [`the model has a plan, in ${question.file}; once it is read: yes, or no [REASON]`];
    case 'limit.ask':
      return [`a limit is reached (${question.reason}); yes goes on, no stops`];
  }
}

/** What `yes`, `always`, `no` or `answer` says to it. */
export function answerTo(question: Question, { name, argument }: Command): Answered {
  const { id: request, type } = question;
  if ((name === 'answer') !== (type === 'question.ask')) {
    return refused(name === 'answer' ? 'this is answered with yes or no.' : 'this is answered with answer TEXT.');
  }
  if (name === 'always' && (type !== 'person.ask' || !question.always)) {
    return refused('there is no rule for this. yes lets it happen once.');
  }
  const isNo = name === 'no';
  switch (type) {
    case 'question.ask':
      return argument === ''
        ? refused('answer takes the text: answer the second one')
        : given({ type: 'question.answered', request, answer: optionAt(question.options, argument) ?? argument });
    case 'person.ask':
      return given({
        type: 'permission.answered',
        request,
        answer: isNo ? 'no' : name === 'always' ? 'always' : 'once',
        reason: argument,
      });
    case 'plan.review':
      return given({ type: 'plan.answered', request, answer: isNo ? 'reject' : 'approve', reason: argument });
    case 'limit.ask':
      return given({ type: 'limit.answered', request, answer: isNo ? 'stop' : 'go on' });
  }
}

/** `  2. the text`; more lines of it stand below its first. */
function optionLines(option: string, number: number): readonly string[] {
  const mark = `${number}. `;
  return wholeText(option).map((line, index) => `  ${index === 0 ? mark : ' '.repeat(mark.length)}${line}`);
}

/** A number that no option has is an answer in words. */
function optionAt(options: readonly string[], answer: string): string | undefined {
  return /^[1-9]\d*$/.test(answer) ? options[Number(answer) - 1] : undefined;
}

export function indented(text: string): readonly string[] {
  return wholeText(text).map((line) => `  ${line}`);
}

function given(fact: Fact): Answered {
  return { ok: true, fact };
}
