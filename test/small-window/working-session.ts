/**
 * A session of many turns against an endpoint that enforces its window: the runtime as it is, with the endpoint's real client; the
 * tools are made up, and the person follows a script. Gives what was sent, and how the turns ended.
 */

import { type PROMPTS, readPrompts, systemPrompt } from '../../packages/cli/src/prompts.ts';
import { MACHINE_TOOLS, OUTPUT_SHARE, type TurnResult } from '../../packages/core/src/index.ts';
import { complete } from '../../packages/endpoint/src/index.ts';
import { type Facts, NO_FACTS, type Outcome, type Params } from '../../packages/protocol/src/index.ts';
import { createSession, type SessionDeps } from '../../packages/runtime/src/index.ts';
import { sessionStarted } from '../../packages/testing/src/session-started.ts';
import { builtinSpecs } from '../../packages/tools/src/index.ts';
import { type EnforcingChoices, type Seen, type Sent, startEnforcingEndpoint } from './enforcing-endpoint.ts';
import { CHECKPOINT, isSummaryRequest, type WorkingModel, workingModel } from './working-model.ts';

export const TASK =
  'Task PORT-7: move every part of the parser to the scanner without changing what any test of today says.';
const FIRST = `${TASK} Work part by part. 不要改公开的接口。 Tell me what you change.`;

export type Choices = Partial<Omit<EnforcingChoices, 'speak'>> & {
  /** What is known of the window before; the true one where it is left out. */
  readonly knownTokens?: number;
  readonly prompt?: (typeof PROMPTS)[number];
  readonly turns?: number;
  /** What the first prompt says beside the task. */
  readonly beside?: string;
  readonly summarise?: Parameters<typeof workingModel>[0];
  /** What a call shows instead of what is usual; null for that. */
  readonly shows?: (tool: string, call: number) => string | null;
};

export type Worked = {
  readonly seen: readonly Seen[];
  /** How each prompt ended. */
  readonly results: readonly TurnResult[];
  /** Of each request for a reply, that was not refused: what was missing in it, which should be there. */
  readonly missing: readonly string[];
  /** What the model has said at the checkpoints, and what it should have said. */
  readonly said: readonly (readonly [said: string, true_: string])[];
  readonly model: WorkingModel;
  readonly compactions: readonly string[];
};

const TURNS = 300;

export async function work(choices: Choices = {}): Promise<Worked> {
  const { turns = TURNS, windowTokens = 8_192, encoding = 'o200k', overflow = 'llama', saysUsage = true } = choices;
  const missing: string[] = [];
  const personSaid: string[] = [];
  let send: ReturnType<typeof createSession>['send'] = () => {};
  const say = (type: 'prompt.given' | 'steer.given', text: string) => {
    personSaid.push(text);
    send({ type, text });
  };
  const model = workingModel(choices.summarise, (number) => {
    if (number % 31 === 12) say('steer.given', `Steer ${number}: leave part ${number % 12} as it is. 先不要动它。`);
  });
  let checked = 0;
  const speak = (messages: readonly Sent[]) => {
    if (!isSummaryRequest(messages)) {
      const wanted = [TASK, ...model.decisions().slice(-3), ...personSaid.slice(-3).map((text) => text.slice(0, 60))];
      missing.push(...missingIn(messages, wanted, checked++));
    }
    return model.speak(messages);
  };
  const endpoint = await startEnforcingEndpoint({ windowTokens, encoding, overflow, saysUsage, speak });
  const session = createSession(depsOf(endpoint.url, choices));
  send = session.send;
  const results: TurnResult[] = [];
  const said: [string, string][] = [];
  const compactions: string[] = [];
  let waitsAtCheckpoint = false;
  await new Promise<void>((resolve, reject) => {
    session.broken.then((message) => reject(new Error(message)));
    session.subscribe((update) => {
      if (update.kind !== 'step') return;
      for (const one of update.emitted) {
        if (one.type === 'question.ask') {
          const answer = `Yes, read both (answer ${model.replies()}).`;
          personSaid.push(answer);
          send({ type: 'question.answered', request: one.id, answer });
        }
        if (one.type === 'conversation.compacted') {
          compactions.push(`${one.why} ${one.how} ${one.tokensBefore}>${one.tokensAfter} ${one.problem ?? ''}`);
        }
        if (one.type !== 'turn.end') continue;
        results.push(one.result);
        const { result } = one;
        if (waitsAtCheckpoint) {
          said.push([
            result.kind === 'done' ? result.text : result.kind,
            [TASK, ...model.decisions().slice(-3)].join('\n'),
          ]);
        }
        if (model.replies() >= turns || result.kind === 'failed') return resolve();
        waitsAtCheckpoint = !waitsAtCheckpoint && results.length % 3 === 2;
        say(
          'prompt.given',
          waitsAtCheckpoint ? CHECKPOINT : `Prompt ${results.length}: now go on with the next part. 继续。`,
        );
      }
    });
    session.send(startedIn(endpoint.url, choices));
    say('prompt.given', FIRST + (choices.beside ?? ''));
  });
  session.send({ type: 'session.ended', reason: 'done' });
  await session.stop();
  endpoint.close();
  return { seen: endpoint.seen, results, missing, said, model, compactions };
}

