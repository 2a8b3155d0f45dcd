/**
 * Programs that run the command in their words, where it is plain where that begins: with options from an allow-list,
 * and operands of their own of a known form.
 */
import { type OptionList, readOptions } from './options.ts';
import { isUnknownText } from './unknown-text.ts';

export type Wrapped = {
  readonly command: readonly string[];
  /** What the command is given in its environment. */
  readonly variables: readonly (readonly [name: string, value: string])[];
  /** Whether what only looks still only looks. */
  readonly keepsLooking: boolean;
};

type Wrapper = OptionList & { readonly own?: RegExp; readonly sets?: boolean; readonly changes?: boolean };

const DURATION = /^\d+(\.\d+)?[smhd]?$/;
const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  [
    'timeout',
    {
      flags: 'v',
      valued: 'ks',
      long: 'preserve-status foreground verbose',
      longValued: 'kill-after signal',
      own: DURATION,
    },
  ],
  ['gtimeout', { valued: 'ks', own: DURATION }],
  ['nice', { valued: 'n', numbers: true, longValued: 'adjustment' }],
  ['ionice', { flags: 't', valued: 'cn' }],
  ['stdbuf', { valued: 'ioe', longValued: 'input output error' }],
  ['time', { flags: 'pv' }],
  ['command', {}],
  ['env', { flags: 'i', valued: 'u', long: 'ignore-environment', longValued: 'unset', sets: true }],
  // These may leave a file, or a program, behind.
  ['nohup', { changes: true }],
  ['setsid', { flags: 'w', changes: true }],
  ['caffeinate', { flags: 'dims', changes: true }],
]);

/** Null where the program is no such wrapper, or its words are not understood. */
export function wrappedBy(program: string, words: readonly string[]): Wrapped | null {
  const wrapper = WRAPPERS.get(program);
  const read = wrapper && readOptions(words, { ...wrapper, leading: true });
  if (!read?.ok) return null;
  const rest = [...read.operands];
  if (wrapper?.own && !wrapper.own.test(rest.shift() ?? '')) return null;
  const variables: [string, string][] = [];
  while (wrapper?.sets && /^[a-z_]\w*=/i.test(rest[0] ?? '')) {
    const [word = ''] = rest.splice(0, 1);
    const equals = word.indexOf('=');
    variables.push([word.slice(0, equals), word.slice(equals + 1)]);
  }
  const [inner] = rest;
  if (inner === undefined || inner === '' || inner.startsWith('-') || inner.includes('=') || isUnknownText(inner))
    return null;
  if (variables.some(([, value]) => isUnknownText(value))) return null;
  // Without a variable that it is usually given, a program may do what it does not do here: git obeys its settings again.
  const takesAway = ['i', 'u', 'ignore-environment', 'unset'].some((name) => wrapper?.sets && read.given.has(name));
  return { command: rest, variables, keepsLooking: wrapper?.changes !== true && !takesAway };
}
