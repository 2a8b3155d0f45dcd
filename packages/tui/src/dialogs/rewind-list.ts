/** The session's prompts as a list to choose from, as many rows of it as there is room for. */
import { oneLine, visible } from '@tagma/protocol';
import type { Model, Rewind } from '../screen/model.ts';
import { beginningOf } from '../text/glyphs.ts';
import { type Line, line } from '../text/line.ts';
import { wrap } from '../text/wrap.ts';

/** Below the list: the rule, the composer, the status line. */
const ROWS_BELOW = 3;
/** Code units of a prompt that are looked at: more than fit, however narrow its signs. */
const LENGTH_LOOKED_AT = 1_000;

const SAYS =
  'A copy of this session up to there goes on; this one ends, and is kept. Files stay as they are now: /undo turn takes ' +
  'back what the last turn changed, before or afterwards.';

/** In the order in which they are shown, with the one that is chosen in view. */
export function rewindLines({ points, chosen }: Rewind, { size }: Pick<Model, 'size'>): readonly Line[] {
  const heading = [
    line(['rewind to before a prompt', 'label'], [' · Up and Down choose, Enter goes there', 'muted']),
    line([SAYS, 'muted']),
  ].flatMap((each) => wrap(each, size.columns));
  const room = Math.max(1, size.rows - ROWS_BELOW - heading.length - 1);
  const first = Math.max(0, Math.min(chosen - Math.floor(room / 2), points.length - room));
  const digits = `${points[0]?.prompt ?? ''}`.length;
  const rows = points.slice(first, first + room).map(({ prompt, text }, index) => {
    const isChosen = first + index === chosen;
    const number = `${isChosen ? '› ' : '  '}${String(prompt).padStart(digits)}  `;
    const shown = beginningOf(oneLine(visible(text.trim().slice(0, LENGTH_LOOKED_AT))), size.columns - number.length);
    return line([number, isChosen ? 'person' : 'muted'], [shown, isChosen ? 'person' : 'text']);
  });
  return [...heading, [], ...rows];
}
