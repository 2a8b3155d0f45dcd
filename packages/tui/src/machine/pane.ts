/** The machine pane, as lines: where the machine stands in its chart, how it came there, and what it waits for. Pure. */
import { type Chart, type Context, chartIn, type QueuedMessage, type Snapshot, stateOf } from '@tagma/core';
import { visible } from '@tagma/protocol';
import { shownDuration } from '../text/amounts.ts';
import { beginningOf, widthOf } from '../text/glyphs.ts';
import { type Line, line, named } from '../text/line.ts';
import { wrap } from '../text/wrap.ts';
import { gaugeLines } from './gauges.ts';
import { heldLines } from './held.ts';
import type { Machine } from './machine.ts';
import { enabledLines, everywhereLine, outlineLines } from './outline.ts';
import { verdictLines } from './verdicts.ts';
import type { PastStep, Watch } from './watch.ts';

/** Code units of a message that waits. */
const MESSAGE_MAX = 200;

/** @param now in ms on the screen's clock @param chart the machine's own, before it has begun */
export function paneLines(machine: Machine, columns: number, now: number, chart: Chart): readonly Line[] {
  const { watch, held, breakpoints } = machine;
  const { snapshot } = watch;
  const state = snapshot === null ? chart.initial : stateOf(snapshot);
  const { context } = snapshot ?? { context: null };
  const open = snapshot === null ? chart : chartIn(snapshot);
  const rest = [
    ...(held ? [[], ...heldLines(held)] : []),
    ...section(`${state} takes`, enabledLines(open, state)),
    ...lastLines(watch),
    ...section(
      'waits for',
      watch.requests.map((each) => requestLine(each, snapshot, now)),
    ),
    ...section('queue', (context?.queue ?? []).map(queuedLine)),
    ...(context ? limitLines(context, stampedAt(watch, now)) : []),
    ...section('breakpoints', breakpoints.map(breakpointLine)),
    ...section(
      `steps, ${watch.steps.length} of ${watch.told}`,
      [...watch.steps].reverse().map((step) => stepLine(step, columns)),
    ),
    ...section('every state takes', [everywhereLine(open, state)]),
  ];
  return [
    titleLine(machine, state, now),
    ...outlineLines(chart, state, columns),
    ...rest.flatMap((each) => wrap(each, columns)),
  ];
}

/** What there is to say under a heading, set off from what stands above; nothing where there is nothing. */
function section(title: string, lines: readonly Line[]): readonly Line[] {
  return lines.length === 0 ? [] : [[], line([title, 'label']), ...lines];
}

function titleLine({ watch, holding }: Machine, state: string, now: number): Line {
  const { entered, requests } = watch;
  // At rest nothing renews the time.
  const since = entered === null || requests.length === 0 ? '' : ` for ${shownDuration(now - entered.shown)}`;
  return line(['machine', 'label'], [` · ${state}${since}`, 'muted'], [holding ? ' · step mode' : '', 'warning']);
}

/** The last step, and what each guard on its way said. */
function lastLines({ steps, last, verdicts }: Watch): readonly Line[] {
  const step = steps.at(-1);
  if (!step || !last) return [];
  const why = verdicts ? verdictLines(verdicts) : [line(['not looked into', 'muted'])];
  const follows = [
    ...step.asks.map((words) => line(['  asks for ', 'muted'], [words, 'text'])),
    ...step.notes.map((words) => line([`  notes ${words}`, 'muted'])),
  ];
  return section('last step', [lastLine(step), ...why.map((each) => line(['  ', 'text']).concat(each)), ...follows]);
}

function lastLine(step: PastStep): Line {
  return line(
    [`  ${step.number} `, 'muted'],
    [`${step.event} · `, 'text'],
    [wayOf(step), 'action'],
    [dwellOf(step), 'muted'],
  );
}

/** The way first: of the event, as much as fits. */
function stepLine(step: PastStep, columns: number): Line {
  const head = `  ${step.number} `;
  const dwell = `${dwellOf(step)} · `;
  const room = columns - widthOf(head + wayOf(step) + dwell);
  return line([head, 'muted'], [wayOf(step), 'action'], [dwell, 'muted'], [beginningOf(step.event, room), 'text']);
}

function wayOf({ from, to }: PastStep): string {
  return from === to ? to : `${from} → ${to}`;
}

function dwellOf({ dwellMs }: PastStep): string {
  return dwellMs === null ? '' : ` after ${shownDuration(dwellMs)}`;
}

function requestLine({ id, what, since }: Watch['requests'][number], snapshot: Snapshot | null, now: number): Line {
  const cancelled = snapshot?.context.cancelled.includes(id) ? ' · cancelled' : '';
  return line([`  ${what}`, 'text'], [` · ${shownDuration(now - since.shown)}${cancelled}`, 'muted']);
}

function queuedLine({ text, steers }: QueuedMessage): Line {
  return line([steers ? '  to steer: ' : '  next: ', 'muted'], [named(text.slice(0, MESSAGE_MAX)), 'text']);
}

function limitLines(context: Context, at: number): readonly Line[] {
  if (context.lastTurn === 0) return [];
  return section(context.result === null ? 'this turn' : 'the last turn', gaugeLines(context, at));
}

/** `now` on the clock that stamps events: of the turn that runs, else of the end of the last one. */
function stampedAt({ latest, turnEndedAt }: Watch, now: number): number {
  return turnEndedAt ?? (latest === null ? 0 : latest.stamped + Math.max(0, now - latest.shown));
}

function breakpointLine({ number, kind, name }: Machine['breakpoints'][number]): Line {
  return line([`  ${number} `, 'muted'], [`${kind} ${visible(name)}`, 'text']);
}
