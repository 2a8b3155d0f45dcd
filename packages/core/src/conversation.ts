/**
 * The conversation that goes back to the model: canonical replies, observations, prompts. It only grows at its end, so
 * that what an endpoint has cached stays a prefix of what it is sent next; but for a compaction, which begins it anew.
 */
import { type ImageRef, writeReply } from '@tagma/protocol';
import type { Context } from './context.ts';
import { withoutEnd } from './left-out.ts';
import type { Entry, Message, Part } from './message.ts';
import { systemTextOf } from './system-choice.ts';

/** A prompt that is longer is shortened once it is old; the beginning stays. */
const OLD_PROMPT_CHARACTERS_MAX = 1_000;
/** Stands for the reply that never came to what has been sent: the next message cannot be joined to that any more. */
const NO_REPLY = writeReply({ thoughts: [{ text: '(no reply came)', written: true }], actions: [], final: null });

/** Of each conversation as it stood once: a turn asks several times, and the list is as long as the session. */
const listed = new WeakMap<readonly Entry[], readonly Message[]>();
/** Of each session its messages: whoever keeps the text of one finds it again. */
const systems = {
  usual: new WeakMap<Context['session'], Message>(),
  small: new WeakMap<Context['session'], Message>(),
};

const hookedSystems = new WeakMap<Context['session'], Message>();

/** All messages of the next request. */
export function messagesOf(context: Context): readonly Message[] {
  const { conversation } = context;
  const system = systemOf(context);
  const known = listed.get(conversation);
  if (known?.[0] === system) return known;
  const messages = [system, ...conversation.map(({ message }) => message)];
  listed.set(conversation, messages);
  return messages;
}

/** What the user side says, beside its text. */
export type Told = {
  /** What shorter texts can stand in for its parts once they are old. */
  readonly parts?: readonly Part[];
  /** What of it the person says, word for word. */
  readonly said?: readonly string[];
  readonly images?: readonly ImageRef[];
};

/**
 * Appends what the user side says; joined to the last message where that is the user's too and nobody has been sent it. One
 * that was sent stays as it is: the endpoint has it in its cache.
 */
export function appendUser(context: Context, content: string, told: Told = {}): readonly Entry[] {
  const { conversation, sent } = context;
  const { parts = [], said = [], images = [] } = told;
  const last = conversation.at(-1);
  const entry: Entry = { message: userMessage(content, images), parts, said };
  if (last?.message.role !== 'user') return [...conversation, entry];
  if (conversation.length <= sent) return [...conversation, assistantEntry(NO_REPLY, [], ''), entry];
  const before = `${last.message.content}\n\n`;
  const joined: Entry = {
    message: userMessage(before + content, [...(last.message.images ?? []), ...images]),
    parts: [...last.parts, ...parts.map((part) => movedBy(part, before.length))],
    said: [...last.said, ...said],
  };
  return [...conversation.slice(0, -1), joined];
}

/** What the person says, and below it what goes with it. */
export function appendPrompt(
  context: Context,
  text: string,
  blocks: readonly Block[] = [],
  images: readonly ImageRef[] = [],
): readonly Entry[] {
  const parts: Part[] = [...partsOfPrompt(text)];
  let content = text;
  for (const { text: block, short } of blocks) {
    const from = content.length + 2;
    content += `\n\n${block}`;
    parts.push({ from, to: content.length, short, shows: null });
  }
  return appendUser(context, content, { parts, said: [text], images });
}

/** A text, and what can stand in its place once it is old. */
export type Block = { readonly text: string; readonly short: string };

/** @param reasoning what the model thought before it said this, where it is sent back. */
export function appendAssistant(
  { conversation }: Context,
  content: string,
  short = content,
  reasoning = '',
): readonly Entry[] {
  const isShorter = short.length < content.length;
  const parts: readonly Part[] = isShorter ? [{ from: 0, to: content.length, short, shows: null }] : [];
  return [...conversation, assistantEntry(content, parts, reasoning)];
}

function assistantEntry(content: string, parts: readonly Part[], reasoning: string): Entry {
  const thought = reasoning === '' ? {} : { reasoning };
  return { message: { role: 'assistant', content, ...thought }, parts, said: [] };
}

function userMessage(content: string, images: readonly ImageRef[]): Message {
  return images.length === 0 ? { role: 'user', content } : { role: 'user', content, images };
}

function partsOfPrompt(text: string): readonly Part[] {
  if (text.length <= 2 * OLD_PROMPT_CHARACTERS_MAX) return [];
  return [{ from: 0, to: text.length, short: withoutEnd(text, OLD_PROMPT_CHARACTERS_MAX), shows: null }];
}

function movedBy(part: Part, by: number): Part {
  return { ...part, from: part.from + by, to: part.to + by };
}

function systemOf(context: Context): Message {
  const { session, systemSent, systemHooked } = context;
  if (systemHooked != null) return hookedSystem(session, systemHooked);
  const system = systems[systemSent].get(session) ?? { role: 'system', content: systemTextOf(context) };
  systems[systemSent].set(session, system);
  return system;
}

/** Where hooks have put another in its place. */
function hookedSystem(session: Context['session'], content: string): Message {
  const known = hookedSystems.get(session);
  if (known?.content === content) return known;
  const system: Message = { role: 'system', content };
  hookedSystems.set(session, system);
  return system;
}
