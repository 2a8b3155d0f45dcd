/** What has to be found for what is written: asked for when it is needed, and anew when it may be out of date. Pure. */
import type { OwnCommand } from '../keys/own-commands.ts';
import type { OfferedModel } from '../screen/doors.ts';
import { type Act, type Model, type Next, next } from '../screen/model.ts';
import { completionOf, fileWord } from './completion.ts';
import { isFolder, withFolders } from './folders.ts';
import { type Searchable, searchable } from './path-search.ts';
import type { Sought, Writing } from './writing.ts';

/** For so long what was found is taken for what there is. */
const FILES_FRESH_MS = 10_000;
const COMMANDS_FRESH_MS = 10_000;
const MODELS_FRESH_MS = 300_000;

/** After each change of the draft. */
export function written(model: Model): Next {
  const { composer, focus, dialog, now } = model;
  if (focus !== 'draft' || dialog) return next(model);
  const opened = reopened(model);
  const { files, models, commands } = opened.writing;
  if (fileWord(composer) && isDue(files, now, FILES_FRESH_MS))
    return asking(opened, { files: asked(files, now) }, { type: 'find-files' });
  if (/^\/model\s/.test(composer.text) && isDue(models, now, MODELS_FRESH_MS))
    return asking(opened, { models: asked(models, now) }, { type: 'find-model-names' });
  if (composer.text.startsWith('/') && isDue(commands, now, COMMANDS_FRESH_MS))
    return asking(opened, { commands: asked(commands, now) }, { type: 'find-commands' });
  return next(opened);
}

/** Null: there are none to be found here. */
export function filesFound(model: Model, paths: readonly string[] | null): Next {
  const { files } = model.writing;
  const found = paths && (isSame(files.found, paths) ? files.found : searchable(withFolders(paths)));
  return next(withWriting(model, { files: { ...files, found, isAsked: false } }));
}

export function modelNamesFound(model: Model, models: readonly OfferedModel[]): Next {
  const names = models.map(({ name }) => name);
  return next(withWriting(model, { models: { ...model.writing.models, found: names, isAsked: false } }));
}

export function commandsFound(model: Model, found: readonly OwnCommand[]): Next {
  return next(withWriting(model, { commands: { ...model.writing.commands, found, isAsked: false } }));
}

export function withWriting(model: Model, changed: Partial<Writing>): Model {
  return { ...model, writing: { ...model.writing, ...changed } };
}

/** A menu that was closed is forgotten as soon as another word is written. */
function reopened(model: Model): Model {
  const { menu } = model.writing;
  if (menu.closedAt === null) return model;
  const open = withWriting(model, { menu: { ...menu, closedAt: null } });
  return completionOf(open)?.from === menu.closedAt ? model : open;
}

function isDue({ isAsked, askedAt }: Sought<unknown>, now: number, freshMs: number): boolean {
  return !isAsked && now - askedAt >= freshMs;
}

function asked<T>(sought: Sought<T>, now: number): Sought<T> {
  return { ...sought, isAsked: true, askedAt: now };
}

function asking(model: Model, changed: Partial<Writing>, act: Act): Next {
  return next(withWriting(model, changed), act);
}

/** Hardly ever has a file come or gone since: then the paths need not be made ready to be searched. */
function isSame(before: Searchable | null, paths: readonly string[]): boolean {
  const files = before?.texts.filter((text) => !isFolder(text)) ?? [];
  return before !== null && files.length === paths.length && paths.every((path, index) => path === files[index]);
}
