/** The branch that is checked out where a folder lies, as the files of its repository say it: no program is started. */
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Signs of a commit's name that are shown where no branch is checked out. */
const COMMIT_LENGTH = 8;

/** Of such a file: a branch's name is no longer than a path. */
const BYTES_MAX = 8_192;

/** Null where there is no repository, or none that can be read. */
export async function branchIn(folder: string): Promise<string | null> {
  for (let at = folder; ; at = dirname(at)) {
    const head = await headIn(join(at, '.git'));
    if (head !== null) return branchOf(head.trim());
    if (dirname(at) === at) return null;
  }
}

/** In a worktree or a submodule `.git` is a file that says where its folder is. */
async function headIn(git: string): Promise<string | null> {
  const head = await contentOf(join(git, 'HEAD'));
  if (head !== null) return head;
  const [, elsewhere] = /^gitdir: (.+)$/m.exec((await contentOf(git)) ?? '') ?? [];
  return elsewhere === undefined ? null : contentOf(join(resolve(dirname(git), elsewhere.trim()), 'HEAD'));
}

function branchOf(head: string): string | null {
  const [, branch] = /^ref: refs\/heads\/(.+)$/.exec(head) ?? [];
  if (branch !== undefined) return branch;
  return /^[0-9a-f]{40,64}$/.test(head) ? head.slice(0, COMMIT_LENGTH) : null;
}

/** A folder that was handed over may hold anything under that name: a pipe that nobody writes, a device without an end. */
async function contentOf(path: string): Promise<string | null> {
  try {
    const found = await stat(path);
    return found.isFile() && found.size <= BYTES_MAX ? await readFile(path, 'utf8') : null;
  } catch {
    return null;
  }
}
