/**
 * One HTTP exchange: a request goes out, bytes come in, and it ends in exactly one way, which is a value. The reader
 * says after every piece what it waits for; that decides which timeout runs, and whether the connection can be kept.
 */
import type { Dispatcher } from 'undici';
import { type Connections, connectionsTo, type Route, stopWaiting } from './connections.ts';
import { type Decoding, DecodingError, ENCODINGS, isPlain, startDecoding } from './decoding.ts';
import type { Limits } from './limits.ts';
import { isLoopback, ProxyError, refusalOf } from './proxy.ts';

export type Outgoing = {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly body: string | null;
  readonly route?: Route;
};

/**
 * What the reader waits for: `first` piece of the reply, `more` of it, its `tail` (which may be missing), or only that the
 * server ends a reply of which enough was heard (`farewell`); `nothing`
 * (the exchange is over, the connection may be kept), or it wants to `close` (over, and the server shall stop).
 */
export type Awaits = 'first' | 'more' | 'tail' | 'farewell' | 'nothing' | 'close';

export type Reader = {
  readonly onHead: (status: number, headers: Record<string, string | string[] | undefined>) => Awaits;
  /** The bytes are only lent: they change after the call. */
  readonly onBytes: (bytes: Uint8Array) => Awaits;
};

export type Ending =
  /** The server has said all, or the reader has heard enough. */
  | { readonly how: 'ended' }
  | { readonly how: 'aborted' }
  | { readonly how: 'timed-out'; readonly limit: keyof Limits; readonly ms: number }
  | { readonly how: 'failed'; readonly error: Error };

/** Never rejects, except with what the reader throws. */
export async function exchange(
  outgoing: Outgoing,
  reader: Reader,
  limits: Limits,
  signal: AbortSignal,
): Promise<Ending> {
  const { method, url, body, route = {} } = outgoing;
  let connections: Connections;
  try {
    connections = await connectionsTo(url.origin, route, limits.connectMs);
  } catch (error) {
    return { how: 'failed', error: error as Error };
  }
  if (signal.aborted) return { how: 'aborted' };
  const headers = isNear(outgoing) ? outgoing.headers : { ...outgoing.headers, 'accept-encoding': ENCODINGS };
  return new Promise((resolve, reject) => {
    const running = new Exchange(reader, limits, connections, (ending) => {
      signal.removeEventListener('abort', onAbort);
      if (ending instanceof ReaderError) reject(ending.thrown);
      else resolve(ending);
    });
    const onAbort = () => running.abort();
    signal.addEventListener('abort', onAbort);
    connections.dispatcher.dispatch(
      { origin: url.origin, method, path: url.pathname + url.search, headers, body },
      running,
    );
  });
}

/** Compression would only cost time on the same machine. */
function isNear({ url, route }: Outgoing): boolean {
  return route?.socketPath !== undefined || isLoopback(url.hostname);
}

const WATCHED = { first: 'firstByteMs', more: 'idleMs', tail: 'tailMs', farewell: 'afterStopMs' } as const;
/** They may trickle for ever. */
const FIXED: ReadonlySet<keyof Limits> = new Set(['tailMs', 'afterStopMs']);

/** A mistake in the reader's own code, on its way to whoever awaits the exchange. */
class ReaderError {
  readonly thrown: unknown;
  constructor(thrown: unknown) {
    this.thrown = thrown;
  }
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #reader: Reader;
  readonly #limits: Limits;
  readonly #connections: Connections;
  readonly #onEnd: (ending: Ending | ReaderError) => void;
  /** There is none before the connection stands. */
  #controller: Dispatcher.DispatchController | null = null;
  /** Whether the connection was waited for, until it came or did not. */
  #waits = true;
  /** How the answer is compressed, and what takes that off, from its first bytes on. */
  #encoding = '';
  #decoding: Decoding | null = null;
  /** How the connection ended, where what came over it is still being decompressed. */
  #ending: Ending | null = null;
  #over = false;
  #closing = false;
  #limit: keyof Limits = 'connectMs';
  #timer: NodeJS.Timeout;
  readonly #wholeTimer: NodeJS.Timeout;

  constructor(reader: Reader, limits: Limits, connections: Connections, onEnd: (ending: Ending | ReaderError) => void) {
    this.#reader = reader;
    this.#limits = limits;
    this.#connections = connections;
    connections.waiting += 1;
    this.#onEnd = onEnd;
    this.#timer = setTimeout(() => this.#timeOut(this.#limit), limits.connectMs);
    this.#wholeTimer = setTimeout(() => this.#timeOut('wholeMs'), limits.wholeMs);
  }

