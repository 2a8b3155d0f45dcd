/** The real machine behind a session's door, its effects answered by the test: no model, no tools, no runtime. */
import {
  type Emitted,
  type Fact,
  MACHINE_TOOLS,
  type ModelChoice,
  type SessionStarted,
  type Snapshot,
  start,
  step,
  type Update,
} from '@tagma/core';
import { type Facts, NO_FACTS, type PartialReply, type ToolSpec } from '@tagma/protocol';
import { sessionStarted } from '../../testing/src/session-started.ts';

export type TestSession = {
  send(fact: Fact): void;
  subscribe(listener: (update: Update) => void): () => void;
  /** All facts that were sent, in order. */
  readonly facts: Fact[];
  readonly updates: Update[];
  /** Tells those who watch of something that no fact leads to. */
  tell(update: Update): void;
  /** The id of the last effect of that type. */
  lastId(type: Emitted['type']): number;
  /** Ends the reply that the machine waits for. */
  reply(text: string): void;
  /** The same for the request for a summary. */
  summarises(text: string): void;
  /** Shows a part of the last reply, or of the one to that request. */
  streams(partial: Partial<PartialReply>, request?: number): void;
  /** Answers the last `facts.take`. */
  takes(facts?: Partial<Facts>): void;
  /** Ends the call of the tool that was started last, or of the one named by the id of its effect. */
  ends(content: string, durationMs?: number, notes?: readonly string[], request?: number): void;
};

const BASH: ToolSpec = {
  name: 'bash',
  description: '',
  body: 'command',
  parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
};
const READ: ToolSpec = {
  name: 'read',
  description: '',
  readOnly: true,
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
};

export function testSession(
  settings: Partial<SessionStarted['settings']> = {},
  model: Partial<ModelChoice> = {},
): TestSession {
  let snapshot: Snapshot = start();
  const listeners = new Set<(update: Update) => void>();
  const facts: Fact[] = [];
  const updates: Update[] = [];
  const emitted: Emitted[] = [];

  function tell(update: Update): void {
    updates.push(update);
    for (const listener of listeners) listener(update);
  }

  function send(fact: Fact): void {
    const event = { ...fact, at: 0 };
    const next = step(snapshot, event);
    snapshot = next.snapshot;
    facts.push(fact);
    emitted.push(...next.emitted);
    tell({ kind: 'step', event, emitted: next.emitted, snapshot });
  }

  function lastId(type: Emitted['type']): number {
    const last = emitted.findLast((each) => each.type === type);
    return last && 'id' in last ? last.id : 0;
  }

  function end(request: number, text: string): void {
    send({ type: 'reply.ended', request, text, reasoning: '', finish: 'stop', usage: null });
  }

  const tools = [BASH, READ, ...MACHINE_TOOLS];
  send(
    sessionStarted({
      model: { model: 'qwen3', ...model },
      tools,
      settings: { turnsMax: 5, retriesMax: 0, sandbox: true, ...settings },
    }),
  );
  facts.length = 0;
  updates.length = 0;

  return {
    send,
    tell,
    facts,
    updates,
    lastId,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reply: (text) => end(lastId('model.ask'), text),
    summarises: (text) => end(lastId('summary.ask'), text),
    streams(partial, request = lastId('model.ask')) {
      const nothing: PartialReply = { thoughts: [], actions: [], final: null, loose: '', over: null };
      tell({ kind: 'partial', request, partial: { ...nothing, ...partial } });
    },
    takes(found = {}) {
      send({ type: 'facts.taken', request: lastId('facts.take'), facts: { ...NO_FACTS, ...found } });
    },
    ends(content, durationMs = 12, notes = undefined, request = lastId('tool.run')) {
      const outcome = { status: 'ok', content, details: {}, ...(notes && { notes }) } as const;
      send({ type: 'tool.ended', request, outcome, durationMs });
    },
  };
}
