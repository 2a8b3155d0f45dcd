/** A key as a person writes it in the configuration: `Ctrl+X`, `alt+page-up`, `F6`, `?`. */
import { nearest } from './nearest.ts';

/** `chord` is spelt as the tables of keys spell it. */
export type ReadChord =
  | { readonly ok: true; readonly chord: string }
  | { readonly ok: false; readonly message: string };

const MODIFIERS: { readonly [word: string]: 'ctrl' | 'alt' | 'shift' } = {
  ctrl: 'ctrl',
  control: 'ctrl',
  alt: 'alt',
  meta: 'alt',
  option: 'alt',
  shift: 'shift',
};
const IN_ORDER = ['ctrl', 'alt', 'shift'] as const;

const KEYS: readonly string[] = [
  ...['enter', 'tab', 'escape', 'space', 'backspace', 'delete', 'insert', 'home', 'end', 'page-up', 'page-down'],
  ...['up', 'down', 'left', 'right', 'wheel-up', 'wheel-down'],
  ...Array.from({ length: 12 }, (_, index) => `f${index + 1}`),
];
const OTHER_NAMES: { readonly [name: string]: string } = {
  esc: 'escape',
  return: 'enter',
  del: 'delete',
  ins: 'insert',
  pgup: 'page-up',
  pageup: 'page-up',
  pgdn: 'page-down',
  pagedown: 'page-down',
};

/** A terminal sends one and the same for both. */
const SAME: { readonly [chord: string]: string } = {
  'ctrl+i': 'tab',
  'ctrl+m': 'enter',
  'ctrl+[': 'escape',
  'ctrl+h': 'backspace',
  'ctrl+?': 'backspace',
  'ctrl+@': 'ctrl+space',
};

export function readChord(text: string): ReadChord {
  const parts = partsOf(text.trim());
  const key = parts.at(-1) ?? '';
  const modifiers = new Set<string>();
  for (const word of parts.slice(0, -1)) {
    const modifier = MODIFIERS[word.toLowerCase()];
    if (modifier === undefined) return wrong(`"${word}" is no modifier; there are Ctrl, Alt and Shift`);
    modifiers.add(modifier);
  }
  const isSign = [...key].length === 1;
  const small = key.toLowerCase();
  const name = OTHER_NAMES[small] ?? small;
  if (!isSign && !KEYS.includes(name)) return wrong(aboutKey(text, name));
  // Shift makes another sign of one, and that is what the terminal sends.
  if (isSign && modifiers.size === 1 && modifiers.has('shift')) return read(key.toUpperCase());
  if (modifiers.size === 0) return read(isSign ? key : name === 'space' ? ' ' : name);
  const chord = [...IN_ORDER.filter((one) => modifiers.has(one)), isSign ? small : name].join('+');
  const same = SAME[chord];
  return same === undefined ? read(chord) : wrong(`a terminal sends the same for ${text.trim()} as for ${same}`);
}

/** Whether it types a sign: such a key can only be bound where nothing is written. */
export function isSign(chord: string): boolean {
  return [...chord].length === 1;
}

/** Whether only terminals with the keyboard protocol of kitty, or modifyOtherKeys, tell it from another key. */
export function isRare(chord: string): boolean {
  const parts = partsOf(chord);
  const key = parts.at(-1) ?? '';
  const [ctrl, shift] = ['ctrl', 'shift'].map((modifier) => parts.slice(0, -1).includes(modifier));
  if (['enter', 'escape', 'space', 'backspace'].includes(key)) return shift || (ctrl && key !== 'space') || false;
  if (key === 'tab') return ctrl ?? false;
  if ([...key].length !== 1 || !ctrl) return false;
  return shift || !/[a-z\\\]^_]/.test(key);
}

/** The plus sign is a key, too. */
function partsOf(text: string): readonly string[] {
  if (text === '+') return ['+'];
  return text.endsWith('++') ? [...text.slice(0, -2).split('+'), '+'] : text.split('+');
}

function aboutKey(text: string, name: string): string {
  const near = nearest(name, KEYS);
  const meant = near === null ? '' : `; did you mean "${near}"?`;
  return text.trim() === '' ? 'a key is missing' : `there is no key "${name}"${meant}`;
}

function read(chord: string): ReadChord {
  return { ok: true, chord };
}

function wrong(message: string): ReadChord {
  return { ok: false, message };
}
