/** Two histories beside each other, as a frame. */
import { keyHint } from '../../keys/shown-key.ts';
import { isLargeEnough } from '../../screen/size.ts';
import { tooSmall } from '../../screen/too-small.ts';
import { cellsOf, type Frame } from '../../text/cells.ts';
import { line, named } from '../../text/line.ts';
import { helpHint, helpRows, shownHelp } from '../help.ts';
import { spread } from '../status.ts';
import { bodyHeight, differing, lookedAt, type Pair } from './pair.ts';
import { rowsFrom } from './rows.ts';
import { differenceWords, limitWords } from './words.ts';

export function viewPair(pair: Pair): Frame {
  const { size, diff, notice } = pair;
  if (!isLargeEnough(size)) return tooSmall(size);
  const { columns } = size;
  const height = bodyHeight(pair);
  const shown =
    pair.help === null ? rowsFrom(pair, height) : shownHelp(helpRows(pair.keys, 'pair', columns), pair.help, height);
  const body = Array.from({ length: height }, (_, row) => cellsOf(shown[row] ?? [], columns));
  const { a, b } = diff;
  return {
    size,
    rows: [
      cellsOf(spread(`left ${named(a.file)}`, `right ${named(b.file)}`, columns), columns, 'status'),
      ...body,
      cellsOf(line([` ${notice ?? verdict(pair)}`, 'warning']), columns),
      cellsOf(spread(position(pair), hint(pair), columns), columns, 'status'),
    ],
    caret: null,
  };
}

function hint({ keys, help: shown }: Pair): string {
  if (shown !== null) return helpHint(keys, 'pair', ['row-on', 'row-back', 'close-view-help']);
  const differences = (['difference-on', 'difference-back'] as const).flatMap((each) =>
    keyHint(keys, each, '', 'pair'),
  );
  return [
    ...(differences.length > 0 ? [`${differences.map((each) => each.trim()).join(' ')} differences`] : []),
    ...keyHint(keys, 'view-help', 'keys', 'pair'),
  ].join(' · ');
}

function verdict(pair: Pair): string {
  const round = lookedAt(pair);
  const limit = limitWords(pair.diff);
  const words = round ? differenceWords(round) : pair.diff.same ? 'both took the same course' : 'what both ran on';
  return limit === null ? words : `${words} · ${limit}`;
}

function position({ diff, top }: Pair): string {
  const blocks = differing(diff);
  const nth = blocks.indexOf(top.block) + 1;
  const count = `${blocks.length} ${blocks.length === 1 ? 'round differs' : 'rounds differ'}`;
  return [
    top.block === 0 ? 'before the first round' : `round ${top.block} of ${diff.rounds.length}`,
    nth === 0 ? count : `difference ${nth} of ${blocks.length}`,
  ].join(' · ');
}
