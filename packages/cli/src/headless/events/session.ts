/** How a session begins, and what is said to it. */
import { type AttachedName, attachedWords, type MessageTaken, type Mode, noteOnMode, type Update } from '@tagma/core';
import { SCHEMA_VERSION, type StreamEvent } from '@tagma/stream';
import { isoTime } from './time.ts';

type Step = Extract<Update, { kind: 'step' }>;

/** @param history the file that records it */
export function startedOf({ event }: Step, history: string): readonly StreamEvent[] {
  if (event.type !== 'session.started' && event.type !== 'session.resumed') return [];
  const { session, program, folder, model, settings, tools } = event;
  return [
    {
      type: 'session_started',
      schema_version: SCHEMA_VERSION,
      session_id: session,
      ...{ program, resumed: event.type === 'session.resumed', folder, history },
      ...{ endpoint: model.endpoint, model: model.model, mode: settings.mode, sandbox: settings.sandbox },
      ...warningOf(settings.mode, settings.sandbox),
      tools: tools.map(({ name }) => name),
      can_answer: !settings.headless,
      at: isoTime(event.at),
    },
  ];
}

export function modeChangedOf(mode: Mode, { snapshot }: Step, at: string): StreamEvent {
  return { type: 'mode_changed', mode, ...warningOf(mode, snapshot.context.session.settings.sandbox), at };
}

function warningOf(mode: Mode, sandbox: boolean) {
  const warning = noteOnMode(mode, sandbox);
  return warning === null ? {} : { warning };
}

/** What was said: at once, or, when it has waited, once more when it is taken up. */
export type Prompts = {
  readonly given: (step: Step, at: string) => readonly StreamEvent[];
  readonly taken: (note: MessageTaken, at: string) => StreamEvent;
};

export function createPrompts(): Prompts {
  let lastMessage = 0;
  const steering = new Set<number>();
  return {
    given({ event, snapshot }, at) {
      const waits = snapshot.context.lastMessage > lastMessage;
      lastMessage = snapshot.context.lastMessage;
      if (event.type !== 'prompt.given' && event.type !== 'steer.given') return [];
      const steers = event.type === 'steer.given';
      if (steers && waits) steering.add(lastMessage);
      const prompt = {
        type: 'prompt',
        text: event.text,
        attached: wordsOf(event.attached),
        steers,
        waits,
        at,
      } as const;
      return [waits ? { ...prompt, number: lastMessage } : prompt];
    },
    taken({ message, text, attached }, at) {
      const steers = steering.delete(message);
      return { type: 'prompt_taken', number: message, text, attached: wordsOf(attached), steers, at };
    },
  };
}

function wordsOf(attached: readonly AttachedName[] = []): string[] {
  return attached.map(attachedWords);
}
