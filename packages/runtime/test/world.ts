/** A world for a session: a model that says what the test gives it, tools that are functions, records kept in a list. */
import { type SessionStarted, stateOf } from '@tagma/core';
import { type Facts, type HistoryRecord, NO_FACTS, type Outcome } from '@tagma/protocol';
import { sessionStarted } from '../../testing/src/session-started.ts';
import {
  type Gate,
  type ModelHooks,
  type ModelReply,
  runSession,
  type Session,
  type SessionDeps,
} from '../src/index.ts';

export const STARTED: SessionStarted = sessionStarted({
  tools: [
    {
      name: 'bash',
      description: '',
      body: 'command',
      parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
    },
  ],
  settings: { mode: 'trust', headless: true, turnsMax: 10, retriesMax: 0 },
});

export const RUN = '<action tool="bash"><command>make</command></action>';
export const FINAL = '<final>done</final>';

export type World = SessionDeps & {
  readonly records: (HistoryRecord & { readonly synced: boolean })[];
  readonly logged: string[];
};

export type Choices = {
  readonly replies?: readonly (string | ((hooks: ModelHooks) => Promise<ModelReply>))[];
  readonly tool?: (signal: AbortSignal, onOutput: (text: string) => void) => Promise<Outcome>;
  readonly facts?: () => Promise<Facts>;
  readonly factsAgain?: () => Promise<Facts>;
  readonly secrets?: ReadonlyMap<string, string>;
  /** Resolves at once where it is left out. */
  readonly wait?: SessionDeps['clock']['wait'];
  readonly gate?: Gate;
  readonly log?: SessionDeps['log'];
  /** From this append on, the history fails. */
  readonly brokenAt?: number;
};

export const FACTS: Facts = { ...NO_FACTS, readOnly: false, runs: ['make'] };

export function world(choices: Choices = {}): World {
  const replies = [...(choices.replies ?? [FINAL])];
  const records: World['records'] = [];
  const logged: string[] = [];
  let appends = 0;
  let now = 0;
  return {
    records,
    logged,
    model: {
      async ask(_messages, hooks) {
        const reply = replies.shift() ?? FINAL;
        if (typeof reply !== 'string') return reply(hooks);
        return spoken(reply, hooks);
      },
    },
    tools: {
      run: (_name, _params, context) =>
        choices.tool?.(context.signal, context.onOutput) ??
        Promise.resolve({ status: 'ok', content: 'made', details: {} }),
    },
    facts: choices.facts ?? (async () => FACTS),
    ...(choices.factsAgain && { factsAgain: choices.factsAgain }),
    readPlan: async () => 'the plan',
    history: {
      append(added, { sync }) {
        if (++appends >= (choices.brokenAt ?? Number.POSITIVE_INFINITY)) return { ok: false, message: 'disk full' };
        records.push(...added.map((record) => ({ ...record, synced: sync })));
        return { ok: true };
      },
    },
    clock: {
      now: () => ++now,
      wait: choices.wait ?? (async () => {}),
    },
    log: choices.log ?? { info: () => {}, error: (_fields, message) => logged.push(message) },
    gate: choices.gate ?? null,
    secrets: choices.secrets ?? new Map(),
    chance: () => 0,
    outputFolder: '/tmp',
  };
}

/** Streams the text in pieces of five characters, and stops where it is told to. */
export function spoken(text: string, { onDelta }: ModelHooks): ModelReply {
  let said = '';
  for (let at = 0; at < text.length; at += 5) {
    said += text.slice(at, at + 5);
    if (onDelta({ text: text.slice(at, at + 5) }) === 'stop') break;
  }
  return { ok: true, text: said, reasoning: '', finish: 'stop', usage: null };
}

/** Runs one question in a world of its own. */
export async function answer(choices: Choices, onSession?: (session: Session) => void) {
  const deps = world(choices);
  const given = await runSession('do it', STARTED, deps, onSession ? { onSession } : {});
  return { given, deps };
}

export async function until(session: Session, state: string): Promise<void> {
  while (stateOf(session.snapshot()) !== state) await new Promise((resolve) => setTimeout(resolve));
}
