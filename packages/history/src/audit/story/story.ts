/** What a report tells of a session: who allowed what, what was changed, what it took. */
import type { AgentEvent, SessionResumed, SessionStarted, Settings } from '@tagma/core';
import type { Usage } from '@tagma/protocol';
import { Timeline } from '../../export/timeline.ts';
import type { TimelineItem } from '../../export/timeline-item.ts';
import type { ReadRecord } from '../../read/reader.ts';
import { Authority } from '../authority.ts';
import type { Check } from '../check.ts';
import { PriceList } from '../price-list.ts';
import type { AuditReport, CallReport, Happening, ResumeReport, RuleReport, SessionReport } from '../report.ts';
import type { Asked } from '../requests.ts';
import type { LogStep, Said } from '../steps.ts';
import { Turns } from '../turns.ts';
import { callReport } from './calls.ts';
import { Files } from './files.ts';
import { happeningsIn } from './happenings.ts';
import { Models } from './models.ts';
import { resumeReport } from './resume-report.ts';
import { ruleReport } from './rule-report.ts';
import { Shortener } from './shortener.ts';
import { Sums } from './totals.ts';
import { TurnList } from './turn-list.ts';
import { addUsage, withCost } from './usage.ts';

const CALLS_MAX = 50_000;
const HAPPENINGS_MAX = 20_000;
const HOSTS_MAX = 1_000;

/** The parts of a report that tell what happened. */
export type Story = Pick<
  AuditReport,
  'session' | 'turns' | 'calls' | 'happenings' | 'files' | 'network' | 'totals' | 'states'
> & { readonly leftOut: Omit<AuditReport['leftOut'], 'findings'> };

export class StoryTeller implements Check {
  readonly #short = new Shortener();
  readonly #timeline = new Timeline();
  readonly #authority = new Authority();
  readonly #turns = new Turns();
  readonly #turnList = new TurnList(this.#short);
  readonly #models = new Models();
  readonly #files = new Files(this.#short);
  readonly #sums = new Sums();
  readonly #calls: CallReport[] = [];
  readonly #happenings: Happening[] = [];
  readonly #resumes: ResumeReport[] = [];
  readonly #hosts = new Map<string, number[]>();
  /** By the record of the verdict, until its call is told. */
  readonly #rulesNamed = new Map<number, readonly RuleReport[]>();
  readonly #prices = new PriceList();
  #leftOut = { calls: 0, happenings: 0 };
  /** Of the item that is told now. */
  #turn = 0;
  #started: SessionStarted | null = null;
  /** As it was set last. */
  #limits: Settings | null = null;
  #startedAt = 0;
  #lastAt = 0;
  #hasEnded = false;

