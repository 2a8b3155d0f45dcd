/** How the screen of a history is shared out: the transcript and the step beside it, or below it where there is no room. */
import { visible } from '@tagma/protocol';
import type { Size } from '../text/cells.ts';
import { type Line, line } from '../text/line.ts';
import { wrap } from '../text/wrap.ts';
import { searchLine } from '../transcript/search-line.ts';
import type { Travel } from './travel.ts';

/** From so many columns on the step stands beside the transcript. */
export const BESIDE_COLUMNS_MIN = 100;
/** The share of the transcript: of the columns, or of the rows. */
const BESIDE_SHARE = 0.56;
const ABOVE_SHARE = 0.45;
/** The heading, the scrubber and the status line. */
const ROWS_FIXED = 3;

/** `body`: the rows between the heading and what is said above the scrubber. */
export type TravelAreas = {
  readonly isBeside: boolean;
  readonly transcript: Size;
  readonly pane: Size;
  readonly body: number;
};

export function travelAreas(travel: Travel): TravelAreas {
  const { columns, rows } = travel.size;
  const height = Math.max(2, rows - ROWS_FIXED - noticeRows(travel).length);
  if (columns >= BESIDE_COLUMNS_MIN) {
    const left = Math.floor(columns * BESIDE_SHARE);
    return {
      isBeside: true,
      body: height,
      transcript: { columns: left - 1, rows: height },
      pane: { columns: columns - left - 2, rows: height },
    };
  }
  const above = Math.max(1, Math.floor(height * ABOVE_SHARE));
  return {
    isBeside: false,
    body: height,
    transcript: { columns, rows: above },
    pane: { columns, rows: height - above - 1 },
  };
}

/** What is said or asked for above the scrubber. */
export function noticeRows({ notice, asking, size, reading, keys }: Travel): readonly Line[] {
  if (reading.search) return [searchLine(reading.search, size.columns, keys).line];
  if (asking) return [line([PROMPTS[asking.what], 'label'], [visible(asking.draft.text), 'text'])];
  return notice === null ? [] : wrap(line([notice, 'warning']), size.columns).slice(0, NOTICE_ROWS_MAX);
}

const NOTICE_ROWS_MAX = 3;

export const PROMPTS = { place: 'to record, or t3 for a turn: ', text: 'look for: ' } as const;
