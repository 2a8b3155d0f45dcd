/** The mouse as SGR reports tell it (mode 1006): `CSI < BUTTON ; COLUMN ; ROW M`, or `m` when a button is let go. */
import type { Mouse } from './input.ts';
import { withModifiers } from './key-codes.ts';

const BUTTONS = ['left', 'middle', 'right'];
const WHEELS = ['wheel-up', 'wheel-down', 'wheel-left', 'wheel-right'];

const SHIFT = 4;
const ALT = 8;
const CONTROL = 16;
const MOTION = 32;
const WHEEL = 64;
/** Buttons of which nobody knows where they are. */
const OTHERS = 128;

/** Null: a move without a button, or a button that has no name. `parameters` begin with `<`. */
export function mouseInput(parameters: string, final: string): Mouse | null {
  const [, ...numbers] = /^<(\d+);(\d+);(\d+)$/.exec(parameters) ?? [];
  const [button = 0, column = 0, row = 0] = numbers.map(Number);
  const name = numbers.length === 0 ? undefined : nameOf(button, final === 'm');
  if (name === undefined) return null;
  const chord = withModifiers(name, modifiersOf(button));
  return { kind: 'mouse', chord, row: Math.max(0, row - 1), column: Math.max(0, column - 1) };
}

function nameOf(button: number, released: boolean): string | undefined {
  if (button & OTHERS) return undefined;
  if (button & WHEEL) return released ? undefined : WHEELS[button & 3];
  const which = BUTTONS[button & 3];
  if (which === undefined) return undefined;
  if (button & MOTION) return released ? undefined : `drag-${which}`;
  return `${released ? 'release' : 'mouse'}-${which}`;
}

/** As keys count them. */
function modifiersOf(button: number): number {
  return 1 + (button & SHIFT ? 1 : 0) + (button & ALT ? 2 : 0) + (button & CONTROL ? 4 : 0);
}
