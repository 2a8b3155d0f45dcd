/**
 * Which session this is, and where it comes from: its name changes only where a copy of another file begins to go its own
 * way, which names that file and the last record that was copied; and it ends with the name that the file has.
 */
import type { SessionResumed } from '@tagma/core';
import type { Check } from '../check.ts';
import type { Find } from '../findings.ts';
import type { LogStep } from '../steps.ts';

export class OriginCheck implements Check {
  readonly #find: Find;
  /** By its last record that says so; null where none could be read. */
  #session: string | null = null;
  /** The event before. */
  #before = 0;

  constructor(find: Find) {
    this.#find = find;
  }

  take({ event, record, isIgnored }: LogStep): void {
    if (!isIgnored && event.type === 'session.started') this.#session = event.session;
    if (!isIgnored && event.type === 'session.resumed') {
      const problem =
        event.parent === null ? this.#nameProblem(event) : this.#parentProblem(event, event.parent, record);
      if (problem !== null) this.#find('wrong-origin', record, problem);
      this.#session = event.session;
    }
    this.#before = record;
  }

  /** @param session as the file names it */
  end(session: string): void {
    if (this.#session === null || this.#session === session) return;
    this.#find('wrong-origin', 1, `The file is of the session ${session}, and its records are of ${this.#session}.`);
  }

  #nameProblem({ session }: SessionResumed): string | null {
    if (this.#session === null || session === this.#session) return null;
    return `The session ${this.#session} is taken up as ${session}, and no parent is named.`;
  }

  /** What a crash had cut off the last step that was copied may have been added. */
  #parentProblem({ session }: SessionResumed, parent: { session: string; record: number }, n: number): string | null {
    if (parent.session === session) return 'It names itself as its parent.';
    if (parent.record >= this.#before && parent.record < n) return null;
    return `It says that ${parent.record} records were copied, and goes its own way after ${n - 1}.`;
  }
}
