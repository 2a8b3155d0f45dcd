/** Puts files back as a plan says. Done again after a crash it goes on: what stands already is left. */
import { randomUUID } from 'node:crypto';
import { chmod, lstat, mkdir, open, realpath, rename, rm, rmdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeAtomically } from './atomic-write.ts';
import { isSame, type Plan, type Replaced } from './undo-plan.ts';
import type { Step } from './undone.ts';

const PRIVATE_MODE = 0o600;
const PERMISSIONS = 0o7777;

/** Rejects with the error of `node:fs`. */
export async function restoreAll({ files, tree }: Plan, steps: readonly Step[]): Promise<void> {
  const folders = new Map(tree?.folders);
  const changed = files.filter(({ from, to }) => !isSame(from, to));
  // What was closed is opened first: nothing in it could be reached.
  for (const [folder, mode] of folders) await setMode(folder, mode);
  for (const one of changed) if (one.to.kind === 'nothing') await remove(one, steps, folders);
  for (const one of changed) if (one.to.kind !== 'nothing') await putBack(one, folders);
}

async function remove(
  { path, from }: Replaced,
  steps: readonly Step[],
  folders: ReadonlyMap<string, number>,
): Promise<void> {
  // Where no file is left, what stands there now (a folder) is somebody else's.
  if (from.kind !== 'nothing') await rm(path, { force: true });
  const made = steps.filter((step) => step.path === path).flatMap((step) => step.folders);
  // What somebody else has put there keeps its folder.
  for (const folder of made.toReversed()) await rmdir(folder).catch(() => {});
  const command = steps.find((step) => step.tree !== undefined && path.startsWith(join(step.path, '/')));
  if (command === undefined) return;
  for (
    let at = dirname(path);
    at !== command.path && !folders.has(at) && at.startsWith(join(command.path, '/'));
    at = dirname(at)
  ) {
    if (
      !(await rmdir(at).then(
        () => true,
        () => false,
      ))
    )
      return;
  }
}

async function putBack({ path, from, to, content }: Replaced, folders: ReadonlyMap<string, number>): Promise<void> {
  await makeFolders(dirname(path), folders);
  if ((await realpath(dirname(path))) !== dirname(path)) throw new Error(`${dirname(path)} leads elsewhere now`);
  const stands = await lstat(path).catch(() => null);
  // Only an empty one: what is in it is somebody else's.
  if (stands?.isDirectory()) await rmdir(path);
  else if (stands?.isSymbolicLink() || to.kind === 'link') await rm(path, { force: true });
  if (to.kind === 'link') return symlink(to.target, path);
  if (to.kind !== 'file') return;
  if (from.kind === 'file' && from.hash === to.hash && to.mode !== null) return chmod(path, to.mode);
  const bytes = await content();
  if (bytes === null) throw new Error(`what ${path} was is not kept any more`);
  if (to.mode === null) await writeAtomically(path, bytes);
  else await replace(path, bytes, to.mode);
}

/** Also one that is read-only by now. Nobody else can read it before it is what it was. */
async function replace(path: string, bytes: Buffer, mode: number): Promise<void> {
  const beside = join(dirname(path), `.${randomUUID()}.tmp`);
  try {
    const file = await open(beside, 'wx', PRIVATE_MODE);
    try {
      await file.writeFile(bytes);
      await file.chmod(mode);
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

async function makeFolders(folder: string, modes: ReadonlyMap<string, number>): Promise<void> {
  const stands = await lstat(folder).catch(() => null);
  if (stands?.isDirectory() || folder === dirname(folder)) return;
  await makeFolders(dirname(folder), modes);
  await mkdir(folder, modes.get(folder));
  const mode = modes.get(folder);
  if (mode !== undefined) await chmod(folder, mode);
}

async function setMode(folder: string, mode: number): Promise<void> {
  const stands = await lstat(folder).catch(() => null);
  if (stands?.isDirectory() && (stands.mode & PERMISSIONS) !== mode) await chmod(folder, mode);
}
