/** The settings of the scanner that `--set KEY=VALUE` knows, for a session and `tagma parse`: a row each, with what reads its value. */
import type { ReplyOptions } from '@tagma/protocol';
import { EXIT } from './exit.ts';
import { type Problem, problem } from './problem.ts';

/** A reader gives undefined for a value that it does not take. */
type Row = { readonly values: string; readonly read: (text: string) => boolean | undefined };

const KNOWN: Readonly<Record<string, Row>> = {
  bashFence: { values: 'true or false', read: truth },
};

/** What of the reply options is set here: whatever the scanner has no option for yet, it leaves unread. */
export type Settings = Omit<ReplyOptions, 'tools'>;

/** The last of several values for one key counts. */
export function readSettings(pairs: readonly string[]): { readonly ok: true; readonly settings: Settings } | Problem {
  const settings: Record<string, boolean> = {};
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    const key = at < 0 ? pair : pair.slice(0, at);
    const row = Object.hasOwn(KNOWN, key) ? KNOWN[key] : undefined;
    if (row === undefined) return refused(pair, `there is no setting "${key}", only ${Object.keys(KNOWN).join(', ')}.`);
    const value = at < 0 ? undefined : row.read(pair.slice(at + 1));
    if (value === undefined) return refused(pair, `it should be ${key}=VALUE, the value ${row.values}.`);
    settings[key] = value;
  }
  return { ok: true, settings };
}

function truth(text: string): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined;
}

function refused(pair: string, why: string): Problem {
  return problem(EXIT.usage, `--set ${pair}: ${why}`);
}
