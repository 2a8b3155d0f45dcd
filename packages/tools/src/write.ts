/** Writes a whole file, creating the folders above it. */
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { writeAtomically } from './atomic-write.ts';
import { createFolders } from './create-folders.ts';
import { fileProblem } from './file-problem.ts';
import { failed, succeeded } from './outcome.ts';
import { resolvePath, shownPath } from './paths.ts';
import { problemOfKind } from './text-file.ts';
import type { Tool } from './tool.ts';
import { countLines } from './truncate.ts';

const input = z.strictObject({
  path: z.string().check(z.describe('The file.')),
  content: z.string().check(z.describe('All of it.')),
});

export const write: Tool<z.infer<typeof input>> = {
  name: 'write',
  description: 'Creates a file, or replaces all of one; folders above it are made.',
  input,

  async run({ path: written, content }, context) {
    const resolved = resolvePath(written, context);
    if (!resolved.ok) return failed(resolved.problem);
    const { path } = resolved;
    const shown = shownPath(path, context.folder);
    try {
      const problem = await problemOfTarget(path, shown);
      if (problem) return failed(problem);
      createFolders(dirname(path));
      const bytes = Buffer.from(content, 'utf8');
      const { created } = await writeAtomically(path, bytes);
      const lines = countLines(content);
      const size = `${bytes.length} bytes, ${lines} ${lines === 1 ? 'line' : 'lines'}`;
      return succeeded(`Successfully wrote ${shown} (${size}): ${created ? 'created' : 'replaced'}.`, {
        path,
        bytes: bytes.length,
        created,
      });
    } catch (error) {
      return failed(fileProblem(error, path, context.folder));
    }
  },
};

async function problemOfTarget(path: string, shown: string): Promise<string | null> {
  try {
    return problemOfKind(await stat(path), shown);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
