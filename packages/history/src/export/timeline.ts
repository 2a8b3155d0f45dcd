/**
 * Records → what happened, for whoever shows a history (the page, Markdown). Items come in the order in which they began,
 * each when it is complete; what waits meanwhile is bounded by one reply and its actions. Nothing here judges the
 * history: it may be torn, damaged or made up, and what it says is told as it says it.
 */
import { isAtRest } from '@tagma/core';
import type { OutcomeStatus } from '@tagma/protocol';
import type { ReadRecord } from '../read/reader.ts';
import { actionAfter, actionBefore, actionIn, actionLeft } from './action-item.ts';
import { attachedIn } from './attached.ts';
import { occurrenceOf } from './occurrence.ts';
import { replyAfter, replyAsked } from './reply-item.ts';
import { endIn, isInterruption, sessionIn } from './session-item.ts';
import { shellAfter, shellIn } from './shell-item.ts';
import type { PromptItem, TimelineItem, Told } from './timeline-item.ts';
import { numberIn, objectIn, objectsIn, statusIn, textIn } from './told.ts';

/** What has happened, from the records of a history in order. */
export async function* timelineOf(
  records: AsyncIterable<ReadRecord> | Iterable<ReadRecord>,
): AsyncGenerator<TimelineItem, void> {
  const timeline = new Timeline();
  for await (const record of records) yield* timeline.feed(record);
  yield* timeline.end();
}

/** An item in the making. */
type Draft = {
  told: Told;
  readonly record: number;
  readonly at: number;
  readonly records: ReadRecord[];
  /** More may come that belongs to it. */
  open: boolean;
};

/** Takes the records one by one, and gives what is complete. */
export class Timeline {
  /** Of one step: the event and what followed from it. It is understood when it is whole. */
  #step: ReadRecord[] = [];
  /** Those that are open, and those behind them. */
  #drafts: Draft[] = [];
  /** What waits for an answer: by the id of the effect, and of the calls by their numbers. */
  readonly #asked = new Map<number, Draft>();
  readonly #calls = new Map<number, Draft>();
  /** Calls that hooks are asked about, by the id of the effect. */
  readonly #vetted = new Map<number, Draft>();
  #lastCall = 0;
  #state = 'unstarted';
  /** A prompt has been taken up, and its turn has not ended. */
  #inTurn = false;

  feed(record: ReadRecord): TimelineItem[] {
    if (record.kind === 'event') this.#takeStep();
    this.#step.push(record);
    return record.kind === 'event' ? this.#complete() : [];
  }

  end(): TimelineItem[] {
    this.#takeStep();
    this.#settle(null);
    for (const draft of this.#drafts) draft.open = false;
    return this.#complete();
  }

  #takeStep(): void {
    const [first, ...rest] = this.#step;
    this.#step = [];
    if (first === undefined) return;
    const ignored = rest.find(({ type }) => type === 'event.ignored');
    const owner = ignored ? this.#begin(first, occurrenceOf(ignored)) : this.#ownerOf(first);
    owner.records.push(first);
    for (const record of rest) {
      const draft = record === ignored ? owner : this.#ownerOfDerived(record, owner);
      draft.records.push(record);
      if (record.kind === 'state') this.#state = record.type;
    }
  }

