/** Which files the calls have read and changed: what a summary leaves out, the machine knows. */
import type { PathFact } from '@tagma/protocol';
import type { Call } from './call.ts';
import type { Files } from './compaction/known.ts';
import type { Context } from './context.ts';

/** The first ones are forgotten beyond so many. */
const FILES_MAX = 200;

/** With those of calls that have come to a good end. */
export function filesAfter({ files, session }: Context, calls: readonly Call[]): Files {
  const facts = calls.flatMap(({ answer, judgement }) => (answer?.status === 'ok' && judgement ? judgement.facts : []));
  const named = (paths: readonly PathFact[]) => paths.map(({ path }) => nameOf(path, session.folder));
  const changed = facts.flatMap(({ writes, deletes }) => named([...writes, ...deletes]));
  // Of a command nobody knows what it has read: it names whole folders.
  const read = facts.flatMap(({ reads, runs }) => (runs.length === 0 ? named(reads) : []));
  return { read: newestLast(files.read, read), changed: newestLast(files.changed, changed) };
}

function newestLast(before: readonly string[], added: readonly string[]): readonly string[] {
  if (added.length === 0) return before;
  const all = new Set([...before]);
  for (const file of added) {
    all.delete(file);
    all.add(file);
  }
  return [...all].slice(-FILES_MAX);
}

function nameOf(path: string, folder: string): string {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}
