/** Looks at what a prompt names, and makes an attachment of it: all of it, or as much as fits. */
import { relative, sep } from 'node:path';
import type { AttachedName, Attachment, Context } from '@tagma/core';
import { imageIn, type Outcome } from '@tagma/protocol';
import type { Looked, PerformerDeps, ToolRunContext } from '../deps.ts';
import { fittingLines, fittingText } from './fitting.ts';
import type { LineRange } from './mentions.ts';

/** By its absolute path. */
export type Found = { readonly kind: 'file' | 'folder'; readonly path: string; readonly lines: LineRange | null };

type Named = Pick<AttachedName, 'kind' | 'path'>;

/** Names of a folder that are listed. */
const NAMES_MAX = 200;

export function unattached(named: Named, problem: string): Attachment {
  return { ...named, lines: null, text: '', notes: [], isCut: false, problem };
}

export type Looks = ReturnType<typeof lookAt>;

export function lookAt({ tools }: PerformerDeps, { session }: Context, context: ToolRunContext) {
  const named = ({ kind, path }: Found): Named => ({ kind, path: shownPath(path, session.folder) });
  const look = async (found: Found, limit: number | null): Promise<Attachment> => {
    const outcome = await tools.look?.(lookedOf(found, limit), context);
    return attachmentOf(named(found), found, outcome ?? NOTHING);
  };
  return {
    named,
    whole: (found: Found) => look(found, null),
    /** As much of it as takes no more tokens than that, from what has been shown of it. */
    async part(found: Found, shown: Attachment, tokensMax: number): Promise<Attachment> {
      const lines = fittingLines(shown.text, tokensMax);
      if (lines > 0) return { ...(await look(found, lines)), isCut: true };
      const text = fittingText(shown.text, tokensMax);
      const left = `${shown.text.length - text.length} characters more do not fit; read it for the rest`;
      const placed = shown.lines && { ...shown.lines, to: shown.lines.from };
      return { ...shown, lines: placed, text, notes: [...shown.notes, left], isCut: true };
    },
  };
}

const NOTHING: Outcome = { status: 'error', content: 'These tools show nothing.', details: {} };

function lookedOf({ kind, path, lines }: Found, limit: number | null): Looked {
  if (kind === 'folder') return { kind, path, limit: Math.min(limit ?? NAMES_MAX, NAMES_MAX) };
  const wanted = lines?.to ? lines.to - lines.from + 1 : null;
  const most = limit === null ? wanted : Math.min(limit, wanted ?? limit);
  return { kind, path, ...(lines && { offset: lines.from }), ...(most !== null && { limit: most }) };
}

function attachmentOf(named: Named, { lines }: Found, { status, content, details, notes = [] }: Outcome): Attachment {
  if (status !== 'ok') return unattached(named, content);
  const image = imageIn(details);
  const shown = shownLines(named, lines?.from ?? 1, content, details);
  const wanted = lines?.to ? Math.min(lines.to, shown?.of ?? 0) : (shown?.of ?? 0);
  const isCut = shown !== null && shown.to < wanted;
  return { ...named, lines: shown, text: content, notes, isCut, problem: null, ...(image && { image }) };
}

/** Which lines are shown, or how many names of a folder, as the details of the outcome tell. */
function shownLines({ kind }: Named, from: number, content: string, details: Outcome['details']) {
  const { totalLines, outputLines, entryCount } = details;
  if (kind === 'folder' && typeof entryCount === 'number') {
    return { from: 1, to: content === '' ? 0 : content.split('\n').length, of: entryCount };
  }
  if (typeof totalLines !== 'number' || typeof outputLines !== 'number') return null;
  return { from, to: from + outputLines - 1, of: totalLines };
}

/** Relative with `/` where it lies in the folder, absolute elsewhere. */
function shownPath(path: string, folder: string): string {
  const inside = relative(folder, path);
  if (inside === '') return '.';
  return inside === '..' || inside.startsWith(`..${sep}`) ? path : inside.split(sep).join('/');
}
