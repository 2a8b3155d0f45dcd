/** How a change gets into one of the files: held to the schema first, and a trusted folder stays trusted. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { LayerName } from '../config/config.ts';
import { aboutAway, leadsAway } from '../config/leads-away.ts';
import { refusedSecret } from '../config/project-secrets.ts';
import { readConfigText } from '../config/read.ts';
import { type How, type SetIn, setIn, writeWhole } from '../config/set-in.ts';
import type { Environment } from '../environment.ts';
import { hashOfFolder } from '../permissions/folder-files.ts';
import { ignoreInProject } from '../permissions/kept-rules.ts';
import { keepTrust, trustIn } from '../permissions/trust.ts';
import { wantsOf } from '../permissions/wants.ts';
import { messageOf } from '../problem.ts';
import type { FilePlace } from './place.ts';

const OWNER_ONLY = 0o600;
const FOR_ALL = 0o644;

/** @param value undefined takes the key away. */
export function setKey(place: FilePlace, path: readonly string[], value: unknown, env: Environment): Promise<SetIn> {
  return changed(place, env, (how) => setIn(place.file, path, value, how));
}

export function writeText(place: FilePlace, text: string, env: Environment): Promise<SetIn> {
  return changed(place, env, (how) => writeWhole(place.file, text, how));
}

/** Why a text may not stand in that file, or null. */
export function wrongWith(text: string, { file, name, base }: FilePlace, env: Environment): string | null {
  const read = readConfigText(text, file, name, base, env);
  if (!read.ok) return read.message;
  return isInProject(name) ? (refusedSecret(read)?.message ?? null) : null;
}

/** What is passed over in a text of that file, a sentence each. */
export function warningsOf(text: string, { file, name, base }: FilePlace, env: Environment): readonly string[] {
  const read = readConfigText(text, file, name, base, env);
  return read.ok ? read.warnings : [];
}

async function changed(place: FilePlace, env: Environment, write: (how: How) => SetIn): Promise<SetIn> {
  const { folder, file, name } = place;
  const wasTrusted = isInProject(name) && isTrusted(folder, env);
  if (isInProject(name)) {
    try {
      const away = leadsAway(file, folder);
      if (away !== null) return { ok: false, message: aboutAway(file, away) };
      mkdirSync(dirname(file), { recursive: true });
      if (name === 'local') ignoreInProject(dirname(file));
    } catch (error) {
      return { ok: false, message: `${file} cannot be written: ${messageOf(error)}.` };
    }
  }
  // What the whole project shares, others read too.
  const mode = name === 'project' ? FOR_ALL : OWNER_ONLY;
  const done = write({ mode, wrongWith: (text) => wrongWith(text, place, env) });
  if (done.ok && wasTrusted) await keepTrust(folder, hashOfFolder(folder), true, env);
  return done;
}

/** The person's own change takes nothing back that he has agreed to; nor does it agree to what somebody else has put there. */
function isTrusted(folder: string, env: Environment): boolean {
  const wants = wantsOf(undefined, folder, env);
  return wants.ok && (wants.lines.length === 0 || trustIn(folder, wants.hash, env) === 'trusted');
}

function isInProject(name: LayerName): boolean {
  return name === 'project' || name === 'local';
}
