/** The bottom line: the machine's state, mode, model and folder, and the one hint that helps most right now. */
import { named } from './describe.ts';
import { glyphsOf, widthOf } from './glyphs.ts';
import { type Line, line } from './line.ts';
import { isBusy, type Model } from './model.ts';

/** Less than this of a name says nothing. */
const COLUMNS_WORTH = 6;
/** Columns of the next queued prompt that are shown at most. */
const QUEUED_COLUMNS_MAX = 24;
/** Code units of it that are looked at: more than fit, however narrow its signs. */
const LENGTH_LOOKED_AT = 1_000;
const BETWEEN = ' · ';

/**
 * The hint is always whole; of the rest, what stands first is kept longest. The next queued prompt's beginning is shown
 * where state and mode leave room for it: what was typed just now says more than a model and a folder that stay the same.
 */
export function statusLine(model: Model, columns: number): Line {
  const { mode, model: name, folder } = model.status;
  const room = columns - widthOf(` ${model.state}${BETWEEN}${mode}  ${hintOf(model, '')} `) - widthOf(': ');
  const next = room < COLUMNS_WORTH ? '' : nextQueued(model, Math.min(room, QUEUED_COLUMNS_MAX));
  const hint = ` ${hintOf(model, next)} `;
  const left = fitted([` ${model.state}`, mode, named(name), named(folder)], columns - widthOf(hint));
  const gap = ' '.repeat(Math.max(0, columns - widthOf(left) - widthOf(hint)));
  return line([left + gap + hint, 'status']);
}

function hintOf(model: Model, nextQueued: string): string {
  if (model.quitNear) return 'Ctrl+C again quits';
  if (model.help) return 'Esc closes';
  const queued = model.queue.length === 0 ? [] : [`${model.queue.length} queued${nextQueued && `: ${nextQueued}`}`];
  if (model.scroll) return [...queued, 'Ctrl+End newest'].join(BETWEEN);
  if (model.transcript.question) return [...queued, 'a question'].join(BETWEEN);
  if (isBusy(model)) return [...queued, 'Esc interrupts'].join(BETWEEN);
  return [...queued, '? keys'].join(BETWEEN);
}

/** The beginning of the queued prompt that comes next, on one line; '' where none is queued. */
function nextQueued({ queue }: Model, columns: number): string {
  const text = queue[0]?.text ?? '';
  const glyphs = glyphsOf(named(text.trim().slice(0, LENGTH_LOOKED_AT)));
  let shown = '';
  let left = columns;
  for (const [index, glyph] of glyphs.entries()) {
    if (glyph.width > left - (index === glyphs.length - 1 ? 0 : 1)) return `${shown}…`;
    shown += glyph.text;
    left -= glyph.width;
  }
  return shown;
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
