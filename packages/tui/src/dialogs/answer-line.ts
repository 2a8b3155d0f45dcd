/** The keys that answer the open question, in one line below it. */

import { oneLine, revealed } from '@tagma/protocol';
import type { Where } from '../keys/binding.ts';
import type { Command, KeyTable } from '../keys/key-table.ts';
import { shownKey } from '../keys/shown-key.ts';
import type { Focus } from '../screen/model.ts';
import { beginningOf } from '../text/glyphs.ts';
import { type Line, line, targeted } from '../text/line.ts';
import type { Question } from '../transcript/answers.ts';
import { type Option, optionsOf } from './options.ts';

/** Columns of the option that the arrows stand at. */
const OPTION_COLUMNS_MAX = 40;

const ANSWERS = {
  yes: 'answer-yes',
  always: 'answer-always',
  no: 'answer-no',
  reason: 'begin-reason',
} as const satisfies { readonly [does in Exclude<Option['does'], object>]: Command };

/**
 * @param at the option that the arrows stand at, or null
 * @param cut whether not all of the question fits into view
 */
export function answerLine(question: Question, focus: Focus, at: number | null, cut: boolean, keys: KeyTable): Line {
  const key = (command: Command, where?: Where) => shownKey(keys, command, where);
  if (focus === 'draft') {
    return line(
      ['Your draft has the keys. ', 'warning'],
      [key('switch-focus'), 'key'],
      [' to answer the question', 'text'],
    );
  }
  if (focus === 'words' && question.type !== 'question.ask') {
    return line(
      ['No, because: ', 'warning'],
      [` ${key('send')} `, 'key'],
      [' sends it  ', 'text'],
      [`${key('leave-reason')} back`, 'muted'],
    );
  }
  const rest = `  ${key(question.type === 'plan.review' ? 'page-down' : 'page-up', 'anywhere')} shows the rest`;
  return [...keysOf(question, at, keys), ...(cut ? line([rest, 'warning']) : [])];
}

function keysOf(question: Question, at: number | null, table: KeyTable): Line {
  const options = optionsOf(question);
  if (question.type === 'question.ask') return answerKeys(options, at, table);
  if (options.length === 0) return line(['wait for it', 'muted']);
  const keys = options.flatMap(({ key: own, does, says }, index) => {
    const key = typeof does === 'string' ? shownKey(table, ANSWERS[does], 'answering') : own;
    const shown = index === at ? ([`›${key} `, 'chosen', 'chosen'] as const) : ([` ${key} `, 'key', 'text'] as const);
    const [sign, keyRole, role] = shown;
    return [
      ...targeted(line([sign, keyRole], [` ${says} `, role]), { kind: 'option', at: index }),
      ...line([' ', role]),
    ];
  });
  const no = `${shownKey(table, 'answer-no', 'question')} ${question.type === 'limit.ask' ? 'stop' : 'no'}`;
  return [
    ...keys,
    ...(at === null ? line([no, 'muted']) : line([shownKey(table, 'take-option'), 'key'], [' takes it', 'text'])),
  ];
}

/** The answer is written, or one of the options that stand above. */
function answerKeys(options: readonly Option[], at: number | null, table: KeyTable): Line {
  const send = ` ${shownKey(table, 'send')} `;
  const chosen = at === null ? undefined : options[at];
  if (at !== null && chosen !== undefined) {
    const says = beginningOf(oneLine(revealed(chosen.says)), OPTION_COLUMNS_MAX);
    return [
      ...targeted(line([`›${chosen.key} `, 'chosen'], [` ${says} `, 'chosen']), { kind: 'option', at }),
      ...line([' ', 'chosen'], [send, 'key'], [' sends it', 'text']),
    ];
  }
  return line(
    [`type ${options.length > 0 ? 'a number or ' : ''}an answer, `, 'text'],
    [send, 'key'],
    [' sends  ', 'text'],
    [`${shownKey(table, 'interrupt')} interrupts`, 'muted'],
  );
}
