/**
 * A server that has all that the doctor looks for, with a switch for each thing that it may lack, and a model in it that
 * answers what the doctor asks. It does what is asked of it by the request alone: it stops, counts, limits and thinks.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { inflateSync } from 'node:zlib';
import type { GrammarField } from '@tagma/endpoint';
import type { Json, JsonObject } from '@tagma/protocol';
import { onTestFinished } from 'vitest';

export type Switches = {
  readonly key: string;
  readonly models: 'listed' | 'not listed' | 'others';
  /** In tokens; 0: it does not tell. */
  readonly window: number;
  readonly streams: boolean;
  /** Between two pieces of what it is asked to work out; then it says little. */
  readonly paceMs: number;
  readonly usage: 'counted' | 'left out' | 'refused';
  readonly maxTokens: 'taken' | 'refused' | 'ignored';
  readonly maxCompletionTokens: 'taken' | 'refused';
  readonly stop: 'taken' | 'kept in the reply' | 'ignored' | 'refused';
  readonly system: 'taken' | 'refused' | 'dropped';
  readonly images: 'seen' | 'not seen' | 'refused';
  readonly grammarField: GrammarField | null;
  /** With a grammar too: in a field of its own; else only without one. */
  readonly thinks: 'no' | 'in a field' | 'in a field, but for a grammar' | 'in tags' | 'from the start';
  readonly replies: 'plain' | 'to be repaired' | 'without an element' | 'idle' | 'empty';
};

export const CAPABLE: Switches = {
  key: '',
  models: 'listed',
  window: 32_768,
  streams: true,
  paceMs: 0,
  usage: 'counted',
  maxTokens: 'taken',
  maxCompletionTokens: 'refused',
  stop: 'taken',
  system: 'taken',
  images: 'seen',
  grammarField: 'structured_outputs',
  thinks: 'in a field',
  replies: 'plain',
};

type Message = { readonly role: string; readonly content: string; readonly images: readonly string[] };
type Body = JsonObject & { readonly messages: readonly Message[] };

/** Until the test is over. */
export async function capableServer(given: Partial<Switches>) {
  const { url, bodies, close } = await serveCapably(given);
  onTestFinished(close);
  return { url, bodies };
}

export async function serveCapably(given: Partial<Switches>) {
  const switches = { ...CAPABLE, ...given };
  const bodies: Body[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const sent = request.headers.authorization ?? '';
    if (switches.key !== '' && sent !== `Bearer ${switches.key}`) {
      return fail(response, 401, `this key is not known: ${sent}`);
    }
    if (request.method === 'GET' && !request.url?.endsWith('/models')) return sendProps(response, switches);
    if (request.url?.endsWith('/models')) return sendModels(response, switches);
    if (!request.url?.endsWith('/chat/completions')) return fail(response, 404, 'there is no such path');
    const text = Buffer.concat(pieces).toString('utf8');
    if (text === '') return fail(response, 400, 'the body is empty');
    const sentBody = JSON.parse(text);
    const body: Body = { ...sentBody, messages: sentBody.messages.map(messageOf) };
    bodies.push(body);
    await complete(response, body, switches);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, bodies, close };
}

type Part = { readonly text?: string; readonly image_url?: { readonly url: string } };

function messageOf({ role, content }: { readonly role: string; readonly content: string | readonly Part[] }): Message {
  const parts: readonly Part[] = typeof content === 'string' ? [{ text: content }] : content;
  return {
    role,
    content: parts.map(({ text = '' }) => text).join(''),
    images: parts.flatMap((part) => part.image_url?.url ?? []),
  };
}

/** The colour of the first pixel, as a model would call it. */
function colourOf(url: string): string {
  const png = Buffer.from(url.slice('data:image/png;base64,'.length), 'base64');
  const at = png.indexOf('IDAT');
  const [, red = 0] = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  return red > 200 ? 'Orange' : 'Green';
}

function sendModels(response: ServerResponse, { models }: Switches): void {
  if (models === 'not listed') {
    fail(response, 404, 'there is no such path');
    return;
  }
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ data: [{ id: models === 'listed' ? 'small' : 'large' }] }));
}

/** As llama.cpp tells it; all else that a client may look for is not there. */
function sendProps(response: ServerResponse, { window }: Switches): void {
  if (window === 0) {
    fail(response, 404, 'there is no such path');
    return;
  }
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ default_generation_settings: { n_ctx: window } }));
}

async function complete(response: ServerResponse, body: Body, switches: Switches): Promise<void> {
  const refused = refusalOf(body, switches);
  if (refused !== null) return fail(response, 400, refused);
  const grammar = grammarIn(body, switches);
  const said = saidTo(body, switches, grammar);
  const stopped = stopAt(said.text, body, switches);
  const limited = limitTo(stopped, body, switches);
  const finish = limited === stopped ? 'stop' : 'length';
  const counted = usageOf(body, said.reasoning + limited, switches);
  if (switches.streams) await sendPieces(response, { ...said, text: limited }, finish, counted, switches);
  else {
    const message = { role: 'assistant', content: limited, reasoning_content: said.reasoning };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: finish }], ...counted }));
  }
}

function refusalOf(
  body: Body,
  { usage, maxTokens, maxCompletionTokens, stop, system, images }: Switches,
): string | null {
  const refuses = (field: string) => `Unrecognized request argument supplied: ${field}`;
  if (usage === 'refused' && 'stream_options' in body) return refuses('stream_options');
  if (maxTokens === 'refused' && 'max_tokens' in body) return refuses('max_tokens');
  if (maxCompletionTokens === 'refused' && 'max_completion_tokens' in body) return refuses('max_completion_tokens');
  if (stop === 'refused' && 'stop' in body) return refuses('stop');
  if (images === 'refused' && body.messages.some((one) => one.images.length > 0)) return 'image input is not supported';
  const hasSystem = body.messages.some(({ role }) => role !== 'user' && role !== 'assistant');
  return system === 'refused' && hasSystem ? 'System role not supported' : null;
}

