/**
 * Finds where pieces of some texts stand in others: whole, as lines (also of a diff, where a sign stands before each), or as
 * any run of characters long enough to hold one of the blocks that the texts were cut into.
 */
const BLOCK_CHARACTERS = 64;
/** A text too short to hold a block of that size is looked for by these: any run of 39 characters holds one. */
const SMALL_CHARACTERS = 20;
const SMALL_INK_MIN = 12;
/** Texts that hold the same small block, beyond which it is a phrase of everybody's. */
const HOLDERS_MAX = 200;
/** A shorter line stands in too many texts by chance. */
const LINE_CHARACTERS_MIN = 40;
/** A shorter text counts as a copy only where it stands alone, and one still shorter is no copy at all. */
const EQUAL_CHARACTERS_MIN = 16;

export class Pieces {
  readonly #blocks = new Set<string>();
  readonly #lines = new Set<string>();
  readonly #equals = new Set<string>();
  /** By small block, the texts that hold it. */
  readonly #holders = new Map<string, string[]>();

  add(text: string): void {
    const trimmed = text.trim();
    if (trimmed.length < EQUAL_CHARACTERS_MIN || this.#equals.has(trimmed)) return;
    this.#equals.add(trimmed);
    if (trimmed.length < LINE_CHARACTERS_MIN) return;
    this.#addSmall(text);
    for (let at = 0; at + BLOCK_CHARACTERS <= text.length; at += BLOCK_CHARACTERS) {
      const block = text.slice(at, at + BLOCK_CHARACTERS);
      if (block.trim().length >= LINE_CHARACTERS_MIN) this.#blocks.add(block);
    }
    for (const line of linesOf(text)) if (line.length >= LINE_CHARACTERS_MIN) this.#lines.add(line);
  }

  #addSmall(text: string): void {
    for (let at = 0; at + SMALL_CHARACTERS <= text.length; at += SMALL_CHARACTERS) {
      const block = text.slice(at, at + SMALL_CHARACTERS);
      if (block.trim().length < SMALL_INK_MIN) continue;
      const holders = this.#holders.get(block);
      if (holders === undefined) this.#holders.set(block, [text]);
      else if (holders.length < HOLDERS_MAX && holders.at(-1) !== text) holders.push(text);
    }
  }

  #isInside(text: string): boolean {
    for (let at = 0; at + SMALL_CHARACTERS <= text.length; at++) {
      const holders = this.#holders.get(text.slice(at, at + SMALL_CHARACTERS));
      if (holders?.some((holder) => holder.includes(text))) return true;
    }
    return false;
  }

  /** Whether the text holds a piece of one that was added, or is one. */
  isIn(text: string): boolean {
    const trimmed = text.trim();
    if (trimmed.length < EQUAL_CHARACTERS_MIN) return false;
    if (this.#equals.has(trimmed)) return true;
    if (trimmed.length < LINE_CHARACTERS_MIN) return false;
    // As JSON says it, lines stand behind each other.
    const unescaped = text.includes('\\n') ? text.replaceAll('\\n', '\n').replaceAll('\\"', '"') : text;
    if (linesOf(unescaped).some((line) => this.#lines.has(line))) return true;
    if (text.length < 2 * BLOCK_CHARACTERS) return this.#isInside(trimmed);
    for (let at = 0; this.#blocks.size > 0 && at + BLOCK_CHARACTERS <= text.length; at++) {
      if (this.#blocks.has(text.slice(at, at + BLOCK_CHARACTERS))) return true;
    }
    return false;
  }
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/).flatMap((line) => [line.trim(), line.slice(1).trim()]);
}
