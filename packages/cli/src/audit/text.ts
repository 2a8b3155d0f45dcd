/** An audit's report for the terminal: short, and what is wrong first. */

import type {
  AuditReport,
  CallReport,
  CheckResult,
  DecisionReport,
  Finding,
  Happening,
  SessionReport,
  UsageReport,
} from '@tagma/history';
import { oneLine, visible } from '@tagma/protocol';
import { shownDuration } from '@tagma/tui';
import { counted } from '../counted.ts';
import { type Columns, columnsOf } from '../diff/columns.ts';

type Paint = Columns['paint'];
type Line = string;

/** So many of each are printed; `--json` has them all. */
const FINDINGS_SHOWN = 20;
const CALLS_SHOWN = 40;
const OTHERS_SHOWN = 15;
const PARAM_CHARACTERS = 60;
const TITLE_CHARACTERS = 90;
const HASH_CHARACTERS = 12;

const MARKS: {
  readonly [result in CheckResult['result']]: readonly [mark: string, role: 'good' | 'bad' | 'muted'];
} = {
  holds: ['✓', 'good'],
  faulty: ['✗', 'bad'],
  skipped: ['–', 'muted'],
};

export function reportText(found: AuditReport, { paint }: Pick<Columns, 'paint'> = columnsOf()): string {
  const report = onLines(found);
  const sections = [
    verdictLines(report, paint),
    findingLines(report, paint),
    sessionLines(report, paint),
    section('Calls', callLines(report, paint), paint),
    section('Files', fileLines(report, paint), paint),
    section('Network', networkLines(report), paint),
    section(
      'Of note',
      report.happenings.slice(0, OTHERS_SHOWN).map(happeningLine),
      paint,
      left(report.happenings.length, OTHERS_SHOWN),
    ),
    section('Time', [timeLine(report)], paint),
  ];
  return `${sections.flat().join('\n')}\n`;
}

/** The same, with each text on one line and nothing in it that a terminal obeys. Our own colours come in behind this. */
function onLines<T>(value: T): T {
  if (typeof value === 'string') return oneLine(visible(value)) as T;
  if (Array.isArray(value)) return value.map(onLines) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, onLines(member)])) as T;
}

/** The last line where several files were audited. */
export function sumText(sum: { readonly holding: number; readonly faulty: number; readonly refused: number }): string {
  const { holding, faulty, refused } = sum;
  const others = refused === 0 ? '' : `, ${refused} could not be read`;
  return `${counted(holding + faulty + refused, 'file')}: ${holding} hold, ${faulty} do not${others}.\n`;
}

function verdictLines({ file, holds, headline, found, checks }: AuditReport, paint: Paint): readonly Line[] {
  const noted = found.notes === 0 ? '' : `, ${counted(found.notes, 'note')}`;
  const rows = Object.entries(checks).map(([name, { result, words: said }]) => {
    const [mark, role] = MARKS[result];
    return `  ${paint(mark, role)} ${name.padEnd(10)} ${paint(said, 'muted')}`;
  });
  return [`${paint(file, 'label')} ${paint(headline, holds ? 'good' : 'bad')}${noted}`, ...rows];
}

function findingLines({ findings, found }: AuditReport, paint: Paint): readonly Line[] {
  const shown = findings.slice(0, FINDINGS_SHOWN).map((finding) => findingLine(finding, paint));
  return section('Findings', shown, paint, left(found.faults + found.notes, FINDINGS_SHOWN));
}

function findingLine({ weight, record, message, code }: Finding, paint: Paint): Line {
  const where = record === null ? '' : `record ${record}: `;
  return `${paint(weight.padEnd(5), weight === 'fault' ? 'bad' : 'muted')} ${where}${message} ${paint(`(${code})`, 'muted')}`;
}

function sessionLines({ session, turns, totals, file }: AuditReport, paint: Paint): readonly Line[] {
  if (session === null) return [];
  const { id, startedAt, folder, models, mode, headless, sandbox, resumes, records, hash } = session;
  const title = (turns[0]?.prompt.text ?? '').slice(0, TITLE_CHARACTERS);
  const asked = models.map(
    ({ model, endpoint, requests }) => `${model} at ${endpoint} (${counted(requests, 'request')})`,
  );
  const { calls, decisions: by, commands } = totals;
  const ends = (['ok', 'error', 'denied', 'timeout', 'aborted', 'skipped', 'open'] as const).filter(
    (end) => calls[end] > 0,
  );
  const rows: readonly (readonly [string, string])[] = [
    ['session', `${id}${forkWords(session)}, ${new Date(startedAt).toISOString().slice(0, 19)}Z, ${folder}`],
    ['task', title],
    ['model', asked.join(', ')],
    [
      'mode',
      `${mode}, ${headless ? 'nobody could be asked' : 'the person could be asked'}, ${sandbox ? 'commands in a sandbox' : 'no sandbox'}`,
    ],
    [
      'turns',
      `${totals.turns}, ${counted(calls.all, 'call')}${ends.length > 0 ? ` (${ends.map((end) => `${calls[end]} ${end}`).join(', ')})` : ''}`,
    ],
    ['allowed', `${by.byMode} by the mode, ${by.byRule} by a rule, ${by.byPerson} by the person; ${by.denied} denied`],
    ['commands', `${commands.ran} ran, ${commands.failed} failed`],
    ['tokens', usageWords(totals.usage)],
    ['repairs', totals.repairs.map(({ repair, times }) => `${repair} ${times}×`).join(', ')],
    [
      'resumed',
      resumes.map(({ record, parent }) => `record ${record}${parent ? `, from ${parent.session}` : ''}`).join('; '),
    ],
    ['seal', `record ${records}, ${hash.slice(0, HASH_CHARACTERS)}…: tagma audit --seal ${file}`],
  ];
  const again = resumes
    .filter(({ changed }) => changed.length > 0)
    .map(({ record, changed }) => ['taken up', `again from record ${record} on: ${changed.join(', ')}`] as const);
  const lines = [...rows, ...again]
    .filter(([, words]) => words !== '')
    .map(([name, words]) => `${paint(name.padEnd(9), 'muted')} ${words}`);
  return section('Session', lines, paint);
}

