/** The bottom line: the machine's state, mode, model and folder, and the one hint that helps most right now. */
import { named } from './describe.ts';
import { widthOf } from './glyphs.ts';
import { type Line, line } from './line.ts';
import { isBusy, type Model } from './model.ts';

/** Less than this of a name says nothing. */
const COLUMNS_WORTH = 6;
const BETWEEN = ' · ';

/** The hint is always whole; of the rest, what stands first is kept longest. */
export function statusLine(model: Model, columns: number): Line {
  const { mode, model: name, folder } = model.status;
  const hint = ` ${hintOf(model)} `;
  const left = fitted([` ${model.state}`, mode, named(name), named(folder)], columns - widthOf(hint));
  const gap = ' '.repeat(Math.max(0, columns - widthOf(left) - widthOf(hint)));
  return line([left + gap + hint, 'status']);
}

function hintOf(model: Model): string {
  if (model.quitNear) return 'Ctrl+C again quits';
  if (model.help) return 'Esc closes';
  const queued = model.queue.length === 0 ? [] : [`${model.queue.length} queued`];
  if (model.scroll) return [...queued, 'Ctrl+End newest'].join(BETWEEN);
  if (model.transcript.question) return [...queued, 'a question'].join(BETWEEN);
  if (isBusy(model)) return [...queued, 'Esc interrupts'].join(BETWEEN);
  return [...queued, '? keys'].join(BETWEEN);
}

/** The parts from the left that fit into `columns`; of the one that does not, its end, for a path's end says most. */
function fitted(parts: readonly string[], columns: number): string {
  let text = '';
  for (const part of parts) {
    const joint = text === '' ? '' : BETWEEN;
    const room = columns - widthOf(text + joint);
    if (widthOf(part) > room) return room < COLUMNS_WORTH ? text : text + joint + endOf(part, room);
    text += joint + part;
  }
  return text;
}

function endOf(text: string, columns: number): string {
  let shown = '';
  for (const sign of [...text].reverse()) {
    if (widthOf(sign + shown) > columns - 1) break;
    shown = sign + shown;
  }
  return `…${shown}`;
}
