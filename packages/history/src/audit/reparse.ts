/**
 * Every recorded reply, read again by today's scanner, under the tools and options that were in force then; and where that
 * comes to something else than what the machine understood and recorded at the time.
 */
import type { AgentEvent, Settings } from '@tagma/core';
import { type Json, type JsonObject, jsonText, parseReply, type Reply, type ToolSpec, unguard } from '@tagma/protocol';
import type { Failed } from '../error.ts';
import type { Fault } from '../read/order.ts';
import { recordsIn } from '../read/reader.ts';
import { eventOf } from '../replay/records.ts';
import { Modernizer } from './older-records.ts';

/** What today's scanner makes of the recorded replies. */
export type Reparsed = {
  readonly ok: true;
  /** Replies that were read again. */
  readonly replies: number;
  /** Those of which a text has been taken out: they cannot be. */
  readonly left: number;
  readonly differences: readonly ReplyDifference[];
  /** The first record that is not as it was written: a reply that stands in such a one was not read. */
  readonly fault: Fault | null;
};

/** The first member in which a reply is understood otherwise than then. */
export type ReplyDifference = {
  /** Of the event with the reply as it came. */
  readonly record: number;
  /** `actions`, `final`, `repairs` … */
  readonly member: string;
  /** As JSON, cut to where they differ. */
  readonly recorded: string;
  readonly today: string;
};

type ReplyEnded = Extract<AgentEvent, { readonly type: 'reply.ended' }>;

const MEMBERS = ['error', 'actions', 'final', 'thoughts', 'loose', 'repairs', 'startedInThought'] as const;
const SHOWN_BEFORE = 40;
const SHOWN_CHARACTERS = 160;

/**
 * Reads all replies of a history again, and tells which are understood in another way than they were then. The file is not
 * changed.
 */
export async function reparseHistory(file: string): Promise<Reparsed | Failed> {
  const reading = recordsIn(file, { goOn: true });
  const modernizer = new Modernizer();
  const scanning = new Scanning();
  const differences: ReplyDifference[] = [];
  let [replies, left] = [0, 0];
  let ended: { readonly record: number; readonly event: ReplyEnded | null } = { record: 0, event: null };
  for (;;) {
    const next = await reading.next();
    if (next.done) {
      return next.value.ok ? { ok: true, replies, left, differences, fault: next.value.fault } : next.value;
    }
    const record = modernizer.take(next.value);
    if (record.kind === 'event') {
      const event = eventOf(record);
      scanning.take(event);
      const isWhole = event.type === 'reply.ended' && record.takenOut.length === 0;
      ended = { record: record.n, event: isWhole ? event : null };
    } else if (record.type === 'model.switched') {
      scanning.choose(record.fields);
    } else if (record.type === 'reply.read') {
      const then = record.fields.reply as unknown as Reply;
      if (ended.event === null || record.takenOut.length > 0) left += 1;
      else {
        replies += 1;
        const difference = differenceOf(then, scanning.parse(ended.event));
        if (difference !== null) differences.push({ record: ended.record, ...difference });
      }
      // What one reply has shown holds for those that follow.
      scanning.learn(then);
    }
  }
}

/** How the replies of a session were scanned, as its records tell. */
class Scanning {
  #tools: readonly ToolSpec[] = [];
  #settings: Pick<Settings, 'bashFence'> = { bashFence: false };
  #models: readonly { readonly endpoint: string; readonly model: string; readonly startsInThought: boolean }[] = [];
  #asked = '';
  #startsInThought = false;

  take(event: AgentEvent): void {
    if (event.type === 'session.started' || event.type === 'session.resumed') {
      this.#tools = event.tools;
      this.#settings = event.settings;
      this.#models = [event.model, ...event.fallbacks];
      this.choose(event.model as unknown as JsonObject);
    }
    if (event.type === 'model.changed') this.#models = [event.model, ...this.#models];
  }

  /** Another model is asked: what was learnt of the one before says nothing about it. */
  choose({ endpoint, model }: JsonObject): void {
    const asked = `${String(model)} at ${String(endpoint)}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    const known = this.#models.find((one) => one.endpoint === endpoint && one.model === model);
    this.#startsInThought = known?.startsInThought ?? false;
  }

  learn({ startedInThought }: Reply): void {
    this.#startsInThought ||= startedInThought === true;
  }

  parse(event: ReplyEnded): Reply {
    const options = { tools: this.#tools, bashFence: this.#settings.bashFence, startsInThought: this.#startsInThought };
    const finish = event.finish === 'length' ? 'length' : 'stop';
    return parseReply(event.text, finish, { ...options, stopSent: event.stopSent ?? false }, event);
  }
}

function differenceOf(then: Reply, today: Reply): Omit<ReplyDifference, 'record'> | null {
  for (const member of MEMBERS) {
    const [old, now] = [textOf(then, member), textOf(today, member)];
    // What the model had copied of an observation was turned back, as far as it had been shown it: that is no difference.
    if (old !== now && plain(old) !== plain(now)) return { member, ...excerpts(old, now) };
  }
  return null;
}

function textOf(reply: Reply, member: (typeof MEMBERS)[number]): string {
  return jsonText((reply[member] ?? null) as unknown as Json);
}

/** Without any mark of an alteration, however often it is doubled. */
function plain(text: string): string {
  const once = unguard(text);
  return once === text ? text : plain(once);
}

function excerpts(recorded: string, today: string): Pick<ReplyDifference, 'recorded' | 'today'> {
  let at = 0;
  while (at < recorded.length && recorded[at] === today[at]) at += 1;
  const from = Math.max(0, at - SHOWN_BEFORE);
  const cut = (text: string) => `${from > 0 ? '…' : ''}${text.slice(from, from + SHOWN_CHARACTERS)}`;
  return { recorded: cut(recorded), today: cut(today) };
}
