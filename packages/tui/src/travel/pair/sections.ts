/** Two rounds as pairs of texts under names: what was said, thought, done, decided, what came of it. */
import type { EnvironmentDifference, Round, RoundCall, RoundPair } from '@tagma/history';

export type Section = {
  /** What it is about, in a word. */
  readonly name: string;
  readonly a: string;
  readonly b: string;
  readonly same: boolean;
};

/** Those that hold nothing on either side are left out. */
export function sectionsOf({ a, b }: RoundPair): readonly Section[] {
  const calls = Array.from({ length: Math.max(a?.calls.length ?? 0, b?.calls.length ?? 0) }, (_, nth) => nth);
  return [
    section('said', a?.said.join('\n'), b?.said.join('\n')),
    section('thought', a?.thoughts.join('\n'), b?.thoughts.join('\n')),
    section('mended', a?.repairs.join(', '), b?.repairs.join(', ')),
    section('problem', problemOf(a), problemOf(b)),
    ...calls.flatMap((nth) => callSections(a?.calls[nth], b?.calls[nth])),
    section('text', a?.text, b?.text),
    section('state', stateOf(a), stateOf(b)),
  ].filter(({ a: mine, b: other }) => mine !== '' || other !== '');
}

export function environmentSections(differences: readonly EnvironmentDifference[]): readonly Section[] {
  return differences.map(({ what, a, b }) => section(what, valueText(a), valueText(b)));
}

function callSections(a: RoundCall | undefined, b: RoundCall | undefined): readonly Section[] {
  return [
    section('action', actionOf(a), actionOf(b)),
    section('decision', a?.decisions.join('\n'), b?.decisions.join('\n')),
    section('outcome', outcomeOf(a), outcomeOf(b)),
  ];
}

function section(name: string, a = '', b = ''): Section {
  return { name, a, b, same: a === b };
}

function actionOf(call: RoundCall | undefined): string {
  if (!call) return '';
  const params = Object.entries(call.params).map(([name, value]) => `${name}: ${valueText(value)}`);
  return [call.tool, ...params].join('\n');
}

function outcomeOf(call: RoundCall | undefined): string {
  return call?.outcome ? `${call.outcome.status}\n${call.outcome.content}`.trimEnd() : '';
}

function problemOf(round: Round | null): string {
  return round?.fault ?? round?.problem ?? '';
}

function stateOf(round: Round | null): string {
  if (!round) return '';
  return round.result === null ? round.state : `${round.state}, the turn ends: ${round.result}`;
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
