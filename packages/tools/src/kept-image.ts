/**
 * Pictures that were shown, kept in the session's folder for outputs: each later request sends the same bytes, whatever
 * becomes of the file. They are found by their hash alone, so no reference leads to another file. No secret can be masked in
 * a picture.
 */
import { join } from 'node:path';
import type { ImageRef } from '@tagma/protocol';
import { openContents } from './contents.ts';
import { createFolders } from './create-folders.ts';

/** The folder in which they are kept. */
export function imageFolder(outputFolder: string): string {
  return join(outputFolder, 'images');
}

/** Gives its hash. Rejects with the errors of `node:fs`. */
export async function keepImage(bytes: Buffer, outputFolder: string): Promise<string> {
  createFolders(outputFolder);
  return openContents(imageFolder(outputFolder)).keep(bytes);
}

/** Null where it is not there any more, or is not what was kept. Never rejects. */
export function loadImage({ sha256 }: ImageRef, outputFolder: string): Promise<Buffer | null> {
  return openContents(imageFolder(outputFolder)).content(sha256);
}
