/**
 * One question answered by a model and functions of a program's own: nothing is read from the environment, nothing is
 * written, nothing runs but what is brought along. Whoever wants permissions, a history on the disk or several turns takes
 * `runSession` or `createSession`.
 */
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import {
  BEHAVIOUR,
  COMPACT_AT,
  type Fact,
  type Message,
  NO_MODEL,
  type SessionStarted,
  type TurnResult,
} from '@tagma/core';
import type { Fault } from '@tagma/protocol';
import type { Model, SessionDeps } from '../deps.ts';
import { messageOf } from '../log.ts';
import { REAL_CLOCK } from '../real-clock.ts';
import { runSession } from '../run-session.ts';
import type { AgentAnswer, AgentDeps, AgentMessage, CallLLM } from './agent-deps.ts';
import { CORRECTION, defaultPrompt, REPAIR, SUMMARY } from './agent-texts.ts';
import { factsOfTools, runnerOf, specsOf } from './agent-tools.ts';
import { createLogEntries } from './log-entries.ts';
import { unlessAborted } from './unless-aborted.ts';

const STEPS_MAX_DEFAULT = 100;
const CORRECTIONS_MAX = 2;

/**
 * Asks the model, runs the tools that it names, tells it what came of them, and so on until it gives its final answer, fails,
 * has had `maxSteps` replies, or is aborted. All of these resolve: `result` says which it was.
 * @throws (rejects) what `loadPrompt` and `writeHistory` throw; an Error where the machine itself has failed
 */
export async function runAgent(question: string, deps: AgentDeps): Promise<AgentAnswer> {
  const session = deps.session ?? randomUUID();
  const history = createLogEntries(session);
  const started = await startedBy(session, deps);
  const begins: Fact[] = [{ type: 'prompt.given', text: question }];
  if (deps.signal?.aborted) begins.push({ type: 'abort.requested', by: 'person' });
  let stopListening = () => {};
  const ended = await runSession(begins, started, sessionDeps(deps, history.sink), {
    onSession({ send, subscribe }) {
      const abort = () => send({ type: 'abort.requested', by: 'person' });
      deps.signal?.addEventListener('abort', abort, { once: true });
      stopListening = () => deps.signal?.removeEventListener('abort', abort);
      let steps = 0;
      subscribe((update) => {
        if (update.kind !== 'step' || update.event.type !== 'reply.ended') return;
        deps.onAssistantStep?.(update.event.text, steps++);
      });
    },
  });
  stopListening();
  const logEntries = history.texts();
  await deps.writeHistory?.(logEntries);
  if (!ended.ok) throw new Error(ended.message);
  return { answer: answerOf(ended.result), logEntries, result: ended.result };
}

async function startedBy(session: string, { loadPrompt = defaultPrompt, ...deps }: AgentDeps): Promise<SessionStarted> {
  const tools = specsOf(deps.tools);
  return {
    ...{ type: 'session.started', session, behaviour: BEHAVIOUR, program: 'runAgent', folder: process.cwd() },
    ...{ model: { ...NO_MODEL, endpoint: 'callLLM', model: 'callLLM' }, fallbacks: [], summaryModel: null },
    ...{ system: await loadPrompt(tools), systemSmall: '', correction: CORRECTION, repair: REPAIR, summary: SUMMARY },
    tools,
    settings: {
      ...{ mode: 'trust', rules: [], headless: true, sandbox: false, bashFence: false },
      ...{ turnsMax: deps.maxSteps ?? STEPS_MAX_DEFAULT, tokensMax: 0, costMax: 0, timeMsMax: 0 },
      ...{ findsWindow: false, compactAt: COMPACT_AT, outputShare: 0, countsTokens: false },
      // Whether, and how often, a failed request is made again is for whoever brings `callLLM`.
      ...{ correctionsMax: CORRECTIONS_MAX, retriesMax: 0, outageMsMax: 0 },
    },
  };
}

function sessionDeps(
  { callLLM, tools, hooks = [], clock = REAL_CLOCK }: AgentDeps,
  history: SessionDeps['history'],
): SessionDeps {
  return {
    ...{ model: modelOf(callLLM), tools: runnerOf(tools), facts: factsOfTools(tools), history, clock },
    hooks,
    readPlan: async () => '',
    log: { info() {}, error() {} },
    secrets: new Map(),
    // Nothing is kept there: what a tool of the program's own gives is cut, not stored.
    outputFolder: tmpdir(),
  };
}

function modelOf(callLLM: CallLLM): Model {
  return {
    async ask(messages, { signal, onDelta }) {
      const said = { text: '', reasoning: '' };
      try {
        const text = await unlessAborted(signal, async () => textOf(await callLLM(messages.map(plain), signal)));
        if (text === null) return { ok: true, ...said, finish: 'aborted', usage: null };
        onDelta({ text });
        return { ok: true, ...said, text, finish: 'stop', usage: null };
      } catch (error) {
        return { ok: false, ...said, fault: faultOf(error) };
      }
    },
  };
}

/** A copy: what is done to it changes nothing here. */
function plain({ role, content }: Message): AgentMessage {
  return { role, content };
}

/** A program in JavaScript may give anything. */
function textOf(given: unknown): string {
  if (typeof given === 'string') return given;
  throw new Error(`it gave ${given === null ? 'null' : typeof given}, and not the text of a reply`);
}

function faultOf(error: unknown): Fault {
  return { kind: 'network', message: `callLLM failed: ${messageOf(error)}`, advice: '', status: null };
}

function answerOf(result: TurnResult): string {
  switch (result.kind) {
    case 'done':
      return result.text;
    case 'failed':
      return `There is no answer: ${result.fault.message}`;
    case 'limit':
      return `There is no answer: the limit was reached (${result.reason}).`;
    case 'uncorrected':
      return `There is no answer: ${result.message}`;
    case 'aborted':
      return 'There is no answer: the run was ended before there was one.';
  }
}
