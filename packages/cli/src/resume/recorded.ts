/**
 * What a session that goes on is not told anew is as it was recorded, as far as that is safe: never the mode `trust`, and of
 * a file from elsewhere nothing that would let more run than a new session lets.
 */
import { chosenModelOf, type Fact, formatRule, type Mode, type Rule } from '@tagma/core';

import type { GivenOptions } from '../options.ts';
import { type IsGiven, modeFromElsewhere, optionsAsRecorded } from '../rerun/as-recorded.ts';
import type { Source } from './source.ts';

/**
 * The options of the run, with those of the session in the place of what was not said.
 * @param tools the names of those that it offered and that are there
 */
export function asRecorded(
  options: GivenOptions,
  tools: readonly string[],
  isGiven: IsGiven,
  { snapshot, isOwn }: Source,
): GivenOptions {
  const { mode, session } = snapshot.context;
  const settings = { ...session.settings, mode: isOwn ? mode : modeFromElsewhere(mode) };
  const { tools: names, ...recorded } = optionsAsRecorded(
    options,
    { settings, folder: session.folder },
    tools,
    isGiven,
  );
  const offered = options.tools ?? names;
  const isFirst = chosenModelOf(snapshot.context).model === session.model.model;
  const window = settings.findsWindow || isGiven('model') || !isFirst ? 0 : session.model.windowTokens;
  return {
    ...recorded,
    ...(offered ? { tools: offered } : {}),
    ...(isGiven('window') || window === 0 ? {} : { window }),
  };
}

/** The rules of options that were said when it began: what they deny and ask about, and of an own file what they allow. */
export function recordedRules({ snapshot, isOwn }: Source, now: readonly Rule[]): readonly Rule[] {
  const { rules } = snapshot.context;
  const held = rules.filter(({ from, says }) => from === 'option' && (isOwn || says !== 'allow'));
  const known = new Set(now.map(nameOf));
  return held.filter((rule) => !known.has(nameOf(rule)));
}

/**
 * What is said of a file from elsewhere right after it was taken up in this mode. Rules of the answer "always" do not hold any
 * more: whose answer it was is not known. And to agree to a plan leads to no mode that only the file names.
 */
export function foreignFacts({ snapshot, isOwn }: Source, mode: Mode): readonly Fact[] {
  if (isOwn) return [];
  const { rules, mode: recorded } = snapshot.context;
  const removed = rules.filter(({ from }) => from === 'answer').map((rule): Fact => ({ type: 'rule.removed', rule }));
  if (mode !== 'plan' || recorded !== 'plan') return removed;
  return [...removed, { type: 'mode.changed', mode: 'default' }, { type: 'mode.changed', mode: 'plan' }];
}

/** The same for two rules that say the same, whoever has set them. */
export function nameOf(rule: Rule): string {
  return `${rule.says} ${formatRule(rule)}`;
}
