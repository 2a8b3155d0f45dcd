/** The sessions of this folder, to go on with another one: `/sessions`; and `/new`, which begins one. */
import { oneLine, visible } from '@tagma/protocol';
import type { FoundSessions } from '../screen/doors.ts';
import { afterTurn, isBusy, type Model, type Next, next } from '../screen/model.ts';
import type { ListDialog } from './dialog.ts';
import { type Choice, listOf, withChoices } from './list.ts';
import { lookedAt } from './listing.ts';
import { openDialog, withoutDialog } from './opening.ts';
import { sessionChoice } from './session-choice.ts';

type SessionsDialog = Extract<ListDialog, { kind: 'sessions' }>;

const HINT = 'The chosen one goes on; the one that is shown now ends, and is kept. /new begins a new one.';

/** Nothing takes the place of a turn that runs. */
export function openSessions(model: Model): Next {
  if (isBusy(model)) return next({ ...model, notice: afterTurn(model, '/sessions goes to another session.') });
  return next(listSessions(model, HINT), { type: 'find-sessions' });
}

/** The list that they come into once they are found. */
export function listSessions(model: Model, hint: string): Model {
  const list = { ...listOf('sessions of this folder', hint, null), none: 'No session is kept here yet.' };
  return openDialog(model, { kind: 'sessions', list, sessions: [], outlines: {} }).model;
}

/** With a name it is that one, else there is a list. */
export function resumeSession(model: Model, name: string): Next {
  if (name === '') return openSessions(model);
  if (isBusy(model)) return next({ ...model, notice: afterTurn(model, '/sessions goes to another session.') });
  return next({ ...model, notice: `Looking for ${oneLine(visible(name))} …` }, { type: 'open-named-session', name });
}

/** All of this session, in a new one: this one is kept as it is. */
export function forkSession(model: Model): Next {
  if (isBusy(model)) return next({ ...model, notice: afterTurn(model, '/fork goes on in a copy.') });
  return next(model, { type: 'rewind', point: null });
}

export function beginSession(model: Model): Next {
  if (isBusy(model)) return next({ ...model, notice: afterTurn(model, '/new begins another session.') });
  return next(model, { type: 'new-session' });
}

/** They are listed, unless the person has gone on meanwhile. */
export function sessionsFound(model: Model, found: FoundSessions): Next {
  const { dialog } = model;
  if (dialog?.kind !== 'sessions') return next(model);
  if (!found.ok) return next({ ...withoutDialog(model), notice: found.message });
  const { sessions } = found;
  const list = withChoices(dialog.list, sessions.map(sessionChoice));
  return lookedAt({ ...model, dialog: { ...dialog, sessions, list } });
}

export function outlineFound(model: Model, file: string, lines: readonly string[]): Next {
  const { dialog } = model;
  if (dialog?.kind !== 'sessions') return next(model);
  return next({ ...model, dialog: { ...dialog, outlines: { ...dialog.outlines, [file]: lines } } });
}

export function openChosen(model: Model, { sessions }: SessionsDialog, { id }: Choice): Next {
  const chosen = sessions.find(({ file }) => file === id);
  if (chosen === undefined || isBusy(model)) return openSessions(model);
  if (chosen.isShown) return next({ ...withoutDialog(model), notice: 'That is the session on this screen.' });
  if (chosen.state === 'running') {
    const notice = `${oneLine(visible(chosen.session))} is running somewhere else. A copy of it: tagma fork, on the command line.`;
    return next({ ...model, notice });
  }
  return next(model, { type: 'open-session', file: chosen.file });
}
