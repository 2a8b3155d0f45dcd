/**
 * Goes through a history once, and says whether it holds and what happened in it: the chain, what each record holds, and
 * what must be so in every session, from this log's own records alone; and beside that a replay, which drives the machine
 * again. Memory is bounded by the largest record and by the report, not by the file.
 */
import { statSync } from 'node:fs';
import type { Failed } from '../error.ts';
import type { Fault } from '../read/order.ts';
import { type ReadRecord, type RecordsRead, startReading } from '../read/reader.ts';
import type { Check } from './check.ts';
import { AnswersCheck } from './checks/answers.ts';
import { LeaveCheck } from './checks/leave.ts';
import { LimitsCheck } from './checks/limits.ts';
import { OriginCheck } from './checks/origin.ts';
import { lookForSecrets } from './checks/secrets.ts';
import { type Find, type FindingCode, Findings } from './findings.ts';
import { checkCopy } from './parent-check.ts';
import { checkReplay } from './replay-check.ts';
import type { AuditReport, CheckName, CheckResult } from './report.ts';
import { Requests } from './requests.ts';
import { type LogStep, StepGatherer } from './steps.ts';
import { StoryTeller } from './story/story.ts';

/** How thorough an audit is. */
export type AuditOptions = {
  /** Left out: true. A replay takes several times as long as all the rest. */
  readonly replay?: boolean;
};

/** Fails only where there is no history to be looked at; whatever is wrong with one stands in the report. */
export async function auditHistory(file: string, { replay = true }: AuditOptions = {}): Promise<AuditReport | Failed> {
  const findings = new Findings();
  const audit = await newAudit(findings);
  const read = await readThrough(file, audit);
  if (!read.ok) return read;
  const replayed = replay ? await checkReplay(file, findings.find) : skipped('It was not asked for.');
  const { head, records, hash } = read;
  const { leftOut, ...story } = audit.story.end({ id: head.session, records, hash });
  await checkCopy(file, story.session?.resumes ?? [], findings.find);
  const isPartial = audit.hasGap || audit.steps.unsound > 0 || read.fault !== null;
  const { uncounted } = story.totals.usage;
  const checks = checksOf(findings, read, isPartial, replayed, uncounted);
  return {
    format: 1,
    file,
    bytes: statSync(file).size,
    holds: findings.counts.faults === 0 && !audit.steps.isNewer,
    headline: headlineOf(findings.counts.faults, audit.steps.isNewer, replayed, replay),
    checks,
    findings: findings.listed(),
    found: findings.counts,
    ...story,
    leftOut: { ...leftOut, findings: findings.leftOut() },
  };
}

/** What goes on while the records of a history go by. */
export class Audit {
  readonly findings: Findings;
  readonly steps: StepGatherer;
  readonly story = new StoryTeller();
  readonly requests: Requests;
  readonly #origin: OriginCheck;
  readonly #checks: readonly Check[];
  /** From here on records are missing. */
  hasGap = false;
  #isJudged = true;
  #next = 1;
  #last: LogStep | null = null;

