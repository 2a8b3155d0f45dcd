/**
 * The facts of the tool `git`. The actions that only look run nothing that the repository's configuration names: the tool
 * turns all of that off (`packages/tools/src/git-safety.ts`). A commit runs hooks, filters and what signs it, a push runs
 * hooks and talks to a server: both are programs that run, and what the repository has them start is named.
 */
import { join } from 'node:path';
import { type Facts, NO_FACTS } from '@tagma/protocol';
import { isThere } from './disk.ts';
import { sum, unknownFacts } from './facts.ts';
import { type Changing, startedBy } from './git-settings.ts';
import type { Ground } from './ground.ts';
import { reading, searching } from './reading.ts';

export async function gitFacts(
  action: string,
  params: { readonly [name: string]: unknown },
  ground: Ground,
): Promise<Facts> {
  const files = namedFiles(params.files);
  if (files === null) return unknownFacts('its files are not a list of paths');
  switch (action) {
    case 'status':
    case 'diff':
    case 'log':
    case 'show':
      return looking(files, params.ref, ground);
    case 'commit':
      return sum([...files.map((file) => reading(file, ground)), await running('commit', [], ground)]);
    case 'push':
      return running('push', ['*'], ground);
    default:
      return unknownFacts(`git has no action ${action} here`);
  }
}

function looking(files: readonly string[], ref: unknown, ground: Ground): Facts {
  if (ref !== undefined && typeof ref !== 'string') return unknownFacts('its ref is no text');
  const places = files.length === 0 ? ['.'] : files;
  const facts = sum(places.map((place) => searching(place, ground)));
  return ref?.includes(':') ? sum([facts, ...fileInCommit(ref, ground)]) : facts;
}

/** `HEAD:.env` is a file by its path in the repository; what else has a colon (`:/text`) is read as one too. */
function fileInCommit(ref: string, ground: Ground): readonly Facts[] {
  if (!isThere(join(ground.folder, '.git'))) return [unknownFacts(`it is not clear which file ${ref} is`)];
  const paths = ref.split(/\.\.+(?!\/)/).flatMap((side) => side.split(':').slice(1));
  return paths.map((path) => reading(path === '' ? '.' : `./${path}`, ground));
}

async function running(action: Changing, network: readonly string[], ground: Ground): Promise<Facts> {
  const started = await startedBy(action, ground.folder);
  if (started === null) return unknownFacts('what the repository has git start cannot be found out');
  return { ...NO_FACTS, runs: ['git', ...started], network, readOnly: false };
}

function namedFiles(value: unknown): readonly string[] | null {
  if (value === undefined) return [];
  const isList = Array.isArray(value) && value.every((file) => typeof file === 'string' && file.trim() !== '');
  return isList ? value : null;
}
