/** What hooks have come to, where they have changed something or failed; what they let be is not told. */
import type { HookEnded, HookRun } from '@tagma/core';
import type { StreamEvent } from '@tagma/stream';

export type Hooks = {
  readonly asked: (run: HookRun) => void;
  readonly ended: (event: HookEnded, at: string) => readonly StreamEvent[];
};

export function createHooks(): Hooks {
  const runs = new Map<number, HookRun>();
  return {
    asked: (run) => void runs.set(run.id, run),
    ended({ request, outcome, ran }, at) {
      const run = runs.get(request);
      runs.delete(request);
      const failed = ran.flatMap(({ hook, problem }) => (problem === undefined ? [] : [{ hook, problem }]));
      if (run === undefined || (outcome === null && failed.length === 0)) return [];
      const call = 'call' in run ? run.call : null;
      const text = outcome === null ? '' : textOf(outcome);
      return [
        { type: 'hook_ended', request, point: run.point, call, outcome: outcome?.kind ?? null, text, failed, at },
      ];
    },
  };
}

function textOf(outcome: NonNullable<HookEnded['outcome']>): string {
  if ('reason' in outcome) return outcome.reason;
  if ('answer' in outcome) return outcome.answer;
  if ('text' in outcome) return outcome.text;
  return 'content' in outcome ? outcome.content : '';
}
