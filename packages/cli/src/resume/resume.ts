/** `tagma resume` and `tagma -c`: a session that had ended, or was cut off, goes on in its own history. */
import { readConfig } from '../config/index.ts';
import { EXIT } from '../exit.ts';
import type { GivenOptions } from '../options.ts';
import { settleFolder } from '../permissions/settle.ts';
import { type Problem, problem, report } from '../problem.ts';
import { canAsk } from '../renderer.ts';
import { type IsGiven, toolsAsRecorded } from '../rerun/as-recorded.ts';
import { run } from '../run.ts';
import { namedFile, newestFile } from './find.ts';
import { folderToGoOnIn } from './folder.ts';
import { pickedFile } from './pick.ts';
import { asRecorded } from './recorded.ts';
import { openSource, type Source } from './source.ts';

/** @param idOrFile undefined for the newest of this folder's project */
export async function resume(
  idOrFile: string | undefined,
  prompt: string | undefined,
  options: GivenOptions,
  isGiven: IsGiven,
): Promise<number> {
  const found = idOrFile === undefined ? await newestFile(options) : await namedFile(idOrFile, options);
  if (!found.ok) return report(found);
  const source = await openSource(found.file, found.isOwn);
  if (!source.ok) return report(source);
  const settled = await optionsFor(options, isGiven, source);
  if (settled.ok) return run(prompt, settled.options, source);
  source.history.close();
  return report(settled);
}

/** The one that the person chooses. */
export async function resumePicked(
  prompt: string | undefined,
  options: GivenOptions,
  isGiven: IsGiven,
): Promise<number> {
  const picked = await pickedFile(options);
  if (picked.ok === 'left') return picked.exit;
  return picked.ok ? resume(picked.file, prompt, options, isGiven) : report(picked);
}

type Settled = { readonly ok: true; readonly options: GivenOptions };

/** The options of the run, with those of the session in the place of what was not said. */
export async function optionsFor(options: GivenOptions, isGiven: IsGiven, source: Source): Promise<Settled | Problem> {
  const { session: recorded } = source.snapshot.context;
  const { session, isOwn } = source;
  const working = folderToGoOnIn({ session, folder: recorded.folder, isOwn }, options.cwd);
  if (!working.ok) return working;
  const agreed = await settleFolder({ ...options, cwd: working.folder }, process.env, canAsk(options));
  if (agreed.ok === 'left') return problem(EXIT.interrupted, 'nothing was begun.');
  if (!agreed.ok) return agreed;
  const read = await readConfig(options.config, process.env, working.folder);
  if (!read.ok) return read;
  const tools = await toolsAsRecorded(recorded, read.config);
  return tools.ok ? { ok: true, options: asRecorded(options, tools.names, isGiven, source) } : tools;
}
