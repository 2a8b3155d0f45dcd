/** A command of the person's own: the record comes first, secrets stay out of it, and the one that runs has them. */
import { type Fact, stateOf } from '@tagma/core';
import { expect, test } from 'vitest';
import { createSession, type SessionDeps } from '../src/index.ts';
import { STARTED, world } from './world.ts';

const TOKEN = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
const GIVEN: Fact = { type: 'shell.requested', command: `curl -H ${TOKEN} x` };

type Shell = NonNullable<SessionDeps['tools']['shell']>;

async function sessionWith(shell: Shell | null, some: Partial<SessionDeps> = {}) {
  const deps = world();
  const tools = { ...deps.tools, ...(shell && { shell }) };
  const session = createSession({ ...deps, tools, ...some });
  const output: string[] = [];
  session.subscribe((update) => {
    if (update.kind === 'output') output.push(update.text);
  });
  session.send(STARTED);
  return { session, deps, output };
}

const atRest = async ({ session }: Awaited<ReturnType<typeof sessionWith>>) => {
  await expect.poll(() => stateOf(session.snapshot())).toBe('idle');
};

test('it is on the disk before it runs, and no record and nothing shown holds the secret in it', async () => {
  const ran: string[] = [];
  let before = '';
  const live = await sessionWith(async (command, { onOutput }) => {
    ran.push(command);
    before = live.deps.records.map(({ type, synced }) => `${type} ${synced}`).at(-1) ?? '';
    onOutput(`got ${TOKEN.slice(0, 20)}`);
    onOutput(`${TOKEN.slice(20)}\n`);
    return { status: 'ok', content: `got ${TOKEN}\n`, details: {} };
  });
  live.session.send(GIVEN);
  await atRest(live);
  expect(ran).toEqual([`curl -H ${TOKEN} x`]);
  expect(before).toBe('shell.run true');
  expect(live.output.join('')).toBe('got [redacted:github-token~aaaa]\n');
  const [ended] = live.deps.records.filter(({ type }) => type === 'shell.ended');
  expect(ended?.fields).toMatchObject({ outcome: { content: 'got [redacted:github-token~aaaa]\n' } });
  expect(JSON.stringify(live.deps.records)).not.toContain(TOKEN);
});

test('an abort ends it, and its end is recorded', async () => {
  const live = await sessionWith(
    (_command, { signal }) =>
      new Promise((resolve) =>
        signal.addEventListener('abort', () => resolve({ status: 'aborted', content: 'half', details: {} })),
      ),
  );
  live.session.send({ type: 'shell.requested', command: 'sleep 100' });
  live.session.send({ type: 'abort.requested', by: 'person' });
  await atRest(live);
  expect(live.deps.records.filter(({ type }) => type === 'turn.end')).toEqual([]);
  expect(live.deps.records.findLast(({ kind }) => kind === 'event')?.fields).toMatchObject({
    outcome: { status: 'aborted', content: 'half' },
  });
});

test.each<[string, Shell | null, string]>([
  ['tools without a shell', null, 'These tools have no shell for the person.'],
  ['a shell that fails', () => Promise.reject(new Error('broken')), 'It could not be run: broken'],
])('%s: the outcome says so', async (_title, shell, content) => {
  const live = await sessionWith(shell);
  live.session.send({ type: 'shell.requested', command: 'ls' });
  await atRest(live);
  expect(live.deps.records.findLast(({ kind }) => kind === 'event')?.fields).toMatchObject({
    outcome: { status: 'error', content },
  });
});

test('a session that stops ends it, and ends', async () => {
  const live = await sessionWith(
    (_command, { signal }) =>
      new Promise((resolve) =>
        signal.addEventListener('abort', () => resolve({ status: 'aborted', content: '', details: {} })),
      ),
  );
  live.session.send({ type: 'shell.requested', command: 'sleep 100' });
  live.session.send({ type: 'prompt.given', text: 'and then?' });
  await live.session.stop();
  live.session.send({ type: 'session.ended', reason: 'quit' });
  expect(stateOf(live.session.snapshot())).toBe('closed');
});

test('it is told how much of its output the model is shown, where a window has room for less than usual', async () => {
  const said: (number | undefined)[] = [];
  const deps = world();
  const shell: Shell = async (_command, { outputBytesMax }) => {
    said.push(outputBytesMax);
    return { status: 'ok', content: '', details: {} };
  };
  for (const windowTokens of [8_192, 131_072]) {
    const session = createSession({ ...deps, tools: { ...deps.tools, shell } });
    const { model, settings } = STARTED;
    session.send({ ...STARTED, model: { ...model, windowTokens }, settings: { ...settings, outputShare: 0.3 } });
    session.send(GIVEN);
    await expect.poll(() => stateOf(session.snapshot())).toBe('idle');
  }
  expect(said).toEqual([6_451, undefined]);
});
