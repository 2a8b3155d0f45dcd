/** What is found when a value is completed: quickly, and without a word where something is amiss. */
import { basename } from 'node:path';
import { readConfig } from '../config/index.ts';
import { keptProviders } from '../secrets/index.ts';
import { folderHere } from '../working-folder.ts';

export type ValueKind = 'models' | 'sessions';

/** More is no help to anybody. */
const SESSIONS_MAX = 200;

export function completedValues(kind: ValueKind): Promise<readonly string[]> {
  return kind === 'models' ? models() : sessions();
}

/** Those that can be asked here, as `--model` takes them. */
async function models(): Promise<readonly string[]> {
  const read = await readConfig(undefined, process.env, folderHere());
  if (!read.ok) return [];
  const { offeredProviders } = await import('../models/known.ts');
  const ready = offeredProviders(read.config, process.env, await keptProviders(process.env)).filter(
    ({ configured, hasKey, local }) => configured || hasKey || local,
  );
  return ready.flatMap(({ provider, models }) => [provider, ...models.map(({ name }) => `${provider}:${name}`)]);
}

/** The names of those of this project, the one that was written to last first. */
async function sessions(): Promise<readonly string[]> {
  const { sessionPlace } = await import('../sessions/place.ts');
  const { sessionFiles } = await import('@tagma/history');
  const place = await sessionPlace({});
  if (!place.ok) return [];
  return sessionFiles(place.folders)
    .slice(0, SESSIONS_MAX)
    .map(({ file }) => basename(file, '.xml'));
}
