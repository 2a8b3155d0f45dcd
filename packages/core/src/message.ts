import type { ImageRef } from '@tagma/protocol';

/** One message of the conversation, as the model is sent it. */
export type Message = {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
  /** What the model thought before it said this, where it is sent back. */
  readonly reasoning?: string;
  /** The pictures that go with it, where the model takes any. */
  readonly images?: readonly ImageRef[];
};

/** A message of the conversation, and what is known of it for when the conversation must shrink. */
export type Entry = {
  readonly message: Message;
  /** The parts of it that something shorter can stand in for once they are old, or that show again what stood before; in their order. */
  readonly parts: readonly Part[];
  /** What the person says in it, word for word: it is told again where the message is left out. */
  readonly said: readonly string[];
};

/** A part of a message, from one place of its content to another, in UTF-16 code units. */
export type Part = {
  readonly from: number;
  readonly to: number;
  /** What stands in for it once it is old: the same where it is short enough already. */
  readonly short: string;
  /** What it shows; null where nothing that comes later can take its place. */
  readonly shows: Showing | null;
};

export type Showing = {
  /** The tool and its parameters: the same call shows the same thing anew. */
  readonly call: string;
  /** The file that it shows, and whether it shows, or has written, all of it. */
  readonly file: string | null;
  readonly whole: boolean;
};
