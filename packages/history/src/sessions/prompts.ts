/** What a person has typed in a session, for whoever wants to type it again. The chain is not checked. */
import { setImmediate } from 'node:timers/promises';
import type { JsonObject } from '@tagma/protocol';
import type { Failed } from '../error.ts';
import { textIn } from '../fields.ts';
import { loadParser } from '../read/parse.ts';
import { skimFile } from '../read/skim.ts';

/** A text that the person typed. */
export type TypedPrompt = {
  /** `command`: for the shell, by the person. */
  readonly kind: 'text' | 'command';
  readonly text: string;
};

/** What was typed in a session. */
export type SessionPrompts = {
  readonly ok: true;
  /** The working folder; '' where not even the first record was written. */
  readonly folder: string;
  /** In the order in which they were typed. */
  readonly prompts: readonly TypedPrompt[];
};

/** Others have their turn after so many records: a file may be large. */
const RECORDS_AT_ONCE = 2_000;

/** Fails where the file is no history. A record that cannot be read is passed over. */
export async function promptsOf(file: string): Promise<SessionPrompts | Failed> {
  const parse = await loadParser();
  const skimming = skimFile(file);
  const prompts: TypedPrompt[] = [];
  let folder = '';
  let next = skimming.next();
  for (let records = 1; !next.done; records++) {
    const { kind, type, bytes } = next.value;
    const read = READERS[`${kind} ${type}`];
    const record = read === undefined ? null : parse(bytes);
    const prompt = record?.ok ? read?.(record.fields) : undefined;
    if (typeof prompt === 'string') folder ||= prompt;
    else if (prompt && prompt.text !== '') prompts.push(prompt);
    if (records % RECORDS_AT_ONCE === 0) await setImmediate();
    next = skimming.next();
  }
  return next.value.ok ? { ok: true, folder, prompts } : next.value;
}

/** A folder, or what was typed. */
const READERS: { readonly [kindAndType: string]: (fields: JsonObject) => string | TypedPrompt } = {
  'event session.started': (fields) => textIn(fields, 'folder'),
  'event prompt.given': (fields) => ({ kind: 'text', text: textIn(fields, 'text') }),
  'event steer.given': (fields) => ({ kind: 'text', text: textIn(fields, 'text') }),
  'event shell.requested': (fields) => ({ kind: 'command', text: textIn(fields, 'command') }),
};