function grammarIn(body: Body, { grammarField }: Switches): string {
  if (grammarField === null) return '';
  const value = body[grammarField] as Json | undefined;
  return typeof value === 'string' ? value : String((value as JsonObject | undefined)?.grammar ?? '');
}

type Said = { readonly reasoning: string; readonly text: string };

const SUM = '17 times 20 is 340.\n17 times 3 is 51.\nTogether that is 391.';
const THOUGHT = 'The user wants an answer, so I think about what to say before I say it.';

function saidTo(body: Body, { thinks, replies, paceMs, images }: Switches, grammar: string): Said {
  const isForced = grammar !== '';
  const text = replies === 'empty' ? '' : textFor(body, grammar, replies, images);
  if (paceMs > 0 && text === SUM) return { reasoning: 'Hm.', text: 'It is 391.' };
  if (thinks === 'in a field') return { reasoning: THOUGHT, text };
  if (isForced || thinks === 'no') return { reasoning: '', text };
  if (thinks === 'in tags') return { reasoning: '', text: `<think>${THOUGHT}</think>\n${text}` };
  if (thinks === 'from the start') return { reasoning: '', text: `${THOUGHT}\n</think>\n${text}` };
  return { reasoning: THOUGHT, text };
}

function textFor(
  { messages }: Body,
  grammar: string,
  replies: Switches['replies'],
  images: Switches['images'],
): string {
  const last = messages.at(-1)?.content ?? '';
  const turn = messages.filter(({ role }) => role === 'assistant').length;
  if (grammar.includes('quartz')) return '<final>quartz amber</final>';
  if (messages.some(({ content }) => content.includes('secret word'))) return turnText(turn, replies);
  if (grammar !== '') return '<final>Hello.</final>';
  const [image] = messages.at(-1)?.images ?? [];
  if (image !== undefined) return images === 'seen' ? `${colourOf(image)}.` : 'It is orange.';
  if (last.includes('ready')) return 'ready';
  if (last.includes('17 times 23')) return SUM;
  if (last.includes('story')) return 'There was a ship, and it went out to sea. '.repeat(20);
  if (messages[0]?.content.startsWith('You are Tagma')) return workText(last);
  if (last.includes('the sea')) return 'The sea is wide and blue.';
  return 'Hello there.';
}

/** A command in backticks is run; then it is done. */
function workText(last: string): string {
  const [, command] = last.includes('<observation') ? [] : (/\brun `(.+?)`/.exec(last) ?? []);
  if (command === undefined) return '<final>It is done.</final>';
  return `<action tool="bash">\n<command>${command}</command>\n</action>`;
}

function turnText(turn: number, replies: Switches['replies']): string {
  if (replies === 'without an element') return 'I would look into the folder.';
  if (replies === 'idle') return '<final>The word is xyzzy.</final>';
  const ls = '<thought>I look.</thought>\n<action tool="ls">\n<path>.</path>\n</action>';
  const read = '<action tool="read">\n<path>note.txt</path>\n</action>';
  const first = replies === 'to be repaired' ? ls.replace('\n</action>', '') : ls;
  return [first, read][turn] ?? '<final>The word is quokka.</final>';
}

function stopAt(text: string, body: Body, { stop }: Switches): string {
  const sequences = stop === 'ignored' ? [] : ((body.stop ?? []) as string[]);
  const found = sequences
    .map((sequence) => ({ sequence, at: text.indexOf(sequence) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at)[0];
  if (found === undefined) return text;
  return text.slice(0, found.at + (stop === 'kept in the reply' ? found.sequence.length : 0));
}

/** A word is a token. */
function limitTo(text: string, body: Body, { maxTokens }: Switches): string {
  const limit = Number((maxTokens === 'ignored' ? undefined : body.max_tokens) ?? body.max_completion_tokens ?? 0);
  const words = text.split(/(?<= )/);
  return limit === 0 || words.length <= limit ? text : words.slice(0, limit).join('');
}

function usageOf({ messages }: Body, said: string, { usage, system }: Switches): object {
  if (usage !== 'counted') return {};
  const heard = system === 'dropped' ? messages.filter(({ role }) => role !== 'system') : messages;
  const words = (text: string) => text.split(/\s+/).length;
  const input = heard.reduce((sum, { content }) => sum + words(content), 0);
  return { usage: { prompt_tokens: input, completion_tokens: words(said), total_tokens: input + words(said) } };
}

async function sendPieces(
  response: ServerResponse,
  { reasoning, text }: Said,
  finish: string,
  usage: object,
  { paceMs }: Switches,
): Promise<void> {
  response.on('error', () => {});
  response.setHeader('content-type', 'text/event-stream');
  const send = (choices: readonly object[], rest: object = {}) =>
    response.write(`data: ${JSON.stringify({ choices, ...rest })}\n\n`);
  const pieces = [
    ...wordsIn(reasoning).map((word) => ({ reasoning_content: word })),
    ...wordsIn(text).map((word) => ({ content: word })),
  ];
  for (const delta of pieces) {
    if (response.destroyed) return;
    send([{ index: 0, delta, finish_reason: null }]);
    if (paceMs > 0 && pieces.length < 5) await wait(paceMs);
  }
  send([{ index: 0, delta: {}, finish_reason: finish }]);
  send([], usage);
  response.end('data: [DONE]\n\n');
}

function wordsIn(text: string): readonly string[] {
  return text.split(/(?<= )/).filter((word) => word !== '');
}

function fail(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message } }));
}
