/**
 * The prompts that were typed before, in this session and in those before it in the project: Up in the first row of the
 * draft goes back through them, Down in the last row comes back to what was being written. Pure.
 */
import { readTyped } from '../keys/read-typed.ts';
import type { TypedEarlier } from '../screen/doors.ts';
import { type Model, type Next, next } from '../screen/model.ts';
import { completionOf } from './completion.ts';
import { type Composer, composed, wholeText } from './composer.ts';
import { withWriting } from './wanting.ts';
import type { Prompts } from './writing.ts';

/** Prompts of the session that are remembered. */
const OWN_MAX = 500;

/** The draft that has been sent, as it was typed. */
export function remembered(model: Model, draft: Composer): Model {
  const { prompts } = model.writing;
  const text = wholeText(draft);
  const own = [text, ...prompts.own.filter((each) => each !== text)].slice(0, OWN_MAX);
  return withWriting(model, { prompts: { ...prompts, own, at: null, aside: null, waiting: null } });
}

/** Null where there is none: no prompt was ever typed, or what is written is the newest. */
export function earlierPrompt(model: Model): Next | null {
  const { composer, writing } = model;
  const { prompts } = writing;
  const isUnsought = prompts.earlier === null && !prompts.isAsked;
  const list = listOf(prompts);
  const at = placeOf(model);
  const older = nextOther(list, at === null ? 0 : at + 1, wholeText(composer));
  const before: Prompts = { ...prompts, aside: at === null ? composer : prompts.aside, isAsked: true };
  const text = list[older];
  if (text === undefined && prompts.earlier !== null) return at === null ? null : next(model);
  const after =
    text === undefined
      ? withWriting(model, { prompts: { ...prompts, isAsked: true, waiting: composer } })
      : shown(model, { ...before, at: older, waiting: null }, composed(text, composer));
  return isUnsought ? next(after, { type: 'find-earlier-prompts' }) : next(after);
}

/** Null where what is written is no prompt of before. */
export function laterPrompt(model: Model): Next | null {
  const { composer, writing } = model;
  const { prompts } = writing;
  const at = placeOf(model);
  if (at === null) return null;
  const text = listOf(prompts)[at - 1];
  if (text !== undefined) return next(shown(model, { ...prompts, at: at - 1 }, composed(text, composer)));
  const draft = { ...(prompts.aside ?? composed('')), cuts: composer.cuts };
  return next(shown(model, { ...prompts, at: null, aside: null }, draft));
}

/** The newest first. Who has asked for one and typed nothing since is shown it. */
export function earlierFound(model: Model, earlier: readonly TypedEarlier[]): Next {
  const { prompts } = model.writing;
  const found = withWriting(model, { prompts: { ...prompts, earlier: earlier.map(typedAgain), waiting: null } });
  return (prompts.waiting === model.composer ? earlierPrompt(found) : null) ?? next(found);
}

/** As it has to be typed to be the same again. */
function typedAgain({ kind, text }: TypedEarlier): string {
  if (kind === 'command' || text.startsWith('!')) return `!${text}`;
  const read = readTyped(text);
  return read.kind === 'text' && read.text === text ? text : `/${text}`;
}

/** Whether a prompt of before stands there, and nothing was done to it: then Up and Down are not for its rows. */
export function isShown({ composer, writing }: Model): boolean {
  return writing.prompts.shown === composer;
}

/** Which of the prompts is shown, from 0; null where something else is written, be it a prompt that was changed. */
function placeOf({ composer, writing: { prompts } }: Model): number | null {
  return prompts.at !== null && listOf(prompts)[prompts.at] === wholeText(composer) ? prompts.at : null;
}

function nextOther(list: readonly string[], from: number, written: string): number {
  return list[from] === written ? from + 1 : from;
}

/** Its menu stays closed: Up and Down are for the prompts. */
function shown(model: Model, prompts: Prompts, composer: Composer): Model {
  const menu = { of: null, chosen: 0, kept: null, closedAt: null };
  const open = { ...withWriting(model, { prompts: { ...prompts, shown: composer }, menu }), composer };
  return withWriting(open, { menu: { ...menu, closedAt: completionOf(open)?.from ?? null } });
}

/** The newest first, each text once. */
function listOf({ own, earlier }: Prompts): readonly string[] {
  if (known?.own === own && known.earlier === earlier) return known.list;
  const list = [...new Set([...own, ...(earlier ?? [])])];
  known = { own, earlier, list };
  return list;
}

let known: (Pick<Prompts, 'own' | 'earlier'> & { readonly list: readonly string[] }) | undefined;
