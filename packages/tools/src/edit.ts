/**
 * Replaces a text in a file, where it stands exactly once, or everywhere. Only matching is lenient; every byte outside of
 * the match stays. A file that has changed since the model last read it is not edited, and one that it has not read only
 * where the match is exact.
 */
import type { Outcome } from '@tagma/protocol';
import * as z from 'zod/mini';
import { describeChange, inTurn, isLarge, makeChange } from './file-change.ts';
import { toLf } from './line-endings.ts';
import { nearestText } from './nearest-text.ts';
import { failed, succeeded } from './outcome.ts';
import { resolveFile, shownPath } from './paths.ts';
import {
  type LineRange,
  type Matching,
  type Place,
  type Replaced,
  type Replacement,
  replaceText,
} from './replace-text.ts';
import { encode, inEncoding, openText, type ReadText, readable, type TextFile } from './text-file.ts';
import type { Tool, ToolContext } from './tool.ts';
import { truncateHead } from './truncate.ts';
import { unifiedDiff } from './unified-diff.ts';

const SHOWN_PLACES_MAX = 10;
const SHOWN_TEXT = { linesMax: 60, bytesMax: 4 * 1024 };

const input = z.strictObject({
  path: z.string().check(z.describe('The file.')),
  old: z.string().check(z.describe('Exactly as in the file, blanks included.')),
  new: z.string().check(z.describe('Empty removes it.')),
  all: z.optional(z.boolean().check(z.describe('Every occurrence.'))),
});

export const edit: Tool<z.infer<typeof input>> = {
  name: 'edit',
  description: 'Replaces a text in a file. The old text must be in it exactly once, unless all is true.',
  input,

  async run({ path: written, old, new: replacement, all = false }, context) {
    const resolved = resolveFile(written, context);
    if (!resolved.ok) return failed(resolved.problem);
    if (old === '') {
      return failed('old is empty. Copy the text to be replaced from the file; to create or fill a file use write.');
    }
    const { path } = resolved;
    const spellings = spellingsOf({ old, new: replacement }, context.asWritten);
    return inTurn(path, () => editFile(path, spellings, all, context));
  },

  async preview({ path: written, old, new: replacement, all = false }, context) {
    const resolved = resolveFile(written, context);
    if (!resolved.ok || old === '' || isLarge(resolved.path)) return null;
    const planned = await planEdit(
      resolved.path,
      spellingsOf({ old, new: replacement }, context.asWritten),
      all,
      context,
    );
    return planned.ok ? diffOf(planned) : null;
  },
};

type Planned =
  | {
      readonly ok: true;
      readonly shown: string;
      readonly file: ReadText;
      readonly text: string;
      readonly after: Buffer;
      readonly places: readonly Place[];
      readonly matching: Matching;
    }
  | { readonly ok: false; readonly outcome: Outcome };

/** What an edit would make of the file, or why it cannot. Changes nothing. */
async function planEdit(
  path: string,
  spellings: readonly Replacement[],
  all: boolean,
  context: ToolContext,
): Promise<Planned> {
  const shown = shownPath(path, context.folder);
  const opened = await openText(path, context.folder);
  if (!opened.ok) return refused(failed(opened.problem));
  const { file } = opened;
  const standing = await context.memory.seen.standing(path, file.bytes);
  if (standing.kind === 'changed') {
    return refused(failed(await describeChange(shown, standing.before, file.bytes), { path }));
  }
  const replaced = replaceText(
    file.text,
    spellings.map((one) => ({ old: inEncoding(one.old, file.encoding), new: inEncoding(one.new, file.encoding) })),
    all,
  );
  if (replaced.kind !== 'replaced') return refused(refusal(replaced, shown, file, spellings[0]?.old ?? ''));
  const { text, places, matching } = replaced;
  if (matching !== 'exact' && standing.kind === 'unread') return refused(unreadRefusal(places, shown, file));
  const after = encode(text, file.encoding);
  if (after) return { ok: true, shown, file, text, after, places, matching };
  const problem = `${shown} is written in ${file.encoding}, which lacks a character of new. Turn the file into UTF-8 with iconv first.`;
  return refused(failed(problem, { path }));
}

function refused(outcome: Outcome): Planned {
  return { ok: false, outcome };
}

