/**
 * How the tools change a file: one after the other, never a version that the model does not know, and whole or not at all.
 */
import { type Stats, statSync } from 'node:fs';
import { realpath, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ChangedMeanwhile, targetOf, writeAtomically } from './atomic-write.ts';
import type { PlannedChange } from './checkpoints.ts';
import { createFolders, missingFolders } from './create-folders.ts';
import { fileProblem } from './file-problem.ts';
import { operationsOf } from './operations.ts';
import { decode, readable } from './text-file.ts';
import { messageOf } from './thrown.ts';
import type { ToolContext } from './tool.ts';
import { truncateHead } from './truncate.ts';
import { unifiedDiff } from './unified-diff.ts';

const PREVIEW_BYTES_MAX = 256 * 1024;
const SHOWN_CHANGE = { linesMax: 60, bytesMax: 4 * 1024 };

const waiting = new Map<string, Promise<unknown>>();

/** Changes of the same file wait for each other: each begins with what the one before has left. */
export async function inTurn<T>(path: string, change: () => Promise<T>): Promise<T> {
  const file = await realpath(path).catch(() => path);
  const before = waiting.get(file) ?? Promise.resolve();
  const mine = before.then(change, change);
  waiting.set(file, mine);
  try {
    return await mine;
  } finally {
    if (waiting.get(file) === mine) waiting.delete(file);
  }
}

export type FileChange = {
  /** The tool that makes it. */
  readonly tool: string;
  /** Absolute. */
  readonly path: string;
  readonly shown: string;
  /** The file that the change was made for, or null where there was none. */
  readonly before: { readonly bytes: Buffer; readonly stats: Stats } | null;
  readonly after: Buffer;
};

/** Null when it is made, and can be taken back; else why it was not, and what to do next. */
export async function makeChange(change: FileChange, context: ToolContext): Promise<string | null> {
  const { tool, path, shown, before, after } = change;
  context.signal.throwIfAborted();
  try {
    const target = await targetOf(path);
    const folders = missingFolders(dirname(target));
    const step = await checkpoint(
      { turn: context.turn, tool, path: target, before: before?.bytes ?? null, after, folders },
      context,
    );
    try {
      createFolders(dirname(target));
      await writeAtomically(path, after, before?.stats ?? null);
    } catch (error) {
      await step.end(false);
      for (const folder of folders.toReversed()) await rmdir(folder).catch(() => {});
      throw error;
    }
    await step.end(true);
    operationsOf(context).changed(target);
    return null;
  } catch (error) {
    if (error instanceof NotKept)
      return `${shown} was not changed, for what was in it could not be kept: ${error.message}`;
    if (error instanceof ChangedMeanwhile) {
      return `${shown} was changed by somebody else at the same moment. Nothing of yours was written. Read it again.`;
    }
    return fileProblem(error, path, context.folder);
  }
}

class NotKept extends Error {}

async function checkpoint(planned: PlannedChange, { memory, outputFolder }: ToolContext) {
  try {
    return await memory.checkpoints(outputFolder).begin(planned);
  } catch (error) {
    throw new NotKept(messageOf(error));
  }
}

/** Whether a file is too large to be shown what would become of it, each time that it is asked about. */
export function isLarge(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > PREVIEW_BYTES_MAX;
}

/** What is said of a file that has changed since the model last read it, with what has changed. */
export async function describeChange(shown: string, before: Buffer | null, now: Buffer): Promise<string> {
  const said = `${shown} has changed since you last read it. Nothing was done. Read it again first.`;
  const diff = before && (await unifiedDiff(shown, shownText(before), shownText(now)));
  if (!diff) return said;
  const { content, truncated } = truncateHead(diff, SHOWN_CHANGE);
  return `${said} What has changed:\n${content}${truncated ? '\n(and more)' : ''}`;
}

/** A content for the eye. */
export function shownText(bytes: Buffer): string {
  const text = decode(bytes);
  return text ? readable(text) : `(binary, ${bytes.length} bytes)\n`;
}
