/** What is typed at the bottom of a history: where to go, or a text to look for. */
import { COMPOSER_RUNS } from '../composer/commands.ts';
import { type Composer, composed, insert } from '../composer/composer.ts';
import { type AnyCommand, commandFor } from '../keys/key-table.ts';
import type { ComposerCommand } from '../keys/tables/composer.ts';
import type { Pressed } from '../screen/viewer.ts';
import { towards } from './moving.ts';
import { modelAt } from './reading.ts';
import { type Asking, onward, span, type Travel, type TravelNext } from './travel.ts';

/** Its keys are those of a draft. */
export function isOfComposer(command: AnyCommand): command is ComposerCommand {
  return command in COMPOSER_RUNS;
}

export function ask(travel: Travel, what: Asking['what'], text = ''): TravelNext {
  return onward({ ...travel, asking: { what, draft: composed(text) } });
}

/** A key while something is asked for. */
export function pressAsked(travel: Travel, asking: Asking, input: Pressed): TravelNext {
  if (input.kind === 'mouse') return onward(travel);
  if (input.kind !== 'key') {
    const text = input.text.replaceAll(/\s+/g, ' ');
    return onward({ ...travel, asking: { ...asking, draft: insert(asking.draft, text) } });
  }
  const command = commandFor(travel.keys, input.chord, ['anywhere']);
  if (command === 'send') return answered({ ...travel, asking: null }, asking);
  if (command === 'interrupt' || command === 'clear-or-quit') return onward({ ...travel, asking: null });
  return onward({ ...travel, asking: { ...asking, draft: edited(travel, asking.draft, command) } });
}

function edited({ stop, size }: Travel, draft: Composer, command: AnyCommand | null): Composer {
  if (!stop || command === null || !isOfComposer(command)) return draft;
  const { composer } = COMPOSER_RUNS[command]({ ...modelAt(stop, size), composer: draft }, '').model;
  return composer.text.includes('\n') ? draft : composer;
}

/** Looks for the text that was looked for last. */
export function findAgain(travel: Travel, back: boolean): TravelNext {
  if (travel.sought === '') return ask(travel, 'text');
  return onward(
    { ...travel, playing: null, notice: `Looking for ${travel.sought} …` },
    { type: 'find', text: travel.sought, from: span(travel).first, back },
  );
}

function answered(travel: Travel, { what, draft }: Asking): TravelNext {
  const text = draft.text.trim();
  if (what === 'text') return findAgain({ ...travel, sought: text === '' ? travel.sought : draft.text }, false);
  const [, turn] = /^t(?:urn)?[ :]*(\d{1,9})$/i.exec(text) ?? [];
  if (turn !== undefined) return towards(travel, { kind: 'turn', turn: Number(turn) });
  if (/^\d{1,12}$/.test(text)) return towards(travel, { kind: 'record', record: Number(text) });
  if (text === '') return onward(travel);
  return onward({ ...travel, notice: 'That is no place: 120 is a record, t3 the third turn.' });
}
