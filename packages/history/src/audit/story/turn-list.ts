/** The turns of a session: what each was given to do, what it used, how it ended. */
import type { Usage } from '@tagma/protocol';
import type { TurnReport } from '../report.ts';
import type { LogStep } from '../steps.ts';
import type { Turns } from '../turns.ts';
import type { Shortener } from './shortener.ts';
import { addUsage, noUsage, type UsageSum } from './usage.ts';

const TURNS_MAX = 20_000;

type TurnDraft = { -readonly [K in keyof Omit<TurnReport, 'usage'>]: TurnReport[K] } & { readonly usage: UsageSum };

export class TurnList {
  leftOut = 0;
  readonly #short: Shortener;
  readonly #turns: TurnDraft[] = [];
  #current: TurnDraft | null = null;
  /** Of the turns before the one that goes on. */
  #waitedMs = 0;

  constructor(short: Shortener) {
    this.#short = short;
  }

  /** @param turns told of the step already */
  take({ event, record, emitted }: LogStep, turns: Turns): void {
    for (const said of emitted) {
      if (said.type !== 'turn.end' || this.#current === null) continue;
      this.#current.endedAt = event.at;
      this.#current.result = said.result.kind;
    }
    if (this.#current !== null && this.#current.turn === turns.turn) this.#current.waitedMs = turns.waitedMs;
    if (turns.turn === (this.#current?.turn ?? 0)) return;
    this.#waitedMs += this.#current?.waitedMs ?? 0;
    this.#current = {
      turn: turns.turn,
      record,
      startedAt: event.at,
      endedAt: null,
      waitedMs: 0,
      prompt: this.#short.text(promptOf({ event, emitted })),
      calls: 0,
      usage: noUsage(),
      result: null,
    };
    if (this.#turns.length < TURNS_MAX) this.#turns.push(this.#current);
    else this.leftOut += 1;
  }

  countUsage(usage: Usage | null): void {
    if (this.#current !== null) addUsage(this.#current.usage, usage);
  }

  countCalls(calls: number): void {
    if (this.#current !== null) this.#current.calls += calls;
  }

  waitedMs(): number {
    return this.#waitedMs + (this.#current?.waitedMs ?? 0);
  }

  listed(): readonly TurnReport[] {
    return this.#turns;
  }
}

/** What had waited was said before; the step has it again. */
function promptOf({ event, emitted }: Pick<LogStep, 'event' | 'emitted'>): string {
  for (const said of emitted) if (said.type === 'message.taken') return said.text;
  return event.type === 'prompt.given' || event.type === 'steer.given' ? event.text : '';
}
