/**
 * Replaces a text in a file, where it stands exactly once, or everywhere. Only matching is lenient (line endings,
 * entities); every byte outside of the match stays.
 */
import type { Outcome } from '@tagma/protocol';
import * as z from 'zod/mini';
import { writeAtomically } from './atomic-write.ts';
import { fileProblem } from './file-problem.ts';
import { toLf } from './line-endings.ts';
import { nearestText } from './nearest-text.ts';
import { failed, succeeded } from './outcome.ts';
import { resolvePath, shownPath } from './paths.ts';
import { type LineRange, type Place, type Replaced, type Replacement, replaceText } from './replace-text.ts';
import { inEncoding, openText, readable, type TextFile } from './text-file.ts';
import type { Tool } from './tool.ts';
import { unifiedDiff } from './unified-diff.ts';

const SHOWN_PLACES_MAX = 10;

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
    const resolved = resolvePath(written, context);
    if (!resolved.ok) return failed(resolved.problem);
    const { path } = resolved;
    const shown = shownPath(path, context.folder);
    if (old === '') {
      return failed('old is empty. Copy the text to be replaced from the file; to create or fill a file use write.');
    }
    const opened = await openText(path, context.folder);
    if (!opened.ok) return failed(opened.problem);

    const { file } = opened;
    const spellings = spellingsOf({ old, new: replacement }, context.asWritten);
    const replaced = replaceAny(file, spellings, all);
    if (replaced.kind !== 'replaced') return refusal(replaced, shown, file, old);
    try {
      await writeAtomically(path, Buffer.from(replaced.text, file.encoding));
    } catch (error) {
      return failed(fileProblem(error, path, context.folder));
    }
    const after = { ...file, text: replaced.text };
    const diff = await unifiedDiff(shown, readable(file), readable(after));
    const details = { path, matchCount: replaced.places.length, ...(diff === null ? {} : { diff }) };
    return succeeded(`Edited ${shown}: ${describePlaces(replaced.places)}`, details);
  },
};

/** As decoded, then as the model wrote it. */
function spellingsOf(decoded: Replacement, asWritten: { readonly [name: string]: string }): Replacement[] {
  const written = { old: asWritten.old ?? decoded.old, new: asWritten.new ?? decoded.new };
  return written.old === decoded.old ? [decoded] : [decoded, written];
}

/** The first spelling that is in the file decides. */
function replaceAny(file: TextFile, spellings: readonly Replacement[], all: boolean): Replaced {
  let replaced: Replaced = { kind: 'none' };
  for (const spelling of spellings) {
    const inFile = { old: inEncoding(spelling.old, file.encoding), new: inEncoding(spelling.new, file.encoding) };
    replaced = replaceText(file.text, inFile, all);
    if (replaced.kind !== 'none') return replaced;
  }
  return replaced;
}

function refusal(why: Exclude<Replaced, { kind: 'replaced' }>, shown: string, file: TextFile, old: string): Outcome {
  switch (why.kind) {
    case 'same':
      return failed(`No changes made to ${shown}: old and new are the same text.`);
    case 'many': {
      const count = why.lines.length;
      return failed(
        `Found ${count} occurrences of the text in ${shown}, at ${listLines(why.lines)}. The text must be unique: add lines around it to old (and to new), or set all to true to replace every one.`,
        { matchCount: count },
      );
    }
    case 'none': {
      const nearest = nearestText(toLf(readable(file)), toLf(old));
      const advice = nearest ?? 'Read the file and copy the text from it.';
      return failed(
        `Could not find the exact text in ${shown}. The old text must match exactly including all whitespace and newlines. ${advice}`,
        { matchCount: 0 },
      );
    }
  }
}

function describePlaces(places: readonly Place[]): string {
  const [only] = places;
  if (places.length === 1 && only) {
    return only.new ? `${range(only.old)} replaced, now ${range(only.new)}.` : `text at ${range(only.old)} removed.`;
  }
  const lines = places.map((place) => (place.new ?? place.old).first);
  return `${places.length} occurrences replaced, at ${listLines(lines)}.`;
}

function range({ first, last }: LineRange): string {
  return first === last ? `line ${first}` : `lines ${first}-${last}`;
}

function listLines(lines: readonly number[]): string {
  const shown = [...new Set(lines)].slice(0, SHOWN_PLACES_MAX);
  const more = new Set(lines).size > shown.length ? ', …' : '';
  return `${shown.length === 1 ? 'line' : 'lines'} ${shown.join(', ')}${more}`;
}