function missingIn(messages: readonly Sent[], wanted: readonly string[], number: number): readonly string[] {
  const text = messages.map(({ content }) => content).join('\n');
  return wanted.filter((one) => !text.includes(one)).map((one) => `request ${number}: ${one}`);
}

export function startedIn(url: string, { windowTokens = 8_192, knownTokens, prompt = 'system' }: Choices) {
  const texts = readPrompts(prompt, undefined);
  if (!texts.ok) throw new Error(texts.message);
  const tools = [...builtinSpecs(), ...MACHINE_TOOLS];
  const place = { folder: '/project', project: 'a git repository', platform: 'Linux', shell: 'bash' };
  return sessionStarted({
    model: { endpoint: url, model: 'working', windowTokens: knownTokens ?? windowTokens },
    system: systemPrompt(texts.system, place, tools),
    correction: texts.correction,
    repair: texts.repair,
    summary: texts.summary,
    tools,
    settings: { mode: 'trust', turnsMax: 10_000, outputShare: OUTPUT_SHARE },
  });
}

function depsOf(url: string, { shows }: Choices): SessionDeps {
  const server = { url };
  let now = 0;
  let calls = 0;
  return {
    model: {
      ask: (messages, hooks, { model: { model, windowTokens } }) =>
        complete({ model, messages, ...(windowTokens > 0 && { windowTokens }) }, server, hooks),
    },
    tools: {
      async run(tool, params) {
        const content = shows?.(tool, calls) ?? contentOf(tool, params, calls);
        calls += 1;
        return { status: 'ok', content, details: {} } satisfies Outcome;
      },
    },
    facts: async ({ tool, params }) => factsOf(tool, params),
    readPlan: async () => '',
    history: null,
    clock: { now: () => ++now, wait: async () => {} },
    log: { info: () => {}, error: () => {} },
    secrets: new Map(),
    outputFolder: '/tmp',
  };
}

function factsOf(tool: string, { path, command }: Params): Facts {
  const places = [{ path: `/project/${path}`, where: 'inside' }] as const;
  if (tool === 'read') return { ...NO_FACTS, readOnly: true, reads: places };
  if (tool === 'bash') return { ...NO_FACTS, readOnly: false, runs: [String(command)] };
  return { ...NO_FACTS, readOnly: false, writes: places };
}

/** Lines of files of many lengths, and of what commands print. */
const LINES = [
  '    const value = readOptions(options, { strict: true, depth: 3 }) ?? defaults.value;\n',
  '这个函数把配置文件读进来，并检查每一项是否合法。\n',
  'A paragraph of plain prose that tells what the module is for and whom it serves.\n',
  ' ✓ test/part.test.ts (12 tests) 34ms — {"passed":12,"failed":0}\n',
] as const;

function contentOf(tool: string, { path }: Params, call: number): string {
  if (tool === 'read') {
    const number = Number(/\d+/.exec(String(path))?.[0] ?? 0);
    return LINES[number % LINES.length]?.repeat(3 + ((number * 29) % 70)) ?? '';
  }
  if (tool === 'bash') return LINES[3].repeat(1 + ((call * 13) % 60));
  return 'written';
}
