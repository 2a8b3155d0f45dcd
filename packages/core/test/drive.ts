/** Drives the machine by hand: facts in, what it emitted out. The tests' own clock ticks once a step. */
import { type Facts, type NativeCalls, NO_FACTS, type Outcome, type ToolSpec } from '@tagma/protocol';
import { expect } from 'vitest';
import { sessionStarted } from '../../testing/src/session-started.ts';
import {
  type Effect,
  type Emitted,
  type Fact,
  isEffect,
  MACHINE_TOOLS,
  type ModelChoice,
  type SessionStarted,
  type Snapshot,
  start,
  stateOf,
  step,
} from '../src/index.ts';

export const TOOLS: readonly ToolSpec[] = [
  {
    name: 'bash',
    description: 'Run a command.',
    body: 'command',
    parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
  },
  {
    name: 'read',
    description: 'Read a file.',
    body: 'path',
    readOnly: true,
    parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  },
  ...MACHINE_TOOLS,
];

export const STARTED: SessionStarted = sessionStarted({
  session: 's',
  system: 'SYSTEM',
  correction: 'Again: {{problem}}',
  repair: 'Repaired ({{repairs}}): <action tool="NAME">',
  summary: 'Sum it up. Keep: {{focus}}',
  tools: TOOLS,
});

export const READS: Facts = facts({ readOnly: true, reads: [{ path: '/project/a', where: 'inside' }] });
export const RUNS: Facts = facts({ runs: ['make'] });

/** A model with that window, in tokens. */
export function windowOf(windowTokens: number): { readonly model: ModelChoice } {
  return { model: { ...STARTED.model, windowTokens } };
}

/** The request for a reply, as the machine emits it. */
export function asks(id: number, turn: number, messages: number): Emitted {
  const { endpoint, model } = STARTED.model;
  return { type: 'model.ask', id, turn, messages, digest: expect.any(String) as string, endpoint, model };
}

export function facts(some: Partial<Facts>): Facts {
  return { ...NO_FACTS, readOnly: false, ...some };
}

export type Drive = {
  /** `time` in milliseconds; left out, one more than before. */
  send(fact: Fact, time?: number): readonly Emitted[];
  /** The id of the last effect of that type. */
  id(type: Effect['type']): number;
  reply(text: string, finish?: 'stop' | 'length' | 'aborted', calls?: NativeCalls): readonly Emitted[];
  facts(facts: Facts): readonly Emitted[];
  /** Of the tool that was started last, or of the one named by the id of its effect. */
  ended(content: string, status?: Outcome['status'], notes?: readonly string[], request?: number): readonly Emitted[];
  state(): string;
  snapshot(): Snapshot;
};

type Settings = Partial<SessionStarted['settings']>;
type Fields = Partial<
  Pick<SessionStarted, 'system' | 'systemSmall' | 'tools' | 'model' | 'fallbacks' | 'summaryModel'>
>;

export function drive(settings: Settings = {}, fields: Fields = {}): Drive {
  let snapshot = start();
  let at = 0;
  const ids = new Map<string, number>();
  const self: Drive = {
    send(fact, time) {
      at = time ? time : at + 1;
      const next = step(snapshot, { ...fact, at });
      snapshot = next.snapshot;
      for (const one of next.emitted) if (isEffect(one) && 'id' in one) ids.set(one.type, one.id);
      return next.emitted;
    },
    id: (type) => ids.get(type) ?? -1,
    reply: (text, finish = 'stop', calls = {}) =>
      self.send({
        type: 'reply.ended',
        request: self.id('model.ask'),
        text,
        reasoning: '',
        ...calls,
        finish,
        usage: null,
      }),
    facts: (some) => self.send({ type: 'facts.taken', request: self.id('facts.take'), facts: some }),
    ended: (content, status = 'ok', notes, request = self.id('tool.run')) =>
      self.send({
        type: 'tool.ended',
        request,
        outcome: { status, content, details: {}, ...(notes && { notes }) },
        durationMs: 5,
      }),
    state: () => stateOf(snapshot),
    snapshot: () => snapshot,
  };
  self.send({ ...STARTED, ...fields, settings: { ...STARTED.settings, ...settings } });
  return self;
}

/** A session that has been given a prompt and waits for the model. */
export function prompted(settings: Settings = {}, fields: Fields = {}): Drive {
  const machine = drive(settings, fields);
  machine.send({ type: 'prompt.given', text: 'fix it' });
  return machine;
}

export const RUN_MAKE = '<action tool="bash"><command>make</command></action>';
export const READ_A = '<action tool="read"><path>a</path></action>';

/** What a state says of an event that it does not take. */
export function ignored(event: Fact['type'], why: 'late' | 'not now'): Emitted {
  return { type: 'event.ignored', event, why };
}

export function types(emitted: readonly Emitted[]): readonly Emitted['type'][] {
  return emitted.map(({ type }) => type);
}
