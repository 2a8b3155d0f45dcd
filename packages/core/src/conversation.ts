/**
 * The conversation that goes back to the model: canonical replies, observations, prompts. It only grows at its end, so
 * that what an endpoint has cached stays a prefix of what it is sent next.
 */
import {
  beginningOf,
  guard,
  type ImageRef,
  type Reply,
  type ReplyAction,
  type ReplyError,
  type ToolSpec,
  turnBack,
  writeCorrection,
  writeObservation,
  writeReply,
} from '@tagma/protocol';
import { oldGuide, writeFoundGuide } from './attachment.ts';
import type { Answer, Call, Context } from './context.ts';
import type { Entry, Message } from './message.ts';

/** A value of a reply that was cut is repeated to the model up to so many characters. */
const CUT_VALUE_CHARACTERS_MAX = 400;
/** A reply without an element is repeated to the model up to so many characters. */
const LOOSE_CHARACTERS_MAX = 2_000;
/** Of an old observation so many characters are kept when the conversation must shrink. */
const OLD_CONTENT_CHARACTERS_MAX = 300;

/** Parameters into which a model copies what it has read. */
const COPIED_PARAMS: ReadonlySet<string> = new Set(['old', 'new', 'content', 'command']);
const INTERRUPTED = '(interrupted by the user)';
const IMAGE_LEFT_OUT = 'the picture was here and is left out now; read it again if it is needed';
const UNANSWERED: Answer = { status: 'skipped', content: '', notes: [], durationMs: null };

/** Of each conversation as it stood once: a turn asks several times, and the list is as long as the session. */
const listed = new WeakMap<readonly Entry[], readonly Message[]>();
/** Of each session one message: whoever keeps the text of a message finds it again. */
const systems = new WeakMap<Context['session'], Message>();

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

/**
 * Appends what the user side says; joined to the last message where that is the user's too: it has not been answered.
 * @param short what can stand in its place once it is old, without the pictures.
 */
export function appendUser(
  context: Context,
  content: string,
  short = content,
  images: readonly ImageRef[] = [],
): readonly Entry[] {
  const { conversation } = context;
  const last = conversation.at(-1);
  if (last?.message.role !== 'user') return [...conversation, { message: userMessage(content, images), short }];
  const message = userMessage(`${last.message.content}\n\n${content}`, [...(last.message.images ?? []), ...images]);
  return [...conversation.slice(0, -1), { message, short: `${last.short}\n\n${short}` }];
}

function userMessage(content: string, images: readonly ImageRef[]): Message {
  return images.length === 0 ? { role: 'user', content } : { role: 'user', content, images };
}

/** @param reasoning what the model thought before it said this, where it is sent back. */
export function appendAssistant(context: Context, content: string, short = content, reasoning = ''): readonly Entry[] {
  const thought = reasoning === '' ? {} : { reasoning };
  return [...context.conversation, { message: { role: 'assistant', content, ...thought }, short }];
}

function systemOf({ session }: Context): Message {
  const system = systems.get(session) ?? { role: 'system', content: session.system };
  systems.set(session, system);
  return system;
}

/** The reply as the model shall see itself: canonical, without what was dropped, a cut action shortened. */
export function canonicalReply(reply: Reply, tools: readonly ToolSpec[]): string {
  const actions = reply.actions.map((action) => (action.error?.code === 'truncated' ? shortened(action) : action));
  if (actions.length === 0 && reply.final === null) return looseReply(reply);
  return writeReply({ thoughts: reply.thoughts, actions, final: reply.final }, tools);
}

/** What the model thought without being asked to write it down: it goes back only where the model is known to want it. */
export function reasoningOf({ thoughts }: Reply): string {
  return thoughts
    .filter(({ written }) => !written)
    .map(({ text }) => text)
    .join('\n\n');
}

/** The same with all long values cut, for when it is old. */
export function shortReply(reply: Reply, tools: readonly ToolSpec[]): string {
  return canonicalReply({ ...reply, actions: reply.actions.map(shortened) }, tools);
}

/** What stays of a reply that was interrupted: its thoughts, and that it was interrupted. */
export function interruptedReply(reply: Reply): string {
  const thoughts = reply.thoughts.filter((thought) => thought.written);
  return writeReply({ thoughts: [...thoughts, { text: INTERRUPTED, written: true }], actions: [], final: null });
}

