/** The bottom line: how the machine stands, where, at what cost, and the one hint that helps most right now. */

import { costIn, tokensIn, type UsageSum } from '@tagma/core';
import type { Doable } from '../keys/doable.ts';
import type { Command } from '../keys/key-table.ts';
import { keyHint, shownKey } from '../keys/shown-key.ts';
import { shownCost, shownCount } from '../text/amounts.ts';
import { beginningOf, endOf, widthOf } from '../text/glyphs.ts';
import { type Line, named, type Span } from '../text/line.ts';
import { isBusy, type Model } from './model.ts';

/** Less than this of a name says nothing. */
const COLUMNS_WORTH = 6;
/** Columns of the next queued prompt that are shown at most. */
const QUEUED_COLUMNS_MAX = 24;
/** Code units of it that are looked at: more than fit, however narrow its signs. */
const LENGTH_LOOKED_AT = 1_000;
const BETWEEN = ' · ';
/** Before, behind, and between the two halves. */
const BLANKS = 3;

/**
 * The hint is always whole. Of the rest each has its place, and its rank where the room is short: state, mode, how full
 * the window is, then what stays the same for long. The next queued prompt's beginning is shown where state and mode leave
 * room for it: what was typed just now says more than a model and a folder.
 */
export function statusLine(model: Model, columns: number): Line {
  const mode = modeWords(model);
  const states = statesOf(model);
  const shortest = joined(hintsOf(model, ''));
  const inner = columns - BLANKS;
  const room = inner - widthOf([...states, mode].join(BETWEEN)) - widthOfAll(shortest) - widthOf(' : ');
  const next = room < COLUMNS_WORTH ? '' : nextQueued(model, Math.min(room, QUEUED_COLUMNS_MAX));
  const hint = next === '' ? shortest : joined(hintsOf(model, next));
  const left = fitted(partsOf(model, states.join(BETWEEN), mode), inner - widthOfAll(hint));
  const gap = ' '.repeat(Math.max(0, inner - widthOfAll(left) - widthOfAll(hint)));
  return [status(' '), ...left, status(` ${gap}`), ...hint, status(' ')];
}

/**
 * `rank`: the lower, the longer it is kept. `shrinks`: of the first that does not fit its end is shown, for a path's end says
 * most.
 */
type Part = Hint & { readonly rank: number; readonly shrinks?: true };

function partsOf(model: Model, state: string, mode: string): readonly Part[] {
  const { status, branch, transcript } = model;
  const { usage } = transcript.spent;
  const parts: readonly Part[] = [
    { text: state, rank: 0, shrinks: true, does: 'machine' },
    // The list, and not the next mode: no stray click allows anything.
    { text: mode, rank: 1, shrinks: true, does: '/settings' },
    { text: named(status.model), rank: 3, shrinks: true, does: '/model' },
    // A number alone says little: only where the window is known it says that it fills up.
    { text: windowWords(model), rank: model.figures.windowTokens > 0 ? 2 : 7, does: '/context' },
    { text: tokenWords(usage), rank: 6, does: '/cost' },
    { text: costWords(usage), rank: 5, does: '/cost' },
    { text: named(status.folder), rank: 4, shrinks: true },
    { text: branch === null ? '' : named(branch), rank: 8 },
    { text: status.sandbox === true ? 'sandbox' : '', rank: 9 },
  ];
  return parts.filter(({ text }) => text !== '');
}

/** What is in part estimated is marked as such. */
function tokenWords(usage: UsageSum): string {
  const about = usage.estimated > 0 ? '~' : '';
  return tokensIn(usage) === 0 ? '' : `${about}${shownCount(tokensIn(usage))} tokens`;
}

/** Nothing where it is not known, or nothing is paid; a plus where it is not known of all replies. */
function costWords(usage: UsageSum): string {
  const cost = costIn(usage);
  if (cost === null || (cost === 0 && usage.unpriced === 0)) return '';
  const about = usage.estimated > 0 && usage.priced > 0 ? '~' : '';
  return `cost ${about}${shownCost(cost)}${usage.unpriced > 0 ? '+' : ''}`;
}