async function editFile(path: string, spellings: readonly Replacement[], all: boolean, context: ToolContext) {
  const planned = await planEdit(path, spellings, all, context);
  if (!planned.ok) return planned.outcome;
  const { shown, file, after, places, matching } = planned;
  const problem = await makeChange({ tool: 'edit', path, shown, before: file, after }, context);
  if (problem) return failed(problem, { path });
  await context.memory.seen.wrote(path, after, 'inPart');
  const diff = await diffOf(planned);
  const details = { path, matchCount: places.length, ...(diff === null ? {} : { diff }) };
  return succeeded(`Successfully replaced ${describePlaces(places, shown)}`, details, NOTES[matching]);
}

function diffOf({ shown, file, text }: Planned & { readonly ok: true }): Promise<string | null> {
  return unifiedDiff(shown, readable(file), readable({ ...file, text }));
}

const NOTES: Readonly<Record<Matching, readonly string[]>> = {
  exact: [],
  normalised: [
    'old was found but for blanks at line ends, quotes, dashes, spaces or accents; new stands as you wrote it',
  ],
  indentation: ['old was found but for its indentation; new was indented as the file is'],
};

/** As `read` shows a file where it numbers the lines. */
const NUMBERED_LINES = /^(?: *\d+\t[^\n]*(?:\n|$))+$/;

/** As decoded, then as the model wrote it. */
function spellingsOf(decoded: Replacement, asWritten: { readonly [name: string]: string }): Replacement[] {
  const written = { old: asWritten.old ?? decoded.old, new: asWritten.new ?? decoded.new };
  return written.old === decoded.old ? [decoded] : [decoded, written];
}

function refusal(why: Exclude<Replaced, { kind: 'replaced' }>, shown: string, file: TextFile, old: string): Outcome {
  switch (why.kind) {
    case 'same':
      return failed(`No changes made to ${shown}: old and new are the same text.`);
    case 'many': {
      const count = why.lines.length;
      const lenient =
        why.exact === count ? '' : ' (blanks at line ends, quotes, dashes, spaces and indentation are not told apart)';
      const other =
        why.exact === count
          ? ', or set all to true to replace every one'
          : why.exact === 1
            ? ', or set all to true to replace the one that is exactly as in old'
            : '';
      return failed(
        `Found ${count} occurrences of the text in ${shown}, at ${listLines(why.lines)}${lenient}. The text must be unique: add lines around it to old (and to new)${other}.`,
        { matchCount: count },
      );
    }
    case 'none': {
      const nearest = nearestText(toLf(readable(file)), toLf(old));
      const numbers = NUMBERED_LINES.test(old) ? 'The numbers before the lines of old are not in the file. ' : '';
      const advice = numbers + (nearest ?? 'Read the file and copy the text from it.');
      return failed(
        `Could not find the exact text in ${shown}. The old text must match exactly including all whitespace and newlines. ${advice}`,
        { matchCount: 0 },
      );
    }
  }
}

/** The model may have guessed: it is shown what it would have changed. */
function unreadRefusal(places: readonly Place[], shown: string, file: TextFile): Outcome {
  const [place] = places;
  const { first, last } = place?.old ?? { first: 1, last: 1 };
  const there = toLf(readable(file))
    .split('\n')
    .slice(first - 1, last)
    .join('\n');
  const { content } = truncateHead(there, SHOWN_TEXT);
  return failed(
    `Could not find the exact text in ${shown}, and you have not read that file. ${capitalised(range({ first, last }))} ${first === last ? 'is' : 'are'} nearly the same. The exact text there:\n${content}\nRead the file, or copy this into old.`,
    { matchCount: 0 },
  );
}

function describePlaces(places: readonly Place[], shown: string): string {
  const [only] = places;
  if (places.length === 1 && only) {
    if (only.new === null) return `text at ${range(only.old)} of ${shown} by nothing.`;
    const [before, after] = [range(only.old), range(only.new)];
    return `${before} of ${shown}${after === before ? '' : `, now ${after}`}.`;
  }
  const lines = places.map((place) => (place.new ?? place.old).first);
  return `${places.length} occurrences in ${shown}, at ${listLines(lines)}.`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function range({ first, last }: LineRange): string {
  return first === last ? `line ${first}` : `lines ${first}-${last}`;
}

function listLines(lines: readonly number[]): string {
  const shown = [...new Set(lines)].slice(0, SHOWN_PLACES_MAX);
  const more = new Set(lines).size > shown.length ? ', …' : '';
  return `${shown.length === 1 ? 'line' : 'lines'} ${shown.join(', ')}${more}`;
}
