/** What the report adds up over the whole session. */
import type { OutcomeStatus, RecordKind } from '@tagma/protocol';
import type { CallReport, StateTime, Totals } from '../report.ts';
import type { LogStep } from '../steps.ts';
import { noUsage } from './usage.ts';

/** In the place of a state: between the last record of a process and the session's being taken up again. */
const AWAY = 'away';

type Counts<K extends string> = { [name in K]: number };

export class Sums {
  readonly usage = noUsage();
  readonly calls: Counts<OutcomeStatus | 'all' | 'open'> = {
    all: 0,
    open: 0,
    ok: 0,
    error: 0,
    denied: 0,
    aborted: 0,
    timeout: 0,
    skipped: 0,
  };
  readonly decisions: Counts<keyof Totals['decisions']> = { byRule: 0, byMode: 0, byPerson: 0, byNobody: 0, denied: 0 };
  readonly commands = { ran: 0, failed: 0 };
  readonly happened = {
    faults: 0,
    retries: 0,
    compactions: 0,
    modelSwitches: 0,
    undos: 0,
    ownCommands: 0,
    eventsChanged: 0,
    eventsDropped: 0,
    hooksFailed: 0,
  };
  readonly #repairs = new Map<string, number>();
  readonly #records: Counts<RecordKind> = { event: 0, state: 0, effect: 0, note: 0 };
  readonly #states = new Map<string, { ms: number; times: number }>();
  #state: string | null = null;
  #since = 0;

  countRecord(kind: RecordKind): void {
    this.#records[kind] += 1;
  }

  /** How long the session was in the state before. */
  takeState({ state, event }: LogStep): void {
    // Nothing was at work until then, whatever the state in which it was left.
    if (event.type === 'session.resumed') this.#goAway();
    const before = this.#state === null ? undefined : this.#states.get(this.#state);
    if (before !== undefined) before.ms += event.at - this.#since;
    this.#since = event.at;
    if (state === null) return;
    const time = this.#states.get(state) ?? { ms: 0, times: 0 };
    if (state !== this.#state) time.times += 1;
    this.#states.set(state, time);
    this.#state = state;
  }

  #goAway(): void {
    const time = this.#states.get(AWAY) ?? { ms: 0, times: 0 };
    time.times += 1;
    this.#states.set(AWAY, time);
    this.#state = AWAY;
  }

  countRepairs(repairs: readonly string[]): void {
    for (const repair of repairs) this.#repairs.set(repair, (this.#repairs.get(repair) ?? 0) + 1);
  }

  /** Nothing more will come of the call. */
  countCall({ tool, decisions, runs, status, exitCode, signal }: CallReport): void {
    this.calls.all += 1;
    this.calls[status ?? 'open'] += 1;
    const last = decisions.at(-1);
    if (status === 'denied') this.decisions.denied += 1;
    else if (last?.asked?.answer === 'once' || last?.asked?.answer === 'always') this.decisions.byPerson += 1;
    else if (last?.verdict === 'allow') this.decisions[last.who === 'rule' ? 'byRule' : 'byMode'] += 1;
    else this.decisions.byNobody += 1;
    const ran = runs.filter((run) => run.status !== null && run.status !== 'skipped').length;
    if (tool !== 'bash' && exitCode === null && signal === null) return;
    this.commands.ran += ran;
    if (ran > 0 && status !== 'ok') this.commands.failed += 1;
  }

  states(): readonly StateTime[] {
    return [...this.#states].map(([state, time]) => ({ state, ...time })).sort((a, b) => b.ms - a.ms);
  }

  totals(more: Pick<Totals, 'turns' | 'filesChanged' | 'ms' | 'waitedMs'>): Totals {
    const repairs = [...this.#repairs].map(([repair, times]) => ({ repair, times })).sort((a, b) => b.times - a.times);
    const { usage, calls, decisions, commands, happened } = this;
    return { ...more, calls, decisions, commands, usage, repairs, ...happened, records: this.#records };
  }
}
