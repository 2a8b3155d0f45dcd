/**
 * Takes back the last changes that write and edit have made, one file a step, and those of commands that could not be analysed, all files of
 * one a step, where nobody has changed a file since.
 */
import type { Outcome } from '@tagma/protocol';
import * as z from 'zod/mini';
import { shownText } from './file-change.ts';
import { fileProblem } from './file-problem.ts';
import { operationsOf } from './operations.ts';
import { aborted, failed, succeeded } from './outcome.ts';
import { shownPath } from './paths.ts';
import type { Tool, ToolContext } from './tool.ts';
import { truncateHead } from './truncate.ts';
import type { Restored, Step, Undone } from './undone.ts';
import { unifiedDiff } from './unified-diff.ts';

/** A longer list tells the model no more. */
const SHOWN_STEPS_MAX = 50;
const SHOWN_PATHS_MAX = 500;
const SHOWN_LOSS = { linesMax: 60, bytesMax: 4 * 1024 };

const input = z.strictObject({
  steps: z.optional(z.int().check(z.gte(1), z.describe('Default 1.'))),
});

export const undo: Tool<z.infer<typeof input>> = {
  name: 'undo',
  description: 'Takes back the last changes by write and edit.',
  body: 'steps',
  input,

  run: ({ steps = 1 }, context) => takeBack(steps, context),
};

/** Takes back so many steps, or those of the last turn that changed any. Never rejects. */
export async function takeBack(steps: number | 'turn', context: ToolContext): Promise<Outcome> {
  const { folder, memory, outputFolder, signal } = context;
  if (signal.aborted) return aborted('Nothing was taken back: it was stopped before that began.');
  try {
    const undone = await memory.checkpoints(outputFolder).undo(steps);
    if (undone.kind !== 'undone') return failed(await refusal(undone, folder), { steps: 0 });
    // It is the model's own change: it knows what was there before.
    for (const path of undone.paths) operationsOf(context).changed(path);
    for (const { path, to } of undone.files) if (to) await memory.seen.wrote(path, to, 'inPart');
    return await report(undone, steps, context);
  } catch (error) {
    const path = await lastPath(context).catch(() => folder);
    return failed(fileProblem(error, path, folder));
  }
}

async function lastPath({ folder, memory, outputFolder }: ToolContext): Promise<string> {
  const [step] = await memory.checkpoints(outputFolder).last(1);
  return step?.path ?? folder;
}

/** What an undo says where it took nothing back: to the model and to the person. `folder`: paths are shown relative to it. */
async function refusal(undone: Exclude<Undone, { kind: 'undone' }>, folder: string): Promise<string> {
  if (undone.kind === 'nothing') return 'There is no change by write or edit to take back.';
  const shown = shownPath(undone.step.path, folder);
  const what = undone.step.tree === undefined ? `the ${undone.step.tool} of ${shown}` : 'the command';
  if (undone.kind === 'lost') {
    return `Nothing was taken back: what ${shown} was before ${what} is not kept any more. Change it with edit or write.`;
  }
  const said = `${shown} has changed since ${what}, so nothing was taken back: that would be lost. Change it with edit or write.`;
  const { after, now } = undone;
  if (now === null) return `${said} The file is not there any more.`;
  const diff = after && (await unifiedDiff(shown, shownText(after), shownText(now)));
  if (!diff) return said;
  const { content, truncated } = truncateHead(diff, SHOWN_LOSS);
  return `${said} What would be lost:\n${content}${truncated ? '\n(and more)' : ''}`;
}

async function report(
  { steps, files, paths }: Undone & { kind: 'undone' },
  asked: number | 'turn',
  { folder }: ToolContext,
) {
  const lines = steps.slice(0, SHOWN_STEPS_MAX).map((step) => `- ${describeStep(step, folder)}`);
  if (steps.some(({ tree }) => tree !== undefined)) lines.push(...filesOf(paths, folder));
  if (steps.length > SHOWN_STEPS_MAX) lines.push(`- and ${steps.length - SHOWN_STEPS_MAX} before them`);
  const fewer =
    asked !== 'turn' && steps.length < asked ? [`there were no more than ${countOf(steps.length)} to take back`] : [];
  const diffs = await Promise.all(files.map((file) => diffOf(file, folder)));
  const details = { steps: steps.length, paths: paths.slice(0, SHOWN_PATHS_MAX), diff: diffs.join('') };
  return succeeded(`Took back ${countOf(steps.length)}, the last first:\n${lines.join('\n')}`, details, fewer);
}

/** `the edit of a.txt` */
function describeStep({ tool, path, before, tree }: Step, folder: string): string {
  if (tree !== undefined) return 'what a command changed';
  const shown = shownPath(path, folder);
  return before === null ? `the ${tool} of ${shown}, which is removed: it was new` : `the ${tool} of ${shown}`;
}

/** What it came to: nobody has seen it in a call. */
function filesOf(paths: readonly string[], folder: string): readonly string[] {
  const shown = [...paths]
    .sort()
    .slice(0, SHOWN_STEPS_MAX)
    .map((path) => `  ${shownPath(path, folder)}`);
  const more = paths.length - shown.length;
  return ['files that are as they were:', ...shown, ...(more > 0 ? [`  and ${more} more`] : [])];
}

function countOf(steps: number): string {
  return steps === 1 ? '1 step' : `${steps} steps`;
}

async function diffOf({ path, from, to }: Restored, folder: string): Promise<string> {
  const texts = [from, to].map((bytes) => (bytes === null ? '' : shownText(bytes)));
  return (await unifiedDiff(shownPath(path, folder), texts[0] ?? '', texts[1] ?? '')) ?? '';
}
