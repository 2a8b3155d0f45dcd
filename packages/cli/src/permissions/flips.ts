/**
 * What today's rules would have said to a recorded session: every decision that would be another one. From the recorded facts
 * alone: nothing is looked at but the file.
 */
import {
  type Decision,
  decide,
  type Mode,
  planFileOf,
  type Rule,
  type SessionStarted,
  withoutAsking,
} from '@tagma/core';
import { type ReadRecord, readHistory } from '@tagma/history';
import type { Facts, Outcome, Params } from '@tagma/protocol';
import { aboutTorn } from '../torn.ts';

export type Flip = {
  readonly call: number;
  readonly tool: string;
  readonly params: Params;
  /** Of the record that holds the decision. */
  readonly record: number;
  readonly mode: Mode;
  readonly recorded: Decision;
  readonly today: Decision;
};

export type Flips =
  | {
      readonly ok: true;
      readonly judged: number;
      readonly flips: readonly Flip[];
      /** Where the file is damaged: what comes after it was not looked at. */
      readonly damage: string | null;
    }
  | { readonly ok: false; readonly message: string };

/**
 * @param mode for the whole session; null for the one that the session was in at each call
 * @param sandbox whether commands run in one; null for as it was in the session
 */
export async function flipsIn(
  file: string,
  mode: Mode | null,
  rules: readonly Rule[],
  sandbox: boolean | null = null,
): Promise<Flips> {
  const read = await readHistory(file);
  if (!read.ok) return { ok: false, message: read.error.message };
  const walk = createWalk(mode, rules, sandbox);
  for (const record of read.records) walk.take(record);
  const damage = read.fault
    ? `record ${read.fault.record} is damaged (${read.fault.message})`
    : read.torn && aboutTorn(read.torn);
  return { ok: true, judged: walk.judged(), flips: walk.flips, damage };
}

type Action = { readonly tool: string; readonly params: Params };

function createWalk(fixed: Mode | null, rules: readonly Rule[], held: boolean | null) {
  const flips: Flip[] = [];
  /** Calls are numbered as the actions of all replies are, from 1. */
  const actions: Action[] = [];
  const asked = new Map<number, number>();
  const facts = new Map<number, Facts>();
  /** Which call each run was of, and which the sandbox has stopped: whether these run outside is always asked. */
  const runs = new Map<number, number>();
  const stopped = new Set<number>();
  let started: SessionStarted | null = null;
  let mode: Mode = 'default';
  let judged = 0;

  const judge = (record: ReadRecord) => {
    const { call, decision } = fieldsOf<{ call: number; decision: Decision }>(record);
    const [action, found] = [actions[call - 1], facts.get(call)];
    if (!started || !action || !found) return;
    judged += 1;
    const { folder, settings } = started;
    const current = fixed ?? mode;
    const { tool, params } = action;
    const planFile = current === 'plan' ? planFileOf({ session: started }) : null;
    const sandbox = held ?? settings.sandbox;
    const inside = decide({ tool, params, facts: found, folder, planFile, sandbox }, current, rules);
    const said: Decision = stopped.has(call) && inside.verdict === 'allow' ? { ...inside, verdict: 'ask' } : inside;
    // Where nobody could be asked, a question was a denial.
    const now: Decision = settings.headless ? withoutAsking(said) : said;
    if (now.verdict !== decision.verdict) {
      flips.push({ call, tool, params, record: record.n, mode: current, recorded: decision, today: now });
    }
  };

  const take = (record: ReadRecord) => {
    switch (record.type) {
      case 'session.started':
      case 'session.resumed':
        started = fieldsOf<SessionStarted>(record);
        mode = started.settings.mode;
        return;
      case 'mode.changed':
      case 'mode.switched':
        mode = fieldsOf<{ mode: Mode }>(record).mode;
        return;
      case 'reply.read':
        actions.push(...fieldsOf<{ reply: { actions: readonly Action[] } }>(record).reply.actions);
        return;
      case 'facts.take': {
        const { id, call } = fieldsOf<{ id: number; call: number }>(record);
        asked.set(id, call);
        return;
      }
      case 'facts.taken': {
        const { request, facts: found } = fieldsOf<{ request: number; facts: Facts }>(record);
        facts.set(asked.get(request) ?? 0, found);
        return;
      }
      case 'tool.run': {
        const { id, call } = fieldsOf<{ id: number; call: number }>(record);
        runs.set(id, call);
        return;
      }
      case 'tool.ended': {
        const { request, outcome } = fieldsOf<{ request: number; outcome: Outcome }>(record);
        if (outcome.details.blocked) stopped.add(runs.get(request) ?? 0);
        return;
      }
      case 'call.judged':
        judge(record);
    }
  };

  return { flips, judged: () => judged, take };
}

/** What a record of that type holds: it is in its place in the chain, so a program of the same kind wrote it. */
function fieldsOf<T>({ fields }: ReadRecord): T {
  return fields as unknown as T;
}
