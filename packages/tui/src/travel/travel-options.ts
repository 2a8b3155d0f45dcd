/** What a history is looked at with, and why it is left. */
import type { Tape } from '@tagma/history';
import type { Copied, Edited, Leaving } from '../screen/doors.ts';
import type { ViewerOptions } from '../screen/viewer.ts';
import type { Goal } from './goal.ts';
import type { Sight } from './seen.ts';

/** What a walk through a history is given. */
export type TravelOptions = ViewerOptions & {
  /** Opened with `SEEN`; whoever opened it closes it. */
  readonly tape: Tape<Sight>;
  readonly goal?: Goal;
  /** Shows a text in the person's editor, as a file of that name; the terminal is given back meanwhile. It must not reject. */
  readonly edit?: (text: string, name: string) => Promise<Edited>;
  /** To the clipboard of this machine, by a program of it. It must not reject. */
  readonly copy?: (text: string) => Promise<Copied>;
};

/** Why it was left. `fork`: to go on from behind that record. */
export type TravelLeaving = Leaving | { readonly kind: 'fork'; readonly record: number };
