/** What a model writes with the name of a secret in it runs with the secret; nothing runs with a name that says nothing. */
import type { Params } from '@tagma/protocol';
import { expect, test } from 'vitest';
import { runSession, type SessionDeps } from '../src/index.ts';
import { FINAL, STARTED, world } from './world.ts';

const TOKEN = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
const run = (command: string) => `<action tool="bash"><command>${command}</command></action>`;

async function ran(commands: readonly string[], some: Partial<SessionDeps> = {}, started = STARTED) {
  const given: Params[] = [];
  const deps = world({ replies: [...commands.map(run), FINAL] });
  const tools: SessionDeps['tools'] = {
    run: async (_name, params) => {
      given.push(params);
      return { status: 'ok', content: `token=${TOKEN}`, details: {} };
    },
  };
  await runSession(`look at ${TOKEN.slice(0, 4)}…`, started, { ...deps, tools, ...some });
  const outcomes = deps.records.flatMap(({ type, fields }) => (type === 'tool.ended' ? [fields.outcome] : []));
  return { given, outcomes, records: JSON.stringify(deps.records) };
}

test('a command that copies a redaction gets the secret, and the history never holds it', async () => {
  const { given, outcomes, records } = await ran(['cat .env', 'echo [redacted:github-token]']);
  expect(given).toEqual([{ command: 'cat .env' }, { command: `echo ${TOKEN}` }]);
  expect(outcomes).toMatchObject([
    { content: 'token=[redacted:github-token]' },
    { content: 'token=[redacted:github-token]' },
  ]);
  expect(records).not.toContain(TOKEN);
});

test('a command with a redaction that is not known does not run, and the model is told what to do', async () => {
  const { given, outcomes } = await ran(
    ['echo [redacted:github-token]', 'cat .env', 'echo [redacted:github-token-2]'],
    {
      namesInHistory: new Set(['github-token']),
    },
  );
  expect(given).toEqual([{ command: 'cat .env' }, { command: `echo ${TOKEN}` }]);
  expect(outcomes[0]).toEqual({
    status: 'error',
    content:
      'bash was not run: it names what was redacted as "github-token", and that secret is not known (any more: it was seen before this session was taken up again).\n' +
      'Look once more at where it stands (read the file), and write the name that it has then. Where these very characters are meant, write a second colon behind the first.',
    details: {},
  });
});

test('a text that looks like a redaction is written with two colons', async () => {
  const { given } = await ran(['echo [redacted::github-token]']);
  expect(given).toEqual([{ command: 'echo [redacted:github-token]' }]);
});

test('a rule that holds a secret means the call that holds it, and stands in no history in clear', async () => {
  const rules = [`echo ${TOKEN}`].map((pattern) => ({ says: 'deny', tool: 'bash', pattern, from: 'option' }) as const);
  const started = { ...STARTED, settings: { ...STARTED.settings, rules } };
  const { given, records } = await ran(['cat .env', 'echo [redacted:github-token]', 'echo'], {}, started);
  expect(given).toEqual([{ command: 'cat .env' }, { command: 'echo' }]);
  expect(records).not.toContain(TOKEN);
});

test('what was seen of a private key with something before its lines, or without its end, is written nowhere', async () => {
  const { given, outcomes } = await ran(['cat -n key.pem', 'echo "[redacted:private-key-not-kept]" > copy.pem']);
  expect(given).toEqual([{ command: 'cat -n key.pem' }]);
  expect(outcomes[1]).toEqual({
    status: 'error',
    content:
      'bash was not run: it names what was redacted as "private-key-not-kept", and that secret was not kept (it was seen cut, or with something before its lines).\n' +
      'Let a command use or copy the file that holds it (cp), or look at all of it as it stands there (read the whole file), and write the name that it has then. Where these very characters are meant, write a second colon behind the first.',
    details: {},
  });
});
