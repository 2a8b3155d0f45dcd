/** Which texts of which records are of which kind: what a person means by `outputs` or `prompts`. */
import type { JsonObject } from '@tagma/protocol';

export const TEXT_KINDS = ['prompts', 'replies', 'thoughts', 'outputs', 'system'] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

/** Paths of fields; a text below one of them counts, too. */
type Paths = { readonly [type: string]: readonly string[] };

/** What a call would do is derived from what the model wrote, and shows of files what it would change. */
const FACTS: readonly string[] = [
  ...['facts.runs', 'facts.parts', 'facts.preview', 'facts.unknown', 'facts.forbidden', 'facts.secrets'],
];
const SETTING: readonly string[] = ['system', 'systemSmall', 'correction', 'repair', 'summary', 'tools'];
/** A summary may hold something of everything. */
const SUMMARY = { 'conversation.compacted': ['summary'] } as const;

const PATHS: { readonly [kind in TextKind]: Paths } = {
  prompts: {
    ...SUMMARY,
    'prompt.given': ['text', 'attached'],
    'steer.given': ['text', 'attached'],
    'message.taken': ['text', 'attached'],
    'compact.requested': ['focus'],
    'shell.requested': ['command'],
    'shell.run': ['command'],
    'question.answered': ['answer'],
    'permission.answered': ['reason'],
    'plan.answered': ['reason'],
    'hook.ended': ['outcome.text', 'outcome.answer', 'outcome.prompt', 'outcome.edits'],
  },
  replies: {
    ...SUMMARY,
    'reply.ended': ['text', 'reasoning', 'toolCalls', 'functionCall'],
    'reply.failed': ['text', 'reasoning', 'toolCalls', 'functionCall'],
    'reply.read': ['reply.thoughts', 'reply.actions', 'reply.final', 'reply.loose', 'reply.error.message'],
    'question.ask': ['question', 'options'],
    'facts.taken': FACTS,
    'person.ask': [...FACTS, 'always', 'why'],
    'turn.end': ['result.text'],
  },
  thoughts: {
    ...SUMMARY,
    'reply.ended': ['reasoning'],
    'reply.failed': ['reasoning'],
    'reply.read': ['reply.thoughts'],
  },
  outputs: {
    ...SUMMARY,
    'tool.ended': ['outcome.content', 'outcome.details', 'outcome.notes', 'guides'],
    'undo.ended': ['outcome.content', 'outcome.details', 'outcome.notes'],
    'shell.ended': ['outcome.content', 'outcome.details', 'outcome.notes'],
    'plan.presented': ['text'],
    'call.answered': ['content'],
    'hook.ended': ['outcome.content', 'outcome.messages', 'outcome.edits'],
    'facts.taken': ['facts.preview'],
    'person.ask': ['facts.preview'],
  },
  system: {
    'session.started': SETTING,
    'session.resumed': SETTING,
    'hook.ended': ['outcome.system', 'outcome.edits'],
  },
};

/** Words that the machine goes by, in those places: which tool, how it ended. They tell nothing of a text. */
const WORDS = /(?:^|\.)(?:tool|name|type|status|code|sha256|mediaType|where|readOnly|kind)$/;

/** A thought that the model writes into its reply stands in the reply's text. */
const THOUGHT = /<(?:thought|think)/i;

/** Whether the text at `path` of a record is of the kind. */
export function isOfKind(kind: TextKind, type: string, fields: JsonObject, path: string, text: string): boolean {
  const place = placeOf(type, fields, path);
  if (kind === 'thoughts' && place.path === 'text' && place.type.startsWith('reply.') && THOUGHT.test(text))
    return true;
  const paths = Object.hasOwn(PATHS[kind], place.type) ? PATHS[kind][place.type] : undefined;
  return !WORDS.test(path) && (paths ?? []).some((one) => place.path === one || place.path.startsWith(`${one}.`));
}

/** Whether it is a text of any kind, and not a word that the machine goes by. */
export function isContent(type: string, fields: JsonObject, path: string): boolean {
  return TEXT_KINDS.some((kind) => isOfKind(kind, type, fields, path, ''));
}

/** An event that somebody at the gate has changed or dropped holds the one that it was. */
function placeOf(type: string, fields: JsonObject, path: string): { readonly type: string; readonly path: string } {
  for (const [inside, holder] of [
    ['changed.original.', (fields.changed as JsonObject | undefined)?.original],
    ['event.', fields.event],
  ] as const) {
    const inner = typeof holder === 'object' && holder !== null ? (holder as JsonObject).type : undefined;
    if (path.startsWith(inside) && typeof inner === 'string') return { type: inner, path: path.slice(inside.length) };
  }
  return { type, path };
}
