/** Where the turns of a session begin and end, and how long the person was waited for in each. */
import type { LogStep } from './steps.ts';

const RESTING: ReadonlySet<string> = new Set(['idle', 'finished', 'failed']);
/** In these the person is waited for: what a turn may take in time stands still. */
const WAITING: ReadonlySet<string> = new Set(['paused', 'limited', 'permission', 'asking', 'reviewing', 'failed']);

export class Turns {
  /** The number of the last turn that has begun; from 1. */
  turn = 0;
  /** Whether it goes on. */
  isOpen = false;
  startedAt = 0;
  waitedMs = 0;
  /** Before the step that was taken last. */
  wasResting = true;
  #state = '';
  #since = 0;

  /** To be told of each step in order, before what happens in it is looked at. */
  take({ event, state, emitted, isIgnored }: LogStep): void {
    this.wasResting = RESTING.has(this.#state);
    if (WAITING.has(this.#state) && (state !== this.#state || event.type === 'limit.answered'))
      this.#endWaiting(event.at);
    const isSaid = event.type === 'prompt.given' || event.type === 'steer.given';
    if (!isIgnored && isSaid && this.wasResting) this.#begin(event.at);
    // Nobody knows how long nothing was at work: a turn that was cut off is counted from here.
    if (!isIgnored && event.type === 'session.resumed') {
      this.startedAt = event.at;
      this.waitedMs = 0;
    }
    // A turn that has failed goes on.
    if (!isIgnored && event.type === 'resume.requested' && this.#state === 'failed') this.isOpen = true;
    for (const said of emitted) {
      if (said.type === 'turn.end') this.isOpen = false;
      // What had waited while something else went on begins a turn of its own.
      if (said.type === 'message.taken' && !this.isOpen) this.#begin(event.at);
    }
    if (state === null || state === this.#state) return;
    this.#state = state;
    this.#since = event.at;
  }

  /** What a turn has taken in time, without what was waited. */
  usedMs(at: number): number {
    return at - this.startedAt - this.waitedMs;
  }

  #begin(at: number): void {
    this.turn += 1;
    this.isOpen = true;
    this.startedAt = at;
    this.waitedMs = 0;
  }

  #endWaiting(at: number): void {
    this.waitedMs += at - this.#since;
    this.#since = at;
  }
}
