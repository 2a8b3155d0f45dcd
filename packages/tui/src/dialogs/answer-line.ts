/** The keys that answer the open question, in one line below it. */

import type { Focus } from '../screen/model.ts';
import { type Line, line } from '../text/line.ts';
import type { Question } from '../transcript/answers.ts';

/** `cut`: not all of the question fits into view. */
export function answerLine(question: Question, focus: Focus, cut: boolean): Line {
  if (focus === 'draft') {
    return line(['Your draft has the keys. ', 'warning'], ['Tab', 'key'], [' to answer the question', 'text']);
  }
  if (focus === 'words' && question.type !== 'question.ask') {
    return line(['No, because: ', 'warning'], [' Enter ', 'key'], [' sends it  ', 'text'], ['Esc back', 'muted']);
  }
  const rest = question.type === 'plan.review' ? '  PgDn shows the rest' : '  PgUp shows the rest';
  return [...keysOf(question), ...(cut ? line([rest, 'warning']) : [])];
}

function keysOf(question: Question): Line {
  switch (question.type) {
    case 'person.ask':
      return [...keys(['y', 'once'], ...always(question.always !== null), ['n', 'no'], REASON), ...muted('Esc no')];
    case 'plan.review':
      if (question.text === null) return line(['wait for it', 'muted']);
      return [...keys(['y', 'agree'], ['n', 'no'], REASON), ...muted('Esc no')];
    case 'limit.ask':
      return [...keys(['y', 'go on'], ['n', 'stop']), ...muted('Esc stop')];
    case 'question.ask':
      return [
        ...line([`type ${question.options.length > 0 ? 'a number or ' : ''}an answer, `, 'text']),
        ...keys(['Enter', 'sends']),
        ...muted('Esc interrupts'),
      ];
  }
}

type Key = readonly [key: string, says: string];

const REASON: Key = ['r', 'say why'];

function always(offered: boolean): readonly Key[] {
  return offered ? [['a', 'always']] : [];
}

function keys(...all: readonly Key[]): Line {
  return all.flatMap(([key, says]) => line([` ${key} `, 'key'], [` ${says}  `, 'text']));
}

function muted(text: string): Line {
  return line([text, 'muted']);
}
