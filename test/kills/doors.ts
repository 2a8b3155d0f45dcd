/**
 * The doors of a session that is killed and taken up again: the model's mind is a script, which asks for one step after the
 * other and goes by what has been said so far; each step that begins is written down outside the history.
 */
import { writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Message } from '../../packages/core/src/index.ts';
import { NO_FACTS, type ToolSpec } from '../../packages/protocol/src/index.ts';
import type { HistorySink, SessionDeps } from '../../packages/runtime/src/deps.ts';
import { sessionStarted } from '../../packages/testing/src/session-started.ts';

/** Steps that the model asks for, each in a reply of its own but for every third, which asks for two. */
export const STEPS = 12;
const STEP_MS = 1;

/** The whole package of tools would make each of thousands of processes start late. */
const BASH: ToolSpec = {
  name: 'bash',
  description: 'runs a command',
  parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
};

export const STARTED = sessionStarted({
  session: 'killed',
  tools: [BASH],
  settings: { mode: 'trust', headless: true },
});

/** @param log where a line is written, with nothing held back, for each step that begins */
export function doors(history: HistorySink, log: number): SessionDeps {
  return {
    model: {
      ask: async (messages) => {
        await wait(STEP_MS);
        return { ok: true, text: replyTo(messages), reasoning: '', finish: 'stop', usage: null };
      },
    },
    tools: {
      async run(_name, { command }) {
        writeSync(log, `begun ${String(command)}\n`);
        await wait(STEP_MS);
        return { status: 'ok', content: `${String(command)} is done`, details: {} };
      },
    },
    facts: async () => NO_FACTS,
    readPlan: async () => '',
    history,
    clock: { now: Date.now, wait: (ms, signal) => wait(ms, undefined, { signal }).catch(() => {}) },
    log: { info: () => {}, error: (fields, message) => console.error(message, fields) },
    secrets: new Map(),
    outputFolder: '/nowhere',
  };
}

/** The next steps that nobody has asked for yet; after the last, the end. */
function replyTo(messages: readonly Message[]): string {
  const said = messages.filter(({ role }) => role === 'assistant').map(({ content }) => content);
  const asked = said.join('').match(/<action/g)?.length ?? 0;
  const now = asked % 3 === 2 ? [asked + 1, asked + 2] : [asked + 1];
  if (asked >= STEPS) return '<final>All steps are done.</final>';
  return now.map((step) => `<action tool="bash"><command>step ${step}</command></action>`).join('\n');
}
