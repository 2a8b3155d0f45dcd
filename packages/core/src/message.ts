export type Message = {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
  /** What the model thought before it said this, where it is sent back. */
  readonly reasoning?: string;
};

/** A message of the conversation, and what can stand in its place once it is old: the same text where it is short. */
export type Entry = { readonly message: Message; readonly short: string };