  abort(): void {
    this.#end({ how: 'aborted' });
    this.#close();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#stopWaiting();
    if (this.#closing) this.#close();
    else this.#watch('firstByteMs');
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.#encoding = String(headers['content-encoding'] ?? '')
      .trim()
      .toLowerCase();
    this.#hand(() => this.#reader.onHead(status, headers));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (isPlain(this.#encoding)) this.#hand(() => this.#reader.onBytes(chunk));
    else this.#decode(controller, chunk);
  }

  onResponseEnd(): void {
    this.#finish({ how: 'ended' });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#stopWaiting();
    const connectTimedOut = 'code' in error && error.code === 'UND_ERR_CONNECT_TIMEOUT';
    if (connectTimedOut) this.#timeOut('connectMs');
    else this.#finish({ how: 'failed', error: this.#named(error) });
  }

  #decode(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#over) return;
    this.#decoding ??= startDecoding(this.#encoding, chunk, {
      onBytes: (bytes) => this.#hand(() => this.#reader.onBytes(bytes)),
      onReady: () => controller.resume(),
      onEnd: (error) => this.#endDecoding(error),
    });
    if (this.#decoding === null) {
      this.#end({ how: 'failed', error: new DecodingError(this.#encoding) });
      this.#close();
      return;
    }
    // That which is compressed is life, too, whatever comes out of it.
    if (this.#limit === 'idleMs') this.#timer.refresh();
    if (!this.#decoding.feed(chunk)) controller.pause();
  }

  /** A stream that was cut is told by how the connection ended, where that tells it. */
  #endDecoding(error: Error | null): void {
    this.#end(
      error === null || this.#ending?.how === 'failed' ? (this.#ending ?? { how: 'ended' }) : { how: 'failed', error },
    );
    if (this.#ending === null) this.#close();
  }

  /** The answer has ended in this way; what has arrived of it is read before that is said. */
  #finish(ending: Ending): void {
    if (this.#decoding === null || this.#over) {
      this.#end(ending);
    } else {
      this.#ending = ending;
      this.#decoding.end();
    }
    clearTimeout(this.#timer);
  }

  /** Hand something to the reader, and do what it wants next. */
  #hand(read: () => Awaits): void {
    if (this.#over) return;
    try {
      this.#goOn(read());
    } catch (thrown) {
      this.#end(new ReaderError(thrown));
      this.#close();
    }
  }

  #goOn(awaits: Awaits): void {
    if (awaits !== 'nothing' && awaits !== 'close') {
      this.#watch(WATCHED[awaits]);
      return;
    }
    this.#end({ how: 'ended' });
    if (awaits === 'close') this.#close();
    // The server's last bytes are still to be taken off the connection before it can carry another request.
    else this.#timer = setTimeout(() => this.#close(), this.#limits.tailMs).unref();
  }

  /** Start the limit, or start it again where it has no fixed time. */
  #watch(limit: keyof Limits): void {
    if (limit === this.#limit) {
      if (!FIXED.has(limit)) this.#timer.refresh();
      return;
    }
    clearTimeout(this.#timer);
    this.#limit = limit;
    this.#timer = setTimeout(() => this.#timeOut(limit), this.#limits[limit]);
  }

  #timeOut(limit: keyof Limits): void {
    const { proxy } = this.#connections;
    const ms = this.#limits[limit];
    if (limit !== 'connectMs' || proxy === null) this.#end({ how: 'timed-out', limit, ms });
    else
      this.#end({
        how: 'failed',
        error: new ProxyError('PROXY_UNREACHABLE', proxy, `made no connection in ${ms / 1000} s`),
      });
    this.#close();
  }

  #end(ending: Ending | ReaderError): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#wholeTimer);
    if (this.#decoding !== null) {
      this.#decoding.stop();
      this.#controller?.resume();
    }
    this.#onEnd(ending);
  }

  #stopWaiting(): void {
    if (this.#waits) stopWaiting(this.#connections);
    this.#waits = false;
  }

  #named(error: Error): Error {
    const { proxy } = this.#connections;
    return proxy === null ? error : refusalOf(proxy, error);
  }

  /** Close the connection, also one that is only being made. Where others wait for one, it is closed as soon as it stands. */
  #close(): void {
    this.#closing = true;
    this.#stopWaiting();
    this.#controller?.abort(new Error('The client has closed the connection.'));
  }
}
