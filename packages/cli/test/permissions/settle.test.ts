/** The question whether a folder's own rules are trusted, on a terminal. */
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { RulesOfRun } from '../../src/permissions/rules-of-run.ts';
import { settlePermissions } from '../../src/permissions/settle.ts';

/** What was answered, and what the person has seen. */
async function settle(keys: string) {
  const answers: boolean[] = [];
  const found: RulesOfRun = {
    ...{ ok: true, rules: [], refused: false, warnings: [], agreed: null },
    untrusted: [{ says: 'allow', tool: 'bash', pattern: 'npm test', from: 'project' }],
    answer: async (trusts) => {
      answers.push(trusts);
      return { ...found, untrusted: [], refused: !trusts };
    },
  };
  const input = new PassThrough();
  const output = Object.assign(new PassThrough(), { isTTY: true });
  const settled = settlePermissions(found, undefined, { input, output });
  input.write(keys);
  return { left: (await settled) === null, answers, seen: String(output.read()) };
}

test.each([
  ['y', 'y\r', true],
  ['yes, in any case', ' Yes \r', true],
  ['no', 'n\r', false],
  ['nothing, which is no', '\r', false],
  ['what is not quite yes', 'yep\r', false],
])('%s', async (_, keys, trusts) => {
  const { left, answers, seen } = await settle(keys);
  expect({ left, answers }).toEqual({ left: false, answers: [trusts] });
  expect(seen).toContain('.tagma/permissions.jsonc: "Bash(npm test)"');
});

test.each([
  ['Ctrl+C', '\x03'],
  ['Ctrl+D', '\x04'],
  ['Ctrl+C after a yes that was not sent', 'y\x03'],
])('%s leaves without an answer, and nothing is kept', async (_, keys) => {
  expect(await settle(keys)).toMatchObject({ left: true, answers: [] });
});
