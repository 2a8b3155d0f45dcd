/**
 * A history that is looked at, as a frame: the transcript as of the record, the step beside it, the scrubber, and where one is
 * in words.
 */
import { isLargeEnough } from '../screen/size.ts';
import { tooSmall } from '../screen/too-small.ts';
import { cellsOf, type Frame, type Row } from '../text/cells.ts';
import { type Line, line } from '../text/line.ts';
import { noticeRows, type TravelAreas, travelAreas } from './areas.ts';
import { caretColumn } from './caret.ts';
import { helpRows, shownHelp } from './help.ts';
import { type Pane, paneOf } from './pane.ts';
import { transcriptRows } from './scrolling.ts';
import { scrubber } from './scrubber.ts';
import { headingLine, positionLine } from './status.ts';
import type { Travel } from './travel.ts';

export function viewTravel(travel: Travel): Frame {
  const { size } = travel;
  if (!isLargeEnough(size)) return tooSmall(size);
  const { columns } = size;
  const areas = travelAreas(travel);
  const height = areas.body;
  const body = travel.help === null ? null : shownHelp(helpRows(travel.keys, 'history', columns), travel.help, height);
  const notice = noticeRows(travel);
  const rows = [
    cellsOf(headingLine(travel, columns), columns, 'status'),
    ...(body
      ? filled(
          body.map((each) => cellsOf(each, columns)),
          height,
          columns,
        )
      : bodyRows(travel, areas)),
    ...notice.map((each) => cellsOf(each, columns)),
    cellsOf(scrubber(travel.known, travel.record, columns), columns),
    cellsOf(positionLine(travel, columns), columns, 'status'),
  ];
  const column = caretColumn(travel);
  const caret = column === null ? null : { row: 1 + height, column };
  return { size, rows, caret };
}

function bodyRows(travel: Travel, areas: TravelAreas): readonly Row[] {
  const { transcript, pane, isBeside } = areas;
  const left = filled(
    transcriptRows(travel).map((each) => cellsOf(each, transcript.columns)),
    transcript.rows,
    transcript.columns,
  );
  const shown = paneOf(travel, pane);
  const lines = [...shown.fixed, ...shown.scrolled.slice(travel.recordRow, travel.recordRow + shown.height)];
  const right = filled(
    lines.slice(0, pane.rows).map((each) => cellsOf(each, pane.columns)),
    pane.rows,
    pane.columns,
  );
  if (!isBeside) return [...left, cellsOf(ruleLine(travel, shown, pane.columns), pane.columns), ...right];
  const border = cellsOf(line([' │', 'border']), 2);
  return left.map((row, index) => [...row, ...border, ...(right[index] ?? [])].slice(0, travel.size.columns));
}

function ruleLine({ focus }: Travel, _pane: Pane, columns: number): Line {
  const words = focus === 'record' ? '── the step (scrolls) ' : '── the step ';
  return line([words + '─'.repeat(Math.max(0, columns - words.length)), 'border']);
}

function filled(rows: readonly Row[], height: number, columns: number): readonly Row[] {
  const blank = cellsOf([], columns);
  return [...rows.slice(0, height), ...Array.from({ length: Math.max(0, height - rows.length) }, () => blank)];
}
