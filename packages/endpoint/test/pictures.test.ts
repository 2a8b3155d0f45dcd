/** Pictures over the wire: when they are sent, in which form, and what is said where they are not. */
import { IMAGE_BYTES_MAX, type ImageRef } from '@tagma/protocol';
import { describe, expect, test } from 'vitest';
import type { ChatMessage, CompletionRequest, LoadImage } from '../src/index.ts';
import { findWindow } from '../src/index.ts';
import { ask } from './ask.ts';
import { JSON_TYPE, SSE, serve, streamOf } from './serve.ts';

const NEVER = new AbortController().signal;

const image = (digit: string, more: Partial<ImageRef> = {}): ImageRef => ({
  ...{ sha256: digit.repeat(64), mediaType: 'image/png', width: 4, height: 4, bytes: 3 },
  ...more,
});
const user = (content: string, ...images: readonly ImageRef[]): ChatMessage => ({ role: 'user', content, images });
const said = (content: string): ChatMessage => ({ role: 'assistant', content });

/** What is loaded of a picture is its first digit. */
const loadImage: LoadImage = async ({ sha256 }) => Buffer.from(sha256.slice(0, 1));
const urlOf = (digit: string, type = 'image/png') => `data:${type};base64,${Buffer.from(digit).toString('base64')}`;
const part = (digit: string, type?: string) => ({ type: 'image_url', image_url: { url: urlOf(digit, type) } });
const text = (content: string) => ({ type: 'text', text: content });

const UNTAKEN =
  '(Not shown: this model is not sent pictures. Do not guess what they show; say that you cannot see them.)';
const OLDER = '(A picture was shown here and is not sent any more: read it again if it is needed.)';
const GONE = '(The picture cannot be loaded any more: read it again if it is needed.)';

type Answers = Readonly<Record<string, unknown>>;
type Body = { readonly messages: readonly { readonly role: string; readonly content: unknown }[] };

/** A model that answers, at a server that tells of itself what `answers` has by path. */
async function model(answers: Answers = {}, refuse: (body: Body) => readonly [number, string] | null = () => null) {
  const bodies: Body[] = [];
  const server = await serve((response, { path, body }) => {
    if (path.endsWith('/chat/completions')) {
      const parsed = JSON.parse(body) as Body;
      bodies.push(parsed);
      const refusal = refuse(parsed);
      if (refusal === null) response.writeHead(200, SSE).end(streamOf(['taken']));
      else response.writeHead(refusal[0], JSON_TYPE).end(JSON.stringify({ error: { message: refusal[1] } }));
      return;
    }
    const answer = answers[path.split('?')[0] ?? ''];
    if (answer === undefined) response.writeHead(404).end('{"error":"no such page"}');
    else response.writeHead(200, JSON_TYPE).end(JSON.stringify(answer));
  });
  return { server, bodies };
}

const TAKES = { takesImages: true };

async function sentWith(
  messages: readonly ChatMessage[],
  more: Partial<CompletionRequest> = { loadImage },
  quirks = TAKES,
) {
  const { server, bodies } = await model();
  const { completion } = await ask({ url: server.url, quirks }, undefined, undefined, { messages, ...more });
  return { messages: bodies[0]?.messages.map(({ content }) => content), imagesSent: completion.imagesSent };
}

