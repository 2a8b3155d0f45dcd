/** What happened in a session, turn by turn, in a few words for whoever looks for it. An audit tells all of it. */
import type { Json, JsonObject } from '@tagma/protocol';
import type { Failed } from '../error.ts';
import { numberIn, textIn } from '../fields.ts';
import { loadParser } from '../read/parse.ts';
import { skimFile } from '../read/skim.ts';

/** What a session was about, in short. */
export type SessionOutline = {
  readonly ok: true;
  readonly turns: readonly OutlinedTurn[];
  /** What calls that ended well were to write or delete, in the order in which they first did. */
  readonly filesChanged: readonly string[];
  /** The last final answer; '' where there is none. */
  readonly answer: string;
};

/** One prompt, and how its turn ended. */
export type OutlinedTurn = {
  /** The record of the prompt, and its text. */
  readonly record: number;
  readonly prompt: string;
  /** `done`, `failed`, `limit`, `uncorrected`, `aborted`; null where it did not end. */
  readonly end: string | null;
  /** Why, where it is not done. */
  readonly why: string;
};

/** Fails where the file is no history. A record that cannot be read is passed over. */
export async function outlineOf(file: string): Promise<SessionOutline | Failed> {
  const parse = await loadParser();
  const outlining = new Outlining();
  const skimming = skimFile(file);
  let next = skimming.next();
  for (; !next.done; next = skimming.next()) {
    const { kind, type, n, bytes } = next.value;
    const read = READERS[`${kind} ${type}`];
    const record = read === undefined ? null : parse(bytes);
    if (record?.ok) read?.(outlining, record.fields, n);
  }
  if (!next.value.ok) return next.value;
  const { turns, filesChanged, answer } = outlining;
  return { ok: true, turns, filesChanged: [...filesChanged], answer };
}

const READERS: {
  readonly [kindAndType: string]: (outlining: Outlining, fields: JsonObject, record: number) => void;
} = {
  'event prompt.given': (outlining, fields, record) => outlining.prompt(fields, record),
  'event steer.given': (outlining, fields, record) => outlining.steer(fields, record),
  'effect turn.end': (outlining, fields) => outlining.endTurn(fields),
  'effect facts.take': (outlining, fields) => outlining.begin(fields),
  'effect tool.run': (outlining, fields) => outlining.begin(fields),
  'event facts.taken': (outlining, fields) => outlining.learn(fields),
  'event tool.ended': (outlining, fields) => outlining.endCall(fields),
};

class Outlining {
  readonly turns: OutlinedTurn[] = [];
  readonly filesChanged = new Set<string>();
  answer = '';
  /** The call that a request was about, by its id. */
  readonly #calls = new Map<number | null, number | null>();
  /** What a call would change. */
  readonly #changes = new Map<number | null | undefined, readonly string[]>();

  prompt(fields: JsonObject, record: number): void {
    this.turns.push({ record, prompt: textIn(fields, 'text'), end: null, why: '' });
  }

  /** While a turn runs it belongs to that. */
  steer(fields: JsonObject, record: number): void {
    if (this.turns.every(({ end }) => end !== null)) this.prompt(fields, record);
  }

  /** Prompts that waited are answered in order; a turn that had failed and went on ends once more. */
  endTurn(fields: JsonObject): void {
    const open = this.turns.findIndex(({ end }) => end === null);
    const at = open === -1 ? this.turns.length - 1 : open;
    const turn = this.turns[at];
    const end = textIn(fields, 'result', 'kind');
    if (turn !== undefined) this.turns[at] = { ...turn, end, why: whyOf(fields) };
    if (end === 'done') this.answer = textIn(fields, 'result', 'text');
  }

  begin(fields: JsonObject): void {
    this.#calls.set(numberIn(fields, 'id'), numberIn(fields, 'call'));
  }

  learn(fields: JsonObject): void {
    const { facts } = fields;
    const changed = ['writes', 'deletes'].flatMap((deed) => pathsIn(facts, deed));
    this.#changes.set(this.#calls.get(numberIn(fields, 'request')), changed);
  }

  endCall(fields: JsonObject): void {
    if (textIn(fields, 'outcome', 'status') !== 'ok') return;
    const changed = this.#changes.get(this.#calls.get(numberIn(fields, 'request'))) ?? [];
    for (const path of changed) this.filesChanged.add(path);
  }
}

function whyOf(fields: JsonObject): string {
  return (
    textIn(fields, 'result', 'reason') ||
    textIn(fields, 'result', 'message') ||
    textIn(fields, 'result', 'fault', 'message') ||
    textIn(fields, 'result', 'by')
  );
}

function pathsIn(facts: Json | undefined, deed: string): string[] {
  const listed = isObject(facts) ? facts[deed] : undefined;
  return Array.isArray(listed) ? listed.flatMap((fact) => (isObject(fact) ? [textIn(fact, 'path')] : [])) : [];
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
