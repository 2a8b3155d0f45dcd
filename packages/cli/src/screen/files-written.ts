/** What the screen has written to files: the AGENTS.md of the project, and the session in another form. */
import { basename, resolve } from 'node:path';
import { planTakeOut } from '@tagma/history';
import { nearestNames } from '@tagma/protocol';
import type { ShownSession } from '@tagma/tui';
import { openDestination } from '../export/destination.ts';
import { FORMAT_NAMES, type Format } from '../export/format-names.ts';
import type { Prepared } from '../prepare.ts';
import { messageOf } from '../problem.ts';

type Written<Door extends 'writeGuide' | 'exportSession'> = Awaited<ReturnType<NonNullable<ShownSession[Door]>>>;

const ENDINGS: { readonly [format in Format]?: string } = { atif: 'atif.json' };

export async function guideWritten(folder: string, replaces: boolean): Promise<Written<'writeGuide'>> {
  const { writeAgents } = await import('../init/write-agents.ts');
  const written = writeAgents(folder, replaces);
  return written.ok ? written : { ok: false, isThere: written.there !== null, message: written.message };
}

/**
 * The session as far as it stands in its history.
 * @param wanted a form, a file, or both in this order; left out: Markdown, in the working folder, by the session's name
 */
export async function exportedHere(
  { file: history, started }: Pick<Prepared, 'file' | 'started'>,
  wanted: string,
): Promise<Written<'exportSession'>> {
  const { format, name } = wantedOf(wanted);
  const meant = meantForm(name);
  if (meant !== null)
    return { ok: false, message: `There is no form ${name}; is ${meant} meant? A file of that name: ./${name}` };
  const usual = `${basename(history, '.xml')}.${ENDINGS[format] ?? format}`;
  const file = resolve(started.folder, name === '' ? usual : name);
  const destination = openDestination(file, false, [history]);
  if (!destination.ok) return { ok: false, message: messageHere(destination.message) };
  try {
    const { exportTo } = await import('../export/export.ts');
    const plan = format === 'xml' ? await planTakeOut(history, []) : null;
    if (plan?.ok === false) return { ok: false, message: plan.error.message };
    // It is being written on: its end is missing.
    const written = await exportTo(history, plan, format, destination, () => {});
    return written.ok ? { ok: true, file } : { ok: false, message: written.message };
  } catch (error) {
    return { ok: false, message: messageOf(error) };
  }
}

/** On the screen there are no options. */
function messageHere(message: string): string {
  return message.replace(/^--output: /, '').replace(' --force overwrites it.', ' Name another file.');
}

/** The form that a word was likely meant for that is no path. */
function meantForm(name: string): string | null {
  return /^[a-z]+$/i.test(name)
    ? (nearestNames(name, [...FORMAT_NAMES, 'markdown'], 1)[0]?.replace('markdown', 'md') ?? null)
    : null;
}

function wantedOf(wanted: string): { readonly format: Format; readonly name: string } {
  const [, first = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(wanted.trim()) ?? [];
  const format = FORMAT_NAMES.find((each) => each === first);
  if (format !== undefined) return { format, name: rest };
  // A name says its form by its ending.
  const byName = FORMAT_NAMES.find((each) => wanted.endsWith(`.${each}`)) ?? 'md';
  return { format: byName, name: wanted.trim() };
}
