/** The way to choose a session before there is one. What it needs of the terminal is loaded when it is opened. */
import type { ViewerOptions } from '../screen/viewer.ts';
import type { Picked, SessionsToPick } from './show-picker.ts';

/** Shows the sessions until one is chosen, or none. */
export async function openPicker(options: ViewerOptions, sessions: SessionsToPick): Promise<Picked> {
  const { showPicker } = await import('./show-picker.ts');
  return showPicker(options, sessions);
}
