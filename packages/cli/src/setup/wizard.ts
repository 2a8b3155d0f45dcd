/**
 * What the first run asks, as pure data: where it is, what was answered, what comes next. Whoever shows it puts the questions
 * (`question.ts`) and does the work between them: servers on this machine are looked for, the models are listed, and one is
 * tried. Nothing is written before the end is confirmed.
 */
import { MODES, type Mode } from '@tagma/core';
import { nearestNames } from '@tagma/protocol';

/** A provider that can be chosen. */
export type Offer = {
  /** What stands before the colon in `provider:model`. */
  readonly name: string;
  /** Other names for it. */
  readonly aliases: readonly string[];
  readonly title: string;
  /** The address to write, for a server that has no name yet; else null. */
  readonly url: string | null;
  /** It runs on this machine, and has answered. */
  readonly isHere: boolean;
  readonly key: 'needed' | 'perhaps' | 'none';
  /** Where there is a key for it already: a variable, or that one is kept. */
  readonly keyFrom: { readonly variable: string } | 'kept' | null;
  /** Where a key is had; null where that is not known. */
  readonly page: string | null;
  /** What is proposed where the server does not list its models. */
  readonly defaultModel: string | null;
};

export type Step =
  /** Questions. */
  | 'provider'
  | 'address'
  | 'key'
  | 'unlisted'
  | 'model'
  | 'untried'
  | 'mode'
  | 'confirm'
  /** Work: its outcome is given to `worked`. */
  | 'looking'
  | 'listing'
  | 'trying'
  /** Ends. */
  | 'confirmed'
  | 'demo';

export type Wizard = {
  readonly step: Step;
  readonly offers: readonly Offer[];
  readonly offer: Offer | null;
  /** As it was typed; empty where none was. */
  readonly key: string;
  readonly models: readonly string[];
  readonly model: string | null;
  /** The one that holds now, until another is chosen. */
  readonly mode: Mode;
  /** What to say before the question; empty for nothing. */
  readonly note: string;
  /** Where `<` leads back to. */
  readonly before: Wizard | null;
};

export type Worked =
  /** `says`: what was found out, for the person. */
  | {
      readonly ok: true;
      readonly offers?: readonly Offer[];
      readonly models?: readonly string[];
      readonly says: string;
    }
  | { readonly ok: false; readonly isKey: boolean; readonly says: string };

export const BACK = '<';

export function firstStep(mode: Mode): Wizard {
  return { step: 'looking', offers: [], offer: null, key: '', models: [], model: null, mode, note: '', before: null };
}

/**
 * @param answer what was chosen or typed: the id of an option, or a text
 * @param offerAt the provider that an address stands for
 */
export function answered(wizard: Wizard, answer: string, offerAt: (url: string) => Offer): Wizard {
  const text = answer.trim();
  if (text === BACK) return wizard.before === null ? { ...wizard, note: '' } : { ...wizard.before, note: '' };
  const on = (change: Partial<Wizard>): Wizard => ({ ...wizard, note: '', before: wizard, ...change });
  const again = (note: string): Wizard => ({ ...wizard, note });
  switch (wizard.step) {
    case 'provider':
      return providerChosen(wizard, text, on, again, offerAt);
    case 'address':
      return addressTyped(text, on, again, offerAt);
    case 'key':
      return keyTyped(wizard, text, on, again);
    case 'unlisted':
    case 'untried':
      return wayTaken(wizard, text, on, again);
    case 'model':
      return modelChosen(wizard, text, on, again);
    case 'mode':
      return modeChosen(wizard, text, on, again);
    case 'confirm':
      if (/^y(es)?$/i.test(text)) return on({ step: 'confirmed' });
      return again(/^no?$/i.test(text) ? NOTHING_YET : 'Answer y to write it.');
    default:
      return wizard;
  }
}

/** What was confirmed could not be written: it is asked again, for that may be put right meanwhile. */
export function notKept(wizard: Wizard, why: string): Wizard {
  return { ...(wizard.before ?? wizard), note: why };
}

/** What came of the work of `looking`, `listing` and `trying`. */
export function worked(wizard: Wizard, outcome: Worked): Wizard {
  const note = outcome.says;
  const { offer } = wizard;
  if (wizard.step === 'looking')
    return { ...wizard, step: 'provider', offers: (outcome.ok ? outcome.offers : undefined) ?? wizard.offers, note };
  if (!outcome.ok && outcome.isKey && offer !== null) {
    const variable = variableOf(offer);
    if (variable !== null) return { ...wizard, step: 'provider', note: `${note}\n${firstInVariable(variable)}` };
    return { ...wizard, step: 'key', key: '', offer: { ...offer, ...ASKED }, note };
  }
  if (wizard.step === 'trying') return { ...wizard, step: outcome.ok ? 'mode' : 'untried', note };
  return outcome.ok
    ? { ...wizard, step: 'model', models: outcome.models ?? [], note }
    : { ...wizard, step: 'unlisted', models: [], note };
}