  constructor(findings: Findings, steps: StepGatherer) {
    // What must be so of a session is not known of a newer program, nor of one of which records are missing.
    const find: Find = (...found) => {
      if (this.#isJudged) findings.find(...found);
    };
    this.findings = findings;
    this.steps = steps;
    this.requests = new Requests(find);
    this.#origin = new OriginCheck(find);
    this.#checks = [this.#origin, new LeaveCheck(find), new AnswersCheck(find), new LimitsCheck(find), this.story];
  }

  read(record: ReadRecord): void {
    if (record.n !== this.#next) {
      this.hasGap = true;
      this.#take(this.steps.skip());
    }
    this.#next = record.n + 1;
    this.#take(this.steps.take(record));
    this.story.read(record);
    lookForSecrets(record, this.findings.find);
  }

  /** @param session as the file names it; null where not all that there is was read */
  end(session: string | null): void {
    this.#take(this.steps.end());
    if (session === null) return;
    this.#origin.end(session);
    this.#lookAtEnd();
  }

  #take(step: LogStep | null): void {
    if (step === null) return;
    this.#last = step;
    this.#isJudged = !step.isNewer && !this.hasGap;
    const asked = this.requests.take(step);
    for (const check of this.#checks) check.take(step, asked);
  }

  #lookAtEnd(): void {
    if (this.#last === null || this.#last.state === 'closed') return;
    const waiting = this.requests.open().map(({ effect }) => `${effect.type} ${effect.id}`);
    const words = waiting.length === 0 ? '' : `, while it waited for ${waiting.join(', ')}`;
    const { state, record } = this.#last;
    this.findings.find('cut-off', record, `The session was not ended: it stopped in the state ${state}${words}.`);
  }
}

const CHAIN_FINDINGS: { readonly [what in Fault['what']]: FindingCode } = {
  changed: 'record-changed',
  missing: 'record-missing',
  doubled: 'record-doubled',
  moved: 'record-moved',
  added: 'record-added',
  misplaced: 'record-changed',
  unreadable: 'record-unreadable',
};

async function newAudit(findings: Findings): Promise<Audit> {
  // Loaded when there is something to be looked at: nobody else needs the library that it is written with.
  const { problemIn } = await import('./shapes.ts');
  return new Audit(findings, new StepGatherer(findings.find, problemIn));
}

async function readThrough(file: string, audit: Audit): Promise<RecordsRead | Failed> {
  const { find } = audit.findings;
  const reading = await startReading(file, { goOn: true });
  for (;;) {
    const next = reading.next();
    if (!next.done) {
      audit.read(next.value);
      continue;
    }
    const read = next.value;
    audit.end(read.ok && read.fault === null ? read.head.session : null);
    if (!read.ok) {
      const { kind, record, message } = read.error;
      if (kind !== 'damaged') return read;
      find('record-changed', record, message);
      return { ok: true, head: { session: '' }, records: 0, hash: '', torn: null, faults: [], fault: null };
    }
    for (const { record, what, message } of read.faults) {
      find(CHAIN_FINDINGS[what], record, `${message.charAt(0).toUpperCase()}${message.slice(1)}.`);
    }
    if (read.torn !== null) {
      const { record, bytes } = read.torn;
      find('torn', record, `The file is torn: its last ${bytes} bytes are the piece of a write that was cut off.`);
    }
    return read;
  }
}

function headlineOf(faults: number, isNewer: boolean, { result, words }: CheckResult, isReplayWanted: boolean): string {
  if (faults > 0) return `does not hold: ${faults === 1 ? '1 fault' : `${faults} faults`}`;
  if (isNewer) return 'cannot be judged here: a newer Tagma wrote it; audit it with that one';
  if (result !== 'skipped' || !isReplayWanted) return 'holds';
  return `holds, but was not replayed: ${words.charAt(0).toLowerCase()}${words.slice(1).replace(/\.$/, '')}`;
}

function checksOf(
  findings: Findings,
  { records, torn }: RecordsRead,
  isPartial: boolean,
  replay: CheckResult,
  uncounted: number,
): AuditReport['checks'] {
  const result = (check: CheckName, words: string): CheckResult => {
    const faults = findings.faultsOf(check);
    if (faults === 0) return { result: 'holds', words };
    return { result: 'faulty', words: faults === 1 ? '1 fault.' : `${faults} faults.` };
  };
  const chain = result('chain', `${records} records, each in its place and as it was written.`);
  const kept =
    uncounted === 0 ? 'limits were kept' : 'limits were kept as far as is known: the endpoint did not count all tokens';
  const invariants = result('invariants', `Nothing ran without leave, each action was answered, ${kept}.`);
  return {
    chain,
    records: result('records', 'Each record holds what its kind and type say.'),
    // What rests on records that nobody could look at proves nothing.
    invariants:
      invariants.result === 'holds' && isPartial
        ? skipped('Only a part of the records could be judged; in that part nothing is wrong.')
        : invariants,
    replay,
    end: torn === null ? result('end', 'The file is whole.') : { result: 'faulty', words: 'The file is torn.' },
  };
}

export function skipped(words: string): CheckResult {
  return { result: 'skipped', words };
}
