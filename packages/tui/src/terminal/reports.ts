/** What a terminal answers when it is asked. */
import type { Reported } from './input.ts';

/** Of `CSI ? PARAMETERS BETWEEN FINAL`; `parameters` begin with `?`. Null: no answer to anything that is asked here. */
export function reportOfCsi(parameters: string, between: string, final: string): Reported | null {
  const [first, second] = parameters.slice(1).split(';').map(Number);
  if (final === 'c' && between === '') return { type: 'attributes' };
  if (final === 'n' && between === '' && first === 997) return { type: 'appearance-changed' };
  // 0: the terminal does not know the mode.
  if (final === 'y' && between === '$' && first !== undefined) return { type: 'mode', mode: first, known: !!second };
  return null;
}

/** Of an operating system command, without its marks: `11;rgb:1e1e/1e1e/2e2e`. */
export function reportOfOsc(content: string): Reported | null {
  const [, which, colour = ''] = /^(10|11);(.*)$/s.exec(content) ?? [];
  const rgb = which === undefined ? null : rgbOf(colour);
  return rgb === null ? null : { type: which === '10' ? 'foreground' : 'background', rgb };
}

/** XParseColor's `rgb:R/G/B` with one to four digits a part, also with an alpha behind it, and `#rrggbb`. */
function rgbOf(colour: string): number | null {
  if (/^#[\da-f]{6}$/i.test(colour)) return Number.parseInt(colour.slice(1), 16);
  const [, ...parts] = /^rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})(?:\/[\da-f]{1,4})?$/i.exec(colour) ?? [];
  if (parts.length === 0) return null;
  return parts.reduce((rgb, part) => {
    const most = 16 ** part.length - 1;
    return (rgb << 8) | Math.round((255 * Number.parseInt(part, 16)) / most);
  }, 0);
}