  /** To be told of each record, before its step. */
  read(record: ReadRecord): void {
    this.#sums.countRecord(record.kind);
    for (const item of this.#timeline.feed(record)) this.#tell(item);
  }

  take(step: LogStep, asked: Asked | null): void {
    const { event } = step;
    this.#startedAt ||= event.at;
    this.#lastAt = event.at;
    this.#prices.take(event);
    if (!step.isIgnored) this.#takeEvent(step);
    this.#sums.takeState(step);
    // What a reply has cost belongs to the turn that it ends, though the next may begin at once.
    if (asked !== null && event.type === 'reply.ended') this.#countUsage(event.usage, asked);
    this.#turns.take(step);
    this.#turnList.take(step, this.#turns);
    this.#authority.begin(step);
    for (const said of step.emitted) this.#takeSaid(said);
  }

  end(file: Pick<SessionReport, 'id' | 'records' | 'hash'>): Story {
    for (const item of this.#timeline.end()) this.#tell(item);
    const more = {
      turns: this.#turns.turn,
      filesChanged: this.#files.count,
      ms: this.#lastAt - this.#startedAt,
      waitedMs: this.#turnList.waitedMs(),
    };
    return {
      session: this.#session(file),
      turns: this.#turnList.listed(),
      calls: this.#calls,
      happenings: this.#happenings,
      files: this.#files.listed(),
      network: [...this.#hosts].map(([host, calls]) => ({ host, calls })),
      totals: this.#sums.totals(more),
      states: this.#sums.states(),
      leftOut: { ...this.#leftOut, turns: this.#turnList.leftOut, files: this.#files.leftOut },
    };
  }

  #takeEvent({ event, record, isIgnored }: LogStep): void {
    const { happened } = this.#sums;
    this.#hasEnded = event.type === 'session.ended';
    if (event.changed !== undefined) happened.eventsChanged += 1;
    switch (event.type) {
      case 'session.started':
        this.#started = event;
        this.#limits = event.settings;
        break;
      case 'session.resumed':
        this.#takeResume(event, record);
        break;
      case 'reply.failed':
        happened.faults += 1;
        break;
      case 'undo.requested':
        happened.undos += 1;
        break;
      case 'shell.requested':
        if (!isIgnored) happened.ownCommands += 1;
        break;
      case 'event.dropped':
        happened.eventsDropped += 1;
        break;
      case 'hook.failed':
        happened.hooksFailed += 1;
        break;
      default:
    }
  }

  /** To be told before the settings that it brings are in force. */
  #takeResume(event: AgentEvent & SessionResumed, record: number): void {
    const limits = this.#limits ?? event.settings;
    const resumed = { event, record, at: event.at };
    this.#resumes.push(resumeReport(resumed, this.#authority, limits, (text) => this.#short.line(text)));
    this.#limits = event.settings;
  }

  #takeSaid(said: Said): void {
    const { happened } = this.#sums;
    this.#authority.take(said);
    switch (said.type) {
      case 'model.ask':
      case 'summary.ask':
        this.#models.countRequest(said);
        break;
      case 'reply.read':
        this.#sums.countRepairs(said.reply.repairs);
        this.#turnList.countCalls(said.reply.actions.length);
        break;
      case 'call.judged': {
        const rules = this.#authority.rulesIn(said.decision.by);
        if (rules.length > 0) this.#rulesNamed.set(said.record, rules.map(ruleReport));
        break;
      }
      case 'timer.start':
        happened.retries += 1;
        break;
      case 'model.switched':
        happened.modelSwitches += 1;
        break;
      case 'conversation.compacted':
        happened.compactions += 1;
        break;
      default:
    }
  }

  #countUsage(said: Usage | null, { effect }: Asked): void {
    const usage = said === null ? null : withCost(said, this.#prices.of(effect));
    addUsage(this.#sums.usage, usage);
    this.#turnList.countUsage(usage);
    if ('endpoint' in effect) this.#models.countUsage(effect, usage);
  }

  #tell(item: TimelineItem): void {
    if (item.kind === 'prompt' && item.begins) this.#turn += 1;
    if (item.kind === 'action') this.#tellCall(item);
    if (item.kind === 'undo') this.#files.takeUndo(item);
    for (const [what, about] of happeningsIn(item)) {
      const { record, at } = item;
      const told = { record, at, turn: this.#turn, what, about: this.#short.line(about) };
      if (this.#happenings.length < HAPPENINGS_MAX) this.#happenings.push(told);
      else this.#leftOut.happenings += 1;
    }
  }

  #tellCall(item: TimelineItem & { readonly kind: 'action' }): void {
    const call = callReport(item, this.#turn, (record) => this.#takeRules(record), this.#short);
    this.#sums.countCall(call);
    this.#files.takeCall(item);
    if (call.runs.length > 0) for (const host of call.network) this.#countHost(host, call.call);
    if (this.#calls.length < CALLS_MAX) this.#calls.push(call);
    else this.#leftOut.calls += 1;
  }

  #takeRules(record: number): readonly RuleReport[] {
    const rules = this.#rulesNamed.get(record) ?? [];
    this.#rulesNamed.delete(record);
    return rules;
  }

  #countHost(host: string, call: number): void {
    const calls = this.#hosts.get(host);
    if (calls !== undefined) calls.push(call);
    else if (this.#hosts.size < HOSTS_MAX) this.#hosts.set(host, [call]);
  }

  #session({ id, records, hash }: Pick<SessionReport, 'id' | 'records' | 'hash'>): SessionReport | null {
    if (this.#started === null) return null;
    const { program, behaviour, folder, settings } = this.#started;
    return {
      id: this.#short.line(id),
      program: this.#short.line(program),
      behaviour,
      folder: this.#short.line(folder),
      startedAt: this.#startedAt,
      lastAt: this.#lastAt,
      end: this.#hasEnded ? 'ended' : 'cut off',
      headless: settings.headless,
      sandbox: settings.sandbox,
      mode: settings.mode,
      rules: settings.rules.map(ruleReport),
      models: this.#models.listed(),
      resumes: this.#resumes,
      records,
      hash,
    };
  }
}
