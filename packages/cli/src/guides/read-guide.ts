/** Reads what a folder says about itself. Whatever is wrong with the file is said in its place: nothing here rejects. */
import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Guide } from '@tagma/core';
import { isProtectedPath } from '@tagma/protocol';
import { isWithin } from '../folders.ts';
import { messageOf } from '../problem.ts';
import { GUIDE_NAMES } from './places.ts';

/** More is not even looked at; what fits a window is less. */
const READ_BYTES_MAX = 16 * 1024;

/** Where links may lead, and who says whether a file may be read at all. */
export type GuideGround = {
  /** The root of the repository, links resolved; null where links may lead anywhere, for the file is the person's own. */
  readonly root: string | null;
  /** As the model is told of the file. */
  readonly shown: (file: string) => string;
  /** Why the model may not read the file, or null. */
  readonly denied: (file: string) => string | null;
};

/** Null where the folder says nothing. */
export async function guideOf(folder: string, ground: GuideGround): Promise<Guide | null> {
  for (const name of GUIDE_NAMES) {
    const file = join(folder, name);
    if ((await lstat(file).catch(() => null)) === null) continue;
    return readGuide(file, ground);
  }
  return null;
}

/** The file is there; null where it is empty. */
export async function readGuide(file: string, ground: GuideGround): Promise<Guide | null> {
  const path = ground.shown(file);
  const refused = (problem: string): Guide => ({
    path,
    text: '',
    isCut: false,
    problem: `It is not shown: ${problem}.`,
  });
  try {
    const problem = await whyNot(file, ground);
    if (problem !== null) return refused(problem);
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const text = (await handle.stat()).isFile() ? await textIn(handle) : { problem: 'it is no file' };
      if ('problem' in text) return refused(text.problem);
      return text.text === '' ? null : { path, ...text, problem: null };
    } finally {
      await handle.close();
    }
  } catch (error) {
    return refused(`it cannot be read (${messageOf(error)})`);
  }
}

/** Pipes and devices are refused before they are opened: that might wait, or do something. */
async function whyNot(file: string, { root, denied }: GuideGround): Promise<string | null> {
  const real = await realpath(file).catch(() => null);
  if (real === null) return 'it is a link that leads nowhere';
  if (!(await stat(real)).isFile()) return 'it is no file';
  if (root !== null && real !== file) {
    if (!isWithin(real, root)) return 'it is a link that leads out of the project';
    if (isProtectedPath(relative(root, real).split(sep).join('/'))) return 'it is a link to what is protected';
  }
  // What a rule denies it denies by every name.
  return denied(file) ?? (real === file ? null : denied(real));
}

type Read = { readonly text: string; readonly isCut: boolean } | { readonly problem: string };

async function textIn(handle: FileHandle): Promise<Read> {
  const buffer = Buffer.alloc(READ_BYTES_MAX + 1);
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  const isCut = length > READ_BYTES_MAX;
  const bytes = withoutHalfCharacter(buffer.subarray(0, Math.min(length, READ_BYTES_MAX)), isCut);
  if (bytes.includes(0) || !isUtf8(bytes)) return { problem: 'it is no text in UTF-8' };
  const text = bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
    .trimEnd();
  return { text: text.trim() === '' ? '' : text, isCut };
}

function withoutHalfCharacter(bytes: Buffer, isCut: boolean): Buffer {
  let end = bytes.length;
  if (isCut) while (end > 0 && end > bytes.length - 4 && !isUtf8(bytes.subarray(0, end))) end -= 1;
  return bytes.subarray(0, end);
}
