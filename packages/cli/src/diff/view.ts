/** A diff of two histories as a person reads it: what is different at the top, then the rounds side by side. */
import type { FirstDifference, HistoryDiff, Round, RoundCall, RoundPair, Side, Transition } from '@tagma/history';
import { visible } from '@tagma/protocol';
import { counted } from '../counted.ts';
import { aboutTorn } from '../torn.ts';
import { type Columns, columnsOf } from './columns.ts';
import { excerpts, jsonOf } from './excerpt.ts';

export type DiffView = {
  /** All rounds, or only those that differ. */
  readonly all: boolean;
};

export function diffText(diff: HistoryDiff, { all }: DiffView, columns: Columns = columnsOf()): string {
  const shown = diff.rounds.filter(({ same }) => all || !same);
  const lines = [
    ...header(diff, columns),
    ...environmentLines(diff, columns),
    '',
    ...verdict(diff, columns),
    ...shown.flatMap((pair) => ['', ...roundLines(pair, columns)]),
    ...(shown.length < diff.rounds.length && !diff.same
      ? [
          '',
          columns.paint(
            `${counted(diff.rounds.length - shown.length, 'more round')} the same (--all shows them).`,
            'muted',
          ),
        ]
      : []),
  ];
  return `${lines.join('\n')}\n`;
}

function header({ a, b }: HistoryDiff, columns: Columns): readonly string[] {
  return [
    ...columns.row('', [a.file, 'label'], [b.file, 'label']),
    ...columns.row('', [aboutSide(a), 'muted'], [aboutSide(b), 'muted']),
    ...[a, b].flatMap(({ file, torn, fault }) => [
      ...(torn ? [visible(`${file}: ${aboutTorn(torn)}`)] : []),
      ...(fault
        ? [visible(`${file}: damaged at record ${fault.record}: ${fault.message}. Compared as far as it holds.`)]
        : []),
    ]),
  ];
}

function aboutSide({ session, records, figures }: Side): string {
  return `${session} · ${counted(records, 'record')} · ${counted(figures.turns, 'turn')}`;
}

/** What is long is only named: the system prompt, the descriptions of tools. */
const NAMED_ONLY = new Set(['system', 'correction', 'repair', 'summary']);

function environmentLines({ environment }: HistoryDiff, columns: Columns): readonly string[] {
  return environment.flatMap(({ what, a, b }) => {
    const [mine, other] = NAMED_ONLY.has(what)
      ? (['one text', 'another'] as const)
      : excerpts(jsonOf(a), jsonOf(b), columns.width);
    return columns.row(what, [mine, 'text'], [other, 'text']);
  });
}

function verdict({ first, same }: HistoryDiff, columns: Columns): readonly string[] {
  if (first === null) return [same ? 'The same course.' : 'The same course, as far as both files hold.'];
  const { field, a, b } = first;
  const [mine, other] = excerpts(valueIn(a), valueIn(b), columns.width);
  return [
    `The first difference${field === null ? '' : `, in ${visible(field)}`}:`,
    ...columns.row('event', [aboutTransition(a), 'label'], [aboutTransition(b), 'label']),
    ...columns.row('state', [statesOf(a), 'text'], [statesOf(b), 'text']),
    ...columns.row('record', [recordOf(a), 'text'], [recordOf(b), 'text']),
    ...columns.row('', [mine, 'bad'], [other, 'good']),
  ];
}

function aboutTransition(transition: Transition | null): string {
  return transition === null ? 'nothing' : `${transition.event} (record ${transition.record})`;
}

function statesOf(transition: Transition | null): string {
  return transition === null ? '' : `${transition.before} → ${transition.after}`;
}

function recordOf(transition: Transition | null): string {
  return transition === null ? '' : `${transition.at}: ${transition.what}`;
}

function valueIn(transition: FirstDifference['a']): string {
  return transition === null ? '' : jsonOf(transition.value);
}

function roundLines({ a, b, same, first }: RoundPair, columns: Columns): readonly string[] {
  let isTold = false;
  const compared = (label: string, mine: string, other: string) => {
    if (mine === '' && other === '') return [];
    const [left, right] = excerpts(mine, other, columns.width);
    const isOther = !same && mine !== other;
    isTold ||= isOther;
    return columns.row(label, [left, isOther ? 'bad' : 'muted'], [right, isOther ? 'good' : 'muted']);
  };
  const calls = Array.from({ length: Math.max(a?.calls.length ?? 0, b?.calls.length ?? 0) }, (_, at) => [
    a?.calls[at],
    b?.calls[at],
  ]);
  const lines = [
    ...columns.row(same ? '=' : '≠', [titleOf(a), 'label'], [titleOf(b), 'label']),
    ...compared('said', a?.said.join('\n') ?? '', b?.said.join('\n') ?? ''),
    ...compared('thought', a?.thoughts.join('\n') ?? '', b?.thoughts.join('\n') ?? ''),
    ...compared('repairs', a?.repairs.join(', ') ?? '', b?.repairs.join(', ') ?? ''),
    ...compared('problem', problemOf(a), problemOf(b)),
    ...calls.flatMap(([mine, other]) => [
      ...compared('action', actionOf(mine), actionOf(other)),
      ...compared('decision', mine?.decisions.join('\n') ?? '', other?.decisions.join('\n') ?? ''),
      ...compared('outcome', outcomeOf(mine), outcomeOf(other)),
    ]),
    ...compared('text', a?.text ?? '', b?.text ?? ''),
    ...compared('state', stateOf(a), stateOf(b)),
  ];
  // What differs may be in none of them: a rule that was added, why the session ended.
  return isTold || first === null
    ? lines
    : [...lines, ...compared('other', otherOf(first.a, first), otherOf(first.b, first))];
}

function otherOf(transition: Transition | null, { field }: FirstDifference): string {
  if (transition === null) return '';
  return `${transition.what}${field === null ? '' : `, ${field}`}\n${jsonOf(transition.value)}`;
}

function titleOf(round: Round | null): string {
  if (round === null) return '–';
  const { turn, reply, from, to } = round;
  return `turn ${turn}${reply === 0 ? '' : ` · reply ${reply}`} · records ${from}–${to}`;
}

function problemOf(round: Round | null): string {
  return round?.fault ?? round?.problem ?? '';
}

function actionOf(call: RoundCall | undefined): string {
  if (call === undefined) return '';
  const params = Object.entries(call.params).map(([name, value]) => `${name}: ${jsonOf(value)}`);
  return [call.tool, ...params].join('\n');
}

function outcomeOf(call: RoundCall | undefined): string {
  if (call === undefined || call.outcome === null) return '';
  return `${call.outcome.status}\n${call.outcome.content}`.trimEnd();
}

function stateOf(round: Round | null): string {
  if (round === null) return '';
  return round.result === null ? round.state : `${round.state} · ${round.result}`;
}
