/** The keys that answer the open question, in one line below it. */
import { oneLine, revealed } from '@tagma/protocol';
import type { Focus } from '../screen/model.ts';
import { beginningOf } from '../text/glyphs.ts';
import { type Line, line } from '../text/line.ts';
import type { Question } from '../transcript/answers.ts';
import { type Option, optionsOf } from './options.ts';

/** Columns of the option that the arrows stand at. */
const OPTION_COLUMNS_MAX = 40;

/**
 * @param at the option that the arrows stand at, or null
 * @param cut whether not all of the question fits into view
 */
export function answerLine(question: Question, focus: Focus, at: number | null, cut: boolean): Line {
  if (focus === 'draft') {
    return line(['Your draft has the keys. ', 'warning'], ['Tab', 'key'], [' to answer the question', 'text']);
  }
  if (focus === 'words' && question.type !== 'question.ask') {
    return line(['No, because: ', 'warning'], [' Enter ', 'key'], [' sends it  ', 'text'], ['Esc back', 'muted']);
  }
  const rest = question.type === 'plan.review' ? '  PgDn shows the rest' : '  PgUp shows the rest';
  return [...keysOf(question, at), ...(cut ? line([rest, 'warning']) : [])];
}

function keysOf(question: Question, at: number | null): Line {
  const options = optionsOf(question);
  if (question.type === 'question.ask') return answerKeys(options, at);
  if (options.length === 0) return line(['wait for it', 'muted']);
  const keys = options.flatMap(({ key, says }, index) =>
    index === at
      ? line([`›${key} `, 'chosen'], [` ${says}  `, 'chosen'])
      : line([` ${key} `, 'key'], [` ${says}  `, 'text']),
  );
  const no = question.type === 'limit.ask' ? 'Esc stop' : 'Esc no';
  return [...keys, ...(at === null ? line([no, 'muted']) : line(['Enter', 'key'], [' takes it', 'text']))];
}

/** The answer is written, or one of the options that stand above. */
function answerKeys(options: readonly Option[], at: number | null): Line {
  const chosen = at === null ? undefined : options[at];
  if (chosen !== undefined) {
    const says = beginningOf(oneLine(revealed(chosen.says)), OPTION_COLUMNS_MAX);
    return line([`›${chosen.key} `, 'chosen'], [` ${says}  `, 'chosen'], [' Enter ', 'key'], [' sends it', 'text']);
  }
  return line(
    [`type ${options.length > 0 ? 'a number or ' : ''}an answer, `, 'text'],
    [' Enter ', 'key'],
    [' sends  ', 'text'],
    ['Esc interrupts', 'muted'],
  );
}
