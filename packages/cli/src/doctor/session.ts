/** A session of a few turns in a folder of its own, with the real prompt and the real tools, as a run would have it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, platform, release, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { BEHAVIOUR, COMPACT_AT, MACHINE_TOOLS, type SessionStarted, type TurnResult } from '@tagma/core';
import { complete, type Server } from '@tagma/endpoint';
import type { JsonObject, Reply, ToolSpec } from '@tagma/protocol';
import { type Model, REAL_CLOCK, runSession, type SessionDeps } from '@tagma/runtime';
import { builtinSpecs, createRegistry, type Operations, shellOf } from '@tagma/tools';
import { fieldsFor } from '../constraint.ts';
import { type PromptTexts, systemPrompt } from '../prompts.ts';
import { openSandbox } from '../sandbox.ts';
import { factsWith } from '../tool-facts.ts';
import type { Probe } from './probe.ts';

/** Three are enough: list, read, finish. A weak model may take a way round. */
const REPLIES_MAX = 6;
const CORRECTIONS_MAX = 2;
const RETRIES_MAX = 1;
/** No honest reply to this task is as long, apart from what the model thinks in a field of its own. */
const REPLY_CHARACTERS_MAX = 4_000;
/** Of the whole session, in requests' time. */
const TIMEOUTS_MAX = 5;

export const WORD = 'quokka';
const TASK =
  'A file in this folder holds a secret word. List the folder, then read the file, then finish with the word. Change nothing, run nothing.';

export type Exchange = {
  readonly replies: readonly Reply[];
  /** How many actions ran and were answered with a result. */
  readonly results: number;
  readonly result: TurnResult | { readonly kind: 'broken'; readonly message: string };
};

export function toolsOfSession(): readonly ToolSpec[] {
  return [...builtinSpecs(), ...MACHINE_TOOLS];
}

/** Nothing is left of it on the disk. An abort ends it in order. */
export async function exchangeTurns(probe: Probe, texts: PromptTexts): Promise<Exchange> {
  const home = mkdtempSync(join(tmpdir(), 'tagma-doctor-'));
  const folder = join(home, 'project');
  mkdirSync(folder);
  writeFileSync(join(folder, 'note.txt'), `The secret word is ${WORD}.\n`);
  const outputFolder = join(home, 'outputs');
  const { config, sandbox: found } = probe.guard;
  const sandbox = await openSandbox(found, { folder, outputFolder, config }, process.env);
  try {
    const started = startedIn(folder, probe, texts, sandbox.isOn);
    return await runTurns(probe, started, depsIn(outputFolder, probe, sandbox.operations));
  } finally {
    sandbox.end();
    rmSync(home, { recursive: true, force: true });
  }
}

async function runTurns(probe: Probe, started: SessionStarted, deps: SessionDeps): Promise<Exchange> {
  const replies: Reply[] = [];
  let results = 0;
  const answer = await runSession(TASK, started, deps, {
    onSession(session) {
      const stop = () => void session.stop();
      probe.signal.addEventListener('abort', stop, { once: true });
      session.subscribe((update) => {
        if (update.kind !== 'step') return;
        const { event, snapshot } = update;
        if (event.type === 'tool.ended' && event.outcome.status === 'ok') results += 1;
        const { reply } = snapshot.context.turn;
        if (event.type === 'reply.ended' && reply) replies.push(reply);
      });
    },
  });
  const result = answer.ok ? answer.result : ({ kind: 'broken', message: answer.message } as const);
  return { replies, results, result };
}

/** A model that goes on for ever, as a small one may inside of a grammar, is stopped; then its reply counts as cut. */
function modelOf(model: string, fields: JsonObject, server: Server): Model {
  return {
    async ask(messages, hooks) {
      let characters = 0;
      const isOver = () => characters > REPLY_CHARACTERS_MAX;
      const completion = await complete({ model, messages, fields }, server, {
        signal: hooks.signal,
        onDelta(delta) {
          characters += delta.text?.length ?? 0;
          return hooks.onDelta(delta) === 'stop' || isOver() ? 'stop' : 'go on';
        },
      });
      return isOver() && completion.ok && completion.finish === 'stop'
        ? { ...completion, finish: 'length' }
        : completion;
    },
  };
}

function startedIn(
  folder: string,
  { patient, quirks, windowTokens, timeoutMs }: Probe,
  texts: PromptTexts,
  sandbox: boolean,
): SessionStarted {
  const tools = toolsOfSession();
  const shell = basename(shellOf(process.env));
  const place = { folder, project: 'one file', platform: `${platform()} ${release()}`, shell };
  return {
    type: 'session.started',
    session: 'doctor',
    behaviour: BEHAVIOUR,
    program: 'tagma doctor',
    folder,
    model: {
      endpoint: patient.name,
      model: patient.model,
      windowTokens: windowTokens(),
      reasoningBack: quirks().reasoningBack !== undefined,
      startsInThought: quirks().startsInThought === true,
    },
    fallbacks: [],
    summaryModel: null,
    system: systemPrompt(texts.system, place, tools),
    systemSmall: texts.small === null ? '' : systemPrompt(texts.small, place, tools),
    correction: texts.correction,
    repair: texts.repair,
    summary: texts.summary,
    tools,
    settings: {
      mode: 'plan',
      rules: [],
      headless: true,
      turnsMax: REPLIES_MAX,
      tokensMax: 0,
      costMax: 0,
      timeMsMax: timeoutMs * TIMEOUTS_MAX,
      findsWindow: false,
      ...{ compactAt: COMPACT_AT, outputShare: 0, countsTokens: false },
      correctionsMax: CORRECTIONS_MAX,
      retriesMax: RETRIES_MAX,
      outageMsMax: timeoutMs,
      sandbox,
      bashFence: false,
    },
  };
}

function depsIn(
  outputFolder: string,
  { patient, quirks, timeoutMs, guard }: Probe,
  operations: Partial<Operations>,
): SessionDeps {
  const known = { ...patient.server, quirks: quirks() };
  const limits = { ...known.limits, wholeMs: timeoutMs };
  const forced = fieldsFor({ ...patient, server: known }, {}, toolsOfSession());
  const fields = { ...patient.fields, ...(forced.ok ? forced.fields : {}) };
  const registry = createRegistry(undefined, undefined, operations);
  const { config, secrets, findOwnSecrets } = guard;
  const facts = factsWith(new Map(), registry, { home: homedir(), outputFolder, config, shell: shellOf(process.env) });
  return {
    model: modelOf(patient.model, fields, { ...known, limits }),
    tools: registry,
    ...{ facts, factsAgain: facts },
    readPlan: async () => '',
    history: null,
    clock: REAL_CLOCK,
    log: { info() {}, error() {} },
    ...{ secrets, findOwnSecrets },
    outputFolder,
  };
}
