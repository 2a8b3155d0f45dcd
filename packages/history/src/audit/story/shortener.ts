/**
 * Texts for a report: their beginning, and how long they were. All of a report's texts together have a limit as well; past it
 * each is only hinted at. What is kept is a copy: a piece of a string would hold all of the record that it was cut from.
 */
import type { Shortened } from '../report.ts';

/** In UTF-16 code units, as all lengths here. */
const TEXT_CHARACTERS_MAX = 4_000;
const DIFF_CHARACTERS_MAX = 50_000;
const REPORT_CHARACTERS_MAX = 32_000_000;
const HINT_CHARACTERS = 80;
/** Shorter strings are never pieces of others. */
const PIECE_CHARACTERS_MIN = 13;

export class Shortener {
  #left = REPORT_CHARACTERS_MAX;

  text(text: string): Shortened {
    return this.#shortened(text, TEXT_CHARACTERS_MAX);
  }

  diff(text: string): Shortened {
    return this.#shortened(text, DIFF_CHARACTERS_MAX);
  }

  /** Names, paths, reasons. */
  line(text: string): string {
    return this.#shortened(text, TEXT_CHARACTERS_MAX).text;
  }

  #shortened(text: string, max: number): Shortened {
    const characters = this.#left > 0 ? max : HINT_CHARACTERS;
    const kept = copyOf(text.length > characters ? text.slice(0, characters) : text);
    this.#left -= kept.length;
    return { text: kept, characters: text.length };
  }
}

function copyOf(text: string): string {
  return text.length < PIECE_CHARACTERS_MIN ? text : Buffer.from(text, 'utf16le').toString('utf16le');
}
