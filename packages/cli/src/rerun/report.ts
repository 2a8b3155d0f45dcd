/** What came of running a session again: where it went apart, which calls came to something else, and both in figures. */
import { diffHistories, type Figures, type HistoryDiff, type OutcomesCompared, outcomesOf } from '@tagma/history';
import { visible } from '@tagma/protocol';
import { counted } from '../counted.ts';
import { type Columns, columnsOf } from '../diff/columns.ts';
import { withoutSteps } from '../diff/diff.ts';
import { excerpts } from '../diff/excerpt.ts';
import { diffText } from '../diff/view.ts';
import { EXIT } from '../exit.ts';
import { print } from '../lines.ts';
import { inColumns } from '../models/columns.ts';
import { problem, remark, report } from '../problem.ts';
import type { Driven } from './drive.ts';

type Reporting = { readonly json?: boolean; readonly all?: boolean; readonly sameReplies: boolean };

/** Gives the exit code: done where each turn ended as it did then. */
export async function reportRerun(
  recorded: string,
  now: string,
  driven: Driven,
  { json = false, all = false, sameReplies }: Reporting,
): Promise<number> {
  remark(`history: ${now}\n`);
  const diff = await diffHistories(recorded, now, { masked: true });
  if (!diff.ok) return report(problem(EXIT.failed, diff.error.message));
  const outcomes = outcomesOf(diff);
  const columns = columnsOf();
  await print(
    json
      ? `${JSON.stringify({ file: now, figures: { recorded: diff.a.figures, now: diff.b.figures }, outcomes, diff }, withoutSteps)}\n`
      : [
          diffText(diff, { all }, columns),
          ...(sameReplies ? [outcomeText(outcomes, columns)] : []),
          visible(table(diff)),
        ].join('\n'),
  );
  if (!driven.ok) return report(problem(EXIT.failed, driven.message));
  return isAsRecorded(diff) ? EXIT.done : EXIT.failed;
}

/** A turn that had not ended in the recording may end in any way. */
function isAsRecorded({ a, b }: HistoryDiff): boolean {
  const [then, now] = [a.figures.outcomes, b.figures.outcomes];
  return then.length === now.length && then.every((outcome, turn) => outcome === null || outcome === now[turn]);
}

function outcomeText({ compared, other }: OutcomesCompared, columns: Columns): string {
  const head = `${other.length} of ${counted(compared, 'call')} came to something else here.`;
  const rows = other.flatMap(({ tool, params, a, b }) => {
    const [mine, its] = excerpts(endOf(a), endOf(b), columns.width);
    const [call] = excerpts(`call ${a.call} · ${tool} ${JSON.stringify(params)}`, '', columns.width);
    const [again] = excerpts(`call ${b.call}`, '', columns.width);
    return [...columns.row('', [call, 'label'], [again, 'label']), ...columns.row('', [mine, 'bad'], [its, 'good'])];
  });
  return `${[head, ...rows].join('\n')}\n`;
}

function endOf({ outcome }: OutcomesCompared['other'][number]['a']): string {
  return outcome === null ? '' : `${outcome.status}\n${outcome.content}`.trimEnd();
}

const ROWS: readonly (readonly [name: string, value: (figures: Figures) => string])[] = [
  ['turns', ({ turns }) => String(turns)],
  ['replies', ({ replies }) => String(replies)],
  ['repairs', ({ repairs }) => String(repairs)],
  ['corrections', ({ corrections }) => String(corrections)],
  ['calls', ({ calls }) => String(calls)],
  ['denials', ({ denials }) => String(denials)],
  ['tokens', ({ tokens }) => tokens.toLocaleString('en-US')],
  ['cost', ({ cost }) => String(Number(cost.toFixed(6)))],
  ['time', ({ ms }) => `${(ms / 1000).toFixed(1)} s`],
  ['outcome', ({ outcomes }) => outcomes.map((outcome) => outcome ?? 'not ended').join(', ')],
];

function table({ a, b }: HistoryDiff): string {
  const rows = ROWS.map(([name, value]) => [name, value(a.figures), value(b.figures)]);
  return `${inColumns([['', 'recorded', 'now'], ...rows]).join('\n')}\n`;
}
