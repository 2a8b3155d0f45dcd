/** A replayed session as it was seen: what the plain view printed then, in the time that it took, or faster. */
import { setTimeout as wait } from 'node:timers/promises';
import type { AgentEvent } from '@tagma/core';
import type { ReplayedStep } from '@tagma/history';
import { plainRenderer } from '@tagma/tui';

export type Pace = '1x' | '4x' | 'max';

/** Whoever watches does not wait longer for what took longer. */
const WAIT_MS_MAX = 10_000;
const MINUTE_MS = 60_000;

export type Show = {
  /** Shows what a step has added, after as long as it took to come. */
  readonly take: (step: ReplayedStep) => Promise<void>;
  readonly end: () => void;
};

/** @param range of the numbers of records: what comes before is only told to the view */
export function showing(pace: Pace, range: { readonly from: number; readonly to: number }): Show {
  let shows = false;
  const sink = { write: (text: string) => shows && process.stdout.write(text), isTTY: process.stdout.isTTY };
  const renderer = plainRenderer({ answer: sink, progress: sink, env: process.env });
  let before: AgentEvent | null = null;
  return {
    async take({ record, event, emitted, snapshot }) {
      shows = record >= range.from;
      if (shows && before !== null) await passTime(event.at - before.at, pace);
      before = event;
      renderer.take({ kind: 'step', event, emitted, snapshot });
    },
    end: renderer.end,
  };
}

async function passTime(ms: number, pace: Pace): Promise<void> {
  if (pace === 'max') return;
  const waited = pace === '4x' ? ms / 4 : ms;
  await wait(Math.min(Math.max(waited, 0), WAIT_MS_MAX));
  if (waited > MINUTE_MS) process.stdout.write(`… ${Math.round(ms / MINUTE_MS)} min later\n`);
}
