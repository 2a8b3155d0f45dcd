/** What the keys that look at the transcript do. */
import type { TranscriptCommand } from '../keys/tables/transcript.ts';
import { transcriptHeight } from '../screen/areas.ts';
import { type Model, type Next, next, type Run, type Runs } from '../screen/model.ts';
import { blockToggled, chosenBy, kindToggled } from './choosing.ts';
import { copyBlock, copySource, readElsewhere, toScrollback } from './copying.ts';
import { lookingBack, scrolledBy, toTop, WHEEL_ROWS } from './scrolling.ts';
import { hitBy, searchBegun, searchLeft } from './searching.ts';

export const TRANSCRIPT_RUNS: Runs<TranscriptCommand> = {
  'page-up': (model) => scrollBy(lookingBack(model), 1 - transcriptHeight(model)),
  'page-down': (model) => scrollBy(model, transcriptHeight(model) - 1),
  'wheel-up': (model) => scrollBy(model, -WHEEL_ROWS),
  'wheel-down': (model) => scrollBy(model, WHEEL_ROWS),
  'to-top': changing(toTop),
  'to-bottom': (model) => next({ ...model, scroll: null }),
  'block-up': changing((model) => chosenBy(lookingBack(model), -1)),
  'block-down': changing((model) => chosenBy(model, 1)),
  'toggle-block': changing((model) => blockToggled(model)),
  'close-block': changing((model) => blockToggled(model, 'folded')),
  'open-block': changing((model) => blockToggled(model, 'open')),
  'leave-block': (model) => next({ ...model, chosen: null }),
  'toggle-tools': changing((model) => kindToggled(model, 'tools')),
  'toggle-thoughts': changing((model) => kindToggled(model, 'thoughts')),
  'copy-block': copyBlock,
  'copy-source': copySource,
  'read-elsewhere': readElsewhere,
  'to-scrollback': toScrollback,
  find: changing((model) => searchBegun(model, model.search?.query.text ?? '')),
  'hit-up': changing((model) => hitBy(model, -1)),
  'hit-down': changing((model) => hitBy(model, 1)),
  'leave-search': changing(searchLeft),
};

export function scrollBy(model: Model, rows: number): Next {
  return next(scrolledBy(model, rows));
}

function changing(change: (model: Model) => Model): Run {
  return (model) => next(change(model));
}