/** Nothing before the first request: then it says nothing about this conversation. */
function windowWords({ figures: { contextTokens, windowTokens }, transcript }: Model): string {
  if (transcript.spent.turn === 0) return '';
  if (windowTokens === 0) return `context ${shownCount(contextTokens)}`;
  const percent = Math.min(999, Math.round((contextTokens / windowTokens) * 100));
  return `${percent}% of ${shownCount(windowTokens)}`;
}

/** What protects less than is usual stands beside it. */
function modeWords({ status }: Model): string {
  return status.sandbox === false ? `${status.mode}, no sandbox` : status.mode;
}

/** The machine's own word, and what it does not say: how many tools run, and that a pause has been asked for. */
function statesOf(model: Model): readonly string[] {
  const { running } = model.transcript;
  const state = model.state + (running.length > 1 ? ` (${running.length} tools)` : '');
  const stepped = model.machine.holding ? ['step mode'] : [];
  if (model.pause === 'no' || model.state === 'paused') return [state, ...stepped];
  return isBusy(model) ? [`${state}, pausing`, ...stepped] : [state, 'paused from the next prompt on', ...stepped];
}

/** A click on it does what the key does, where that stops and begins nothing. */
type Hint = { readonly text: string; readonly does?: Doable };

function hintsOf(model: Model, nextQueued: string): readonly Hint[] {
  const { keys } = model;
  if (model.quitNear) return [{ text: `${shownKey(keys, 'clear-or-quit')} again quits` }];
  if (model.rewindNear) return [{ text: `${shownKey(keys, 'interrupt')} again rewinds` }];
  if (model.dialog) return [{ text: `${shownKey(keys, 'interrupt')} closes`, does: 'interrupt' }];
  return [...queuedWords(model, nextQueued).map((text) => ({ text })), ...keyHints(model)];
}

function keyHints(model: Model): readonly Hint[] {
  const { keys } = model;
  const pressed = (command: Command, says: string): readonly Hint[] =>
    keyHint(keys, command, says).map((text) => ({ text }));
  const clicked = (command: Command, says: string): readonly Hint[] =>
    keyHint(keys, command, says).map((text) => ({ text, does: command }));
  const help = clicked('toggle-help', 'keys');
  if (model.chosen !== null && !model.search && model.composer.text === '')
    return [...clicked('toggle-block', 'opens'), ...clicked('leave-block', 'leaves')];
  if (model.scroll) return clicked('to-bottom', 'newest');
  if (model.machine.held) return [{ text: 'an event is held' }];
  if (model.transcript.question) return [{ text: 'a question' }];
  if (model.state === 'paused') return [...pressed('pause', 'goes on'), ...pressed('step', 'one step')];
  if (isBusy(model)) return pressed('interrupt', 'interrupts');
  if (model.state === 'failed') return [...pressed('pause', 'tries again'), ...help];
  return model.pause === 'no' ? help : [...pressed('pause', 'resumes'), ...help];
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

/** The parts that fit into `columns`, in their order: those of the highest ranks are left out first. */
function fitted(parts: readonly Part[], columns: number): Line {
  const kept = new Map<Part, string>();
  let room = columns;
  for (const part of parts.toSorted((first, second) => first.rank - second.rank)) {
    const free = room - (kept.size === 0 ? 0 : widthOf(BETWEEN));
    const fits = widthOf(part.text) <= free;
    if (!fits && !(part.shrinks && free >= COLUMNS_WORTH)) break;
    const text = fits ? part.text : endOf(part.text, free);
    kept.set(part, text);
    room = free - widthOf(text);
    if (!fits) break;
  }
  return joined(
    parts.flatMap((part) => {
      const text = kept.get(part);
      return text === undefined ? [] : [{ ...part, text }];
    }),
  );
}

function joined(parts: readonly Hint[]): Line {
  return parts.flatMap(({ text, does }, index) => {
    const shown = { ...status(text), ...(does && { target: { kind: 'run', does } as const }) };
    return index === 0 ? [shown] : [status(BETWEEN), shown];
  });
}

function status(text: string): Span {
  return { text, role: 'status' };
}

function widthOfAll(spans: Line): number {
  return spans.reduce((sum, { text }) => sum + widthOf(text), 0);
}
