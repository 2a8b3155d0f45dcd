/**
 * A trusted thing is trusted by its content, at the moment of use. What the project has run (hooks, tools, a shell) is
 * compared with what the person trusted right before each run: by the facts of each call that it is about, so that the person
 * is asked, and once more by whoever starts it.
 */
import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import type { ChangedProgram, Facts } from '@tagma/protocol';
import type { Config } from '../config/config.ts';
import type { Environment } from '../environment.ts';
import { isWithin } from '../folders.ts';
import { markOfFolder } from '../permissions/folder-files.ts';
import { trustIn } from '../permissions/trust.ts';
import { type Entry, entriesOf } from './entries.ts';
import { gitHooks } from './git-hooks.ts';
import { type ProgramFiles, programFiles } from './program-files.ts';

export type Admitted =
  /** The files as they were compared: just these are to be run. */
  | { readonly ok: true; readonly files: ProgramFiles }
  /** `why`: a sentence for the person, and the model. */
  | { readonly ok: false; readonly why: string };

export type Guard = {
  /** The files of the project that are run by what is trusted: nobody changes them unasked. */
  readonly files: () => readonly string[];
  /** Before anything else is asked: looks where git has its hooks by now. Never rejects. */
  readonly refresh: () => Promise<void>;
  /** What has changed of all that a call of this tool would have run. What was allowed meanwhile counts as trusted. */
  readonly changedFor: (tool: string, facts: Facts) => readonly ChangedProgram[];
  /** The same right before the call is run: what it was asked about is what it has been allowed. */
  readonly changedAgain: (tool: string, facts: Facts) => readonly ChangedProgram[];
  /** A call of this tool has been allowed, with what it was asked about. */
  readonly allow: (tool: string) => void;
  /** Right before what has that key is run. */
  readonly admit: (key: string) => Admitted;
};

/** Nothing in it is compared: nothing of the configuration runs. */
export const NO_GUARD: Guard = {
  files: () => [],
  refresh: async () => {},
  changedFor: () => [],
  changedAgain: () => [],
  allow: () => {},
  admit: () => ({ ok: true, files: new Map() }),
};

/** What stands in the files of an entry: the name of each, and its mark. */
type Marks = ReadonlyMap<string, string>;

/** @param folder of the project, absolute */
export function createGuard(folder: string, config: Config, env: Environment): Guard {
  const entries = entriesOf(config);
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const foreign = entries.filter(({ isForeign }) => isForeign);
  const trusted = new Map(foreign.length === 0 ? [] : trustedNow(foreign, folder, config, env));
  /** What a call of a tool was asked about, by the tool; and what has been allowed since facts were taken last. */
  const asked = new Map<string, ReadonlyMap<string, Marks>>();
  const allowed = new Map<string, Marks>();

  const hooks = gitHooks(folder);
  const filesOf = ({ words }: Entry) => programFiles(words, folder);
  const changedIn = (entry: Entry): { readonly marks: Marks; readonly changed: ChangedProgram | null } => {
    const marks = marksOf(filesOf(entry));
    const name = firstChange(marks, trusted.get(entry.key));
    if (name === null) return { marks, changed: null };
    const changed = { path: relative(folder, name), by: entry.by, since: SINCE_TRUST, mark: hashOf(marks) };
    return { marks, changed };
  };
  const changedHooks = () => {
    const marks = hooks.marks();
    const name = firstChange(marks, trusted.get(GIT_HOOKS));
    if (name === null) return { key: GIT_HOOKS, marks, changed: null };
    const path = isWithin(name, folder) ? relative(folder, name) : name;
    return { key: GIT_HOOKS, marks, changed: { path, by: 'git', since: SINCE_START, mark: hashOf(marks) } };
  };
  const look = (tool: string, facts: Facts) => {
    const about = foreign.filter(({ tools }) => tools === null || tools.includes(tool));
    const seen = about.map((entry) => ({ key: entry.key, ...changedIn(entry) }));
    if (changesByGit(facts)) seen.push(changedHooks());
    const other = seen.filter(({ changed }) => changed !== null);
    asked.set(tool, new Map(other.map(({ key, marks }) => [key, marks])));
    return other.flatMap(({ changed }) => changed ?? []);
  };
  const allow = (tool: string) => {
    for (const [key, marks] of asked.get(tool) ?? []) allowed.set(key, marks);
  };

  return {
    files: () => [...new Set([...entries.flatMap((entry) => keptIn(filesOf(entry))), ...hooks.folders()])],
    async refresh() {
      await hooks.refresh();
      // As they are before the first call: nothing of this session has run yet.
      if (!trusted.has(GIT_HOOKS)) trusted.set(GIT_HOOKS, hooks.marks());
    },
    changedFor(tool, facts) {
      for (const [key, marks] of allowed) trusted.set(key, marks);
      allowed.clear();
      return look(tool, facts);
    },
    changedAgain(tool, facts) {
      const before = asked.get(tool);
      const changed = look(tool, facts);
      // Only what it was asked about: what has changed since is for another question.
      if (before !== undefined && isSame(before, asked.get(tool))) allow(tool);
      return changed;
    },
    allow,
    admit(key) {
      const entry = byKey.get(key);
      if (!entry?.isForeign) return { ok: true, files: new Map() };
      const files = filesOf(entry);
      const marks = marksOf(files);
      const isTrusted = [trusted.get(key), allowed.get(key)].some((one) => firstChange(marks, one) === null);
      if (isTrusted) return { ok: true, files };
      const name = firstChange(marks, trusted.get(key)) ?? '';
      const why = `${relative(folder, name)}, which ${entry.by} runs, has changed since the user trusted it: it was not run.`;
      return { ok: false, why };
    },
  };
}