describe('what is sent', () => {
  test('a message with pictures is a list of parts, and the others stay as they are', async () => {
    const jpeg = image('b', { mediaType: 'image/jpeg' });
    const messages = [user('one'), said('two'), user('"three"', image('a'), jpeg)];
    expect(await sentWith(messages)).toEqual({
      messages: ['one', 'two', [text('"three"'), part('a'), part('b', 'image/jpeg')]],
      imagesSent: true,
    });
  });

  test('of two messages that are sent as one, the pictures of both', async () => {
    const messages = [user('one', image('a')), { role: 'user', content: 'two' } as const, user('three', image('b'))];
    expect(await sentWith(messages)).toEqual({
      messages: [[text('one\n\ntwo\n\nthree'), part('a'), part('b')]],
      imagesSent: true,
    });
  });

  test('where there are none, nothing is said of them', async () => {
    expect(await sentWith([user('one')])).toEqual({ messages: ['one'], imagesSent: undefined });
  });

  test.each<[string, Partial<CompletionRequest>, typeof TAKES]>([
    ['the model takes none', { loadImage }, { takesImages: false }],
    ['the session sends none', {}, TAKES],
  ])('a line in their place where %s, once for a message', async (_title, more, quirks) => {
    const messages = [user('one', image('a'), image('b')), said('two'), user('three', image('c'))];
    expect(await sentWith(messages, more, quirks)).toEqual({
      messages: [`one\n\n${UNTAKEN}`, 'two', `three\n\n${UNTAKEN}`],
      imagesSent: undefined,
    });
  });

  test('a line in the place of one that is gone', async () => {
    const load: LoadImage = async (one) => (one.sha256.startsWith('a') ? null : Buffer.from('b'));
    expect(await sentWith([user('one', image('a'), image('b'))], { loadImage: load })).toEqual({
      messages: [[text(`one\n\n${GONE}`), part('b')]],
      imagesSent: true,
    });
  });

  test('the last ones only: of more than twenty those from a ten on', async () => {
    const messages = Array.from({ length: 21 }, (_, at) => [user(`${at}`, image('a')), said('next')]).flat();
    const { messages: sent = [] } = await sentWith(messages);
    const users = sent.filter((_, at) => at % 2 === 0);
    expect(users.slice(0, 10)).toEqual(Array.from({ length: 10 }, (_, at) => `${at}\n\n${OLDER}`));
    expect(users.slice(10)).toEqual(Array.from({ length: 11 }, (_, at) => [text(`${at + 10}`), part('a')]));
  });

  test('no more than a server takes at once: of six large ones the last five', async () => {
    const large = (digit: string) => image(digit, { bytes: IMAGE_BYTES_MAX });
    const { messages } = await sentWith([user('all', ...['1', '2', '3', '4', '5', '6'].map(large))]);
    expect(messages).toEqual([[text(`all\n\n${OLDER}`), ...['2', '3', '4', '5', '6'].map((digit) => part(digit))]]);
  });
});

const entry = (fields: object) => ({ '/v1/models': { data: [{ id: 'other' }, { id: 'small', ...fields }] } });
const vision = (sees: boolean) => ({ '/props': { modalities: { vision: sees, audio: false } } });

describe('what a server tells of the model', () => {
  test.each<[string, Answers, boolean]>([
    ['llama.cpp', vision(true), true],
    ['llama.cpp without a projector', vision(false), false],
    ['llama.cpp by its list', entry({ capabilities: ['completion', 'multimodal'] }), true],
    ['Ollama', { ...entry({}), '/api/show': { capabilities: ['completion', 'vision'] } }, true],
    ['Ollama with a model of texts', { ...entry({}), '/api/show': { capabilities: ['completion', 'tools'] } }, false],
    ['LM Studio', { ...entry({}), '/api/v0/models': { data: [{ id: 'small', type: 'vlm' }] } }, true],
    ['LM Studio with a model of texts', { '/api/v0/models': { data: [{ id: 'small', type: 'llm' }] } }, false],
    ['SGLang', { ...entry({}), '/get_model_info': { has_image_understanding: true } }, true],
    [
      'LiteLLM',
      { '/model/info': { data: [{ model_name: 'small', model_info: { supports_vision: true, max_tokens: 1 } }] } },
      true,
    ],
    ['OpenRouter', entry({ architecture: { input_modalities: ['text', 'image'] } }), true],
    ['OpenRouter with a model of texts', entry({ architecture: { input_modalities: ['text'] } }), false],
    ['Mistral', entry({ capabilities: { vision: true, completion_chat: true } }), true],
    ['Moonshot', entry({ supports_image_in: true }), true],
    [
      'another model of the list',
      { '/v1/models': { data: [{ id: 'other', supports_image_in: true }, { id: 'small' }] } },
      false,
    ],
    ['nothing of it', entry({ max_model_len: 4_096 }), false],
    ['no list at all', {}, false],
    ['nonsense', { '/v1/models': { data: 5 }, '/props': { modalities: { vision: 'yes' } }, '/api/show': [] }, false],
  ])('%s', async (_title, answers, isSent) => {
    const { server, bodies } = await model(answers);
    const messages = [user('one', image('a'))];
    await ask({ url: server.url }, undefined, undefined, { messages, loadImage });
    expect(bodies[0]?.messages[0]?.content).toEqual(isSent ? [text('one'), part('a')] : `one\n\n${UNTAKEN}`);
  });

  test('is asked once, with its window, and not before there is a picture', async () => {
    const { server } = await model({ ...entry({}), '/api/show': { capabilities: ['vision'] } });
    const known = { url: server.url };
    const paths = () => server.received.map(({ path }) => path).filter((path) => path !== '/v1/chat/completions');
    await ask(known, undefined, undefined, { messages: [user('one')], loadImage });
    expect(paths()).toEqual([]);
    const [, { completion }] = await Promise.all([
      findWindow(known, 'small', NEVER),
      ask(known, undefined, undefined, { messages: [user('one', image('a'))], loadImage }),
    ]);
    expect(completion.imagesSent).toBe(true);
    const asked = paths();
    expect(asked.length).toBe(new Set(asked).size);
    await ask(known, undefined, undefined, { messages: [user('two', image('b'))], loadImage });
    expect(paths()).toEqual(asked);
  });

  test('counts for nothing where it was not waited for', async () => {
    const { server } = await model(vision(true));
    const known = { url: server.url };
    await findWindow(known, 'small', AbortSignal.abort());
    const { completion } = await ask(known, undefined, undefined, { messages: [user('one', image('a'))], loadImage });
    expect(completion.imagesSent).toBe(true);
  });

  test('is not asked where it is known', async () => {
    const { server } = await model(vision(true));
    const quirks = { takesImages: false };
    const messages = [user('one', image('a'))];
    await ask({ url: server.url, quirks }, undefined, undefined, { messages, loadImage });
    expect(server.received.map(({ path }) => path)).toEqual(['/v1/chat/completions']);
  });
});

