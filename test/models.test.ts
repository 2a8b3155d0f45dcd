/** Several models in one session, over real HTTP: others in the place of one that fails, another by choice, one for summaries. */
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { NO_CONFIG } from '../packages/cli/src/config/config.ts';
import { connect, connectTo } from '../packages/cli/src/connect.ts';
import { type Around, openModels } from '../packages/cli/src/session-models.ts';
import { modelOf } from '../packages/core/src/index.ts';
import { serve as serveAnswer } from '../packages/endpoint/test/serve.ts';
import { type ScriptedEndpoint, startScriptedEndpoint } from '../packages/testing/src/index.ts';
import { historyIn, run, temporaryFolder } from './command.ts';
import { realSession } from './real-session.ts';
import { scriptOf } from './scripted.ts';

const LS = '<action tool="ls"></action>';
const FINAL = '<final>done</final>';
const open: ScriptedEndpoint[] = [];

async function serve(turns: readonly string[]): Promise<string> {
  const endpoint = await startScriptedEndpoint(scriptOf(turns));
  open.push(endpoint);
  return endpoint.url;
}

afterEach(async () => {
  for (const endpoint of open.splice(0)) expect(await endpoint.close()).toMatchObject({ mismatches: [] });
});

/** A port at which nothing listens. */
async function nowhere(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/v1`;
}

async function print(args: readonly string[]) {
  const history = temporaryFolder();
  const ended = await run(['-p', 'do it', '--cwd', temporaryFolder(), '--history', history, ...args]);
  const file = historyIn(history);
  return { ...ended, history: readFileSync(file, 'utf8'), replayed: (await run(['replay', file])).code };
}

describe('--fallback', () => {
  const failing: readonly (readonly [title: string, first: () => Promise<string>])[] = [
    ['nothing listens at the first', nowhere],
    ['the first is overloaded', () => serve(Array(2).fill('<turn><failure status="503">busy</failure></turn>'))],
    ['the first has no credit left', () => serve(['<turn><failure status="402">no credit</failure></turn>'])],
  ];
  test.each(failing)('%s: the second answers, and it is said and recorded', async (_title, first) => {
    const second = await serve([LS, FINAL]);
    const ended = await print(['--endpoint', await first(), '--model', 'm', '--fallback', second]);
    expect({ code: ended.code, out: ended.out, replayed: ended.replayed }).toEqual({
      code: 0,
      out: 'done\n',
      replayed: 0,
    });
    expect(ended.err).toContain(`model · scripted at ${second}, because the one before fails`);
    expect(ended.history).toContain('model.switched');
  });

  test('where it cannot be found, nothing is begun', async () => {
    const first = await serve([FINAL]);
    const ended = await run(['-p', 'x', '--endpoint', first, '--model', 'm', '--fallback', 'groq']);
    expect(ended).toMatchObject({ code: 2, err: expect.stringContaining('--fallback: Groq needs a key') });
  });
});

test('a fallback of the configuration that cannot be had is said, and the session begins without it', async () => {
  const config = join(temporaryFolder(), 'config.jsonc');
  writeFileSync(config, '{"fallbacks": ["groq"]}');
  const ended = await print(['--endpoint', await serve([FINAL]), '--model', 'scripted', '--config', config]);
  expect(ended).toMatchObject({ code: 0, out: 'done\n' });
  expect(ended.err).toMatch(/^tagma: fallbacks: Groq needs a key[\s\S]*goes on without it\.$/m);
});

describe('in mid-session', () => {
  const AROUND: Around = {
    ...{ config: NO_CONFIG, env: {}, tools: [], window: 0, fallbacks: [], summaryModel: undefined, force: {} },
  };
  const begin = async (url: string, around: Partial<Around> = {}) => {
    const connection = await connectTo(url, {});
    if (!connection.ok) throw new Error(connection.message);
    const models = await openModels(connection, { ...AROUND, ...around });
    if (!models.ok) throw new Error(models.message);
    const { chosen, model, summary } = models;
    const real = await realSession([FINAL], { deps: { model }, started: { model: chosen, summaryModel: summary } });
    const say = async (text: string) => {
      real.session.send({ type: 'prompt.given', text });
      await real.until(() => real.state() === 'finished');
    };
    return { models, real, say };
  };

  test('another model is taken, and it is told all that was said before', async () => {
    const first = await serve([FINAL]);
    const second = await serve([
      '<turn><expect messages="4"/><expect in="any">first task</expect><expect in="last">second task</expect><reply>&lt;final>two&lt;/final></reply></turn>',
    ]);
    const { models, real, say } = await begin(first);
    await say('first task');
    const chosen = await models.choose(second);
    if (!chosen.ok) throw new Error(chosen.message);
    real.session.send({ type: 'model.changed', model: chosen.model });
    await say('second task');
    expect(real.session.snapshot().context.result).toMatchObject({ kind: 'done', text: 'two' });
    expect(modelOf(real.session.snapshot().context)).toMatchObject({ endpoint: second, model: 'scripted' });
    await real.close();
  });

  test('a bare name is a model of the same server', async () => {
    const { models, real } = await begin(await serve([FINAL]));
    expect(await models.choose('another')).toMatchObject({ ok: true, model: { model: 'another' } });
    await real.close();
  });

  test('one that was chosen from the list has the prices that its server lists', async () => {
    const listed = [{ id: 'm' }, { id: 'priced', pricing: { prompt: '0.000001', completion: '0.000002' } }];
    const server = await serveAnswer((response) => void response.end(JSON.stringify({ data: listed })));
    const connection = await connect({ endpoint: server.url, model: 'm' }, {});
    if (!connection.ok) throw new Error(connection.message);
    const models = await openModels(connection, AROUND);
    if (!models.ok) throw new Error(models.message);
    const pricesOf = async (name: string) => {
      const chosen = await models.choose(name);
      return chosen.ok ? chosen.model.prices : chosen.message;
    };
    expect(await pricesOf('priced')).toBeUndefined();
    await models.choices();
    expect(await pricesOf('priced')).toEqual({ input: 1, output: 2 });
  });

  test("the person's own key goes to the server that it was set with, and to no other", async () => {
    const env = { TAGMA_API_KEY: 'sk-own-0123456789' };
    const listing = () => serveAnswer((response) => void response.end('{"data": [{"id": "m"}]}'));
    const [own, other] = [await listing(), await listing()];
    const connection = await connectTo(own.url, env);
    if (!connection.ok) throw new Error(connection.message);
    const fallbacks = [{ spec: other.url, setting: '--fallback', isOptional: false }];
    const models = await openModels(connection, { ...AROUND, env, fallbacks, summaryModel: other.url });
    if (!models.ok) throw new Error(models.message);
    for (const url of [other.url, own.url]) expect(await models.choose(url)).toMatchObject({ ok: true });
    const keys = [own, other].map(({ received }) => received.map(({ headers }) => headers.authorization));
    const key = 'Bearer sk-own-0123456789';
    expect(keys).toEqual([
      [key, key],
      [undefined, undefined, undefined],
    ]);
  });

  test('pictures go to the first model where they are insisted on, and to another where it takes them', async () => {
    const [first, second] = [
      await startScriptedEndpoint(scriptOf([FINAL])),
      await startScriptedEndpoint(scriptOf([FINAL])),
    ];
    open.push(first, second);
    const { models, real } = await begin(first.url, { force: { images: 'on' } });
    const other = await models.choose(second.url);
    if (!other.ok) throw new Error(other.message);
    const image = { sha256: 'a'.repeat(64), mediaType: 'image/png', width: 1, height: 1, bytes: 1 };
    for (const model of [models.chosen, other.model]) {
      const hooks = { signal: new AbortController().signal, onDelta: (): 'go on' => 'go on' };
      const asked = { model, purpose: 'reply', loadImage: async () => Buffer.from('x') } as const;
      await models.model.ask([{ role: 'user', content: 'look', images: [image] }], hooks, asked);
    }
    const contents = [first, second].flatMap(({ requests }) =>
      requests.flatMap(({ request }) => request.body.messages),
    );
    expect(contents).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'look' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,eA==' } },
        ],
      },
      { role: 'user', content: expect.stringMatching(/^look\n\n\(Not shown: this model is not sent pictures\./) },
    ]);
    await real.close();
  });

  test('summaries are written by the model that is set for them', async () => {
    const first = await serve([LS, LS, FINAL]);
    const second = await serve(['<turn><expect in="last">do it</expect><reply>It was listed.</reply></turn>']);
    const { real, say } = await begin(first, { summaryModel: second });
    await say('do it');
    real.session.send({ type: 'compact.requested', focus: '' });
    await real.until(() => real.emitted.some(({ type }) => type === 'conversation.compacted'));
    expect(real.messages()[1]?.content).toContain('It was listed.');
    await real.close();
  });
});

describe('the window of a model', () => {
  test('that no server tells is taken for a default, and it is said', async () => {
    const { err, history } = await print(['--endpoint', await serve([LS, LS, FINAL]), '--model', 'scripted']);
    expect(err).toContain('window · not known, taken for 8192 tokens: set it with --window');
    expect(history).toContain('window.found');
  });

  test('that the person has set is not asked for', async () => {
    const { history } = await print([
      '--endpoint',
      await serve([LS, LS, FINAL]),
      '--model',
      'scripted',
      '--window',
      '32000',
    ]);
    expect(history).not.toContain('window.find');
  });
});
