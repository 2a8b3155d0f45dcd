/**
 * Runs single calls of tools as the agent would: a session whose model says what it is told to say. So the parameters are
 * read, the call is judged and the tool is run by the machine itself, and nothing of that stands here again.
 */
import type { Emitted, PersonAsk, QuestionAsk, SessionStarted, Update } from '@tagma/core';
import type { JsonObject, OutcomeStatus } from '@tagma/protocol';
import { createSession, type Model, type Session, type SessionDeps } from '@tagma/runtime';

/** How a call ended: what the model would read of it, the tool's notes below it, and what screens and logs get. */
export type CallEnded = {
  readonly status: OutcomeStatus;
  readonly content: string;
  readonly details: JsonObject;
};

/** Who is there to be asked. */
export type Person = {
  readonly allows: (ask: PersonAsk) => Promise<boolean>;
  readonly answers: (ask: QuestionAsk) => Promise<string>;
  /** Nothing is asked any more; what is open is answered with no. */
  readonly leave: () => void;
};

export type ToolCalls = {
  /** One at a time; each is a reply and a turn of its own. */
  readonly call: (tool: string, params: JsonObject) => Promise<CallEnded>;
  /** Ends what runs. */
  readonly stop: () => Promise<void>;
};

const FINAL = '<final>done</final>';
const NOTHING: CallEnded = { status: 'error', content: 'the call was not understood', details: {} };
const TOO_DEEP: CallEnded = { status: 'error', content: 'the parameters are nested too deeply', details: {} };
const SAID_NO: CallEnded = { status: 'denied', content: 'denied: the user said no', details: {} };
const STOPPED: CallEnded = { status: 'aborted', content: 'it was stopped before it had ended', details: {} };

/** @param person who is asked; null: nobody is, and the session must be headless */
export function openToolCalls(
  started: SessionStarted,
  deps: Omit<SessionDeps, 'model'>,
  person: Person | null = null,
): ToolCalls {
  /** What the model says next; then it is done. */
  let next: { readonly name: string; readonly arguments: string } | null = null;
  let ended = NOTHING;
  let resolve: (ended: CallEnded) => void = () => {};
  const model: Model = {
    async ask() {
      const toolCalls = next === null ? [] : [next];
      next = null;
      const said = { text: toolCalls.length === 0 ? FINAL : '', reasoning: '' };
      return { ok: true, ...said, ...(toolCalls.length === 0 ? {} : { toolCalls }), finish: 'stop', usage: null };
    },
  };
  const session = createSession({ ...deps, model });
  session.subscribe((update) => {
    ended = endedBy(update, ended) ?? ended;
    if (person !== null && update.kind === 'step') answer(update, person, session.send);
    if (update.kind === 'step' && update.emitted.some(({ type }) => type === 'turn.end')) resolve(ended);
  });
  void session.broken.then((message) => resolve({ ...NOTHING, content: message }));
  session.send(started);
  return {
    call(tool, params) {
      ended = NOTHING;
      const written = jsonOf(params);
      if (written === null) return Promise.resolve(TOO_DEEP);
      next = { name: tool, arguments: written };
      const done = new Promise<CallEnded>((settle) => {
        resolve = settle;
      });
      session.send({ type: 'prompt.given', text: tool });
      return done;
    },
    async stop() {
      resolve(STOPPED);
      person?.leave();
      await session.stop();
    },
  };
}

/** Puts what is asked to the person. */
function answer({ emitted, event }: Extract<Update, { kind: 'step' }>, person: Person, send: Session['send']): void {
  for (const one of emitted) {
    const request = 'id' in one ? one.id : 0;
    if (one.type === 'person.ask') {
      void person
        .allows(one)
        .then((yes) => send({ type: 'permission.answered', request, answer: yes ? 'once' : 'no', reason: '' }));
    }
    if (one.type === 'question.ask') {
      void person.answers(one).then((text) => send({ type: 'question.answered', request, answer: text }));
    }
    if (one.type === 'limit.ask') send({ type: 'limit.answered', request, answer: 'stop' });
  }
  // There is nobody who would carry it out.
  if (event.type === 'plan.presented')
    send({ type: 'plan.answered', request: event.request, answer: 'reject', reason: '' });
}

/** Null for what `JSON.parse` can read, and `JSON.stringify` not write: deep nesting takes all of the stack. */
function jsonOf(params: JsonObject): string | null {
  try {
    return JSON.stringify(params);
  } catch {
    return null;
  }
}

/** What an update tells of the call, or null. `before`: how it stood. */
function endedBy(update: Update, before: CallEnded): CallEnded | null {
  if (update.kind !== 'step') return null;
  const { event, emitted } = update;
  if (event.type === 'tool.ended') {
    const { status, content, notes = [], details } = event.outcome;
    return { status, content: [content, ...notes].filter(Boolean).join('\n'), details };
  }
  if (event.type === 'hook.ended' && event.outcome?.kind === 'content') {
    return { ...before, content: event.outcome.content };
  }
  if (event.type === 'hook.ended' && event.outcome?.kind === 'refused') {
    const { by, reason } = event.outcome;
    return { status: 'denied', content: `denied by the hook ${by}${reason && `: ${reason}`}`, details: {} };
  }
  if (event.type === 'permission.answered' && event.answer === 'no') return SAID_NO;
  return emitted.map(endedIn).find((one) => one !== null) ?? null;
}

/** A call that is answered without its tool. */
function endedIn(emitted: Emitted): CallEnded | null {
  switch (emitted.type) {
    case 'reply.read': {
      const error = emitted.reply.actions[0]?.error;
      return error ? { status: 'error', content: error.message, details: {} } : null;
    }
    case 'call.judged': {
      const { verdict, by } = emitted.decision;
      return verdict === 'deny' ? { status: 'denied', content: `denied: ${by}`, details: {} } : null;
    }
    case 'call.answered':
      return { status: emitted.status, content: emitted.content, details: {} };
    default:
      return null;
  }
}
