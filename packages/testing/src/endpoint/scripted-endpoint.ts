/**
 * The scripted endpoint: a real HTTP server that speaks `POST /v1/chat/completions` and `GET /v1/models`, and in which a
 * script sits where the model would. It plays the turns in order, one for each request that is what the turn expects. A
 * request that is not, or that comes after the last turn, is refused and remembered, and nothing advances.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type ChatRequest, readChatRequest } from './chat-request.ts';
import { mismatchesOf, shortened } from './expectations.ts';
import type { Moment, Play, Played } from './faults/fault.ts';
import type { Pace, Reply, Script, Turn } from './script.ts';
import { answerOf, chunksOf, type Wire } from './wire.ts';

/** Bytes of a request's body; a longer one is answered with 413. */
export const REQUEST_BYTES_MAX = 64 * 1024 * 1024;

/** Where the server listens, and how it plays its script. */
export type ScriptedEndpointOptions = {
  /** The port to listen on; 0, the default, is any free one. */
  readonly port?: number;
  /** The address to listen on; the loopback, `127.0.0.1`, by default. */
  readonly host?: string;
  /** In place of the script's own pace. */
  readonly pace?: Pace;
  /** Asked before a turn is played, and may play something else. */
  readonly disturb?: Play;
  /** What `/v1/models` tells of the model beside its name: a window, prices. */
  readonly listed?: object;
};

/** A request for a completion, in the order in which they came. */
export type PlayedRequest = {
  /** The turn that answered it, from 1; null where it was refused, or a fault stood in the turn's place. */
  readonly turn: number | null;
  /** Why it was refused, or null. */
  readonly mismatch: string | null;
  readonly request: ChatRequest;
};

/** How much of a script was played, and what was not as it expected. */
export type ScriptSummary = {
  readonly turns: number;
  readonly played: number;
  readonly mismatches: readonly string[];
  /** Every turn was played, and no request was refused. */
  readonly ok: boolean;
};

/** A scripted model behind a real HTTP server. */
export type ScriptedEndpoint = {
  /** The base address, as `--endpoint` takes it: `http://127.0.0.1:PORT/v1`. */
  readonly url: string;
  /** Grows while requests come. */
  readonly requests: readonly PlayedRequest[];
  /** How far the script has been played until now. */
  readonly summary: () => ScriptSummary;
  /** Cuts what still streams, frees the port, and sums up. May be called again. */
  readonly close: () => Promise<ScriptSummary>;
};

/** Listens when the promise resolves. Rejects where it cannot listen, with an error that names the address and the cause. */
export async function startScriptedEndpoint(
  script: Script,
  options: ScriptedEndpointOptions = {},
): Promise<ScriptedEndpoint> {
  const stage = new Stage(
    script,
    options.pace ?? script.pace,
    options.disturb ?? (() => 'script'),
    options.listed ?? {},
  );
  const server = createServer((request, response) => void stage.answer(request, response));
  const url = await listen(server, options.port ?? 0, options.host ?? '127.0.0.1');
  const close = async () => {
    stage.closing.abort();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
    return stage.summary();
  };
  return { url, requests: stage.requests, summary: () => stage.summary(), close };
}

class Stage {
  readonly requests: PlayedRequest[] = [];
  readonly closing = new AbortController();
  readonly #script: Script;
  readonly #pace: Pace;
  readonly #disturb: Play;
  readonly #listed: object;
  #played = 0;

  constructor(script: Script, pace: Pace, disturb: Play, listed: object) {
    this.#script = script;
    this.#pace = pace;
    this.#disturb = disturb;
    this.#listed = listed;
  }

