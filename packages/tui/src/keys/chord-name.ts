const NAMES: { readonly [part: string]: string } = {
  escape: 'Esc',
  'page-up': 'PgUp',
  'page-down': 'PgDn',
  'mouse-left': 'Click',
  'wheel-up': 'Wheel up',
  'wheel-down': 'Wheel down',
  ' ': 'Space',
};

/** `ctrl+c` as people write it: `Ctrl+C`. */
export function chordName(chord: string): string {
  return chord
    .split('+')
    .map(
      (part) =>
        NAMES[part] ??
        (part.length === 1 && !chord.includes('+') ? part : part.charAt(0).toUpperCase() + part.slice(1)),
    )
    .join('+');
}
