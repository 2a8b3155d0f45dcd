/** Programs that run the command in their own words: what that command may be. */
import { nameOf, WRAPPERS } from './programs.ts';

/** Wrappers in wrappers: more of them are no command that a person writes. */
const COMMANDS_MAX = 24;
/** Commands that one wrapper may run: a word after an option may be its value, or the program. */
const READINGS_MAX = 4;

/** The command itself, and each that it may run in turn. Rather one too many than one too few. */
export function unwrap(words: readonly string[]): readonly (readonly string[])[] {
  const commands: (readonly string[])[] = [];
  const ahead: (readonly string[])[] = [words];
  for (let next = ahead.shift(); next && commands.length < COMMANDS_MAX; next = ahead.shift()) {
    commands.push(next);
    if (ahead.length < COMMANDS_MAX) ahead.push(...wrappedIn(next).slice(0, READINGS_MAX));
  }
  return commands;
}

function wrappedIn([program = '', ...rest]: readonly string[]): (readonly string[])[] {
  const name = nameOf(program);
  if (name === 'find' || name === 'fd') {
    return rest.flatMap((word, at) =>
      /^(-(exec|execdir|ok|okdir|x|X)|--exec(-batch)?)$/.test(word) ? [rest.slice(at + 1)] : [],
    );
  }
  const own = WRAPPERS.get(name);
  if (own === undefined) return [];
  const commands: (readonly string[])[] = [];
  let operands = 0;
  for (const [at, word] of rest.entries()) {
    if (word.startsWith('-') || /^\w+=/.test(word) || /^\d[\d.:]*[smhd]?$/.test(word)) continue;
    const isMaybeValue = /^-/.test(rest[at - 1] ?? '');
    if (operands++ < own) continue;
    commands.push(rest.slice(at));
    if (!isMaybeValue || commands.length === READINGS_MAX) break;
  }
  // `env -S 'rm -rf /'`: first, for all else is its operands.
  const split = rest.find((_, at) => /^(-\w*S|--split-string)$/.test(rest[at - 1] ?? ''));
  if (name === 'env' && split !== undefined) commands.unshift(split.split(/\s+/));
  return commands;
}
