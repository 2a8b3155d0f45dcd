/** What is to be done with what the transcript holds, done. */
import { next } from '../screen/model.ts';
import type { Stage } from '../screen/stage.ts';
import type { TranscriptAct } from './acts.ts';

/** So much of a stage they need: one that shows no session has as much. */
export type TranscriptStage = Pick<Stage, 'follow' | 'edit'> & {
  readonly terminal: Pick<Stage['terminal'], 'copy' | 'print'>;
  readonly shown: () => Pick<ReturnType<Stage['shown']>, 'copy'>;
};

type Performers = {
  readonly [T in TranscriptAct['type']]: (
    act: Extract<TranscriptAct, { readonly type: T }>,
    stage: TranscriptStage,
  ) => void;
};

export const TRANSCRIPT_PERFORMERS: Performers = {
  // By the terminal, which does not say whether it took it, and by a program of this machine.
  copy: async ({ text, what }, { terminal, shown, follow }) => {
    const isAsked = terminal.copy(text);
    const done = await shown().copy?.(text);
    if (what === undefined) return;
    const notice = done?.ok
      ? `Copied: ${what}.`
      : isAsked
        ? `Handed to the terminal for the clipboard: ${what}.`
        : `Not copied: ${done?.message ?? 'neither the terminal nor a program of this machine has a clipboard.'}`;
    follow((model) => next({ ...model, notice }));
  },
  'read-elsewhere': async ({ text, name }, { edit, follow }) => {
    const read = await edit(text, name);
    follow((model) => next(read.ok ? model : { ...model, notice: read.message }));
  },
  print: ({ text }, { terminal, follow }) => {
    terminal.print(text);
    follow((model) => next({ ...model, notice: 'Written to the terminal’s own scrollback, above this screen.' }));
  },
};
