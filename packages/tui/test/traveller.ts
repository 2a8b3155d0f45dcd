/** A history that is looked at without a terminal: its file, and the keys that lead through it. */
import { fileURLToPath } from 'node:url';
import { openTape, type Tape } from '@tagma/history';
import type { Pressed } from '../src/screen/viewer.ts';
import type { Size } from '../src/text/cells.ts';
import { arrived, readOn } from '../src/travel/moving.ts';
import { due } from '../src/travel/playing.ts';
import { pressTravel } from '../src/travel/press.ts';
import { SEEN, type Sight } from '../src/travel/seen.ts';
import { startTravel, type Travel, type TravelAct, type TravelNext } from '../src/travel/travel.ts';
import { viewTravel } from '../src/travel/view.ts';

export const HISTORIES = fileURLToPath(new URL('../../../history/', import.meta.url));

export class Traveller {
  readonly tape: Tape<Sight>;
  travel: Travel;
  /** Those that somebody else carries out. */
  readonly acts: TravelAct[] = [];
  /** In ms. */
  clock = 0;

  constructor(tape: Tape<Sight>, size: Size) {
    this.tape = tape;
    this.travel = startTravel(tape.known, size);
  }

  static async of(file: string, size: Size = { columns: 100, rows: 24 }): Promise<Traveller> {
    const opened = await openTape(file, SEEN);
    if (!opened.ok) throw new Error(opened.error.message);
    const traveller = new Traveller(opened.tape, size);
    return traveller;
  }

  /** Reads the file to its end. */
  read(): this {
    while (this.readOn(10_000));
    return this;
  }

  readOn(bytes: number): boolean {
    const hasMore = this.tape.readOn(bytes);
    this.follow(readOn(this.travel, this.tape.known));
    return hasMore;
  }

  /** Chords in angle brackets, all else as single letters. */
  keys(script: string): this {
    for (const part of script.match(/<[^>]+>|[^<]/gu) ?? []) {
      const input: Pressed = /^<.+>$/.test(part)
        ? { kind: 'key', chord: part.slice(1, -1) }
        : { kind: 'text', text: part };
      this.follow(pressTravel(this.travel, input, this.clock));
    }
    return this;
  }

  /** Lets the time pass until the next step of what plays is due. Gives how long that took, in ms; null where nothing is due. */
  passTime(): number | null {
    const at = this.travel.playing?.due ?? null;
    if (at === null) return null;
    const passed = at - this.clock;
    this.clock = at;
    this.follow(due(this.travel));
    return passed;
  }

  follow({ travel, acts }: TravelNext): void {
    this.travel = travel;
    for (const act of acts) {
      const stop = act.type === 'go' ? this.tape.at(act.record) : null;
      if (act.type === 'go' && stop) this.follow(arrived(this.travel, stop, act.record, this.clock));
      else if (act.type !== 'go') this.acts.push(act);
    }
  }

  rows(): string[] {
    return viewTravel(this.travel).rows.map((row) =>
      row
        .map(({ text }) => text)
        .join('')
        .trimEnd(),
    );
  }
}
