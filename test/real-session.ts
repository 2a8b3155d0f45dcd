/** A session with everything real but the model's mind: HTTP to a scripted endpoint, the built-in tools, files in a temporary folder. */
import { setTimeout as wait } from 'node:timers/promises';
import {
  type AgentEvent,
  type Emitted,
  MACHINE_TOOLS,
  type Message,
  messagesOf,
  type Settings,
  stateOf,
} from '../packages/core/src/index.ts';
import { complete, type Limits } from '../packages/endpoint/src/index.ts';
import { takeFacts } from '../packages/permission/src/index.ts';
import { createSession, type Session, type SessionDeps } from '../packages/runtime/src/index.ts';
import {
  type Pace,
  type StartedChoices,
  sessionStarted,
  startScriptedEndpoint,
} from '../packages/testing/src/index.ts';
import { createRegistry, endProcessGroups } from '../packages/tools/src/index.ts';
import { temporaryFolder } from './command.ts';
import { scriptOf } from './scripted.ts';

export type RealSession = {
  readonly session: Session;
  readonly folder: string;
  readonly events: readonly AgentEvent[];
  readonly emitted: readonly Emitted[];
  /** Messages of the next request. */
  readonly messages: () => readonly Message[];
  /** What the running tools have shown so far. */
  readonly output: () => string;
  /** How many times a reply that streams has been shown. */
  readonly shown: () => number;
  readonly until: (isThere: () => boolean) => Promise<void>;
  readonly state: () => string;
  /** The requests that were not as the script expects. */
  readonly close: () => Promise<readonly string[]>;
};

export type RealChoices = {
  readonly settings?: Partial<Settings>;
  readonly folder?: string;
  readonly pace?: Pace;
  readonly limits?: Partial<Limits>;
  /** In the place of the scripted endpoint's. */
  readonly url?: string;
  readonly deps?: Partial<SessionDeps>;
  /** Of the first event. */
  readonly started?: StartedChoices;
  /** Others run beside it in this process: to end what commands have left running would end theirs too. */
  readonly amongOthers?: true;
};

/** @param turns the script's `<turn>` elements, or the replies alone. */
export async function realSession(turns: readonly string[], choices: RealChoices = {}): Promise<RealSession> {
  const { settings, folder = temporaryFolder(), pace } = choices;
  const endpoint = await startScriptedEndpoint(scriptOf(turns), pace ? { pace } : {});
  const url = choices.url ?? endpoint.url;
  const registry = createRegistry();
  const session = createSession({
    model: {
      ask: (messages, hooks) =>
        complete({ model: 'm', messages }, { url, ...(choices.limits && { limits: choices.limits }) }, hooks),
    },
    tools: registry,
    facts: (call, place) => takeFacts(call, { ...place, home: folder, readable: [] }),
    readPlan: async () => '',
    history: null,
    clock: { now: Date.now, wait: (ms, signal) => wait(ms, undefined, { signal }).catch(() => {}) },
    log: { info: () => {}, error: (fields, message) => console.error(message, fields) },
    secrets: new Map(),
    outputFolder: folder,
    ...choices.deps,
  });
  const events: AgentEvent[] = [];
  const emitted: Emitted[] = [];
  let output = '';
  let shown = 0;
  session.subscribe((update) => {
    if (update.kind === 'output') output += update.text;
    if (update.kind === 'partial') shown += 1;
    if (update.kind !== 'step') return;
    events.push(update.event);
    emitted.push(...update.emitted);
  });
  const tools = [...registry.specs, ...MACHINE_TOOLS];
  const { started } = choices;
  session.send(sessionStarted({ folder, tools, ...started, settings: { mode: 'trust', headless: true, ...settings } }));
  return {
    session,
    folder,
    events,
    emitted,
    messages: () => messagesOf(session.snapshot().context),
    output: () => output,
    shown: () => shown,
    until: async (isThere) => {
      while (!isThere()) await wait(2);
    },
    state: () => stateOf(session.snapshot()),
    async close() {
      await session.stop();
      if (!choices.amongOthers) await endProcessGroups();
      return (await endpoint.close()).mismatches;
    },
  };
}