/** Where it was copied from last. */
function forkWords({ resumes }: SessionReport): string {
  const parent = resumes.findLast((resume) => resume.parent !== null)?.parent;
  return parent ? `, a fork of ${parent.session} at its record ${parent.record}` : '';
}

function usageWords({ input, output, cached, cost, uncounted }: UsageReport): string {
  const more = [
    ...(cached > 0 ? [`${cached} of it cached`] : []),
    ...(cost > 0 ? [`cost ${Number(cost.toFixed(6))}`] : []),
    ...(uncounted > 0 ? [`${counted(uncounted, 'reply', 'replies')} without a count`] : []),
  ];
  return [`${input} in, ${output} out`, ...more].join(', ');
}

function callLines({ calls, totals }: AuditReport, paint: Paint): readonly Line[] {
  const shown = calls.slice(0, CALLS_SHOWN).map((call) => callLine(call, paint));
  return [...shown, ...left(totals.calls.all, CALLS_SHOWN).map((line) => paint(line, 'muted'))];
}

function callLine({ call, tool, params, decisions, runs, status, exitCode, signal }: CallReport, paint: Paint): Line {
  const [param] = params;
  const about = param === undefined ? '' : ` ${param.value.text.slice(0, PARAM_CHARACTERS)}`;
  const end = signal ?? (exitCode === null ? (status ?? 'no answer') : `exit ${exitCode}`);
  const took = runs.at(-1)?.durationMs ?? null;
  const role = status === 'ok' ? 'good' : status === 'skipped' ? 'muted' : 'bad';
  const time = took === null ? '' : `, ${shownDuration(took)}`;
  const last = decisions.at(-1);
  const by = last === undefined ? '' : paint(` — ${decisionWords(last)}`, 'muted');
  return `${String(call).padStart(4)} ${tool}${about} ${paint(`${end}${time}`, role)}${by}`;
}

function decisionWords({ verdict, by, asked }: DecisionReport): string {
  const outside = asked?.outside ? ', outside of the sandbox' : '';
  if (asked !== null) {
    const reason = asked.reason === '' ? '' : `: ${asked.reason}`;
    return `the person: ${asked.answer ?? 'no answer'}${outside}${reason} (${by})`;
  }
  return `${verdict}: ${by}`;
}

function fileLines({ files }: AuditReport, paint: Paint): readonly Line[] {
  const lines = files.slice(0, CALLS_SHOWN).map(({ path, added, removed, changes }) => {
    const calls = changes
      .map(({ call, how }) => (call === null ? how : `${how} in call ${call}`))
      .slice(0, OTHERS_SHOWN);
    return `${path} ${paint(`+${added}`, 'good')} ${paint(`−${removed}`, 'bad')} ${paint(calls.join(', '), 'muted')}`;
  });
  return [...lines, ...left(files.length, CALLS_SHOWN)];
}

function networkLines({ network }: AuditReport): readonly Line[] {
  return network.slice(0, CALLS_SHOWN).map(({ host, calls }) => {
    const named = host === '*' ? 'a host that is not known' : host;
    return `${named}: ${calls.length > OTHERS_SHOWN ? counted(calls.length, 'call') : `call ${calls.join(', ')}`}`;
  });
}

function happeningLine({ record, what, about }: Happening): Line {
  return `record ${record}: ${what}${about === '' ? '' : ` (${about.slice(0, TITLE_CHARACTERS)})`}`;
}

function timeLine({ states, totals }: AuditReport): Line {
  const times = states.filter(({ ms }) => ms > 0).map(({ state, ms }) => `${state} ${shownDuration(ms)}`);
  return `${shownDuration(totals.ms)} in all${times.length === 0 ? '' : `: ${times.join(', ')}`}`;
}

function section(title: string, lines: readonly Line[], paint: Paint, more: readonly Line[] = []): readonly Line[] {
  if (lines.length === 0) return [];
  return ['', paint(title, 'label'), ...[...lines, ...more].map((line) => `  ${line}`)];
}

/** How many are not printed. */
function left(all: number, shown: number): readonly Line[] {
  return all > shown ? [`… and ${all - shown} more (--json has them)`] : [];
}
