/**
 * How long the work takes that is under way: since when each tool runs, when a request that failed is made again, what
 * goes on in the background. Times are on the clock of `told`.
 */
import type { AgentEvent, Emitted, Update } from '@tagma/core';
import type { JsonObject } from '@tagma/protocol';

export type Progress = {
  /** Since when the tool runs that an effect of this id has begun. */
  readonly tools: ReadonlyMap<number, number>;
  /** Null while no failed request waits to be made again. */
  readonly retry: { readonly due: number; readonly retry: number; readonly retriesMax: number } | null;
  /** Since when the model is waited for, for a reply or a summary; null where it is not. */
  readonly askedAt: number | null;
  /** The ids of jobs that run in the background, as `bash` has said it last. */
  readonly jobs: readonly string[];
};

export const NO_PROGRESS: Progress = { tools: new Map(), retry: null, askedAt: null, jobs: [] };

type StepUpdate = Extract<Update, { kind: 'step' }>;

/** `at`: now. */
export function progressAfter(before: Progress, { event, emitted }: StepUpdate, at: number): Progress {
  return emitted.reduce((made, each) => afterEmitted(made, each, at), afterEvent(before, event));
}

function afterEvent(before: Progress, event: AgentEvent): Progress {
  switch (event.type) {
    case 'timer.fired':
      return { ...before, retry: null };
    case 'reply.ended':
    case 'reply.failed':
      return { ...before, askedAt: null };
    case 'tool.ended':
      return {
        ...before,
        tools: without(before.tools, event.request),
        jobs: jobsAfter(before.jobs, event.outcome.details),
      };
    case 'session.resumed':
    case 'session.ended':
      return NO_PROGRESS;
    default:
      return before;
  }
}

function afterEmitted(before: Progress, emitted: Emitted, at: number): Progress {
  switch (emitted.type) {
    case 'tool.run':
      return { ...before, tools: new Map(before.tools).set(emitted.id, at) };
    case 'timer.start':
      return { ...before, retry: { due: at + emitted.ms, retry: emitted.retry, retriesMax: emitted.retriesMax } };
    case 'model.ask':
    case 'summary.ask':
      return { ...before, askedAt: at };
    case 'cancel':
      return { ...before, retry: null };
    case 'turn.end':
      return { ...before, tools: new Map(), retry: null, askedAt: null };
    default:
      return before;
  }
}

/** `details` are those of an answer of `bash` about a job. */
function jobsAfter(jobs: readonly string[], { job, state }: JsonObject): readonly string[] {
  if (typeof job !== 'string') return jobs;
  const others = jobs.filter((each) => each !== job);
  return state === 'running' ? [...others, job] : others;
}

function without(tools: ReadonlyMap<number, number>, request: number): ReadonlyMap<number, number> {
  const left = new Map(tools);
  left.delete(request);
  return left;
}
