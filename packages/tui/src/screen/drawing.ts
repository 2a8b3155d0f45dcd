/** The ways to draw a session: over the whole screen, or at the end of the main one. The same model, keys and view. */
import { inlinePainter } from '../inline/inline-painter.ts';
import { atEndOfEarlier, atNotes, inlineView, isCopyOf } from '../inline/inline-view.ts';
import { reflowOf } from '../inline/reflow.ts';
import { type Painter, screenPainter } from '../terminal/painter.ts';
import type { Frame } from '../text/cells.ts';
import type { Environment } from '../theme/environment.ts';
import type { Model } from './model.ts';
import { view } from './view.ts';

export type Drawing = {
  /** @param now in ms */
  readonly painter: (env: Environment, now: () => number) => Painter;
  /** A session is shown first. */
  readonly begun: (model: Model) => Model;
  /** A session takes the place of another one. */
  readonly swapped: (model: Model, before: Model) => Model;
  readonly show: (model: Model) => { readonly model: Model; readonly frame: Frame };
};

export const DRAWINGS = {
  full: {
    painter: screenPainter,
    begun: (model) => model,
    swapped: (model) => model,
    show: (model) => ({ model, frame: view(model) }),
  },
  inline: {
    painter: (env, now) => inlinePainter(reflowOf(env), now),
    begun: atEndOfEarlier,
    swapped: (model, before) => (isCopyOf(model, before) ? atNotes(model) : atEndOfEarlier(model)),
    show: inlineView,
  },
} as const satisfies { readonly [name: string]: Drawing };