const GIT_HOOKS = 'git hooks';
const SINCE_TRUST = 'the user trusted it';
const SINCE_START = 'this session began';

/** Whether a call has git change something, and so run hooks. */
function changesByGit({ runs, readOnly }: Facts): boolean {
  return !readOnly && runs.some((program) => /(^|\/)git(\.exe)?$/.test(program));
}

/** What the person has trusted: just what the hash was made of that is kept. Nothing where that is another one by now. */
function trustedNow(
  entries: readonly Entry[],
  folder: string,
  { inProject }: Config,
  env: Environment,
): readonly (readonly [key: string, marks: Marks])[] {
  const { hash, programs } = markOfFolder(folder, inProject?.texts);
  if (trustIn(folder, hash, env) !== 'trusted') return [];
  return entries.map(({ key, words }) => {
    const files = programFiles(words, folder);
    // What only a variable's value names is trusted as it is at the start.
    return [key, new Map([...files].map(([name, { mark }]) => [name, programs.get(name)?.mark ?? mark]))];
  });
}

function marksOf(files: ProgramFiles): Marks {
  return new Map([...files].map(([name, { mark }]) => [name, mark]));
}

/** The name of the first that is another one, new, or gone; null where all is as it was. */
function firstChange(now: Marks, before: Marks | undefined): string | null {
  if (before === undefined) return [...now.keys()][0] ?? '.';
  const other = [...now].find(([name, mark]) => before.get(name) !== mark);
  const gone = [...before.keys()].find((name) => !now.has(name));
  return other?.[0] ?? gone ?? null;
}

function isSame(one: ReadonlyMap<string, Marks>, other: ReadonlyMap<string, Marks> | undefined): boolean {
  const text = (all: ReadonlyMap<string, Marks> = new Map()) =>
    JSON.stringify([...all].map(([key, marks]) => [key, hashOf(marks)]));
  return text(one) === text(other);
}

function hashOf(marks: Marks): string {
  const hash = createHash('sha256');
  for (const [name, mark] of marks) hash.update(`${name.length} ${name} ${mark.length} ${mark}\n`);
  return hash.digest('hex').slice(0, MARK_CHARACTERS);
}
const MARK_CHARACTERS = 32;

/** Manifests are ordinary files: of `package.json` only the scripts that are run are compared. */
function keptIn(files: ProgramFiles): readonly string[] {
  return [...files.values()].filter(({ isWhole }) => isWhole).map(({ path }) => path);
}
