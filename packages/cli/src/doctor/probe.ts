/** How a check asks the server: one request at a time, each bounded in time and in length, none with a memory of another. */
import type { ChatMessage, Completion, LoadImage, Quirks, Server } from '@tagma/endpoint';
import type { JsonObject } from '@tagma/protocol';
import type { Connection } from '../connect.ts';
import { type Guard, NO_GUARD } from './guard.ts';

/** The connection that is looked at. */
export type Patient = Pick<Connection, 'name' | 'server' | 'model' | 'fields' | 'windowTokens'>;

export type Question = {
  readonly messages: readonly ChatMessage[];
  readonly fields?: JsonObject;
  /** In place of what is known so far, member by member. */
  readonly quirks?: Quirks;
  /** More than this is not waited for; what has come is the reply then. */
  readonly charactersMax?: number;
  /** For the pictures in the messages. */
  readonly loadImage?: LoadImage;
};

export type Asked = {
  readonly completion: Completion;
  /** In how many pieces it came. */
  readonly pieces: number;
  /** From the request to the first piece; null where none came. */
  readonly firstMs: number | null;
  /** From the first piece to the last. */
  readonly streamMs: number;
  /** It was not waited for to its end. */
  readonly cut: boolean;
  /** What was known of the server, with what it has turned out to refuse at this request. */
  readonly quirks: Quirks;
};

export type Probe = {
  readonly patient: Patient;
  readonly guard: Guard;
  readonly signal: AbortSignal;
  /** For one request. */
  readonly timeoutMs: number;
  /** What was found out so far. */
  readonly quirks: () => Quirks;
  readonly keep: (quirks: Quirks) => void;
  /** In tokens; 0 until it is known. */
  readonly windowTokens: () => number;
  readonly takeWindow: (tokens: number) => void;
  readonly ask: (question: Question) => Promise<Asked>;
};

/** Long enough for a sum worked out in full; a model that goes on for ever is stopped here. */
const CHARACTERS_MAX = 4_000;

export function createProbe(patient: Patient, signal: AbortSignal, timeoutMs: number, guard: Guard = NO_GUARD): Probe {
  let quirks: Quirks = patient.server.quirks ?? {};
  let { windowTokens } = patient;
  return {
    ...{ patient, guard, signal, timeoutMs },
    quirks: () => quirks,
    keep(found) {
      quirks = { ...quirks, ...found };
    },
    windowTokens: () => windowTokens,
    takeWindow(tokens) {
      windowTokens = tokens;
    },
    ask: (question) => ask(patient, { ...quirks, ...question.quirks }, question, signal, timeoutMs),
  };
}

async function ask(
  { server, model, fields }: Patient,
  quirks: Quirks,
  question: Question,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<Asked> {
  const { complete, hideSecrets, quirksOf, secretsOf } = await import('@tagma/endpoint');
  const { messages, charactersMax = CHARACTERS_MAX, loadImage } = question;
  const begun = performance.now();
  const seen = { pieces: 0, characters: 0, firstAt: 0, lastAt: 0, cut: false };
  const limits = { ...server.limits, wholeMs: timeoutMs, firstByteMs: timeoutMs, idleMs: timeoutMs };
  // An object of its own: what this request teaches is not known to the next one.
  const once: Server = { ...server, quirks, limits };
  const request = { model, messages, fields: { ...fields, ...question.fields }, ...(loadImage && { loadImage }) };
  const completion = await complete(request, once, {
    signal,
    onDelta({ text = '', reasoning = '' }) {
      seen.lastAt = performance.now();
      if (seen.pieces === 0) seen.firstAt = seen.lastAt;
      seen.pieces += 1;
      seen.characters += text.length + reasoning.length;
      seen.cut = seen.characters > charactersMax;
      return seen.cut ? 'stop' : 'go on';
    },
  });
  // What the server repeats of a key is hidden before any of it is cut for showing.
  const secrets = secretsOf(server);
  const text = hideSecrets(completion.text, secrets);
  const reasoning = hideSecrets(completion.reasoning, secrets);
  return {
    completion: { ...completion, text, reasoning },
    pieces: seen.pieces,
    firstMs: seen.pieces === 0 ? null : seen.firstAt - begun,
    streamMs: seen.lastAt - seen.firstAt,
    cut: seen.cut,
    quirks: quirksOf(once, model),
  };
}

export function user(content: string): ChatMessage {
  return { role: 'user', content };
}

/** Whether the server would not have the request as it was, though it may have taken a changed one. */
export function isRefused({ completion, quirks }: Asked, field: string): boolean {
  return quirks.untaken?.includes(field) === true || (!completion.ok && completion.fault.kind === 'bad-request');
}

/** How a request failed, in a line. */
export function failureOf({ completion }: Asked): string | null {
  return completion.ok ? null : completion.fault.message;
}
