import { widthOf } from '../text/glyphs.ts';
import { PROMPTS } from './areas.ts';
import type { Asking } from './travel.ts';

/** The column of the caret in what is asked for at the bottom. */
export function caretColumn({ what, draft }: Asking, columns: number): number {
  return Math.min(columns - 1, widthOf(PROMPTS[what]) + widthOf(draft.text.slice(0, draft.caret)));
}
