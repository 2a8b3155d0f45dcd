/**
 * The folders that variables name for all that Tagma keeps. One that is no path from the root would be looked for in the folder
 * that is worked in, and there lies what anybody has put there: a record of trust, say.
 */
import { isAbsolute } from 'node:path';

/** Those of the XDG base directory specification: "if an implementation encounters a relative path, it should … ignore it". */
const BASES = ['XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME'];

/**
 * Takes out of the environment what names no folder: then the usual ones hold, and the system says where the home is. Gives what
 * is wrong with a home that is named, or null.
 */
export function settleFolders(env: { [name: string]: string | undefined }): string | null {
  for (const name of BASES) if (!isAbsolute(env[name] ?? '')) delete env[name];
  const { HOME: home } = env;
  if (home === '') delete env.HOME;
  return !home || isAbsolute(home) ? null : `HOME is ${home}: it should be a path from the root.`;
}
