/** Sessions in the middle of something, for the test and the bench of how they stop: real HTTP, real processes, a real timer. */
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type AgentEvent, BEHAVIOUR, type SessionStarted, stateOf } from '../packages/core/src/index.ts';
import { complete } from '../packages/endpoint/src/index.ts';
import { takeFacts } from '../packages/permission/src/index.ts';
import { createSession, type Gate, type Session, type SessionDeps } from '../packages/runtime/src/index.ts';
import { startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { createRegistry, endProcessGroups } from '../packages/tools/src/index.ts';
import { temporaryFolder } from './command.ts';
import { scriptOf } from './scripted.ts';

export type Situation = {
  readonly session: Session;
  readonly events: readonly AgentEvent[];
  /** What a command of the session has started and is not gone. */
  readonly left: () => readonly string[];
  /** Takes down what the situation stands on. */
  readonly close: () => Promise<void>;
};

const SLOW = { characters: 120, ms: 20 };
/** The shell, a child and a grandchild in a group of its own, none of which listens to SIGTERM. */
const STUBBORN = `trap '' TERM; sleep SECONDS & (set -m; sleep SECONDS & wait) & echo begun; wait; sleep SECONDS\n`;

export const SITUATIONS = {
  'a model streams': () => situation([`<thought>${'so '.repeat(20_000)}</thought>`], 'thinking'),
  'a command that ignores SIGTERM runs': () => situation(['<action tool="bash">bash ./stubborn.sh</action>'], 'acting'),
  'a timer waits': () => situation(['<turn><failure status="503">busy</failure></turn>'], 'retrying'),
  'a gate holds an event': () => situation(['<final>done</final>'], 'idle', () => new Promise(() => {})),
  'a gate holds what a command would follow': () =>
    situation(['<action tool="bash">sleep SECONDS</action>'], 'deciding', (event) =>
      event.type === 'facts.taken' ? new Promise(() => {}) : { kind: 'pass' },
    ),
} as const;

async function situation(turns: readonly string[], state: string, gate?: Gate): Promise<Situation> {
  const seconds = `${randomInt(1_000, 9_000)}.${randomInt(1e9)}`;
  const script = scriptOf(turns.map((turn) => turn.replaceAll('SECONDS', seconds)));
  const endpoint = await startScriptedEndpoint(script, { pace: SLOW });
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'stubborn.sh'), STUBBORN.replaceAll('SECONDS', seconds));
  const registry = createRegistry();
  const events: AgentEvent[] = [];
  let isHeld = false;
  const deps: SessionDeps = {
    model: { ask: (messages, hooks) => complete({ model: 'm', messages }, { url: endpoint.url }, hooks) },
    tools: registry,
    facts: (call, place) => takeFacts(call, { ...place, home: folder, readable: [] }),
    readPlan: async () => '',
    history: null,
    clock: { now: Date.now, wait: (ms, signal) => wait(ms, undefined, { signal }).catch(() => {}) },
    log: { info: () => {}, error: (fields, message) => console.error(message, fields) },
    secrets: new Map(),
    outputFolder: folder,
    gate: gate
      ? (event, ...rest) => {
          // The first fact is what makes a session of it.
          const answer = event.type === 'session.started' ? { kind: 'pass' as const } : gate(event, ...rest);
          isHeld = answer instanceof Promise;
          return answer;
        }
      : null,
  };
  const session = createSession(deps);
  let printed = 0;
  let streamed = 0;
  session.subscribe((update) => {
    if (update.kind === 'step') events.push(update.event);
    if (update.kind === 'output') printed += 1;
    if (update.kind === 'partial') streamed += 1;
  });
  session.send(startedIn(folder, registry.specs));
  session.send({ type: 'prompt.given', text: 'do it' });
  const isThere = () =>
    stateOf(session.snapshot()) === state &&
    (state !== 'thinking' || streamed > 0) &&
    (state !== 'acting' || printed > 0) &&
    (!gate || isHeld);
  while (!isThere()) await wait(5);
  return {
    session,
    events,
    left: () => processesWith(seconds),
    close: async () => {
      await endProcessGroups();
      await endpoint.close();
    },
  };
}

function startedIn(folder: string, tools: SessionStarted['tools']): SessionStarted {
  return {
    ...{
      type: 'session.started',
      session: 's',
      behaviour: BEHAVIOUR,
      program: 'test',
      folder,
      model: 'm',
      endpoint: '',
    },
    ...{ system: 'S', correction: '{{problem}}', repair: '{{repairs}}', summary: '', tools },
    settings: {
      ...{ mode: 'trust', rules: [], headless: true, turnsMax: 9, correctionsMax: 2, bashFence: false },
      ...{ retriesMax: 9, outageMsMax: 600_000, tokensMax: 0, costMax: 0, timeMsMax: 0, windowTokens: 0 },
    },
  };
}

function processesWith(argument: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        const line = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return line.includes(argument) ? [line] : [];
      } catch {
        return [];
      }
    });
}