describe('a server that refuses them', () => {
  const hasPictures = ({ messages }: Body) => messages.some(({ content }) => Array.isArray(content));
  test.each<[string, number, string]>([
    [
      'llama.cpp',
      500,
      'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
    ],
    ['llama.cpp, of a picture that it cannot read', 400, 'Failed to load image or audio file'],
    ['vLLM', 400, 'small is not a multimodal model'],
    ['vLLM by its limit', 400, 'At most 0 image(s) may be provided in one request.'],
    ['Ollama', 400, 'this model does not support image input'],
    ['Ollama without its projector', 500, 'this model is missing data required for image input'],
    ['LM Studio', 400, 'Model does not support images. Please use a model that does.'],
    ['OpenAI', 400, 'Invalid content type. image_url is only supported by certain models.'],
    ['Anthropic, of a picture that it cannot read', 400, 'Could not process image'],
    ['OpenRouter', 404, 'No endpoints found that support image input'],
    ['DeepSeek', 400, 'messages[1]: unknown variant `image_url`, expected `text` at line 1 column 99'],
    [
      'Groq',
      400,
      "'messages.1' : for 'role:user' the following must be satisfied[('messages.1.content' : value must be a string)]",
    ],
    ['one of texts only', 400, 'Unsupported content part type for text-only server: image_url'],
  ])('%s: one request more without, and none from then on', async (_title, status, words) => {
    const { server, bodies } = await model({}, (body) => (hasPictures(body) ? [status, words] : null));
    const known = { url: server.url, quirks: TAKES };
    const messages = [user('one', image('a'))];
    const { completion } = await ask(known, undefined, undefined, { messages, loadImage });
    expect(completion).toMatchObject({
      ok: true,
      text: 'taken',
      changes: ['The server does not take pictures for this model: they are left out.'],
    });
    expect(completion).not.toHaveProperty('imagesSent');
    await ask(known, undefined, undefined, { messages, loadImage });
    expect(bodies.map(hasPictures)).toEqual([true, false, false]);
    expect(bodies[2]?.messages[0]?.content).toBe(`one\n\n${UNTAKEN}`);
  });

  test.each<[string, number, string]>([
    ['for something else', 400, 'the moon is in the wrong place'],
    ['since it fails', 503, 'the image worker is restarting'],
    ['since it is too fast', 429, 'Rate limit reached for images per minute'],
  ])('but not %s', async (_title, status, words) => {
    const { server, bodies } = await model({}, () => [status, words]);
    const messages = [user('one', image('a'))];
    const { completion } = await ask({ url: server.url, quirks: TAKES }, undefined, undefined, { messages, loadImage });
    expect(completion).toMatchObject({ ok: false, imagesSent: true });
    expect(bodies.map(hasPictures)).toEqual([true]);
  });

  test('words about pictures mean nothing where none were sent', async () => {
    const { server, bodies } = await model({}, () => [400, 'image input is not supported']);
    const { completion } = await ask({ url: server.url }, undefined, undefined, { messages: [user('one')], loadImage });
    expect(completion.ok).toBe(false);
    expect(bodies.length).toBe(1);
  });
});
