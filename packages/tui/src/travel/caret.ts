import { widthOf } from '../text/glyphs.ts';
import { searchLine } from '../transcript/search-line.ts';
import { PROMPTS } from './areas.ts';
import type { Travel } from './travel.ts';

/** The column of the caret in what is asked for at the bottom, or looked for; null where nothing is typed. */
export function caretColumn({ asking, reading, keys, size: { columns } }: Travel): number | null {
  if (reading.search) return searchLine(reading.search, columns, keys).caret;
  if (!asking) return null;
  const { what, draft } = asking;
  return Math.min(columns - 1, widthOf(PROMPTS[what]) + widthOf(draft.text.slice(0, draft.caret)));
}
