/** What a session costs, over the real wire: as the server says it, else by the prices of the configuration, or not known. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { historyIn, run, temporaryFolder } from './command.ts';
import { connection, scriptOf } from './scripted.ts';

const PRICES = { input: 2, output: 10, cached: 0.5 };
/** A reply that calls a tool; a price and counts are easier to follow in round numbers. */
const looks = (i: number, usage: string) =>
  `<turn><reply>&lt;action tool="ls">&lt;path>.&lt;/path>&lt;limit>${i}&lt;/limit>&lt;/action></reply><usage ${usage}/></turn>`;
const answers = (usage: string) => `<turn><reply>&lt;final>done&lt;/final></reply><usage ${usage}/></turn>`;
const SAID = 'input="9" output="9" cost="0.6"';
const COUNTED = 'input="200000" output="10000" cached="100000" reasoning="4000"';

async function printed(
  turns: readonly string[],
  args: readonly string[],
  prices: object | null = null,
  listed: object = {},
  named: (url: string) => readonly string[] = connection,
) {
  const endpoint = await startScriptedEndpoint(scriptOf(turns), { listed });
  const [history, folder] = [temporaryFolder(), temporaryFolder()];
  const config = join(temporaryFolder(), 'config.jsonc');
  const models = prices === null ? {} : { scripted: { prices } };
  writeFileSync(config, JSON.stringify({ providers: { mine: { url: endpoint.url, models } } }));
  const where = [...named(endpoint.url), '--config', config, '--cwd', folder, '--history', history];
  const { code, err } = await run(['-p', 'do it', ...where, ...args]);
  await endpoint.close();
  const file = historyIn(history);
  const replayed = await run(['replay', file]);
  const { totals } = JSON.parse((await run(['audit', '--json', '--no-replay', file])).out);
  const { input, output, cost } = totals.usage;
  return { code, replays: replayed.code === 0, audited: { input, output, cost }, used: usedIn(err), err };
}

const usedIn = (err: string) => /^used: (.*)$/m.exec(err)?.[1];

test.each([
  {
    title: 'as the server says it',
    turns: [looks(1, SAID), answers(SAID)],
    prices: PRICES,
    audited: { input: 18, output: 18, cost: 1.2 },
    used: '2 replies, 18 tokens sent, 18 received · cost 1.20, as the endpoint says',
  },
  {
    title: 'by the prices of the configuration',
    turns: [looks(1, COUNTED), answers(COUNTED)],
    prices: PRICES,
    audited: { input: 400_000, output: 20_000, cost: 0.7 },
    used: '2 replies, 400,000 tokens sent (200,000 from the cache), 20,000 received (8,000 of them thought) · cost 0.7, by the prices of the model',
  },
  {
    title: 'not known',
    turns: [answers('input="9" output="9"')],
    prices: null,
    audited: { input: 9, output: 9, cost: 0 },
    used: '1 reply, 9 tokens sent, 9 received · cost not known',
  },
])('the cost is told, replayed and audited: $title', async ({ turns, prices, audited, used }) => {
  const { err: _err, ...told } = await printed(turns, [], prices);
  expect(told).toEqual({ code: 0, replays: true, audited, used });
});

test.each([
  { title: 'the server says it', option: '--max-cost', turn: SAID, prices: null, of: 'the session', cost: '1.2' },
  { title: 'the prices say it', option: '--max-cost', turn: COUNTED, prices: PRICES, of: 'the session', cost: '1.05' },
  {
    title: 'the prices say it',
    option: '--max-prompt-cost',
    turn: COUNTED,
    prices: PRICES,
    of: 'one prompt',
    cost: '1.05',
  },
])('$option ends a turn that has used it up, where $title', async ({ option, turn, prices, of, cost }) => {
  const turns = [1, 2, 3, 4, 5].map((i) => looks(i, turn));
  const { code, err, replays } = await printed(turns, [option, '1'], prices);
  expect({ code, replays }).toEqual({ code: 4, replays: true });
  expect(err).toContain(`the limit of ${of} is reached: a cost of ${cost}`);
  expect(err).toContain(`tagma: ${option} AMOUNT sets another limit.`);
});

test('a limit that cannot hold says so, at the start and at the first reply', async () => {
  const { code, err } = await printed([answers('input="9" output="9"')], ['--max-cost', '1']);
  expect(code).toBe(0);
  expect(err).toMatch(/^tagma: --max-cost: no prices are known of scripted\./m);
  expect(err).toMatch(/^ {2}What this reply cost is not known: /m);
});

const LISTED = { pricing: { prompt: '0.000002', completion: '0.00001', input_cache_read: '0.0000005' } };
const onlyModel = (url: string) => ['--endpoint', url];

test.each([
  ['where a limit of cost needs them', ['--max-cost', '1'], connection, {}, '0.35, by the prices of the model'],
  ['of the only model, whose name was asked for', [], onlyModel, {}, '0.35, by the prices of the model'],
  [
    'not in the place of those of the configuration',
    [],
    onlyModel,
    { input: 0, output: 1 },
    '0.01, by the prices of the model',
  ],
  ['not asked for where nothing needs them', [], connection, {}, 'not known'],
])('the prices that a server lists hold: %s', async (_, args, named, prices, cost) => {
  const set = 'input' in prices ? prices : null;
  const { used, err, replays } = await printed([answers(COUNTED)], args, set, LISTED, named);
  expect([used?.split(' · cost ')[1], replays]).toEqual([cost, true]);
  expect(err).not.toContain('no prices are known');
});
