/** What a step was: where it led, when, who decided, what is wrong with it, and the records that it consists of. */
import type { Difference, Lost, StopRecord, TapeKnown } from '@tagma/history';
import { isoTime, visible } from '@tagma/protocol';
import { shownDuration } from '../text/amounts.ts';
import { beginningOf } from '../text/glyphs.ts';
import { type Line, line, named } from '../text/line.ts';
import { wrap } from '../text/wrap.ts';
import { recordSummary } from './record-lines.ts';
import type { Shown } from './seen.ts';

/** Of what an older program did otherwise, so many places are shown. */
const DIFFERENCES_SHOWN_MAX = 3;

/** Wrapped to `width` columns; the records are not among them. */
export function stepRows(stop: Shown, known: TapeKnown, width: number): readonly Line[] {
  const { before, after, at, previousAt } = stop;
  const since = previousAt === null ? '' : ` · ${shownDuration(Math.max(0, at - previousAt))} after the step before`;
  return [
    before === after
      ? line(['state ', 'label'], [named(after), 'state-active'])
      : line(['state ', 'label'], [`${named(before)} → `, 'text'], [named(after), 'state-active']),
    line(['time  ', 'label'], [isoTime(at).replace('T', ' ') + since, 'text']),
    ...decisions(stop),
    ...troubles(stop, known),
  ].flatMap((each) => wrap(each, width));
}

/** At most `rows` of the step's records around the one that is looked at, a row each. */
export function recordListRows(stop: Shown, record: number, size: { rows: number; columns: number }): readonly Line[] {
  const { records } = stop;
  const chosen = Math.max(
    0,
    records.findIndex(({ n }) => n === record),
  );
  const first = Math.max(0, Math.min(chosen - Math.floor(size.rows / 2), records.length - size.rows));
  return records.slice(first, first + size.rows).map((each) => listed(each, each.n === record, size.columns));
}

function listed(record: StopRecord, isChosen: boolean, columns: number): Line {
  const text = `${isChosen ? '▸' : ' '} ${record.n} ${recordSummary(record)}`;
  return line([beginningOf(text, columns), isChosen ? 'chosen' : 'text']);
}

/** As recorded they may lack anything. */
function decisions({ event, emitted }: Shown): readonly Line[] {
  const judged = emitted.flatMap((each) =>
    each.type === 'call.judged'
      ? [
          decided(
            each.call,
            { allow: 'allowed', ask: 'asked', deny: 'denied' }[each.decision?.verdict],
            each.decision?.by,
          ),
        ]
      : [],
  );
  switch (event?.type) {
    case 'permission.answered':
    case 'plan.answered':
      return [
        line(['decided ', 'label'], [`by you: ${named(String(event.answer))}${because(event.reason)}`, 'text']),
        ...judged,
      ];
    case 'limit.answered':
      return [line(['decided ', 'label'], [`by you: ${named(String(event.answer))}`, 'text']), ...judged];
    case 'question.answered':
      return [line(['answered ', 'label'], ['by you', 'text']), ...judged];
    default:
      return judged;
  }
}

function decided(call: number, verdict: string | undefined, by: unknown): Line {
  return line(
    ['decided ', 'label'],
    [`call ${call} ${verdict ?? 'judged'}: ${named(String(by))}`, verdict === 'denied' ? 'bad' : 'text'],
  );
}

function because(reason: unknown): string {
  return reason === '' ? '' : ` (${named(String(reason))})`;
}

function troubles({ differences, isRecorded, records }: Shown, known: TapeKnown): readonly Line[] {
  const last = records.at(-1)?.n ?? 0;
  const fault = known.faults.find(({ record }) => record === last + 1);
  return [
    ...(isRecorded && known.lost ? lostLines(known.lost, records) : []),
    ...differences.slice(0, DIFFERENCES_SHOWN_MAX).flatMap(differenceLines),
    ...(differences.length > DIFFERENCES_SHOWN_MAX
      ? [line([`… ${differences.length - DIFFERENCES_SHOWN_MAX} more differences from then`, 'warning'])]
      : []),
    ...(fault
      ? [line([`record ${fault.record}, behind this step, is damaged: ${visible(fault.message)}`, 'warning'])]
      : []),
    ...(known.torn && known.isWhole && last === known.read
      ? [line([`the file is torn here: ${known.torn.bytes} bytes of a record that was cut off follow`, 'warning'])]
      : []),
  ];
}

/** Said in full where it begins, and shortly afterwards. */
function lostLines({ record, what, expected, got }: Lost, records: readonly StopRecord[]): readonly Line[] {
  const [first, last] = [records[0]?.n ?? 0, records.at(-1)?.n ?? 0];
  if (record < first - 1 || record > last)
    return [line([`as recorded, for the replay ended at record ${record}`, 'warning'])];
  return [
    line([`does not replay: record ${record}, ${WHAT[what]}; from here on all is shown as recorded`, 'bad']),
    line(['expected ', 'label'], [visible(expected), 'text']),
    line(['got      ', 'label'], [visible(got), 'text']),
  ];
}

const WHAT: { readonly [what in Lost['what']]: string } = {
  chain: 'the file is damaged',
  behaviour: 'a newer Tagma ran it',
  'taken-out': 'a text has been taken out',
  machine: 'the machine failed',
  event: 'the event differs',
  state: 'the state differs',
  effect: 'an effect differs',
  note: 'a note differs',
};

function differenceLines({ record, what, expected, got }: Difference): readonly Line[] {
  return [
    line([`record ${record}: today's Tagma does otherwise (${what})`, 'warning']),
    line(['then  ', 'label'], [visible(got), 'text']),
    line(['today ', 'label'], [visible(expected), 'text']),
  ];
}