  /** The item that an event belongs to: the one that waited for it, or a new one. */
  #ownerOf(event: ReadRecord): Draft {
    const { type, fields } = event;
    const asked = this.#asked.get(numberIn(fields, 'request'));
    if (asked && 'request' in fields) return this.#tell(asked, event);
    switch (type) {
      case 'session.started':
      case 'session.resumed':
        return this.#begin(event, sessionIn(event));
      case 'prompt.given':
      case 'steer.given':
        return this.#begin(event, this.#prompt(event, isAtRest(this.#state)));
      case 'undo.requested':
        return this.#begin(event, {
          kind: 'undo',
          steps: textIn(fields, 'steps'),
          status: null,
          content: '',
          diff: '',
        });
      case 'shell.requested':
        return this.#begin(event, shellIn(event));
      case 'hook.ended': {
        const vetted = this.#vetted.get(numberIn(fields, 'request'));
        if (vetted) this.#tell(vetted, event);
        return this.#begin(event, occurrenceOf(event));
      }
      default:
        return this.#begin(event, occurrenceOf(event));
    }
  }

  /** The item that an effect, a note or a state belongs to: often that of its event. */
  #ownerOfDerived(record: ReadRecord, owner: Draft): Draft {
    const { type, fields } = record;
    switch (type) {
      case 'model.ask':
      case 'summary.ask':
        this.#settle('skipped');
        if (type === 'model.ask') this.#inTurn = true;
        return this.#wait(record, this.#begin(record, replyAsked(record)));
      case 'reply.read':
        this.#tell(owner, record);
        for (const action of objectsIn(objectIn(fields, 'reply'), 'actions')) this.#beginCall(record, action);
        return owner;
      case 'facts.take':
      case 'person.ask':
      case 'question.ask':
      case 'plan.review':
      case 'tool.run':
        return this.#wait(record, this.#tell(this.#callOf(record), record));
      case 'call.judged':
      case 'call.answered':
        return this.#tell(this.#callOf(record), record);
      case 'hook.run':
        if (textIn(fields, 'point') === 'before_tool_call')
          this.#vetted.set(numberIn(fields, 'id'), this.#callOf(record));
        return owner;
      case 'rule.added':
        return owner.told.kind === 'action' ? this.#tell(owner, record) : this.#begin(record, occurrenceOf(record));
      case 'timer.start':
        return this.#wait(record, this.#tell(owner, record));
      case 'limit.ask':
        this.#settle('skipped');
        return this.#wait(
          record,
          this.#begin(record, { kind: 'limit', reason: textIn(fields, 'reason'), answer: null }),
        );
      case 'undo.run':
      case 'shell.run':
        return this.#wait(record, owner);
      case 'message.taken':
        return this.#begin(record, this.#inTurn ? occurrenceOf(record) : this.#prompt(record, true));
      case 'turn.end': {
        const end = endIn(record);
        // What had not begun when a session was cut off is skipped, when it is taken up again.
        this.#settle(end.how === 'aborted' && !isInterruption(record) ? 'aborted' : 'skipped');
        this.#inTurn = false;
        return this.#begin(record, end);
      }
      case 'conversation.compacted':
      case 'model.switched':
      case 'mode.switched':
        return this.#begin(record, occurrenceOf(record));
      default:
        return owner;
    }
  }

  /** Adds to an item what a record that belongs to it tells. */
  #tell(draft: Draft, record: ReadRecord): Draft {
    const { told } = draft;
    const { type, fields } = record;
    if (told.kind === 'action') draft.told = actionAfter(told, record);
    if (told.kind === 'reply') draft.told = replyAfter(told, record, draft.at);
    if (told.kind === 'limit') draft.told = { ...told, answer: textIn(fields, 'answer') };
    if (told.kind === 'undo') {
      const outcome = objectIn(fields, 'outcome');
      const diff = textIn(objectIn(outcome, 'details'), 'diff');
      draft.told = { ...told, status: statusIn(outcome), content: textIn(outcome, 'content'), diff };
    }
    if (told.kind === 'shell') draft.told = shellAfter(told, record);
    draft.open = draft.told.kind === 'action' ? draft.told.status === null : type === 'timer.start';
    return draft;
  }

  #begin(record: ReadRecord, told: Told): Draft {
    const draft: Draft = { told, record: record.n, at: record.at, records: [], open: false };
    this.#drafts.push(draft);
    return draft;
  }

  #beginCall(record: ReadRecord, action: Parameters<typeof actionIn>[0]): void {
    this.#lastCall += 1;
    const draft = this.#begin(record, actionIn(action, this.#lastCall));
    draft.open = draft.told.kind === 'action' && draft.told.status === null;
    this.#calls.set(this.#lastCall, draft);
  }

  #callOf(record: ReadRecord): Draft {
    const call = numberIn(record.fields, 'call');
    const known = this.#calls.get(call);
    if (known) return known;
    const draft = this.#begin(record, actionBefore(call, textIn(record.fields, 'tool')));
    this.#calls.set(call, draft);
    this.#lastCall = Math.max(this.#lastCall, call);
    return draft;
  }

  /** What answers this effect will belong to the item. */
  #wait(effect: ReadRecord, draft: Draft): Draft {
    draft.open = true;
    this.#asked.set(numberIn(effect.fields, 'id'), draft);
    return draft;
  }

  #prompt({ type, fields }: ReadRecord, begins: boolean): PromptItem {
    if (begins) this.#inTurn = true;
    const steers = type === 'steer.given' && !begins;
    return { kind: 'prompt', text: textIn(fields, 'text'), begins, steers, attached: attachedIn(fields) };
  }

  /** No call of the last reply goes on. */
  #settle(status: OutcomeStatus | null): void {
    for (const draft of this.#calls.values()) {
      if (draft.told.kind === 'action') draft.told = actionLeft(draft.told, status);
      draft.open = false;
    }
    this.#calls.clear();
    this.#vetted.clear();
  }

  /** Takes out what is complete, in order. */
  #complete(): TimelineItem[] {
    const open = this.#drafts.findIndex((draft) => draft.open);
    const done = this.#drafts.splice(0, open === -1 ? this.#drafts.length : open);
    for (const [id, draft] of this.#asked) if (!draft.open) this.#asked.delete(id);
    return done.map(({ told, record, at, records }) => ({ ...told, record, at, records }));
  }
}
