/** The questions of the wizard, as anybody can show them: a title, what can be chosen, what is typed; and its work in words. */
import { MODES } from '@tagma/core';
import { type Asked, type FormChoice, MODE_SAYS } from '@tagma/tui';
import { type Offer, usualModel, type Wizard } from './wizard.ts';

/** As the form asks it; and what to type, in a word or two, where it is asked line by line. */
export type Question = Omit<Asked, 'note' | 'canGoBack'> & { readonly prompt: string };

/**
 * Null where nothing is asked: there is work to do, or it is over.
 * @param planned what will be written, in lines
 */
export function questionOf(wizard: Wizard, planned: (wizard: Wizard) => readonly string[]): Question | null {
  const { offer, models, mode } = wizard;
  const title = offer?.title ?? '';
  switch (wizard.step) {
    case 'provider':
      return asked('Which model shall Tagma ask?', 'Number, name or address', {
        choices: providerChoices(wizard),
        takes: 'text',
      });
    case 'address':
      return asked('The address of a server that is like OpenAI’s', 'Address', {
        takes: 'text',
        lines: ['Such as http://127.0.0.1:8080/v1: with its /v1, where it has one.'],
      });
    case 'key':
      return asked(`The key for ${title}`, 'Key (not shown)', { lines: keyLines(offer), takes: 'secret' });
    case 'unlisted':
      return asked(`${title} does not tell its models`, 'Number', {
        choices: [AGAIN, { id: 'model', label: 'name a model', says: 'it is not in a list' }, OTHER_PROVIDER],
      });
    case 'model':
      return asked(`Which model of ${title}?`, models.length === 0 ? 'Name' : 'Number or name', {
        takes: 'text',
        choices: models.map((id) => ({ id, label: id, says: '' })),
        usual: usualModel(offer, models) ?? '',
      });
    case 'untried':
      return asked(`${wizard.model} does not answer`, 'Number', {
        choices: [
          AGAIN,
          { id: 'model', label: 'another model', says: '' },
          OTHER_PROVIDER,
          { id: 'anyway', label: 'go on', says: 'as if it did' },
        ],
      });
    case 'mode':
      return asked('What may run without asking you?', 'Number or name', {
        choices: MODES.map((id) => ({ id, label: id, says: MODE_SAYS[id] })),
        usual: mode,
      });
    case 'confirm':
      return asked('Shall it be written?', 'Write it? [y/n]', { lines: planned(wizard), takes: 'agreement' });
    default:
      return null;
  }
}

/** What is done, while nothing is asked. */
export function workOf({ step, offer, model }: Wizard): string {
  if (step === 'looking') return 'Looking for servers on this machine';
  if (step === 'listing') return `Asking ${offer?.title ?? ''} for its models`;
  return `Trying ${model} (a model that has to be loaded first may take a while)`;
}

const AGAIN: FormChoice = { id: 'again', label: 'try again', says: '' };
const OTHER_PROVIDER: FormChoice = { id: 'provider', label: 'another provider', says: '' };

function asked(title: string, prompt: string, more: Partial<Question> = {}): Question {
  return { ...{ title, prompt, lines: [], choices: [], usual: '', takes: 'choice' as const }, ...more };
}

function providerChoices({ offers }: Wizard): readonly FormChoice[] {
  return [
    ...offers.map((offer) => ({ id: offer.name, label: offer.name, says: aboutOffer(offer) })),
    { id: 'address', label: 'address', says: 'any other server that is like OpenAI’s' },
    ...(offers.some(({ isHere }) => isHere) ? [] : [LOOK]),
    { id: 'demo', label: 'demo', says: 'none yet: see Tagma at work with a scripted model' },
  ];
}

const LOOK: FormChoice = { id: 'look', label: 'look', says: 'once more for servers on this machine' };

function aboutOffer({ title, isHere, keyFrom }: Offer): string {
  if (isHere) return `${title}, running here`;
  if (keyFrom === null) return title;
  return `${title} (${keyFrom === 'kept' ? 'its key is kept' : `${keyFrom.variable} is set`})`;
}

function keyLines(offer: Offer | null): readonly string[] {
  return [
    ...(offer?.page ? [`A key is had at ${offer.page}`] : []),
    ...(offer?.key === 'perhaps' ? ['If it needs none, press Enter.'] : []),
  ];
}
