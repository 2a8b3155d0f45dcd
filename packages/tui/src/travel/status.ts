/** Which history is looked at, and where one is in it, in words. */
import { countUpTo } from '@tagma/history';
import { keyHint } from '../keys/shown-key.ts';
import type { TravelCommand } from '../keys/tables/travel.ts';
import { shownDuration } from '../text/amounts.ts';
import { beginningOf, widthOf } from '../text/glyphs.ts';
import { type Line, line, named } from '../text/line.ts';
import { helpHint } from './help.ts';
import type { Travel } from './travel.ts';

const BETWEEN = ' · ';

export function headingLine({ known }: Travel, columns: number): Line {
  const notes = [
    ...(known.lost ? [`as recorded from record ${known.lost.record} on`] : []),
    ...(known.faults.length > 0
      ? [`${known.faults.length} damaged ${known.faults.length === 1 ? 'place' : 'places'}`]
      : []),
    ...(known.torn ? ['torn at its end'] : []),
    ...(known.problem === null ? [] : [named(known.problem)]),
    ...(known.isWhole ? [] : [`reading, ${percentage(known.read, known.total)} %`]),
  ];
  return spread([`history ${named(known.session)}`, named(known.file)].join(BETWEEN), notes.join(BETWEEN), columns);
}

export function positionLine(travel: Travel, columns: number): Line {
  const { known, stop, record, playing, speed, goal, following, keys, help } = travel;
  const turn = countUpTo(known.turns, stop?.records[0]?.n ?? 0);
  const parts = [
    `record ${record} of ${known.total}`,
    `turn ${turn} of ${known.turns.length}${known.isWhole ? '' : '+'}`,
    ...(stop ? [named(stop.after)] : []),
    ...(stop && known.began !== null ? [`${shownDuration(Math.max(0, stop.at - known.began))} in`] : []),
    ...(following && known.isWhole && stop?.after !== 'closed' ? ['following'] : []),
    ...(playing ? [`playing ${speed}×`] : speed === 1 ? [] : [`plays ${speed}×`]),
  ];
  const hint = (command: TravelCommand, does: string) => keyHint(keys, command, does, 'history');
  const hints =
    help !== null
      ? [helpHint(keys, 'history', ['record-on', 'record-back', 'stay'])]
      : goal === null
        ? [...hint('play', 'plays'), ...hint('view-help', 'keys')]
        : ['reading on', ...hint('stay', 'stays here')];
  return spread(parts.join(BETWEEN), hints.join(BETWEEN), columns);
}

/** Two texts at the two edges; what stands at the right is whole as long as there is room for it at all. */
export function spread(left: string, right: string, columns: number): Line {
  const end = right === '' ? ' ' : ` ${beginningOf(right, Math.max(1, columns - 2))} `;
  const room = Math.max(0, columns - widthOf(end) - 1);
  const begin = ` ${beginningOf(left, room)}`;
  const gap = ' '.repeat(Math.max(0, columns - widthOf(begin) - widthOf(end)));
  return line([begin + gap + end, 'status']);
}

function percentage(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(99, Math.floor((part * 100) / whole));
}
