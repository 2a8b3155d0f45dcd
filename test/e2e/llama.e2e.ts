/**
 * Tagma against llama.cpp's own server with a small real model (`npm run e2e:llama`). Such a model is too small for any
 * task: what counts is the wire, and what the grammar does.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { grammarField, STOP_SEQUENCES } from '../../packages/cli/src/constraint.ts';
import { toolsOfSession } from '../../packages/cli/src/doctor/session.ts';
import { readPrompts, systemPrompt } from '../../packages/cli/src/prompts.ts';
import { listModels, type Server } from '../../packages/endpoint/src/index.ts';
import { readHistory } from '../../packages/history/src/index.ts';
import { parseReply } from '../../packages/protocol/src/index.ts';
import { historyIn, run, temporaryFolder } from '../command.ts';
import { ask, user } from './asked.ts';
import { shareOf } from './share.ts';

const url = inject('llama');
const server: Server = { url };
const tools = toolsOfSession();
/** Replies that end by themselves, of each kind; fewer on a slow machine. */
const REPLIES = Number(process.env.E2E_REPLIES ?? 200);
/** Varied enough, and long enough for most replies to end. A penalty on repetition would keep a model from closing its tags. */
const CALM = { temperature: 0.6 };
const REPLY_TOKENS_MAX = 160;
/** Some sessions end with the first reply. */
const SEEDS = [1, 2, 3, 4, 5, 6];
const ABORT_MS_MAX = 200;
const SLOT_FREE_MS_MAX = 5_000;

type Props = { readonly default_generation_settings: { readonly n_ctx: number } };
type Slot = { readonly is_processing: boolean };

let model = '';
let windowTokens = 0;
const system = systemOf();

describe.skipIf(url === '')('llama.cpp', () => {
  beforeAll(async () => {
    const listed = await listModels(server);
    if (!listed.ok) throw new Error(listed.fault.message);
    model = listed.models[0] ?? '';
    const props = (await (await fetch(new URL('/props', url))).json()) as Props;
    windowTokens = props.default_generation_settings.n_ctx;
    console.log(`e2e: ${url}, ${model}, ${windowTokens} tokens`);
  });

  test('the doctor finds what it has', async () => {
    const { code, out, err } = await run(['doctor', url, '--json']);
    expect(err).toBe('');
    const { rows, configuration, works } = JSON.parse(out);
    const held = Object.fromEntries(rows.map(({ row, holds }: { row: string; holds: string }) => [row, holds]));
    console.log(rows.map(({ row, holds, says }: Record<string, string>) => `  ${holds} ${row}: ${says}`).join('\n'));
    expect(held).toMatchObject({
      server: 'yes',
      models: 'yes',
      window: 'yes',
      key: 'yes',
      reply: 'yes',
      usage: 'yes',
      stream: 'yes',
      max_tokens: 'yes',
      stop: 'yes',
      system: 'yes',
      grammar: 'yes',
    });
    expect(JSON.stringify(configuration)).toContain('"takesStop":true,"grammarField":"grammar"');
    expect(code).toBe(works ? 0 : 1);
  });

  test('a session of several turns with real tools: what it asks for is run, and answered', async () => {
    const counts: Counts[] = [];
    for (const seed of SEEDS) {
      counts.push(await sessionOf(seed));
      if (isLong(counts.at(-1))) break;
    }
    console.log('e2e: sessions', counts);
    expect(counts.filter(isLong)).toHaveLength(1);
    expect(counts.map(({ failed }) => failed)).toEqual(counts.map(() => 0));
  });

  test('a stop sequence ends an invented result; what stands before it is read without a repair', async () => {
    const whole = '<action tool="ls">\n<path>.</path>\n</action>\n<observation tool="ls">a.txt</observation>';
    const { completion } = await askExactly(whole, { stop: [...STOP_SEQUENCES] });
    expect(completion).toMatchObject({
      ok: true,
      finish: 'stop',
      stopSent: true,
      text: '<action tool="ls">\n<path>.</path>\n',
    });
    expect(parsed(completion.text, true)).toEqual({ tools: ['ls'], repairs: [], error: null });
  });

  test('a reply that ends where a stop sequence begins is whole', async () => {
    const whole = '<action tool="ls">\n<path>.</path>\n</action>';
    const { completion } = await askExactly(whole, { stop: [...STOP_SEQUENCES] });
    expect(completion).toMatchObject({ ok: true, finish: 'stop', text: whole });
    expect(parsed(completion.text, true)).toEqual({ tools: ['ls'], repairs: [], error: null });
  });

  test('tokens are counted, and those of the same beginning come from its cache', async () => {
    const messages = [{ role: 'system', content: system } as const, user('Say hello.')];
    await ask(server, model, messages, { max_tokens: 4 });
    const { completion } = await ask(server, model, messages, { max_tokens: 4, ignore_eos: true });
    const usage = completion.ok ? completion.usage : null;
    console.log('e2e: usage', usage);
    expect(usage?.input).toBeGreaterThan(500);
    expect(usage?.output).toBeLessThanOrEqual(4);
    expect(usage?.cached).toBeGreaterThan((usage?.input ?? 0) - 64);
    expect(completion).toMatchObject({ ok: true, finish: 'length' });
  });

  test('an abort in mid-stream takes effect at once, and frees the slot', async () => {
    const controller = new AbortController();
    let abortedAt = 0;
    const { completion } = await ask(
      server,
      model,
      [user('Write a long story about a ship.')],
      { ignore_eos: true, max_tokens: 3_000 },
      controller.signal,
      (count) => {
        if (count !== 10) return;
        abortedAt = performance.now();
        controller.abort();
      },
    );
    const ms = performance.now() - abortedAt;
    expect(completion).toMatchObject({ ok: true, finish: 'aborted' });
    expect(completion.text).not.toBe('');
    expect(ms).toBeLessThan(ABORT_MS_MAX);
    const freeMs = await slotFreeMs();
    console.log(`e2e: aborted in ${ms.toFixed(1)} ms; its slot was free after ${freeMs.toFixed(0)} ms`);
    expect(freeMs).toBeLessThan(SLOT_FREE_MS_MAX);
  });

  test('a conversation that is too long is an overflow, and its window is learnt', async () => {
    const { completion } = await ask(server, model, [user('word '.repeat(windowTokens * 2))]);
    console.log('e2e: overflow', completion);
    expect(completion).toMatchObject({ ok: false, fault: { kind: 'context-overflow', status: 400, windowTokens } });
  });

  test('a reply that fills the window is cut, and says so', async () => {
    const long = 'word '.repeat(windowTokens - 200);
    const { completion } = await ask(server, model, [user(long)], { ignore_eos: true });
    expect(completion).toMatchObject({ ok: true, finish: 'length' });
  });

  test(`with the grammar, at least 99% of ${REPLIES} replies are read as they stand`, async () => {
    const fields = { ...CALM, max_tokens: REPLY_TOKENS_MAX, ...grammarField('grammar', tools) };
    const share = await shareOf(server, model, system, tools, fields, { ended: REPLIES, attemptsMax: REPLIES * 4 });
    console.log('e2e: with the grammar', share);
    const ended = share.replies - share.cut;
    expect(ended).toBe(REPLIES);
    expect(share.plain / ended).toBeGreaterThanOrEqual(0.99);
  });

  test(`without it, ${REPLIES} replies are counted`, async () => {
    const fields = { ...CALM, max_tokens: REPLY_TOKENS_MAX };
    const share = await shareOf(server, model, system, tools, fields, { ended: REPLIES, attemptsMax: REPLIES * 4 });
    console.log('e2e: without the grammar', share);
    expect(share.replies - share.cut).toBe(REPLIES);
  });
});

