/**
 * The conversation as every server takes it: the system prompt once and first, then user and assistant in turn, none of
 * them empty. Templates of open models refuse a second system message or two messages of the same role in a row; Mistral
 * and Anthropic refuse an empty one. What differs from server to server is a quirk.
 *
 * A conversation is sent whole each time and only grows at its end, so the text of each message is written once. Pictures are
 * written each time: they would be held in memory for as long as the conversation.
 */
import type { ChatMessage } from './contract.ts';
import { NO_PICTURES, type Pictures, picturesIn } from './pictures.ts';
import type { Quirks } from './quirks.ts';

type Role = 'system' | 'developer' | 'user' | 'assistant';

/** What a message says, as it stands between the quotation marks of a JSON string. */
type Written = { readonly content: string; readonly reasoning: string };

/** Half a pair of surrogates, as a cut or a model may leave it: not every server takes what no UTF-8 can write. */
const LONE_SURROGATE = /\p{Cs}/gu;
/** Between two messages that are sent as one: an empty line, in JSON. */
const BETWEEN = '\\n\\n';
const THINK_START = '<think>\\n';
const THINK_END = '\\n</think>\\n\\n';

const written = new WeakMap<ChatMessage, Written>();

/** The list as JSON. What was sent for a conversation is, but for the end of its last message, how a longer one begins. */
export function messagesText(
  messages: readonly ChatMessage[],
  quirks: Quirks,
  pictures: Pictures = NO_PICTURES,
): string {
  const texts: string[] = [];
  let role: Role | null = null;
  let open: ChatMessage[] = [];
  const close = () => {
    if (role !== null) texts.push(textOf(role, open, quirks, pictures));
  };
  for (const message of messages) {
    if (message.content.trim() === '') continue;
    const next = roleOf(message, texts.length === 0 && role !== 'user' && role !== 'assistant', quirks);
    if (next === role) {
      open.push(message);
      continue;
    }
    close();
    role = next;
    open = [message];
  }
  close();
  return `[${texts.join()}]`;
}

/** What the system says later than first comes from the user: no server refuses that. */
function roleOf({ role }: ChatMessage, isFirst: boolean, { systemRole = 'system' }: Quirks): Role {
  if (role !== 'system') return role;
  return isFirst ? systemRole : 'user';
}

function textOf(role: Role, messages: readonly ChatMessage[], { reasoningBack }: Quirks, pictures: Pictures): string {
  const inContent = reasoningBack === 'content';
  const said = messages.map(writtenOf);
  const contents = said.map(({ content, reasoning }) =>
    inContent && reasoning !== '' ? `${THINK_START}${reasoning}${THINK_END}${content}` : content,
  );
  const thoughts = said.map(({ reasoning }) => reasoning).filter((reasoning) => reasoning !== '');
  const back =
    thoughts.length === 0 || role !== 'assistant' ? '' : reasoningField(reasoningBack, thoughts.join(BETWEEN));
  const { urls, unsent } = picturesIn(messages, pictures);
  const content = `"${[...contents, ...unsent.map(quoted)].join(BETWEEN)}"`;
  return `{"role":"${role}"${back},"content":${urls.length === 0 ? content : partsOf(content, urls)}}`;
}

/** @param content in JSON */
function partsOf(content: string, urls: readonly string[]): string {
  const images = urls.map((url) => `,{"type":"image_url","image_url":{"url":"${url}"}}`);
  return `[{"type":"text","text":${content}}${images.join('')}]`;
}

function reasoningField(field: Quirks['reasoningBack'], reasoning: string): string {
  if (field === undefined || field === 'content') return '';
  if (field === 'reasoning_details') return `,"${field}":[{"type":"reasoning.text","text":"${reasoning}"}]`;
  return `,"${field}":"${reasoning}"`;
}

function writtenOf(message: ChatMessage): Written {
  let known = written.get(message);
  if (known === undefined) {
    known = { content: quoted(message.content), reasoning: quoted(message.reasoning ?? '') };
    written.set(message, known);
  }
  return known;
}

function quoted(text: string): string {
  return JSON.stringify(text.replace(LONE_SURROGATE, '\ufffd')).slice(1, -1);
}
