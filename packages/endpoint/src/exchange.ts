/**
 * One HTTP exchange: a request goes out, bytes come in, and it ends in exactly one way, which is a value. The reader
 * says after every piece what it waits for; that decides which timeout runs, and whether the connection can be kept.
 */
import type { Dispatcher } from 'undici';
import { connectionsTo } from './connections.ts';
import type { Limits } from './limits.ts';

export type Outgoing = {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly body: string | null;
};

/**
 * What the reader waits for: `first` piece of the reply, `more` of it, its `tail` (which may be missing), `nothing`
 * (the exchange is over, the connection may be kept), or it wants to `close` (over, and the server shall stop).
 */
export type Awaits = 'first' | 'more' | 'tail' | 'nothing' | 'close';

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
  const connections = await connectionsTo(outgoing.url.origin, limits.connectMs);
  if (signal.aborted) return { how: 'aborted' };
  return new Promise((resolve, reject) => {
    const running = new Exchange(reader, limits, (ending) => {
      signal.removeEventListener('abort', onAbort);
      if (ending instanceof ReaderError) reject(ending.thrown);
      else resolve(ending);
    });
    const onAbort = () => running.abort();
    signal.addEventListener('abort', onAbort);
    const { method, url, headers, body } = outgoing;
    connections.dispatch({ method, path: url.pathname + url.search, headers, body }, running);
  });
}

const WATCHED = { first: 'firstByteMs', more: 'idleMs', tail: 'tailMs' } as const;

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
  readonly #onEnd: (ending: Ending | ReaderError) => void;
  /** There is none before the connection stands. */
  #controller: Dispatcher.DispatchController | null = null;
  #over = false;
  #closing = false;
  #limit: keyof Limits = 'connectMs';
  #timer: NodeJS.Timeout;
  readonly #wholeTimer: NodeJS.Timeout;

  constructor(reader: Reader, limits: Limits, onEnd: (ending: Ending | ReaderError) => void) {
    this.#reader = reader;
    this.#limits = limits;
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
    if (this.#closing) this.#close();
    else this.#watch('firstByteMs');
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status >= 200) this.#hand(() => this.#reader.onHead(status, headers));
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#hand(() => this.#reader.onBytes(chunk));
  }

  onResponseEnd(): void {
    this.#end({ how: 'ended' });
    clearTimeout(this.#timer);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    const connectTimedOut = 'code' in error && error.code === 'UND_ERR_CONNECT_TIMEOUT';
    if (connectTimedOut) this.#timeOut('connectMs');
    else this.#end({ how: 'failed', error });
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

  /** Start the limit, or start it again. Only the tail has a fixed time: it may trickle for ever. */
  #watch(limit: keyof Limits): void {
    if (limit === this.#limit) {
      if (limit !== 'tailMs') this.#timer.refresh();
      return;
    }
    clearTimeout(this.#timer);
    this.#limit = limit;
    this.#timer = setTimeout(() => this.#timeOut(limit), this.#limits[limit]);
  }

  #timeOut(limit: keyof Limits): void {
    this.#end({ how: 'timed-out', limit, ms: this.#limits[limit] });
    this.#close();
  }

  #end(ending: Ending | ReaderError): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#wholeTimer);
    this.#onEnd(ending);
  }

  /** Close the connection: now, or as soon as it stands. */
  #close(): void {
    this.#closing = true;
    this.#controller?.abort(new Error('The client has closed the connection.'));
  }
}
