/**
 * A model that says what the test has written: one reply a request, in order. It streams in small pieces and stops where
 * it is told to, as an endpoint does, so that what is cut early in earnest is cut early in a test.
 */
import type { Message } from '@tagma/core';
import type { Fault, Finish, NativeCalls, Usage } from '@tagma/protocol';
import type { Clock, ModelHooks, ModelReply } from '@tagma/runtime';
import { piecesOf } from '../endpoint/wire.ts';
import { TestMistake } from './mistake.ts';

/** Characters of a piece that streams. */
const PIECE_CHARACTERS = 5;

/** A text is a whole reply that ends of its own accord. */
export type ScriptedReply =
  | string
  | ({
      readonly text?: string;
      /** The endpoint's reasoning field. */
      readonly reasoning?: string;
      /** `length`: the endpoint's limit cut it. `aborted`: it says all of its text even when it is cancelled before. */
      readonly finish?: Finish | 'aborted';
      readonly usage?: Usage;
      /** What went out with the request: stop sequences, pictures. */
      readonly stopSent?: true;
      readonly imagesSent?: true;
      /** The endpoint fails; `text` is what had arrived until then. */
      readonly fault?: ScriptedFault;
      /** Until the first piece, and between two pieces, on the fake clock. */
      readonly delayMs?: number;
      readonly paceMs?: number;
      /** How long a piece is that streams. */
      readonly pieceCharacters?: number;
    } & NativeCalls);

/** What goes wrong with a request: its kind alone, or more of it. */
export type ScriptedFault = Fault['kind'] | (Pick<Fault, 'kind'> & Partial<Fault>);

/** What a reply may be made from: all messages of the request, and the number of the request, from 1. */
export type Request = { readonly number: number; readonly messages: readonly Message[]; readonly last: string };

/** A reply, or what makes one of the request. */
export type Replier = ScriptedReply | ((request: Request) => ScriptedReply | Promise<ScriptedReply>);

/** A model that says what a test tells it to. */
export type ScriptedModel = {
  /** Says the next reply. A request too many is a mistake of the test. */
  readonly ask: (messages: readonly Message[], hooks: ModelHooks & { readonly clock?: Clock }) => Promise<ModelReply>;
  /** The messages of each request so far. */
  readonly asked: readonly (readonly Message[])[];
  /** How many replies have not been asked for. */
  readonly left: () => number;
};

const STATUSES: { readonly [kind in Fault['kind']]: number | null } = {
  network: null,
  timeout: null,
  auth: 401,
  'rate-limit': 429,
  quota: 402,
  overloaded: 503,
  'context-overflow': 400,
  'bad-request': 400,
  'not-found': 404,
  'content-filter': null,
  malformed: null,
};

/**
 * A model for tests. A request for which there is no reply fails the test.
 * @param replies one a request; a function for all of them answers as often as it is asked.
 */
export function scriptedModel(replies: readonly Replier[] | Exclude<Replier, ScriptedReply>): ScriptedModel {
  const asked: (readonly Message[])[] = [];
  return {
    asked,
    left: () => (typeof replies === 'function' ? 0 : Math.max(0, replies.length - asked.length)),
    async ask(messages, hooks) {
      asked.push(messages);
      const replier = typeof replies === 'function' ? replies : replies[asked.length - 1];
      const last = messages.at(-1)?.content ?? '';
      if (replier === undefined) throw ended(asked.length - 1, last);
      const reply = typeof replier === 'function' ? await replier({ number: asked.length, messages, last }) : replier;
      return speak(typeof reply === 'string' ? { text: reply } : reply, hooks);
    },
  };
}

/** A whole fault from its kind, or from what a test says of it. */
export function faultOf(fault: ScriptedFault): Fault {
  const { kind, ...said } = typeof fault === 'string' ? { kind: fault } : fault;
  return { kind, message: `scripted: ${kind}`, advice: 'The test says so.', status: STATUSES[kind], ...said };
}

async function speak(
  reply: Exclude<ScriptedReply, string>,
  { signal, onDelta, clock }: ModelHooks & { readonly clock?: Clock },
): Promise<ModelReply> {
  const { text = '', reasoning = '', finish = 'stop', usage = null, fault, ...rest } = reply;
  const { delayMs = 0, paceMs = 0, pieceCharacters = PIECE_CHARACTERS, ...others } = rest;
  const pause = async (ms: number) => {
    if (ms > 0) await clock?.wait(ms, signal);
  };
  const said = { text: '', reasoning: '' };
  await pause(delayMs);
  const pace = { characters: pieceCharacters, ms: 0 };
  const pieces = [
    ...piecesOf(reasoning, pace).map((piece) => ({ reasoning: piece })),
    ...piecesOf(text, pace).map((piece) => ({ text: piece })),
  ];
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await pause(paceMs);
    if (signal.aborted && finish !== 'aborted') break;
    said.text += 'text' in piece ? piece.text : '';
    said.reasoning += 'reasoning' in piece ? piece.reasoning : '';
    const isWhole = index === pieces.length - 1;
    if (onDelta(piece) === 'stop' && !isWhole) return { ok: true, ...said, finish: 'stop', usage };
  }
  if (signal.aborted && finish !== 'aborted') return { ok: true, ...said, finish: 'aborted', usage: null };
  if (fault !== undefined) return { ok: false, ...said, ...others, fault: faultOf(fault) };
  return { ok: true, ...said, ...others, finish, usage };
}

function ended(replies: number, last: string): TestMistake {
  return new TestMistake(
    `The scripted model is asked for reply ${replies + 1}, and its script has ${replies}. Add a reply, or a <final> where it ` +
      `should have ended. The last message was:\n${last}`,
  );
}
