/** What an audit finds wrong or worth a word: each kind once, with its weight and the check that it belongs to. */
import type { CheckName, Finding } from './report.ts';

/** More of a weight are counted, and not listed. */
const LISTED_MAX = 1_000;

/** `docs/history.md` says what each of them means. */
export const FINDINGS = {
  'record-changed': ['fault', 'chain'],
  'record-missing': ['fault', 'chain'],
  'record-doubled': ['fault', 'chain'],
  'record-moved': ['fault', 'chain'],
  'record-added': ['fault', 'chain'],
  'parent-differs': ['fault', 'chain'],
  'parent-unseen': ['note', 'chain'],

  'record-unreadable': ['fault', 'records'],
  'out-of-place': ['fault', 'records'],
  'unknown-type': ['fault', 'records'],
  'wrong-fields': ['fault', 'records'],
  'wrong-behaviour': ['fault', 'records'],
  'wrong-origin': ['fault', 'records'],
  'newer-program': ['note', 'records'],
  'text-taken-out': ['note', 'records'],
  'time-backwards': ['note', 'records'],
  'secret-in-clear': ['note', 'records'],

  'wrong-number': ['fault', 'invariants'],
  'unasked-answer': ['fault', 'invariants'],
  'left-open': ['fault', 'invariants'],
  'ran-without-leave': ['fault', 'invariants'],
  'ran-outside': ['fault', 'invariants'],
  'ran-beyond': ['fault', 'invariants'],
  'ran-out-of-order': ['fault', 'invariants'],
  'ran-after-failure': ['fault', 'invariants'],
  'undone-unasked': ['fault', 'invariants'],
  'command-unasked': ['fault', 'invariants'],
  'unfounded-verdict': ['fault', 'invariants'],
  'other-verdict': ['note', 'invariants'],
  'unfounded-question': ['fault', 'invariants'],
  'unasked-rule': ['fault', 'invariants'],
  'unasked-mode': ['fault', 'invariants'],
  unanswered: ['fault', 'invariants'],
  'answered-twice': ['fault', 'invariants'],
  'limit-passed': ['fault', 'invariants'],

  'replay-differs': ['fault', 'replay'],
  'older-program': ['note', 'replay'],

  torn: ['fault', 'end'],
  'cut-off': ['note', 'end'],
} as const satisfies { readonly [code: string]: readonly [Finding['weight'], CheckName] };

/** The short name of a kind of finding, by which programs tell it. */
export type FindingCode = keyof typeof FINDINGS;

/** Takes a finding. `message` is one sentence for a person. */
export type Find = (code: FindingCode, record: number | null, message: string) => void;

export class Findings {
  readonly counts = { faults: 0, notes: 0 };
  readonly #listed: Finding[] = [];
  readonly #faulty = new Map<CheckName, number>();

  readonly find: Find = (code, record, message) => {
    const [weight, check] = FINDINGS[code];
    this.counts[`${weight}s`] += 1;
    if (weight === 'fault') this.#faulty.set(check, this.faultsOf(check) + 1);
    if (this.counts[`${weight}s`] <= LISTED_MAX) this.#listed.push({ weight, check, code, record, message });
  };

  faultsOf(check: CheckName): number {
    return this.#faulty.get(check) ?? 0;
  }

  /** Faults first, each in the order of the file; those about all of it come last. */
  listed(): readonly Finding[] {
    const place = ({ weight, record }: Finding): readonly [number, number] => [
      weight === 'fault' ? 0 : 1,
      record ?? Number.POSITIVE_INFINITY,
    ];
    return this.#listed.toSorted((a, b) => {
      const [[weightA, recordA], [weightB, recordB]] = [place(a), place(b)];
      return weightA - weightB || (recordA === recordB ? 0 : recordA - recordB);
    });
  }

  leftOut(): number {
    return this.counts.faults + this.counts.notes - this.#listed.length;
  }
}
