/** What the person answers with "always" is kept in the project's local file, with when and by whom. */
import { existsSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { formatRule, type Rule } from '@tagma/core';
import { readRegularFile } from '@tagma/tools';
import { getNodeValue } from 'jsonc-parser';
import { readJsonc } from '../config/jsonc.ts';
import { aboutAway, leadsAway } from '../config/leads-away.ts';
import { ruleIn } from '../config/rule-in.ts';
import type { RulesInFile } from '../config/rules-schema.ts';
import type { Environment } from '../environment.ts';
import { messageOf } from '../problem.ts';
import { hashOfFolder, LOCAL_FILE } from './folder-files.ts';
import { keepTrust, trustIn } from './trust.ts';

export type KeptRules = {
  /** Null where it is kept, else why it is not. */
  readonly keep: (rule: Rule) => Promise<string | null>;
  /** Takes a rule out again that was kept; null where it is gone. */
  readonly forget: (rule: Rule) => Promise<string | null>;
};

/** The file is the person's own, and no part of what is shared with others. */
const IGNORED_ONCE = '# Kept by Tagma for one person.\npermissions.local.jsonc\n';
const IGNORED = `${IGNORED_ONCE}config.local.jsonc\n`;

/**
 * @param session its name, for the record of who has set a rule
 * @param agreed the hash of the folder's files as the person trusts them: what somebody else has put there since is not trusted with it
 */
export function keptRules(folder: string, session: string, agreed: string, env: Environment): KeptRules {
  let trusted = agreed;
  const file = join(folder, LOCAL_FILE);
  /** One after the other: each begins with what the one before has left. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (change: () => Promise<string | null>): Promise<string | null> => {
    const mine = last.then(change).catch(messageOf);
    last = mine;
    return mine;
  };
  const set = async (place: number, value: unknown): Promise<string | null> => {
    const away = leadsAway(file, folder);
    if (away !== null) return aboutAway(file, away);
    const before = hashOfFolder(folder);
    // Another session of the person's may have kept an answer meanwhile.
    const isAsAgreed = before === trusted || trustIn(folder, before, env) === 'trusted';
    const { setIn } = await import('../config/set-in.ts');
    const done = setIn(file, ['allow', place], value);
    if (!done.ok) return done.message;
    if (!isAsAgreed)
      return `${file} is kept, but was changed by somebody else too: you are asked about it at the next start.`;
    trusted = hashOfFolder(folder);
    return keepTrust(folder, trusted, true, env);
  };

  return {
    keep: (rule) =>
      inTurn(async () => {
        const allowed = allowedIn(file);
        if (allowed.includes(formatRule(rule))) return null;
        if (leadsAway(file, folder) === null) ignoreInProject(dirname(file));
        const by = `${userInfo().username}@${hostname()}, session ${session}`;
        return set(allowed.length, { rule: formatRule(rule), at: new Date().toISOString(), by });
      }),
    forget: (rule) =>
      inTurn(async () => {
        const place = allowedIn(file).indexOf(formatRule(rule));
        return place < 0 ? null : set(place, undefined);
      }),
  };
}

function allowedIn(file: string): readonly string[] {
  if (!existsSync(file)) return [];
  const read = readJsonc(file);
  if (!read.ok) throw new Error(read.message);
  const values = read.root && (getNodeValue(read.root) as RulesInFile);
  return (values?.allow ?? []).map(ruleIn);
}

/** Keeps what is one person's out of what is shared. @param folder `.tagma` of the project, which is made */
export function ignoreInProject(folder: string): void {
  const file = join(folder, '.gitignore');
  mkdirSync(folder, { recursive: true });
  // A link of the project's may lead anywhere.
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  if (!existsSync(file)) writeFileSync(file, IGNORED);
  // An earlier Tagma wrote it, which knew of one file alone.
  else if (isIgnoredOnce(file)) writeFileSync(file, IGNORED);
}

function isIgnoredOnce(file: string): boolean {
  try {
    return readRegularFile(file, IGNORED_ONCE.length).toString('utf8') === IGNORED_ONCE;
  } catch {
    return false;
  }
}
