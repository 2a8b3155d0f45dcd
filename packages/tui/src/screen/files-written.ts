/** Files that are written for the person: what is told of the project to the model, and the session in another form. Pure. */
import { oneLine, visible } from '@tagma/protocol';
import { drafted } from '../dialogs/opening.ts';
import type { WrittenFile, WrittenGuide } from './doors.ts';
import { afterTurn, isBusy, type Model, type Next, next } from './model.ts';

/** Nothing is written under a turn that runs: it may be looking at the same file. */
export function writeGuide(model: Model, wanted: string): Next {
  if (wanted !== '' && wanted !== 'replace')
    return next({
      ...model,
      notice: '/init writes AGENTS.md; /init replace writes it anew where it is there already.',
    });
  if (isBusy(model)) return next({ ...model, notice: afterTurn(model, '/init writes AGENTS.md.') });
  return next(model, { type: 'write-guide', replaces: wanted === 'replace' });
}

/** What is there is replaced by who sends the command that is written then. */
export function guideWritten(model: Model, written: WrittenGuide): Next {
  if (!written.ok) {
    const notice = shown(written.message);
    if (!written.isThere) return next({ ...model, notice });
    const asked = drafted(model, '/init replace').model;
    return next({ ...asked, notice: `${notice} ${asked.notice ?? '/init replace writes it anew.'}` });
  }
  const { file } = written;
  const notice = `Written: ${shown(file)}. Look through it: it is told to the model from the next session on.`;
  return next({ ...model, notice });
}

/** A turn may run: what stands in the history by then is written. */
export function exportSession(model: Model, wanted: string): Next {
  return next(model, { type: 'export-session', wanted });
}

export function sessionExported(model: Model, written: WrittenFile): Next {
  return next({ ...model, notice: written.ok ? `Written: ${shown(written.file)}` : shown(written.message) });
}

function shown(text: string): string {
  return oneLine(visible(text.replace(/\s+/g, ' ')));
}
