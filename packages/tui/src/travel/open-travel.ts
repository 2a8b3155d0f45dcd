/** The way to look at a history on the full screen. What it needs of the terminal is loaded when it is opened. */
import type { TravelLeaving, TravelOptions } from './travel-options.ts';

/** Shows it until it is left; the terminal has been given back by then. */
export async function openTravel(options: TravelOptions): Promise<TravelLeaving> {
  const { showTravel } = await import('./show-travel.ts');
  return showTravel(options);
}
