/**
 * All that the screen shows and all that it remembers, as one plain value. It changes by updates of the session
 * (`told`), by keys (`press.ts`) and by the terminal's size. What the screen wants done goes out as acts.
 */
import type { Fact, Mode, QueuedMessage, Update } from '@tagma/core';
import type { Size } from './cells.ts';
import { BLANK_COMPOSER, type Composer, composed } from './composer.ts';
import { EMPTY, type Transcript, transcriptAfter } from './transcript.ts';

export type Status = { readonly model: string; readonly folder: string; readonly mode: Mode };

export type Model = {
  readonly transcript: Transcript;
  /** The machine's state, in its own word. */
  readonly state: string;
  readonly status: Status;
  readonly composer: Composer;
  /** What the machine has been told and has not taken up yet. */
  readonly queue: readonly QueuedMessage[];
  /** A prompt has been sent, and the session has not said yet that it took it. */
  readonly sent: boolean;
  /** Whether the question has the keys, or the draft that was being written when it came. */
  readonly answering: boolean;
  readonly help: boolean;
  /** The last key was Ctrl+C: another one quits. `interrupted`: this one has stopped a turn. */
  readonly quitNear: { readonly interrupted: boolean } | null;
  /** The last row of the transcript that is shown; null follows the newest. */
  readonly scroll: Anchor | null;
  readonly size: Size;
};

/** A row of the transcript: a block, from 0, and a row in it. */
export type Anchor = { readonly block: number; readonly row: number };

export type Act =
  | { readonly type: 'send'; readonly fact: Fact }
  /** `interrupted`: by Ctrl+C, pressed while a turn ran. */
  | { readonly type: 'quit'; readonly interrupted: boolean }
  | { readonly type: 'suspend' }
  | { readonly type: 'redraw' };

/** What follows: the next model, and what is to be done. */
export type Next = { readonly model: Model; readonly acts: readonly Act[] };

export function startModel(status: Status, size: Size): Model {
  return {
    transcript: EMPTY,
    state: 'idle',
    status,
    composer: BLANK_COMPOSER,
    queue: [],
    sent: false,
    answering: false,
    help: false,
    quitNear: null,
    scroll: null,
    size,
  };
}

/** `state` is the machine's after the update; of no matter where the update is no step. */
export function told(before: Model, update: Update, state: string): Next {
  const transcript = transcriptAfter(before.transcript, update);
  if (update.kind !== 'step') return { model: { ...before, transcript }, acts: [] };
  const { queue } = update.snapshot.context;
  let model: Model = { ...before, transcript, state, queue };
  if (update.event.type === 'prompt.given') model = { ...model, sent: false, scroll: null };
  if (update.event.type === 'mode.changed') model = { ...model, status: { ...model.status, mode: update.event.mode } };
  if (transcript.question && transcript.question !== before.transcript.question) model = asked(model);
  const end = update.emitted.find((each) => each.type === 'turn.end');
  return end && end.result.kind !== 'done' ? givenBack(model) : { model, acts: [] };
}

export function isBusy({ transcript, sent }: Model): boolean {
  return transcript.busy || sent;
}

export function given(model: Model, text: string): Next {
  return {
    model: { ...model, sent: true, scroll: null },
    acts: [{ type: 'send', fact: { type: 'prompt.given', text } }],
  };
}

/**
 * A question shows itself, but does not take the keys from someone who is writing: a `y` of a word would be a yes.
 */
function asked(model: Model): Model {
  return { ...model, scroll: null, help: false, answering: model.composer.text === '' };
}

/** The turn did not come to an answer: what was queued may no longer be meant, so it goes back to the draft. */
function givenBack(model: Model): Next {
  return model.queue.reduceRight(
    (next: Next, one) => {
      const back = takenBack(next.model, one);
      return { model: back.model, acts: [...back.acts, ...next.acts] };
    },
    { model, acts: [] },
  );
}

/** The message goes back to the draft, before what stands there. */
export function takenBack(model: Model, { message, text }: QueuedMessage): Next {
  const draft = model.composer.text === '' ? text : `${text}\n${model.composer.text}`;
  return {
    model: { ...model, composer: composed(draft) },
    acts: [{ type: 'send', fact: { type: 'message.withdrawn', message } }],
  };
}
