/** Calls, as a report has them: from the timeline, shortened, with the rules that each decision names. */
import { type Json, type JsonObject, jsonText } from '@tagma/protocol';
import type { ActionItem, DecisionTold, RunTold, TimelineItem } from '../../export/timeline-item.ts';
import type { CallReport, DecisionReport, RuleReport, RunReport } from '../report.ts';
import type { Shortener } from './shortener.ts';

/** Parameters, hosts, decisions, runs that are listed of one call. */
const LISTED_MAX = 50;

/** The rules that the verdict in a record names. */
type RulesNamed = (record: number) => readonly RuleReport[];

export function callReport(
  item: ActionItem & TimelineItem,
  turn: number,
  rulesNamed: RulesNamed,
  short: Shortener,
): CallReport {
  const { record, at, call, tool, params, decisions, runs, status, details, facts } = item;
  const { exitCode, signal } = details;
  return {
    record,
    at,
    turn,
    call,
    tool: short.line(tool),
    params: paramsOf(params).map(([name, value]) => ({ name: short.line(name), value: short.text(wordsOf(value)) })),
    decisions: decisions.slice(-LISTED_MAX).map((decision) => decisionReport(decision, rulesNamed, short)),
    runs: runs.slice(-LISTED_MAX).map(runReport),
    status,
    exitCode: typeof exitCode === 'number' ? exitCode : null,
    signal: typeof signal === 'string' ? short.line(signal) : null,
    network: (facts?.network ?? []).slice(0, LISTED_MAX).map((host) => short.line(host)),
  };
}

function paramsOf(params: JsonObject): readonly (readonly [string, Json])[] {
  return Object.entries(params).slice(0, LISTED_MAX);
}

function decisionReport({ record, verdict, by, asked }: DecisionTold, rulesNamed: RulesNamed, short: Shortener) {
  const question = asked && {
    answer: asked.answer,
    reason: short.line(asked.reason),
    outside: asked.outside,
    waitedMs: asked.waitedMs,
  };
  const rules = rulesNamed(record);
  const report: DecisionReport = { record, verdict, who: whoOf(by), by: short.line(by), rules, asked: question };
  return report;
}

function whoOf(by: string): DecisionReport['who'] {
  if (by.startsWith('deny list')) return 'deny list';
  if (by.startsWith('rule ')) return 'rule';
  if (by.startsWith('the hook ')) return 'hook';
  return by.startsWith('the sandbox') ? 'sandbox' : 'mode';
}

function runReport({ record, bounds, status, durationMs }: RunTold): RunReport {
  return { record, bounds: bounds && boundsWords(bounds), status, durationMs };
}

function boundsWords({ writes, network, beyond }: NonNullable<RunTold['bounds']>): string {
  const where = writes === 'nothing' ? 'writes nothing' : 'writes in the project';
  const more = beyond.length === 0 ? '' : ` and ${beyond.slice(0, LISTED_MAX).join(', ')}`;
  return `${where}${more}, ${network ? 'with the network' : 'no network'}`;
}

function wordsOf(value: Json): string {
  return typeof value === 'string' ? value : jsonText(value);
}
