/** Events, effects and notes in words: one line each, the same in every run, so that a failing test shows what changed. */
import { type AgentEvent, type Emitted, formatRule, type StateName } from '@tagma/core';
import type { Reply } from '@tagma/protocol';

/** One event, the state it led to, and all that was emitted. */
export type TakenStep = {
  readonly event: AgentEvent;
  readonly state: StateName;
  readonly emitted: readonly Emitted[];
};

type Said = AgentEvent | Emitted;

/** Which fields are said beside the type, the id and the tool. What is not in the table says no more than those. */
const FIELDS: { readonly [type: string]: readonly string[] } = {
  'permission.answered': ['answer'],
  'plan.answered': ['answer'],
  'limit.answered': ['answer'],
  'limit.ask': ['limit'],
  'mode.changed': ['mode'],
  'message.withdrawn': ['message'],
  'abort.requested': ['by'],
  'session.ended': ['reason'],
  'tool.ended': ['outcome.status'],
  'reply.failed': ['fault.kind'],
  'undo.requested': ['steps'],
  'undo.run': ['steps'],
  'undo.ended': ['outcome.status'],
  'shell.ended': ['outcome.status'],
  'timer.start': ['ms'],
  'turn.end': ['result.kind'],
  'call.judged': ['call', 'decision.verdict'],
  'call.answered': ['call', 'status'],
  'message.taken': ['message'],
  'mode.switched': ['mode'],
  'conversation.compacted': ['how', 'why'],
  'event.ignored': ['event', 'why'],
  'event.dropped': ['event.type', 'by'],
  'hook.failed': ['hook'],
  'operation.requested': ['op'],
  'hook.run': ['point'],
  'hook.tell': ['point'],
  'hook.ended': ['outcome.kind'],
};

/** Which text stands below the line where there is room for it. */
const TEXTS: { readonly [type: string]: string } = {
  'prompt.given': 'text',
  'steer.given': 'text',
  'reply.ended': 'text',
  'reply.failed': 'fault.message',
  'permission.answered': 'reason',
  'question.answered': 'answer',
  'plan.presented': 'text',
  'plan.answered': 'reason',
  'limit.ask': 'reason',
  'compact.requested': 'focus',
  'hook.failed': 'message',
  'tool.ended': 'outcome.content',
  'undo.ended': 'outcome.content',
  'shell.requested': 'command',
  'shell.run': 'command',
  'shell.ended': 'outcome.content',
  'call.judged': 'decision.by',
  'call.answered': 'content',
  'message.taken': 'text',
  'turn.end': 'result.text',
};

/** `tool.run 3 bash`: the type, the id of the effect or of the one it answers, the tool, and what tells it from others. */
export function lineOf(said: Said): string {
  const words = [valueAt(said, 'id') ?? valueAt(said, 'request'), valueAt(said, 'tool')];
  for (const field of FIELDS[said.type] ?? []) words.push(valueAt(said, field));
  if (said.type === 'reply.read') words.push(`(${contentOf(said.reply)})`);
  if (said.type === 'rule.added') words.push(formatRule(said.rule));
  return [said.type, ...words.filter((word) => word !== undefined)].join(' ');
}

/** `prompt.given → thinking: model.ask 1`. */
export function stepLine({ event, state, emitted }: TakenStep): string {
  const followed = emitted.length === 0 ? '' : `: ${emitted.map(lineOf).join(', ')}`;
  return `${lineOf(event)} → ${state}${followed}`;
}

/** The step with its texts: several lines, indented below the event. */
export function stepText({ event, state, emitted }: TakenStep): string {
  const lines = [lineOf(event), ...textsOf(event), `  → ${state}`];
  for (const one of emitted) lines.push(`  ${lineOf(one)}`, ...textsOf(one));
  return lines.join('\n');
}

/** What is said below a line: a call's parameters, or a text. */
function textsOf(said: Said): string[] {
  const params = valueAt(said, 'params');
  const texts =
    typeof params === 'object' && params !== null
      ? Object.entries(params).map(
          ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
        )
      : [valueAt(said, TEXTS[said.type] ?? '')];
  return texts.flatMap((text) => (typeof text === 'string' && text !== '' ? indented(text) : []));
}

function indented(text: string): string[] {
  return text.split('\n').map((line) => `      ${line}`.trimEnd());
}

/** What a reply holds: the tools that it calls, and whether it is final. */
function contentOf({ actions, final, error }: Reply): string {
  const parts = actions.map((action) => (action.error ? `${action.tool}: ${action.error.code}` : action.tool));
  if (final !== null) parts.push('final');
  return parts.join(', ') || (error?.code ?? 'text');
}

function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, name) => (at as { readonly [name: string]: unknown } | null)?.[name], value);
}
