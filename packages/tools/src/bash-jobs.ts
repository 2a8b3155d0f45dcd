/** The half of `bash` that is about commands in the background: starts one, reads what is new of it, stops it. */
import { setTimeout as delay } from 'node:timers/promises';
import type { JsonObject, Outcome } from '@tagma/protocol';
import { failureOf, showOutput, startProblem } from './bash-report.ts';
import { JOBS_RUNNING_MAX, type Job, type JobStart, type Jobs } from './jobs.ts';
import type { Patience } from './operations.ts';
import { aborted, failed, succeeded } from './outcome.ts';
import { jobNotes } from './sandbox-notes.ts';
import { type TextLimits, truncateLine } from './truncate.ts';

const TITLE_CHARACTERS_MAX = 60;

export type JobAction = 'read' | 'stop';

/** How long output is waited for, what ends the waiting, and how much of it is shown. */
export type Waiting = { readonly patience: Patience; readonly signal: AbortSignal; readonly limits: TextLimits };

/** Answers within a moment, with the id and what there is of output by then. A job that has failed by then is an error. */
export async function startInBackground(jobs: Jobs, start: JobStart, waiting: Waiting): Promise<Outcome> {
  const job = jobs.start(start);
  if (job === null) {
    return failed(`${JOBS_RUNNING_MAX} jobs run already. Stop one of them first: ${listOf(jobs)}.`);
  }
  await news(job, waiting);
  if (waiting.signal.aborted) {
    await job.stop();
    return aborted('', { job: job.id }, ['bash was aborted, and the job was ended']);
  }
  const end = job.end();
  if (end?.cause === 'failed') return failed(startProblem(end.problem ?? ''), { job: job.id, ...stateDetails(job) });
  const { content, details, notes } = readOut(job, waiting);
  const isFailure = end !== null && (end.cause !== 'exit' || failureOf(end) !== null);
  if (isFailure) return failed(content, details, notes);
  const advice = `read its new output with job ${job.id} and action read, end it with action stop`;
  return succeeded(content, details, end === null ? [...notes, ...jobNotes(start.command), advice] : notes);
}

export async function askJob(jobs: Jobs, id: string, action: JobAction, waiting: Waiting): Promise<Outcome> {
  const job = jobs.find(id.trim());
  if (!job) return failed(`There is no job ${id.trim()}. ${thereAre(jobs)}`);
  if (action === 'stop') await job.stop();
  else await news(job, waiting);
  if (waiting.signal.aborted) return aborted('', { job: job.id }, ['bash was aborted; the job was not touched']);
  const { content, details, notes } = readOut(job, waiting);
  return succeeded(content, details, notes);
}

/** Waits a moment for output, or the end. */
async function news(job: Job, { patience, signal }: Waiting): Promise<void> {
  const over = new AbortController();
  const wait = (ms: number) => delay(ms, undefined, { signal: AbortSignal.any([signal, over.signal]) }).catch(() => {});
  await Promise.race([job.news(), wait(patience.outputMs)]);
  if (job.end() === null && job.hasNews()) await Promise.race([job.ended, wait(patience.moreMs)]);
  over.abort();
}

function readOut(job: Job, { limits }: Waiting) {
  const { content, details, notes } = showOutput(job.read(), limits, 'new ');
  const nothing = content === '' && notes.length === 0 ? ['no new output'] : [];
  const left = job.left();
  return {
    content,
    details: { job: job.id, ...stateDetails(job), ...details, ...left?.details },
    notes: [...nothing, ...notes, ...(left?.notes ?? []), `${job.id} ${stateOf(job)}`],
  };
}

function stateDetails(job: Job): JsonObject {
  const end = job.end();
  const state = end === null ? 'running' : end.cause === 'abort' ? 'stopped' : end.cause;
  return {
    state: state === 'exit' ? 'exited' : state,
    exitCode: end?.exitCode ?? null,
    signal: end?.signal ?? null,
    ...(end === null ? {} : { durationMs: end.durationMs }),
    ...(end !== null && job.isLeft() ? { leftRunning: true } : {}),
  };
}

/** Goes on after the name of the job. */
function stateOf(job: Job): string {
  const end = job.end();
  if (end === null) return 'is running';
  const left = job.isLeft() ? '; processes that it started are still running' : '';
  switch (end.cause) {
    case 'abort':
      return `was stopped${left}`;
    case 'timeout':
      return `has run out of its time and was ended${left}`;
    case 'failed':
      return 'could not be started';
    case 'exit':
      return `${end.signal ? `was killed by ${end.signal}` : `has exited with code ${end.exitCode}`}${left}`;
  }
}

function thereAre(jobs: Jobs): string {
  const list = listOf(jobs);
  return list === '' ? 'No job has been started; background true starts one.' : `The jobs are: ${list}.`;
}

function listOf(jobs: Jobs): string {
  return jobs
    .all()
    .map((job) => `${job.id} (${titleOf(job)}) ${stateOf(job)}`)
    .join(', ');
}

function titleOf({ command }: Job): string {
  const line = command.trim().replaceAll(/\s+/g, ' ');
  const { content, truncated } = truncateLine(line, TITLE_CHARACTERS_MAX);
  return truncated ? `${content}…` : content;
}
