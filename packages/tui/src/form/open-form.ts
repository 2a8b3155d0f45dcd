/** The way to put questions on the whole screen. What it needs of the terminal is loaded when it is opened. */
import type { FormEnd, FormOptions, Script } from './show-form.ts';

/** Shows them until the script is done or the person leaves; the terminal has been given back by then, or is kept. */
export async function openForm<T>(options: FormOptions, script: Script<T>): Promise<FormEnd<T>> {
  const { showForm } = await import('./show-form.ts');
  return showForm(options, script);
}
