/** A reply as it goes back to the model: for a model copies what it sees of itself. */
import { type Reply, type ReplyAction, type ToolSpec, turnBack, writeReply } from '@tagma/protocol';
import { withoutEnd } from './left-out.ts';

/** A value of a reply that was cut is repeated to the model up to so many characters. */
const CUT_VALUE_CHARACTERS_MAX = 400;
/** A reply without an element is repeated to the model up to so many characters. */
const LOOSE_CHARACTERS_MAX = 2_000;

/** Parameters into which a model copies what it has read. */
const COPIED_PARAMS: ReadonlySet<string> = new Set(['old', 'new', 'content', 'command']);
const INTERRUPTED = '(interrupted by the user)';

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

function looseReply(reply: Reply): string {
  const thoughts = reply.thoughts.filter((thought) => thought.written).map((thought) => thought.text);
  const text = [...thoughts, reply.loose.trim()].filter(Boolean).join('\n');
  return withoutEnd(text || '(an empty reply)', LOOSE_CHARACTERS_MAX);
}

function shortened(action: ReplyAction): ReplyAction {
  const params = Object.entries(action.params).map(([name, value]) => [
    name,
    typeof value === 'string' ? withoutEnd(value, CUT_VALUE_CHARACTERS_MAX) : value,
  ]);
  return { ...action, params: Object.fromEntries(params) };
}
