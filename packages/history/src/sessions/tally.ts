/** Adds up, record by record, what a session was about. */
import { beginningOf, type JsonObject } from '@tagma/protocol';
import { Bill } from '../bill.ts';
import { numberIn, textIn } from '../fields.ts';
import type { ParseRecord } from '../read/parse.ts';
import type { SkimmedRecord } from '../read/skim.ts';

/** The session that this one was copied from, the last record that was, and its hash. */
export type Parent = { readonly session: string; readonly record: number; readonly hash: string };

/** Of a title, in UTF-16 code units; what is longer is cut. */
const TITLE_LENGTH_MAX = 200;
/** The states in which what is said begins a turn. */
const RESTING = new Set(['idle', 'finished', 'failed']);

/** What the fields of a record say of the session, by its kind and type; of all others nothing is read. */
const READERS: { readonly [kindAndType: string]: (tally: Tally, fields: JsonObject) => void } = {
  'event session.started': (tally, fields) => tally.begin(fields),
  'event session.resumed': (tally, fields) => tally.resume(fields),
  'event prompt.given': (tally, fields) => tally.prompt(fields),
  'event steer.given': (tally, fields) => tally.steer(fields),
  'event reply.ended': (tally, fields) => tally.reply(fields),
  'event model.changed': (tally, fields) => tally.change(fields),
  'effect model.ask': (tally, fields) => tally.ask(fields),
  'effect summary.ask': (tally, fields) => tally.ask(fields),
  'effect turn.end': (tally, fields) => tally.endTurn(fields),
};

export class Tally {
  /** Records that say something of the session, and those that should and could not be read. */
  read = 0;
  unreadable = 0;
  readonly #parse: ParseRecord;
  #state = '';
  #hasEnded = false;
  #hasFailed = false;
  #firstAt = Number.NaN;
  #lastAt = '';
  #folder = '';
  #model = '';
  #title = '';
  #prompts = 0;
  #replies = 0;
  #tokens = 0;
  #cost: number | null = null;
  readonly #bill = new Bill();
  #parent: Parent | null = null;

  constructor(parse: ParseRecord) {
    this.#parse = parse;
  }

  /** Takes the next record. */
  take({ kind, type, at, bytes }: SkimmedRecord): void {
    if (Number.isNaN(this.#firstAt)) this.#firstAt = Date.parse(at);
    this.#lastAt = at;
    const read = kind === 'effect' && !this.#bill.wants(type) ? undefined : READERS[`${kind} ${type}`];
    if (read !== undefined) {
      const record = this.#parse(bytes);
      if (record.ok) {
        this.read += 1;
        read(this, record.fields);
      } else this.unreadable += 1;
    }
    if (kind === 'state') this.#state = type;
    if (kind === 'event') this.#hasEnded = type === 'session.ended' || (this.#hasEnded && type !== 'session.resumed');
  }

  begin(fields: JsonObject): void {
    this.#folder = textIn(fields, 'folder');
    this.choose(fields);
    this.#bill.begin(fields);
  }

  change(fields: JsonObject): void {
    this.choose(fields);
    this.#bill.change(fields);
  }

  ask(fields: JsonObject): void {
    this.#bill.ask(fields);
  }

  resume(fields: JsonObject): void {
    this.begin(fields);
    const record = numberIn(fields, 'parent', 'record');
    if (record === null) return;
    this.#parent = { session: textIn(fields, 'parent', 'session'), record, hash: textIn(fields, 'parent', 'hash') };
  }

  prompt(fields: JsonObject): void {
    this.#prompts += 1;
    if (this.#title === '') this.#title = firstLine(textIn(fields, 'text'));
  }

  /** While a turn runs it belongs to that. */
  steer(fields: JsonObject): void {
    if (RESTING.has(this.#state)) this.prompt(fields);
  }

  reply(fields: JsonObject): void {
    this.#replies += 1;
    const [input, output] = [numberIn(fields, 'usage', 'input'), numberIn(fields, 'usage', 'output')];
    if (input === null || output === null) return;
    this.#tokens += input + output;
    const cost = this.#bill.costOf(fields);
    if (cost !== null) this.#cost = (this.#cost ?? 0) + cost;
  }

  choose(fields: JsonObject): void {
    this.#model = textIn(fields, 'model', 'model');
  }

  endTurn(fields: JsonObject): void {
    this.#hasFailed = textIn(fields, 'result', 'kind') === 'failed';
  }

  ending(): 'ended' | 'cut off' | 'failed' {
    if (!this.#hasEnded) return 'cut off';
    return this.#hasFailed ? 'failed' : 'ended';
  }

  /** @param writtenAt when the file was last written to, in milliseconds since 1970: where no record tells a time. */
  found(writtenAt: number) {
    const lastAt = Date.parse(this.#lastAt);
    return {
      folder: this.#folder,
      startedAt: Number.isNaN(this.#firstAt) ? writtenAt : this.#firstAt,
      changedAt: Number.isNaN(lastAt) ? writtenAt : lastAt,
      title: this.#title,
      model: this.#model,
      prompts: this.#prompts,
      replies: this.#replies,
      tokens: this.#tokens,
      cost: this.#cost,
      parent: this.#parent,
    };
  }
}

/** The first line that holds anything. */
function firstLine(text: string): string {
  const trimmed = text.trimStart();
  const end = trimmed.search(/[\r\n]/);
  return beginningOf((end === -1 ? trimmed : trimmed.slice(0, end)).trimEnd(), TITLE_LENGTH_MAX);
}