/**
 * The reply with what it copied from observations turned back: where an observation had to alter a text, the model copies
 * the altered one, and an edit would not find it.
 */
export function turnedBack(reply: Reply, shown: readonly string[]): Reply {
  if (shown.length === 0) return reply;
  const spellings = new Set(shown);
  const texts = <T>(values: { readonly [name: string]: T }) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        const copied = typeof value === 'string' && COPIED_PARAMS.has(name);
        return [name, copied ? turnBack(value, spellings) : value];
      }),
    );
  const actions = reply.actions.map((action) => ({
    ...action,
    params: texts(action.params),
    ...(action.asWritten ? { asWritten: texts(action.asWritten) as { readonly [name: string]: string } } : {}),
  }));
  return { ...reply, actions };
}

/** One user message that answers every action of the reply, in order. `repair` is the session's template for the form. */
export function observationsOf(calls: readonly Call[], reply: Reply, repair: string): string {
  return calls.map((call, i) => observationOf(call, i === 0 ? formFor(reply, repair) : null)).join('\n\n');
}

/** The same for when it is old: of a long result, how it began, and that there was more. */
export function shortObservations(calls: readonly Call[]): string {
  return calls
    .map((call) => observationOf({ ...call, answer: call.answer && shortAnswer(call.answer) }, null))
    .join('\n\n');
}

/** The pictures that the calls have shown, in their order. */
export function imagesOf(calls: readonly Call[]): readonly ImageRef[] {
  return calls.flatMap(({ answer }) => answer?.image ?? []);
}

/** Tells the model what was wrong with a reply that holds no element, by the session's template. */
export function correctionFor(template: string, problem: ReplyError): string {
  return writeCorrection(template.replaceAll('{{problem}}', () => guard(problem.message)).trimEnd());
}

function observationOf({ ref, answer }: Call, form: string | null): string {
  const { status, content, notes, durationMs, guides = [] } = answer ?? UNANSWERED;
  const head = { tool: ref.tool, call: ref.call, status, ms: durationMs, notes };
  const observation = writeObservation(form === null ? head : { ...head, form }, content);
  return [observation, ...guides.map(writeFoundGuide)].join('\n\n');
}

/** An answer for when it is old: of what the project says, that it was there. */
export function shortAnswer(answer: Answer): Answer {
  const { guides, ...rest } = answer;
  return guides ? { ...shortOf(rest), guides: guides.map(oldGuide) } : shortOf(rest);
}

function shortOf(answer: Answer): Answer {
  if (answer.image) return { ...answer, notes: [...answer.notes, IMAGE_LEFT_OUT] };
  if (answer.content.length <= OLD_CONTENT_CHARACTERS_MAX) return answer;
  const { length } = answer.content;
  const content = beginningOf(answer.content, OLD_CONTENT_CHARACTERS_MAX);
  const left = length - content.length;
  return { ...answer, content, notes: [`${left} characters more were here. Do it again if they are needed.`] };
}

/** A repaired reply is carried out, and its observation shows the plain form: a model copies what it sees. */
function formFor({ repairs }: Reply, template: string): string | null {
  const mended = repairs.filter((repair) => repair !== 'entities');
  return mended.length === 0 ? null : template.replaceAll('{{repairs}}', () => mended.join(', '));
}

function looseReply(reply: Reply): string {
  const thoughts = reply.thoughts.filter((thought) => thought.written).map((thought) => thought.text);
  const text = [...thoughts, reply.loose.trim()].filter(Boolean).join('\n');
  return cut(text || '(an empty reply)', LOOSE_CHARACTERS_MAX);
}

function shortened(action: ReplyAction): ReplyAction {
  const params = Object.entries(action.params).map(([name, value]) => [
    name,
    typeof value === 'string' ? cut(value, CUT_VALUE_CHARACTERS_MAX) : value,
  ]);
  return { ...action, params: Object.fromEntries(params) };
}

function cut(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const kept = beginningOf(text, charactersMax);
  return `${kept}… (${text.length - kept.length} characters more)`;
}
