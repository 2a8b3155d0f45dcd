/** The bottom line: the machine's state, mode, model and folder, and the one hint that helps most right now. */

import { beginningOf, widthOf } from '../text/glyphs.ts';
import { type Line, line } from '../text/line.ts';
import { named } from '../transcript/describe.ts';
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
  const { model: name, folder } = model.status;
  const mode = modeWords(model);
  const states = statesOf(model);
  const room = columns - widthOf(` ${[...states, mode].join(BETWEEN)}  ${hintOf(model, '')} `) - widthOf(': ');
  const next = room < COLUMNS_WORTH ? '' : nextQueued(model, Math.min(room, QUEUED_COLUMNS_MAX));
  const hint = ` ${hintOf(model, next)} `;
  const left = ` ${fitted([...states, mode, named(name), named(folder)], columns - widthOf(hint) - 1)}`;
  const gap = ' '.repeat(Math.max(0, columns - widthOf(left) - widthOf(hint)));
  return line([left + gap + hint, 'status']);
}

/** What protects less than is usual stands beside it. */
function modeWords({ status }: Model): string {
  return status.sandbox === false ? `${status.mode}, no sandbox` : status.mode;
}

/** The machine's own word, and what it does not say: how many tools run, and that a pause has been asked for. */
function statesOf(model: Model): readonly string[] {
  const { running } = model.transcript;
  const state = model.state + (running.length > 1 ? ` (${running.length} tools)` : '');
  if (model.pause === 'no' || model.state === 'paused') return [state];
  return isBusy(model) ? [`${state}, pausing`] : [state, 'paused from the next prompt on'];
}

function hintOf(model: Model, nextQueued: string): string {
  if (model.quitNear) return 'Ctrl+C again quits';
  if (model.rewindNear) return 'Esc again rewinds';
  if (model.dialog) return 'Esc closes';
  return [...queuedWords(model, nextQueued), ...keyWords(model)].join(BETWEEN);
}

function keyWords(model: Model): readonly string[] {
  if (model.scroll) return ['Ctrl+End newest'];
  if (model.transcript.question) return ['a question'];
  if (model.state === 'paused') return ['F2 goes on', 'F3 one step'];
  if (isBusy(model)) return ['Esc interrupts'];
  if (model.state === 'failed') return ['F2 tries again', '? keys'];
  return model.pause === 'no' ? ['? keys'] : ['F2 resumes', '? keys'];
}

function queuedWords({ queue }: Model, next: string): readonly string[] {
  if (queue.length === 0) return [];
  const steering = queue.filter(({ steers }) => steers).length;
  const counts = [
    ...(steering > 0 ? [`${steering} to steer`] : []),
    ...(queue.length > steering ? [`${queue.length - steering} queued`] : []),
  ];
  return [counts.join(', ') + (next && `: ${next}`)];
}

/** The beginning of what comes next of the queue, on one line; '' where nothing waits. */
function nextQueued({ queue }: Model, columns: number): string {
  const text = (queue.find(({ steers }) => steers) ?? queue[0])?.text ?? '';
  return beginningOf(named(text.trim().slice(0, LENGTH_LOOKED_AT)), columns);
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
