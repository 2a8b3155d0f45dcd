/**
 * The way into the full screen. What it needs (the terminal, the widths of signs) takes some 30 ms to load, so it is
 * loaded when a screen is opened: a run without one does not pay for it.
 */

import { holdSignals } from '../terminal/ways-out.ts';
import type { Environment } from '../theme/environment.ts';
import type { Leaving, ScreenOptions } from './doors.ts';

/** Whether a full screen is possible: the output is a terminal that can be drawn on. */
export function canFullScreen(env: Environment, stdout: { readonly isTTY?: boolean }): boolean {
  if (stdout.isTTY !== true || env.TERM === 'dumb') return false;
  return (env.TERM ?? '') !== '' || env.OS === 'Windows_NT';
}

/** Loads what a full screen needs, so that it is there when one is opened: while something else is waited for. */
export async function loadScreen(): Promise<void> {
  const [{ loadTerminal }] = await Promise.all([import('../terminal/blessed-screen.ts'), import('./screen.ts')]);
  await loadTerminal();
}

/** The same line by line: nothing is drawn, and lines are typed. Of the options the drawing, the theme and the mouse are nothing to it. */
export async function openAccessible(options: ScreenOptions): Promise<Leaving> {
  const held = holdSignals();
  try {
    const { showAccessible } = await import('../accessible/accessible-screen.ts');
    return await showAccessible(options, held);
  } finally {
    held.release();
  }
}

/**
 * Shows the session until it is left. Prints nothing of its own after that, and has given the terminal back by then. A
 * signal counts from this call on: one that comes before there is a screen leaves it at once.
 * @throws what the view or the session threw; the terminal has been given back all the same.
 */
export async function openScreen(options: ScreenOptions): Promise<Leaving> {
  const held = holdSignals();
  try {
    const { showScreen } = await import('./screen.ts');
    return await showScreen(options, held);
  } finally {
    held.release();
  }
}
