/** What the values of options are read from: a text that is none of the kind is refused with a word on what it should be. */
import { COMPACT_AT_MAX, COMPACT_AT_MIN } from '@tagma/core';
import { type Command, InvalidArgumentError } from 'commander';

const PORT_MAX = 65_535;

export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

export function positive(text: string): number {
  const value = natural(text);
  if (value < 1) throw new InvalidArgumentError('It should be a whole number from 1.');
  return value;
}

export function times(text: string): number {
  return text === 'always' ? Number.POSITIVE_INFINITY : positive(text);
}

export function port(text: string): number {
  const value = natural(text);
  if (value > PORT_MAX) throw new InvalidArgumentError(`It should be a whole number up to ${PORT_MAX}.`);
  return value;
}

export function amount(text: string): number {
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(text)) throw new InvalidArgumentError('It should be a number, such as 0.5.');
  return Number(text);
}

export function compactShare(text: string): number {
  const share = /^\d(\.\d{1,4})?$/.test(text) ? Number(text) : Number.NaN;
  if (share >= COMPACT_AT_MIN && share <= COMPACT_AT_MAX) return share;
  throw new InvalidArgumentError(`It should be a share from ${COMPACT_AT_MIN} to ${COMPACT_AT_MAX}, such as 0.8.`);
}

export function natural(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It should be a whole number.');
  return Number(text);
}

/** An option that says nothing without one of others is refused where none of them is given. All by their long names. */
export function onlyWith(command: Command, option: string, ...others: readonly [string, ...string[]]): void {
  command.hook('preAction', () => {
    const isGiven = givenTo(command);
    const given = (long: string) => command.options.some((one) => one.long === long && isGiven(one.attributeName()));
    if (given(option) && !others.some(given))
      command.error(`error: option '${option}' says nothing without '${others.join("' or '")}'`);
  });
}

/** Whether an option of the command was said: what holds without a word was not. */
export function givenTo(command: Command): (option: string) => boolean {
  return (option) => command.getOptionValueSource(option) === 'cli';
}
