/**
 * An endpoint that enforces its window: it counts what it is sent with a real encoder, refuses what does not fit in the words of
 * a real server, and breaks a reply off where the window is full. It says how many tokens it has counted, as servers do.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';

export type Sent = { readonly role: string; readonly content: string };

/** What the model says to a request; or how the server fails instead. */
export type Spoken =
  | { readonly text: string; readonly finish?: 'stop' | 'length' }
  | { readonly status: number; readonly message: string };

/** A request, and what became of it. */
export type Seen = {
  /** The body as it came. */
  readonly body: string;
  readonly messages: readonly Sent[];
  readonly tokens: number;
  readonly refused: boolean;
  /** Whether the reply was broken off because the window was full. */
  readonly cut: boolean;
};

export const ENCODINGS = { o200k: countO200k, cl100k: countCl100k } as const;

/** In whose words a request is refused. */
export const OVERFLOWS = {
  llama: (tokens: number, window: number) => ({
    error: {
      code: 400,
      message: `request (${tokens} tokens) exceeds the available context size (${window} tokens), try increasing it`,
      type: 'exceed_context_size_error',
      n_prompt_tokens: tokens,
      n_ctx: window,
    },
  }),
  openai: (tokens: number, window: number) => ({
    error: {
      message: `This model's maximum context length is ${window} tokens. However, your messages resulted in ${tokens} tokens.`,
      type: 'invalid_request_error',
      code: 'context_length_exceeded',
    },
  }),
  /** Groq names no number. */
  wordless: () => ({ error: { message: 'Please reduce the length of the messages or completion.' } }),
} as const;

export type EnforcingChoices = {
  readonly windowTokens: number;
  readonly encoding: keyof typeof ENCODINGS;
  readonly overflow: keyof typeof OVERFLOWS;
  /** Whether it says what it has counted. */
  readonly saysUsage: boolean;
  readonly speak: (messages: readonly Sent[]) => Spoken;
};

/** The role and the template around each message, and the beginning of the reply. */
const TOKENS_PER_MESSAGE = 4;
const TOKENS_PER_REPLY = 3;

export async function startEnforcingEndpoint(choices: EnforcingChoices) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    // A client may also ask what the server has: it has nothing else.
    if (request.url?.endsWith('/chat/completions'))
      bodyOf(request).then((body) => seen.push(answer(body, response, choices)));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    /** In the order in which they came. */
    seen: seen as readonly Seen[],
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function answer(body: string, response: ServerResponse, choices: EnforcingChoices): Seen {
  const { messages, max_tokens: asked = 1 } = JSON.parse(body) as { messages: readonly Sent[]; max_tokens?: number };
  const count = counting(choices.encoding);
  const tokens = messages.reduce(
    // Of a message with pictures the parts.
    (sum, { content }) => sum + count(typeof content === 'string' ? content : '') + TOKENS_PER_MESSAGE,
    TOKENS_PER_REPLY,
  );
  const seen = { body, messages, tokens, refused: false, cut: false };
  const { windowTokens, overflow, saysUsage } = choices;
  if (tokens + asked > windowTokens) {
    fail(response, 400, OVERFLOWS[overflow](tokens, windowTokens));
    return { ...seen, refused: true };
  }
  const spoken = choices.speak(messages);
  if ('status' in spoken) {
    fail(response, spoken.status, { error: { message: spoken.message } });
    return seen;
  }
  const [text, replyTokens] = within(spoken.text, windowTokens - tokens, count);
  const cut = text.length < spoken.text.length;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const usage = { prompt_tokens: tokens, completion_tokens: replyTokens, total_tokens: tokens + replyTokens };
  response.end(
    [
      { choices: [{ index: 0, delta: { role: 'assistant', content: text }, finish_reason: null }] },
      { choices: [{ index: 0, delta: {}, finish_reason: cut ? 'length' : (spoken.finish ?? 'stop') }] },
      ...(saysUsage ? [{ choices: [], usage }] : []),
    ]
      .map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
      .concat('data: [DONE]\n\n')
      .join(''),
  );
  return { ...seen, cut };
}

function within(text: string, tokensMax: number, count: (text: string) => number): readonly [string, number] {
  const tokens = count(text);
  if (tokens <= tokensMax) return [text, tokens];
  return [text.slice(0, Math.floor((text.length * tokensMax) / tokens)), tokensMax];
}

function fail(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Messages come again with each request: each text is counted once. */
function counting(encoding: keyof typeof ENCODINGS): (text: string) => number {
  const known = counted[encoding];
  return (text) => {
    const tokens = known.get(text) ?? ENCODINGS[encoding](text);
    known.set(text, tokens);
    return tokens;
  };
}

const counted = { o200k: new Map<string, number>(), cl100k: new Map<string, number>() };

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}
