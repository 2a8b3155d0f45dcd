/** `/context` and `/cost`: what fills the model's window, what was sent and received, and what the turn may use up. */
import { type Context, modelOf } from '@tagma/core';
import { oneLine, visible } from '@tagma/protocol';
import type { Model } from '../screen/model.ts';
import { counted, shownCost, shownDuration } from '../text/amounts.ts';
import { beginningOf } from '../text/glyphs.ts';
import { type Line, line } from '../text/line.ts';
import { wrap } from '../text/wrap.ts';
import type { Ledger, TurnUsage } from '../transcript/ledger.ts';
import { windowParts } from './window-parts.ts';

const GAUGE_COLUMNS_MAX = 40;
/** Turns that are listed, the last ones. */
const TURNS_SHOWN = 20;

export function contextRows({ snapshot, transcript }: Model, columns: number): readonly Line[] {
  if (snapshot === null) return [line(['Nothing has been sent yet.', 'text'])];
  const { context } = snapshot;
  const lines = [
    ...windowLines(context, columns),
    [],
    ...spentLines(transcript.ledger),
    ...turnLines(transcript.ledger, columns),
    [],
    ...limitLines(context),
  ];
  return lines.flatMap((each) => (each.length === 0 ? [each] : wrap(each, columns)));
}

function windowLines(context: Context, columns: number): readonly Line[] {
  const { parts, tokens, windowTokens } = windowParts(context);
  const share = windowTokens === 0 ? '' : ` of ${number(windowTokens)}, ${percent(tokens, windowTokens)}`;
  const unknown = windowTokens === 0 ? ' · the window is not known: --window N says it' : '';
  const free = windowTokens > tokens ? [{ what: 'free', tokens: windowTokens - tokens }] : [];
  const widest = Math.max(0, ...[...parts, ...free].map((part) => number(part.tokens).length));
  return [
    line(['context', 'label'], [` · about ${number(tokens)} tokens${share}${unknown}`, 'text']),
    ...(windowTokens === 0 ? [] : [gauge(tokens, windowTokens, columns)]),
    ...[...parts, ...free].map((part) =>
      line(
        [`  ${number(part.tokens).padStart(widest)}  `, 'number'],
        [part.what, part.what === 'free' ? 'muted' : 'text'],
        [` · ${percent(part.tokens, windowTokens || tokens)}`, 'muted'],
      ),
    ),
    line([
      `  Estimated, and corrected by what ${oneLine(visible(modelOf(context).model))} counts. /compact makes it smaller.`,
      'muted',
    ]),
  ];
}

function gauge(tokens: number, windowTokens: number, columns: number): Line {
  const room = Math.min(GAUGE_COLUMNS_MAX, columns - 4);
  const filled = Math.min(room, Math.round((tokens / windowTokens) * room));
  return line(['  ', 'text'], ['█'.repeat(filled), 'gauge'], ['░'.repeat(room - filled), 'muted']);
}

function spentLines(ledger: Ledger): readonly Line[] {
  if (ledger.length === 0) return [line(['used', 'label'], [' · nothing yet', 'text'])];
  const sum = (of: (turn: TurnUsage) => number) => ledger.reduce((all, turn) => all + of(turn), 0);
  const costs = ledger.flatMap(({ cost }) => cost ?? []);
  const cached = sum((turn) => turn.cached);
  const words = [
    counted(
      sum((turn) => turn.replies),
      'reply',
      'replies',
    ),
    `${number(sum((turn) => turn.sent))} tokens sent`,
    ...(cached === 0 ? [] : [`${number(cached)} of them from the cache`]),
    `${number(sum((turn) => turn.received))} received`,
    costs.length === 0
      ? 'the endpoint names no cost'
      : `cost ${shownCost(costs.reduce((all, cost) => all + cost, 0))}, as the endpoint says`,
  ];
  const estimated = ledger.some((turn) => turn.estimated) ? ' · in part estimated' : '';
  return [line(['used', 'label'], [` · ${words.join(', ')}${estimated}`, 'text'])];
}

function turnLines(ledger: Ledger, columns: number): readonly Line[] {
  if (ledger.length === 0) return [];
  const rows = ledger.slice(-TURNS_SHOWN).map(({ turn, sent, received, cost, task }) => ({
    cells: [String(turn), number(sent), number(received), shownCost(cost)],
    task: oneLine(visible(task.trim())),
  }));
  const heads = ['turn', 'sent', 'received', 'cost'];
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map(({ cells }) => cells[at]?.length ?? 0)));
  const cellsOf = (cells: readonly string[]) => cells.map((cell, at) => cell.padStart(widths[at] ?? 0)).join('  ');
  const left = columns - widths.reduce((sum, width) => sum + width + 2, 4);
  return [
    line([`  ${cellsOf(heads)}  prompt`, 'muted']),
    ...rows.map(({ cells, task }) =>
      line([`  ${cellsOf(cells)}  `, 'number'], [beginningOf(task, Math.max(1, left)), 'text']),
    ),
  ];
}

/** What one prompt may use up; what is not limited is not named. */
function limitLines({ session, turn }: Context): readonly Line[] {
  const { turnsMax, tokensMax, costMax, timeMsMax } = session.settings;
  const { granted } = turn;
  const limits = [
    ...limit('replies', number(turn.replies), granted.turns ?? turnsMax, number),
    ...limit('tokens', number(turn.tokens), granted.tokens ?? tokensMax, number),
    ...limit('cost', shownCost(turn.cost), granted.cost ?? costMax, shownCost),
    ...limit('time', null, granted.time ?? timeMsMax, shownDuration),
  ];
  return [
    line(['limits of a turn', 'label'], [limits.length === 0 ? ' · none' : '', 'text']),
    ...limits.map((words) => line([`  ${words}`, 'text'])),
  ];
}

function limit(what: string, used: string | null, max: number, words: (amount: number) => string): readonly string[] {
  if (max <= 0) return [];
  return [used === null ? `${what}: ${words(max)}` : `${what}: ${used} of ${words(max)} by the last prompt`];
}

function number(amount: number): string {
  return amount.toLocaleString('en-US');
}

function percent(part: number, whole: number): string {
  const share = whole === 0 ? 0 : (part / whole) * 100;
  return share > 0 && share < 1 ? 'under 1%' : `${Math.round(share)}%`;
}