type On = (change: Partial<Wizard>) => Wizard;
type Again = (note: string) => Wizard;

const NOTHING_YET = `Nothing is written. Go back with ${BACK}, or leave with Ctrl+C.`;
/** One that was refused is no key any more. */
const ASKED = { key: 'needed', keyFrom: null } as const;

function providerChosen(wizard: Wizard, text: string, on: On, again: Again, offerAt: (url: string) => Offer) {
  const { offers } = wizard;
  if (text === 'demo') return on({ step: 'demo' });
  if (text === 'look') return { ...wizard, step: 'looking' as const, note: '' };
  if (text === 'address') return on({ step: 'address' });
  if (isAddress(text)) return addressTyped(text, on, again, offerAt);
  const name = text.toLowerCase();
  const offer = offers.find((one) => one.name === name || one.aliases.includes(name));
  if (offer !== undefined) return offered(offer, on);
  const [near] = nearestNames(
    name,
    offers.flatMap((one) => [one.name, ...one.aliases]),
    1,
  );
  if (text === '') return again('Choose one by its number or its name.');
  if (LIKE_ADDRESS.test(text)) return again(NO_ADDRESS);
  return again(`There is no ${text} here.${near === undefined ? '' : ` Did you mean ${near}?`}`);
}

const NO_ADDRESS = 'An address begins with http:// or https://, as in http://127.0.0.1:8080/v1.';
/** No name of a provider. */
const LIKE_ADDRESS = /[:/]|^\d+\.\d+/;

function addressTyped(text: string, on: On, again: Again, offerAt: (url: string) => Offer): Wizard {
  if (!isAddress(text)) return again(NO_ADDRESS);
  const { username, password } = new URL(text);
  if (username !== '' || password !== '')
    return again('No name and no password in the address: a key is asked for next.');
  return offered(offerAt(text), on);
}

/** A key that is there already is not asked for. */
function offered(offer: Offer, on: On): Wizard {
  const isAsked = offer.key !== 'none' && offer.keyFrom === null;
  return on({ offer, key: '', models: [], model: null, step: isAsked ? 'key' : 'listing' });
}

function keyTyped({ offer }: Wizard, text: string, on: On, again: Again): Wizard {
  if (text === '' && offer?.key === 'needed') return again(`${offer.title} needs a key.`);
  if (/[^\x21-\x7e]/.test(text)) return again('A key is one word of letters, digits and signs.');
  return on({ key: text, step: 'listing' });
}

function wayTaken({ step }: Wizard, text: string, on: On, again: Again): Wizard {
  const isListing = step === 'unlisted';
  if (text === 'again') return on({ step: isListing ? 'listing' : 'trying' });
  if (text === 'provider') return on({ step: 'provider' });
  if (text === 'model') return on({ step: 'model' });
  if (text === 'anyway' && !isListing) return on({ step: 'mode' });
  return again('Choose one of them.');
}

function modelChosen({ offer, models }: Wizard, text: string, on: On, again: Again): Wizard {
  const model = text === '' ? usualModel(offer, models) : text;
  if (model === null) return again('Name a model.');
  return on({ model, step: 'trying' });
}

/** What an empty answer takes: the only one, or the provider's default where it has that or lists none. */
export function usualModel(offer: Offer | null, models: readonly string[]): string | null {
  if (models.length === 1) return models[0] ?? null;
  const usual = offer?.defaultModel ?? null;
  return usual !== null && (models.length === 0 || models.includes(usual)) ? usual : null;
}

function modeChosen({ mode }: Wizard, text: string, on: On, again: Again): Wizard {
  const chosen = text === '' ? mode : MODES.find((one) => one === text);
  return chosen === undefined ? again(`There is no mode ${text}.`) : on({ mode: chosen, step: 'confirm' });
}

function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text);
}

function variableOf({ keyFrom }: Offer): string | null {
  return keyFrom === null || keyFrom === 'kept' ? null : keyFrom.variable;
}

function firstInVariable(variable: string): string {
  return `The key is the one in ${variable}, which comes before any that is kept: change it there, and run tagma setup.`;
}
