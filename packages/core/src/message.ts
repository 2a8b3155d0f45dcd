import type { ImageRef } from '@tagma/protocol';

export type Message = {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
  /** What the model thought before it said this, where it is sent back. */
  readonly reasoning?: string;
  /** The pictures that go with it, where the model takes any. */
  readonly images?: readonly ImageRef[];
};

/** A message of the conversation, and what can stand in its place once it is old: the same text where it is short. */
export type Entry = { readonly message: Message; readonly short: string };
