/** Shows a history on the full screen: the file is read on between the keys, and stood at where they lead. */
import { needleOf } from '@tagma/history';
import type { Edited } from '../screen/doors.ts';
import { openViewer, type Viewed, type ViewerStage } from '../screen/viewer.ts';
import { TRANSCRIPT_PERFORMERS, type TranscriptStage } from '../transcript/performers.ts';
import { found } from './finding.ts';
import { arrived, readOn, towards } from './moving.ts';
import { due } from './playing.ts';
import { pressTravel } from './press.ts';
import { readBy } from './reading.ts';
import { onward, startTravel, type Travel, type TravelAct, type TravelNext } from './travel.ts';
import type { TravelLeaving, TravelOptions } from './travel-options.ts';
import { viewTravel } from './view.ts';

/** Bytes of the file that are read between two looks at the keys. */
const SLICE_BYTES = 96 * 1024;
/** How often a file that was read to its end is looked at for more: its session may still run. */
const GROWTH_MS = 500;
/** Steps that are looked through between two looks at the keys. */
const SLICE_STEPS = 200;

export async function showTravel(options: TravelOptions): Promise<TravelLeaving> {
  const { tape } = options;
  let forkAt: number | null = null;
  let finding = 0;

  const performers: Performers = {
    go({ record }, stage) {
      // Whoever goes somewhere looks for nothing any more.
      finding += 1;
      stage.follow((travel, at) => {
        const stop = tape.at(record);
        return stop ? done(arrived(travel, stop, record, at)) : { model: travel, acts: [] };
      });
    },
    find(act, stage) {
      finding += 1;
      find(act, stage, finding);
    },
    fork({ record }, stage) {
      forkAt = record;
      stage.leave({ kind: 'quit', interrupted: false });
    },
    copy: (act, stage) => TRANSCRIPT_PERFORMERS.copy(act, transcriptStage(stage)),
    'read-elsewhere': (act, stage) => TRANSCRIPT_PERFORMERS['read-elsewhere'](act, transcriptStage(stage)),
    quit: (_act, stage) => stage.leave({ kind: 'quit', interrupted: false }),
    suspend: (_act, stage) => stage.suspend(),
    redraw: (_act, stage) => stage.redraw(),
  };

  /** What is done with the transcript is done as on the screen of a session. */
  function transcriptStage(stage: Stage): TranscriptStage {
    const { edit, copy } = options;
    return {
      terminal: { copy: stage.copy, print: () => undefined },
      shown: () => (copy ? { copy } : {}),
      follow: (change) => stage.follow((travel) => done(readBy(travel, change))),
      async edit(text, name) {
        let edited: Edited = { ok: false, message: 'There is no editor here.' };
        await stage.outside(async () => {
          if (edit) edited = await edit(text, name);
        });
        return edited;
      },
    };
  }

  /** Another search, or another key that goes somewhere, takes the place of this one. */
  function find(act: Extract<TravelAct, { type: 'find' }>, stage: Stage, own: number): void {
    const looking = found(tape, needleOf(act.text, act.text === act.text.toLowerCase()), act);
    const look = (): void => {
      if (own !== finding) return;
      for (let steps = 0; steps < SLICE_STEPS; steps++) {
        const next = looking.next();
        if (!next.done) continue;
        stage.follow((travel) => {
          if (next.value !== null)
            return done(towards({ ...travel, notice: null }, { kind: 'record', record: next.value }));
          return done(
            onward({ ...travel, notice: `${act.text} stands nowhere ${act.back ? 'before' : 'behind'} this.` }),
          );
        });
        return;
      }
      setImmediate(look);
    };
    look();
  }

  /** Reads the file in small pieces, and then looks for what is added to it. */
  function begin(stage: Stage): () => void {
    let timer: NodeJS.Timeout | undefined;
    let over = false;
    const read = (): void => {
      if (over) return;
      const hasMore = tape.readOn(SLICE_BYTES);
      stage.follow((travel) => done(readOn(travel, tape.known)));
      if (over) return;
      timer = hasMore ? setTimeout(read, 0) : setTimeout(grow, GROWTH_MS);
    };
    const grow = (): void => {
      if (over) return;
      timer = tape.hasGrown() ? setTimeout(read, 0) : setTimeout(grow, GROWTH_MS);
    };
    read();
    return () => {
      over = true;
      clearTimeout(timer);
      finding += 1;
    };
  }

  const viewed: Viewed<Travel, TravelAct> = {
    start: (size) => ({
      ...startTravel(tape.known, size, options.goal, options.keys),
      notice: options.notice ?? null,
    }),
    press: (travel, input, at) => done(pressTravel(travel, input, at)),
    resized: (travel, size) => ({ ...travel, size, reading: { ...travel.reading, scroll: null }, recordRow: 0 }),
    view: viewTravel,
    dueAt: ({ playing }) => playing?.due ?? null,
    due: (travel) => done(due(travel)),
    // The compiler does not see that an act belongs to the entry of its own type.
    perform: (act, stage) => (performers[act.type] as Performer)(act, stage),
    begin,
  };
  const leaving = await openViewer(options, viewed);
  return forkAt === null ? leaving : { kind: 'fork', record: forkAt };
}

type Stage = ViewerStage<Travel, TravelAct>;
type Performer = (act: TravelAct, stage: Stage) => void;
type Performers = {
  readonly [T in TravelAct['type']]: (act: Extract<TravelAct, { type: T }>, stage: Stage) => void;
};

function done({ travel, acts }: TravelNext): { readonly model: Travel; readonly acts: readonly TravelAct[] } {
  return { model: travel, acts };
}