  summary(): ScriptSummary {
    const mismatches = this.requests.flatMap(({ mismatch }) => mismatch ?? []);
    const turns = this.#script.turns.length;
    return { turns, played: this.#played, mismatches, ok: this.#played === turns && mismatches.length === 0 };
  }

  async answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    // A client may go at any time: what is then written goes nowhere, and that is all right.
    response.on('error', () => undefined);
    const asked = `${incoming.method} ${(incoming.url ?? '').replace(/\?.*$/, '')}`;
    if (asked === 'GET /v1/models') {
      incoming.resume();
      sendJson(response, 200, {
        object: 'list',
        data: [{ id: this.#script.model, object: 'model', created: 0, owned_by: 'script', ...this.#listed }],
      });
    } else if (asked === 'POST /v1/chat/completions') {
      await this.#complete(incoming, response);
    } else {
      incoming.resume();
      sendError(response, 404, `there is no ${asked} here, only POST /v1/chat/completions and GET /v1/models`);
    }
  }

  async #complete(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(incoming);
    if (body === 'gone') return;
    if (body === 'too long') return sendError(response, 413, `a request may have ${REQUEST_BYTES_MAX} bytes`);
    const read = readChatRequest(body.text);
    if (!read.ok) return sendError(response, 400, read.message);

    const turn = this.#script.turns[this.#played];
    const mismatch = this.#mismatch(turn, read.request);
    const refused = turn === undefined || mismatch !== null;
    const wire = { id: `chatcmpl-${this.#played + 1}`, model: read.request.model };
    const played = refused
      ? 'waiting'
      : await this.#disturbed(turn, { incoming, response, wire, request: read.request });
    if (played !== 'waiting') this.#played += 1;
    this.requests.push({ turn: played === 'waiting' ? null : this.#played, mismatch, request: read.request });
    if (refused) return sendError(response, 422, mismatch ?? '');
    if (played !== 'script') return;
    if (turn.answer.kind === 'failure') return sendError(response, turn.answer.status, turn.answer.message);
    if (read.request.stream) await this.#stream(response, turn.answer, wire, read.request.includeUsage);
    else sendJson(response, 200, answerOf(turn.answer, wire));
  }

  /** A turn that fails in earnest needs no fault beside it. */
  async #disturbed(
    { answer }: Turn,
    moment: Pick<Moment, 'incoming' | 'response' | 'wire' | 'request'>,
  ): Promise<Played> {
    if (answer.kind === 'failure') return 'script';
    return this.#disturb({ ...moment, reply: answer, pace: this.#pace, closing: this.closing.signal });
  }

  /** Why the request is not what the turn wants, as one text, or null. */
  #mismatch(turn: Turn | undefined, request: ChatRequest): string | null {
    const count = this.#script.turns.length;
    if (turn === undefined) {
      const last = shortened(request.messages.at(-1)?.content ?? '');
      return `the script has ended: all ${count} turns have been played; the last message was: ${last}`;
    }
    const tools = request.offersTools ? ['the request should offer no native tools'] : [];
    const mismatches = [...tools, ...mismatchesOf(turn.expectations, request)];
    return mismatches.length === 0 ? null : `turn ${this.#played + 1}: ${mismatches.join('\n')}`;
  }

  async #stream(response: ServerResponse, reply: Reply, wire: Wire, includeUsage: boolean): Promise<void> {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    for (const [index, chunk] of chunksOf(reply, this.#pace, wire, includeUsage).entries()) {
      // The role and the first piece come at once.
      if (index > 1 && this.#pace.ms > 0) await this.#pause();
      if (response.destroyed || this.closing.signal.aborted) return;
      const taken = response.write(`data: ${JSON.stringify(chunk)}\n\n`);
      if (!taken) await drained(response);
    }
    response.end('data: [DONE]\n\n');
  }

  async #pause(): Promise<void> {
    await wait(this.#pace.ms, undefined, { signal: this.closing.signal }).catch(() => undefined);
  }
}

function listen(server: Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const code = 'code' in error ? ` (${String(error.code)})` : '';
      reject(new Error(`The scripted endpoint cannot listen on ${host}:${port}${code}.`, { cause: error }));
    });
    server.listen(port, host, () => {
      const shownHost = host.includes(':') ? `[${host}]` : host;
      resolve(`http://${shownHost}:${(server.address() as AddressInfo).port}/v1`);
    });
  });
}

async function bodyOf(incoming: IncomingMessage): Promise<{ readonly text: string } | 'too long' | 'gone'> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of incoming as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes <= REQUEST_BYTES_MAX) pieces.push(piece);
    }
  } catch {
    return 'gone';
  }
  return bytes > REQUEST_BYTES_MAX ? 'too long' : { text: Buffer.concat(pieces).toString('utf8') };
}

/** Until the client has taken what was written, or is gone. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.once('drain', done).once('close', done);
  });
}

function sendJson(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function sendError(response: ServerResponse, status: number, message: string): void {
  sendJson(response, status, { error: { message, type: 'script_error', code: status } });
}
