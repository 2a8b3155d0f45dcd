/** `/cost`: what the session has used up, by model and turn by turn, and what it may. */
import { budgetsOf, type Context, costIn, type ModelUsage, modelOf, type UsageSum, type Used } from '@tagma/core';
import { oneLine, visible } from '@tagma/protocol';
import type { Model } from '../screen/model.ts';
import { shownCost, shownDuration, shownNumber } from '../text/amounts.ts';
import { beginningOf } from '../text/glyphs.ts';
import { type Line, line, named } from '../text/line.ts';
import { wrap } from '../text/wrap.ts';
import type { Ledger } from '../transcript/ledger.ts';
import { aboutCost, aboutTokens } from '../transcript/usage-words.ts';

/** Turns that are listed, the last ones. */
const TURNS_SHOWN = 20;

const LIMITS: {
  readonly [limit in Used['limit']]: { readonly name: string; readonly write: (amount: number) => string };
} = {
  turns: { name: 'replies', write: shownNumber },
  tokens: { name: 'tokens', write: shownNumber },
  cost: { name: 'cost', write: shownCost },
  time: { name: 'time', write: shownDuration },
  'session-tokens': { name: 'tokens', write: shownNumber },
  'session-cost': { name: 'cost', write: shownCost },
};

export function costRows({ snapshot, transcript }: Model, columns: number): readonly Line[] {
  if (snapshot === null) return [line(['Nothing has been sent yet.', 'text'])];
  const { context } = snapshot;
  const lines = [
    ...spentLines(context),
    ...modelLines(context.usage.models, columns),
    ...turnLines(transcript.ledger, columns),
    [],
    ...limitLines(context),
  ];
  return lines.flatMap((each) => (each.length === 0 ? [each] : wrap(each, columns)));
}

function spentLines(context: Context): readonly Line[] {
  const { all } = context.usage;
  if (all.replies === 0) return [line(['used', 'label'], [' · nothing yet', 'text'])];
  return [
    line(['used', 'label'], [` · ${aboutTokens(all)}`, 'text']),
    line(['cost', 'label'], [` · ${aboutCost(all)}`, 'text']),
    ...priceLine(context),
  ];
}

/** What the model that is asked now costs, where that is known. */
function priceLine(context: Context): readonly Line[] {
  const { model, prices } = modelOf(context);
  if (prices === undefined) return [];
  const { input, output, cached, cacheWritten } = prices;
  const words = [
    `${input} sent`,
    ...(cached === undefined ? [] : [`${cached} from the cache`]),
    ...(cacheWritten === undefined ? [] : [`${cacheWritten} put into it`]),
    `${output} received`,
  ];
  return [line([`  A million tokens of ${named(model)}: ${words.join(', ')}.`, 'muted'])];
}

/** Where there was but one, the sum says it all. */
function modelLines(models: readonly ModelUsage[], columns: number): readonly Line[] {
  if (models.length < 2) return [];
  return table(
    'model',
    models.map((usage) => ({ head: '', usage, name: named(usage.model) })),
    columns,
  );
}

function turnLines(ledger: Ledger, columns: number): readonly Line[] {
  const rows = ledger
    .slice(-TURNS_SHOWN)
    .map(({ turn, usage, task }) => ({ head: String(turn), usage, name: oneLine(visible(task.trim())) }));
  return rows.length === 0 ? [] : table('prompt', rows, columns);
}

type Row = { readonly head: string; readonly usage: UsageSum; readonly name: string };

function table(what: 'model' | 'prompt', rows: readonly Row[], columns: number): readonly Line[] {
  const heads = [...(what === 'prompt' ? ['turn'] : []), 'replies', 'sent', 'cached', 'received', 'cost'];
  const cells = rows.map(({ head, usage }) => [...(what === 'prompt' ? [head] : []), ...figuresOf(usage)]);
  const widths = heads.map((head, at) => Math.max(head.length, ...cells.map((row) => row[at]?.length ?? 0)));
  const cellsOf = (row: readonly string[]) => row.map((cell, at) => cell.padStart(widths[at] ?? 0)).join('  ');
  const left = columns - widths.reduce((sum, width) => sum + width + 2, 4);
  return [
    [],
    line([`  ${cellsOf(heads)}  ${what}`, 'muted']),
    ...rows.map(({ name }, at) =>
      line([`  ${cellsOf(cells[at] ?? [])}  `, 'number'], [beginningOf(name, Math.max(1, left)), 'text']),
    ),
  ];
}

/** `~`: estimated in part; `+`: not known of all; `?`: of none. */
function figuresOf(usage: UsageSum): readonly string[] {
  const about = usage.estimated > 0 ? '~' : '';
  const cost = costIn(usage);
  return [
    String(usage.replies),
    `${about}${shownNumber(usage.input)}`,
    shownNumber(usage.cached),
    `${about}${shownNumber(usage.output)}`,
    cost === null ? '?' : `${shownCost(cost)}${usage.unpriced > 0 ? '+' : ''}`,
  ];
}

/** What may be used up; what is not limited is not named. */
function limitLines(context: Context): readonly Line[] {
  const budgets = budgetsOf(context, 0).filter(({ max }) => max > 0);
  const ofSession = budgets.filter(({ limit }) => limit.startsWith('session-'));
  const ofTurn = budgets.filter((each) => !ofSession.includes(each));
  return [
    ...headed('limits of the session', ofSession, ''),
    ...headed('limits of a turn', ofTurn, ' by the last prompt'),
  ];
}

function headed(heading: string, budgets: readonly Used[], by: string): readonly Line[] {
  return [
    line([heading, 'label'], [budgets.length === 0 ? ' · none' : '', 'text']),
    ...budgets.map(({ limit, used, max }) => {
      const { name, write } = LIMITS[limit];
      // A clock is not looked at here.
      const words = limit === 'time' ? write(max) : `${write(used)} of ${write(max)}${by}`;
      return line([`  ${name}: ${words}`, 'text']);
    }),
  ];
}
