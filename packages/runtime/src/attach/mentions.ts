/**
 * What of a prompt may name a file: `@src/a.ts`, `@src/a.ts:10-40`, `@"with blanks.ts"`, `@with\ blanks.ts`, `@src/`. Whether it
 * does, the file system says: an address of mail has something before its `@`, and what is called like nothing that is there
 * (a decorator, a package's scope) stays a word. Pure.
 */

/** Lines of a file, from 1; `to` is null where it goes on to the end. */
export type LineRange = { readonly from: number; readonly to: number | null };

/** One way to read a mention. */
export type Spelling = { readonly path: string; readonly lines: LineRange | null };

/** The ways to read it, the likeliest first: a name may itself end like a range, or like a sentence. */
export type Mention = { readonly spellings: readonly Spelling[] };

/** What stands behind is not looked at: a log that was pasted may hold thousands. */
const MENTIONS_MAX = 200;
const PATH_LENGTH_MAX = 1_000;

/** An `@` at the beginning, or behind a blank or what opens something; then a name in quotation marks, or without blanks. */
const MENTION =
  /(?<![^\s([{<"'`])@(?:"((?:[^"\\\n]|\\.)+)"((?:[:#][\w:-]*)?)|'([^'\n]+)'|((?:\\[^\n]|[^\s"'`<>|\\])+))/gu;
/** `:10`, `:10-40`, `:10-`, `:10:5` (a column, as compilers say it), `#L10-L40`. */
const RANGE = /^(.*?)(?::(\d{1,9})(?:(-)(\d{0,9})|:\d+)?|#L(\d{1,9})(?:(-)L?(\d{1,9}))?)$/su;
const SENTENCE_END = /[.,;:!?)\]}…]$/u;

export function mentionsIn(text: string): readonly Mention[] {
  const mentions: Mention[] = [];
  for (const [, quoted, behind = '', single, plain] of text.matchAll(MENTION)) {
    if (mentions.length === MENTIONS_MAX) break;
    if ((quoted ?? single ?? plain ?? '').length > PATH_LENGTH_MAX) continue;
    const spellings =
      quoted !== undefined
        ? quotedSpellings(quoted, behind)
        : single !== undefined
          ? spellingsOf(single)
          : plainSpellings(plain ?? '');
    const possible = spellings.filter(({ path }) => /[\p{L}\p{N}_]/u.test(path));
    if (possible.length > 0) mentions.push({ spellings: possible });
  }
  return mentions;
}

function quotedSpellings(written: string, behind: string): readonly Spelling[] {
  const path = unescaped(written);
  const range = spellingsOf(`${path}${behind}`).find(({ lines }) => lines !== null && behind !== '');
  return range ? [range] : spellingsOf(path);
}

/** Without its last signs as well, for they may be those of the sentence. */
function plainSpellings(written: string): readonly Spelling[] {
  const spellings: Spelling[] = [];
  for (let rest = written; rest !== ''; rest = rest.slice(0, -1)) {
    spellings.push(...spellingsOf(unescaped(rest)));
    if (!SENTENCE_END.test(rest)) break;
  }
  return spellings;
}

function spellingsOf(written: string): readonly Spelling[] {
  const whole: Spelling = { path: written, lines: null };
  const [, path = '', first, dash, last, marked, markedDash, markedLast] = RANGE.exec(written) ?? [];
  const from = first ?? marked;
  if (from === undefined || path === '') return [whole];
  return [whole, { path, lines: rangeOf(from, (dash ?? markedDash) !== undefined, last ?? markedLast ?? '') }];
}

function rangeOf(first: string, isOpen: boolean, last: string): LineRange {
  const from = Math.max(Number(first), 1);
  if (!isOpen) return { from, to: from };
  if (last === '') return { from, to: null };
  const to = Math.max(Number(last), 1);
  return { from: Math.min(from, to), to: Math.max(from, to) };
}

function unescaped(written: string): string {
  return written.replace(/\\(.)/gsu, '$1');
}
