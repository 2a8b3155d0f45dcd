/** `tagma resume` on a terminal: the person chooses which session goes on. */
import { openPicker } from '@tagma/tui';
import { readConfig } from '../config/index.ts';
import { EXIT } from '../exit.ts';
import { type Problem, problem } from '../problem.ts';
import { type RendererOptions, rendererOf } from '../renderer.ts';
import { outlineLines, sessionsHere } from '../screen/session-doors.ts';
import type { PlaceOptions } from '../sessions/place.ts';
import { exitOf } from '../view/exit.ts';
import { streamsOf } from '../view/streams.ts';
import { folderHere } from '../working-folder.ts';
import { newestFile } from './find.ts';

/** `exit`: none was chosen. */
export type PickedFile = { readonly ok: true; readonly file: string } | { readonly ok: 'left'; readonly exit: number };

/** Where nobody can choose (`-p`, no terminal, one that is spoken to line by line) the newest. */
export async function pickedFile(options: RendererOptions & PlaceOptions): Promise<PickedFile | Problem> {
  const newest = await newestFile(options);
  if (!newest.ok) return newest;
  const read = await readConfig(options.config, process.env, folderHere());
  if (!read.ok) return read;
  const renderer = await rendererOf(options, read.config);
  if (renderer === null || renderer === 'accessible') return newest;
  // It is on no screen yet.
  const picked = await openPicker(await streamsOf(options.config), {
    list: () => sessionsHere(options, ''),
    outline: outlineLines,
  });
  if (picked.kind === 'picked') return { ok: true, file: picked.file };
  if (picked.kind === 'failed') return problem(EXIT.failed, picked.message);
  return { ok: 'left', exit: exitOf(picked) };
}
