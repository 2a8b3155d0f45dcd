/** How a turn has ended, and what has been used up since the one before has: what was done between them is in it. */
import { costIn, type Emitted, limitWords, NO_USAGE, type TurnResult, type Update, type UsageSum } from '@tagma/core';
import type { Result } from '@tagma/stream';
import { EXIT, exitCodeOf } from '../../exit.ts';

type Step = Extract<Update, { kind: 'step' }>;

export type ResultTeller = {
  /** A step, before what has followed from it. */
  readonly step: (step: Step) => void;
  /** Each of what has followed, in order. */
  readonly take: (one: Emitted) => readonly Result[];
  /** Where the history cannot be written any more, or Tagma has made a mistake: the turn has no end. */
  readonly broken: (message: string) => Result;
  /** The exit code of the last result; null before the first. */
  readonly exitCode: () => number | null;
};

/** @param endCode what the process would end with because somebody wants it to end, or null */
export function resultTeller(endCode: () => number | null): ResultTeller {
  let session = '';
  let lastTurn = 0;
  let last: number | null = null;
  let startedAt = 0;
  let latestAt = 0;
  let isBeginning = false;
  // A pause that ends is within its turn; a turn that has ended and goes on has another result.
  let isEnded = true;
  let asked = new Set<number>();
  let used = NO_USAGE;
  let usedBefore = NO_USAGE;

  const begin = (at: number) => {
    startedAt = at;
    asked = new Set();
    isEnded = false;
  };

  const resultWith = ({ result, denials = [], ...ended }: Ended): Result => {
    const exit_code = endCode() ?? ended.exit_code;
    const usage = without(used, usedBefore);
    usedBefore = used;
    last = exit_code;
    return {
      ...{ type: 'result', subtype: ended.subtype, is_error: exit_code !== EXIT.done, exit_code },
      ...{ duration_ms: Math.max(0, latestAt - startedAt), num_turns: asked.size, session_id: session },
      ...{ usage: usageOf(usage), total_cost_usd: costIn(usage), result, permission_denials: [...denials] },
      ...(ended.limit && { limit: ended.limit }),
      ...(ended.fault && { fault: ended.fault }),
    };
  };

  return {
    step({ event, emitted, snapshot }) {
      const { lastTurn: turn, usage } = snapshot.context;
      latestAt = event.at;
      used = usage.since;
      isBeginning = event.type === 'session.started' || event.type === 'session.resumed';
      // What the session counts is counted anew from there.
      if ('session' in event) [session, usedBefore] = [event.session, NO_USAGE];
      const followsAnother = emitted.some(({ type }) => type === 'turn.end');
      const begins = turn !== lastTurn && !followsAnother;
      if (isBeginning || begins || (isEnded && event.type === 'resume.requested')) begin(event.at);
      // What a session that is taken up had begun was cut off.
      if (isBeginning) isEnded = true;
      lastTurn = turn;
    },
    take(one) {
      if (one.type === 'model.ask') asked.add(one.turn);
      // What ends as a session is taken up ended before: the turn was cut off.
      if (one.type !== 'turn.end' || isBeginning) return [];
      const result = resultWith(endedBy(one.result));
      begin(latestAt);
      isEnded = true;
      return [result];
    },
    broken: (message) => resultWith({ subtype: 'broken', exit_code: EXIT.failed, result: message }),
    exitCode: () => last,
  };
}

type Ended = Pick<Result, 'subtype' | 'exit_code' | 'result' | 'limit' | 'fault'> & {
  readonly denials?: Result['permission_denials'];
};

const STOPPED_BY = {
  person: 'Stopped by the person.',
  signal: 'Stopped by a signal.',
  interruption: 'Cut off.',
} as const;

function endedBy(result: TurnResult): Ended {
  const exit_code = exitCodeOf(result);
  switch (result.kind) {
    case 'done': {
      const subtype = exit_code === EXIT.done ? 'success' : 'denied';
      return { subtype, exit_code, result: result.text, denials: [...result.denials] };
    }
    case 'failed': {
      const { kind, status, message, advice } = result.fault;
      return { subtype: 'failed', exit_code, result: message, fault: { kind, status, advice } };
    }
    case 'limit':
      return { subtype: 'limit', exit_code, result: limitWords(result), limit: result.limit };
    case 'uncorrected':
      return { subtype: 'uncorrected', exit_code, result: result.message };
    case 'aborted':
      return { subtype: 'aborted', exit_code, result: STOPPED_BY[result.by] };
  }
}

/** Below this money is not counted. */
const COST_DIGITS = 12;

function without(all: UsageSum, before: UsageSum): UsageSum {
  const { cost, ...counts } = all;
  const rest = Object.entries(counts).map(([name, number]) => [name, number - before[name as keyof UsageSum]]);
  // Differences of decimal fractions are not decimal fractions.
  return { ...Object.fromEntries(rest), cost: Number((cost - before.cost).toFixed(COST_DIGITS)) };
}

function usageOf(sum: UsageSum): Result['usage'] {
  return {
    input_tokens: sum.input,
    output_tokens: sum.output,
    cache_read_tokens: sum.cached,
    cache_write_tokens: sum.cacheWritten,
    reasoning_tokens: sum.reasoning,
    replies: sum.replies,
    estimated_replies: sum.estimated,
    unpriced_replies: sum.unpriced,
  };
}
