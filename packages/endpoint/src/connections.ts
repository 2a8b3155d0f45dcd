/**
 * Connections that are kept open between requests, one pool for each origin, for the life of the process. An idle
 * connection does not keep the process alive, so nothing has to be closed.
 */
import type { Dispatcher } from 'undici';

const pools = new Map<string, Dispatcher>();

/** undici is loaded here, at the first request: it costs more than the rest of the program's start. */
export async function connectionsTo(origin: string, connectTimeoutMs: number): Promise<Dispatcher> {
  const { default: Pool } = await import('undici/lib/dispatcher/pool.js');
  const name = `${origin} ${connectTimeoutMs}`;
  const pool =
    pools.get(name) ??
    new Pool(origin, {
      connectTimeout: connectTimeoutMs,
      // The exchange has its own, finer timers.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  pools.set(name, pool);
  return pool;
}
