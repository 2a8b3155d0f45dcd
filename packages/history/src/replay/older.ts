/**
 * A session that an older program ran: what it made of a reply, what it decided about a call, and when it made the conversation
 * smaller, stand among its records, and hold; all else is made anew and may come out otherwise, which is no mistake of the file.
 */
import { type AgentEvent, type Decision, type Recorded, upgraded } from '@tagma/core';
import { encodeRecord, type HistoryRecord, type Json, type JsonObject, type Reply } from '@tagma/protocol';
import type { ParseRecord } from '../read/parse.ts';
import type { WalkedRecord } from '../read/walk.ts';
import { type Difference, readableFrom } from './divergence.ts';

/** An event as today's machine is told it, with the parse, the verdict and the compaction that the records behind it hold. */
export function toldAs(event: AgentEvent, followed: readonly Followed[]): AgentEvent {
  const types = new Set(followed.map(({ type }) => type));
  const sumsUp = types.has('summary.ask');
  let recorded: Recorded = { sumsUp, compacts: sumsUp || types.has('conversation.compacted') };
  for (const { type, fields, takenOut } of followed) {
    if (takenOut.length > 0) continue;
    if (type === 'reply.read') recorded = { ...recorded, reply: fields.reply as unknown as Reply };
    if (type === 'call.judged') recorded = { ...recorded, decision: fields.decision as unknown as Decision };
  }
  return { ...upgraded(event), recorded };
}

/** An effect or a note that the event led to. */
type Followed = Pick<HistoryRecord, 'type' | 'fields'> & { readonly takenOut: readonly string[] };

/** Where what `made` holds is not what the records of the step hold; the event, which comes first in both, is the same. */
export function differencesFrom(
  made: readonly HistoryRecord[],
  records: readonly Pick<WalkedRecord, 'n' | 'bytes'>[],
  parse: ParseRecord,
  isWhole: boolean,
): readonly Difference[] {
  const [event] = records;
  const then = records.slice(1).flatMap(({ n, bytes }) => {
    const read = parse(bytes);
    return read.ok ? [{ n, read }] : [];
  });
  const now = made.slice(1, isWhole ? made.length : records.length);
  const [namesNow, namesThen] = [namesOf(now), namesOf(then.map(({ read }) => read))];
  if (namesNow !== namesThen) {
    const what = now.find((one, index) => one.type !== then[index]?.read.type)?.kind ?? 'effect';
    return [{ record: event?.n ?? 0, what, expected: namesNow, got: namesThen }];
  }
  return then.flatMap(({ n, read }, index) => {
    const one = now[index];
    if (one === undefined || read.takenOut.length > 0) return [];
    const [expected, got] = [textOf(onlyKnown(one, read), n), textOf(read, n)];
    if (expected === got) return [];
    const [shown, shownGot] = readableFrom(expected, got);
    return [{ record: n, what: one.kind, expected: shown, got: shownGot }];
  });
}

/** What was not written then, however deep it stands, is no difference. */
function onlyKnown(record: HistoryRecord, then: HistoryRecord): HistoryRecord {
  return { ...record, fields: knownIn(record.fields, then.fields) as JsonObject };
}

function knownIn(value: Json, then: Json): Json {
  if (!isObject(value) || !isObject(then)) return value;
  const members = Object.entries(value).filter(([name]) => Object.hasOwn(then, name));
  return Object.fromEntries(members.map(([name, member]) => [name, knownIn(member, then[name] ?? null)]));
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function namesOf(records: readonly HistoryRecord[]): string {
  return records.map(({ type }) => type).join(', ');
}

function textOf({ kind, type, at, fields }: HistoryRecord, n: number): string {
  return encodeRecord({ kind, type, at, fields }, { n, previous: '', hash: () => '', salt: () => '' }).text.replace(
    ' hash=""',
    '',
  );
}
