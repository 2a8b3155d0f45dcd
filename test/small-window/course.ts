/**
 * A session in which much happens beside replies and results: steering, a correction, a question, a picture, failures and retries,
 * aborts of a reply and of a call, commands and an undo of the person's own, and being taken up again. Gives what was sent.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { type Fact, MACHINE_TOOLS, type SessionStarted, stateOf } from '../../packages/core/src/index.ts';
import { type ImageRef, NO_FACTS, type Outcome } from '../../packages/protocol/src/index.ts';
import { createSession, type SessionDeps } from '../../packages/runtime/src/index.ts';
import { sessionStarted } from '../../packages/testing/src/session-started.ts';
import { builtinSpecs } from '../../packages/tools/src/index.ts';
import { type Spoken, startEnforcingEndpoint } from './enforcing-endpoint.ts';
import { isSummaryRequest } from './working-model.ts';

export type Course = {
  readonly askAt: (url: string) => SessionDeps['model']['ask'];
  /** Whether the model's thoughts go back to it. */
  readonly reasoningBack: boolean;
  /** What happens at rest, before the last prompt. */
  readonly between?: Fact;
  readonly server?: 'refuses pictures';
};

const IMAGE: ImageRef = { sha256: 'a'.repeat(64), mediaType: 'image/png', width: 20, height: 20, bytes: 8 };
const REST = new Set(['idle', 'finished', 'failed']);
const READ =
  '<think>a thought of its own</think><thought>Look.</thought><action tool="read"><path>a.ts</path></action>';
const ASK = '<action tool="ask"><question>Which one?</question></action>';
const BASH = '<action tool="bash"><command>make</command></action>';
const DONE = '<final>Done.</final>';
const BUSY: Spoken = { status: 503, message: 'busy' };
const NO_KEY: Spoken = { status: 401, message: 'no such key' };

export async function courseOf({ askAt, reasoningBack, between, server }: Course) {
  let send: (fact: Fact) => void = () => {};
  const then = (fact: Fact, text: string) => () => {
    send(fact);
    return { text };
  };
  const abort: Fact = { type: 'abort.requested', by: 'person' };
  const script: (Spoken | (() => Spoken))[] = [
    ...[
      { text: READ },
      { text: 'I shall look.' },
      then({ type: 'steer.given', text: 'Mind b.ts. 先看 b.ts。' }, READ),
      { text: DONE },
    ],
    ...[BUSY, { text: ASK }, { text: READ + BASH }, { text: '<action tool="read"><path>a' }, { text: DONE }],
    // Stopped while it speaks, and while a call runs.
    then(abort, `<thought>${'so much to say '.repeat(40)}`),
    ...[{ text: READ }, { text: '<action tool="bash"><command>sleep</command></action>' }],
    ...[{ text: READ }, NO_KEY],
    ...[BUSY, BUSY, { text: READ }, { text: DONE }],
    ...[{ text: READ }, { text: READ }, { text: DONE }],
  ];
  const endpoint = await startEnforcingEndpoint({
    ...{ windowTokens: 1_000_000, encoding: 'o200k', overflow: 'llama', saysUsage: true },
    speak(messages) {
      if (isSummaryRequest(messages)) return { text: '<summary><goal>all of it</goal></summary>' };
      const pictured = JSON.stringify(messages).includes('image_url');
      if (server !== undefined && pictured) return { status: 400, message: 'this model does not support image input' };
      const next = script.shift() ?? { text: DONE };
      return typeof next === 'function' ? next() : next;
    },
  });
  const session = createSession(depsOf(askAt(endpoint.url), () => send(abort)));
  send = session.send;
  session.subscribe((update) => {
    if (update.kind !== 'step') return;
    for (const one of update.emitted) {
      if (one.type === 'question.ask') send({ type: 'question.answered', request: one.id, answer: 'The first.' });
      if (one.type === 'conversation.compacted') compactedAt.push(endpoint.seen.length - 1);
    }
  });
  const compactedAt: number[] = [];
  const states: string[] = [];
  const does = async (...facts: readonly Fact[]) => {
    for (const fact of facts) send(fact);
    await wait(0);
    while (!REST.has(stateOf(session.snapshot()))) await wait(1);
    states.push(stateOf(session.snapshot()));
  };
  const says = (text: string): Fact => ({ type: 'prompt.given', text });
  const started = startedWith(reasoningBack);
  send(started);
  await does(says('Do the first. "Quoted", \\ and \u2028 too.'));
  await does({ type: 'shell.requested', command: 'git status' });
  await does(says('Do the second.'));
  await does({ type: 'undo.requested', steps: 1 });
  await does(says('Do the third.'));
  await does(says('Do the fourth.'));
  await does(says('Do the fifth.'));
  await does(says('Do the sixth.'));
  if (between !== undefined) await does(between);
  send({ ...started, type: 'session.resumed', parent: null });
  await does(says('Do the last.'));
  await session.stop();
  endpoint.close();
  return { bodies: endpoint.seen.map(({ body }) => body), states, compactedAt };
}

function startedWith(reasoningBack: boolean): SessionStarted {
  return sessionStarted({
    tools: [...builtinSpecs(), ...MACHINE_TOOLS],
    model: { reasoningBack },
    summary: 'You sum up. {{focus}}',
    settings: { mode: 'trust', retriesMax: 3 },
  });
}

/** @param stop called when a call runs that goes on until it is stopped */
function depsOf(ask: SessionDeps['model']['ask'], stop: () => void): SessionDeps {
  let now = 0;
  const ok = (content: string, details: Outcome['details'] = {}): Outcome => ({ status: 'ok', content, details });
  return {
    model: { ask },
    tools: {
      async run(tool, { command }, { signal }) {
        if (command === 'sleep') {
          stop();
          while (!signal.aborted) await wait(1);
          return { status: 'aborted', content: 'stopped', details: {} };
        }
        return tool === 'read' ? ok('A picture.', { image: IMAGE }) : ok('made');
      },
      undo: async () => ok('1 change taken back'),
      shell: async () => ok('On branch main'),
    },
    facts: async ({ tool }) => ({ ...NO_FACTS, readOnly: tool === 'read', ...(tool === 'bash' && { runs: ['make'] }) }),
    readPlan: async () => '',
    history: null,
    clock: { now: () => ++now, wait: async () => {} },
    log: { info: () => {}, error: () => {} },
    secrets: new Map(),
    outputFolder: '/tmp',
  };
}
