/**
 * Four tests of the whole way on any real endpoint: text, tool, streaming, several turns. `E2E_ENDPOINT` and `E2E_MODEL` name it,
 * `E2E_API_KEY` is its key; or `E2E_MODEL` alone as `provider:model`, with the provider's own key in the environment.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { NO_CONFIG } from '../../packages/cli/src/config/config.ts';
import { type Connection, connect } from '../../packages/cli/src/connect.ts';
import { toolsOfSession } from '../../packages/cli/src/doctor/session.ts';
import { readPrompts, systemPrompt } from '../../packages/cli/src/prompts.ts';
import type { ChatMessage } from '../../packages/endpoint/src/index.ts';
import { parseReply } from '../../packages/protocol/src/index.ts';
import { type Ended, historyIn, run, temporaryFolder } from '../command.ts';
import { ask, user } from './asked.ts';

const { E2E_ENDPOINT = '', E2E_MODEL = '', E2E_API_KEY = '' } = process.env;
const isNamed = E2E_ENDPOINT !== '' || E2E_MODEL !== '';
const options = {
  ...(E2E_ENDPOINT === '' ? {} : { endpoint: E2E_ENDPOINT }),
  ...(E2E_MODEL === '' ? {} : { model: E2E_MODEL }),
};
const environment = { ...keysIn(process.env), TAGMA_API_KEY: E2E_API_KEY };

describe.skipIf(!isNamed)('a real endpoint (skipped without E2E_ENDPOINT or E2E_MODEL)', () => {
  test('text: a question is answered', async () => {
    const { code, out } = await print('What is 2+2? Answer with the number alone, without using a tool.');
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('4') });
  });

  test('tool: a file is read, and what it says is told', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'test.txt'), 'The word is quokka.\n');
    const { code, out, history } = await print('Read test.txt, and tell me the word in it.', folder);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/quokka/i) });
    expect(readFileSync(history, 'utf8')).toContain('tool="read"');
  });

  test('streaming: a beginning, pieces, and an end that says why', async () => {
    const { server, model, fields } = await connection();
    const { completion, deltas } = await ask(server, model, [user('Count from one to ten, in words.')], fields);
    expect(completion).toMatchObject({ ok: true, finish: 'stop' });
    expect(deltas.length).toBeGreaterThan(1);
    expect(deltas.join('')).toBe(completion.text);
  });

  test('several turns: what was said first is known later', async () => {
    const { server, model, fields } = await connection();
    const tools = toolsOfSession();
    const messages: ChatMessage[] = [{ role: 'system', content: systemOf() }];
    const say = async (text: string) => {
      messages.push(user(text));
      const { completion } = await ask(server, model, messages, fields);
      if (!completion.ok) throw new Error(completion.fault.message);
      messages.push({ role: 'assistant', content: completion.text, reasoning: completion.reasoning });
      return parseReply(completion.text, completion.finish === 'length' ? 'length' : 'stop', { tools });
    };
    const first = await say('My favourite animal is the quokka. Just say that you have heard it; use no tool.');
    expect(first.error).toBeNull();
    const { final } = await say('Which one is my favourite animal? Use no tool.');
    expect(final).toMatch(/quokka/i);
  });
});

async function print(prompt: string, folder = temporaryFolder()): Promise<Ended & { readonly history: string }> {
  const histories = temporaryFolder();
  const named = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const args = ['-p', prompt, ...named, '--mode', 'plan', '--cwd', folder, '--history', histories, '--max-turns', '8'];
  const ended = await run(args, { env: environment });
  process.stderr.write(ended.err);
  return { ...ended, history: historyIn(histories) };
}

async function connection(): Promise<Connection> {
  const connected = await connect(options, environment, NO_CONFIG);
  if (!connected.ok) throw new Error(connected.message);
  return connected;
}

/** Of the environment the keys alone: what else a person has set should not change what is tested. */
function keysIn(env: NodeJS.ProcessEnv): Record<string, string> {
  const keys = Object.entries(env).filter(([name]) => /_(API_KEY|TOKEN)$/.test(name));
  return Object.fromEntries(keys.map(([name, value]) => [name, value ?? '']));
}

function systemOf(): string {
  const texts = readPrompts('system', undefined);
  if (!texts.ok) throw new Error(texts.message);
  const place = { folder: '/home/me/project', project: 'an empty folder', platform: 'linux', shell: 'bash' };
  return systemPrompt(texts.system, place, toolsOfSession());
}
