/** A request to the model and what came of it. Each record that belongs to it adds what it tells. */
import type { JsonObject } from '@tagma/protocol';
import type { ReadRecord } from '../read/reader.ts';
import type { ReplyItem } from './timeline-item.ts';
import { hasObject, numberIn, numberOrNull, objectIn, objectsIn, textIn, textsIn } from './told.ts';

const FINISHES = ['stop', 'length', 'aborted'] as const;

/** From the effect that asks for it. */
export function replyAsked({ type, fields }: ReadRecord): ReplyItem {
  return {
    kind: 'reply',
    isSummary: type === 'summary.ask',
    turn: numberIn(fields, 'turn'),
    model: textIn(fields, 'model'),
    endpoint: textIn(fields, 'endpoint'),
    ...{ finish: null, durationMs: null, usage: null, text: '', reasoning: '', thoughts: [], loose: '' },
    ...{ repairs: [], error: '', fault: null, retry: null, changes: [] },
  };
}

/** @param askedAt when it was asked for, in milliseconds since 1970 */
export function replyAfter(reply: ReplyItem, { type, fields, at }: ReadRecord, askedAt: number): ReplyItem {
  switch (type) {
    case 'reply.ended': {
      const finish = FINISHES.find((known) => known === textIn(fields, 'finish')) ?? 'stop';
      const usage = hasObject(fields, 'usage') ? usageIn(objectIn(fields, 'usage')) : null;
      return { ...reply, ...arrived(fields), finish, usage, durationMs: at - askedAt };
    }
    case 'reply.failed': {
      const fault = objectIn(fields, 'fault');
      const [message, advice] = [textIn(fault, 'message'), textIn(fault, 'advice')];
      const told = { message, advice, status: numberOrNull(fault, 'status') };
      return { ...reply, ...arrived(fields), finish: 'failed', fault: told, durationMs: at - askedAt };
    }
    case 'reply.read': {
      const read = objectIn(fields, 'reply');
      return {
        ...reply,
        thoughts: objectsIn(read, 'thoughts').map((thought) => textIn(thought, 'text')),
        loose: textIn(read, 'loose'),
        repairs: textsIn(read, 'repairs'),
        error: textIn(objectIn(read, 'error'), 'message'),
      };
    }
    case 'timer.start': {
      const [ms, retry, retriesMax] = [
        numberIn(fields, 'ms'),
        numberIn(fields, 'retry'),
        numberIn(fields, 'retriesMax'),
      ];
      return { ...reply, retry: { ms, retry, retriesMax } };
    }
    default:
      return reply;
  }
}

function arrived(fields: JsonObject): Pick<ReplyItem, 'text' | 'reasoning' | 'changes'> {
  return { text: textIn(fields, 'text'), reasoning: textIn(fields, 'reasoning'), changes: textsIn(fields, 'changes') };
}

function usageIn(usage: JsonObject): NonNullable<ReplyItem['usage']> {
  return { input: numberIn(usage, 'input'), output: numberIn(usage, 'output'), cost: numberIn(usage, 'cost') };
}