type Counts = { readonly replies: number; readonly ran: number; readonly failed: number };

function isLong(counts: Counts | undefined): boolean {
  return counts !== undefined && counts.replies > 1 && counts.ran > 0;
}

/** Only what looks is offered, or most of what so small a model does would be denied. */
async function sessionOf(seed: number): Promise<Counts> {
  const [folder, history] = [temporaryFolder(), temporaryFolder()];
  writeFileSync(join(folder, 'note.txt'), 'The word is quokka.\n');
  const config = join(temporaryFolder(), 'config.jsonc');
  const looks = tools.filter(({ name }) => name === 'ls' || name === 'read');
  const fields = { ...CALM, seed, max_tokens: REPLY_TOKENS_MAX, ...grammarField('grammar', looks) };
  writeFileSync(config, JSON.stringify({ providers: { small: { url, models: { [model]: { fields } } } } }));
  const place = ['--cwd', folder, '--history', history, '--mode', 'plan', '--max-turns', '4'];
  await run([
    '-p',
    'List the files here, then read note.txt.',
    '--config',
    config,
    '--model',
    `small:${model}`,
    ...place,
  ]);
  const read = await readHistory(historyIn(history));
  if (!read.ok) throw new Error(read.error.message);
  const count = (type: string) => read.records.filter((record) => record.type === type).length;
  return { replies: count('reply.ended'), ran: count('tool.ended'), failed: count('reply.failed') };
}

/** A grammar that admits one text alone: so the model says it, whatever it is. */
function askExactly(text: string, fields: object) {
  return ask(server, model, [user('Go on.')], { grammar: `root ::= ${JSON.stringify(text)}\n`, ...fields });
}

function parsed(text: string, stopSent: boolean) {
  const { actions, repairs, error } = parseReply(text, 'stop', { tools, stopSent });
  return { tools: actions.map(({ tool }) => tool), repairs, error };
}

async function slotFreeMs(): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const slots = (await (await fetch(new URL('/slots', url))).json()) as readonly Slot[];
    if (slots.every(({ is_processing }) => !is_processing)) return performance.now() - begun;
    if (performance.now() - begun > SLOT_FREE_MS_MAX) return Number.POSITIVE_INFINITY;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function systemOf(): string {
  const texts = readPrompts('system', undefined);
  if (!texts.ok) throw new Error(texts.message);
  const place = { folder: '/home/me/project', project: 'Node.js', platform: 'linux', shell: 'bash' };
  return systemPrompt(texts.system, place, tools);
}
