/**
 * Connections that are kept open between requests, one pool for each way to a server, for the life of the process. An idle
 * connection does not keep the process alive, so nothing has to be closed; one that nobody waits for any more does not go on
 * being made.
 */
import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import type { Address } from './address.ts';
import type { Server } from './contract.ts';
import type { Making } from './direct-pool.ts';

/** How to get to a server, beyond its origin. */
export type Route = {
  /** A unix socket, in place of the origin's host and port. */
  readonly socketPath?: string | undefined;
  /** Certificates to trust beside the usual ones, in PEM. */
  readonly ca?: string | undefined;
  /** The address of a proxy, with user and password where it wants them. */
  readonly proxy?: string | undefined;
};

export type Connections = {
  readonly dispatcher: Dispatcher;
  /** Where they go through one. */
  readonly proxy: string | null;
  /** Those that are not yet made. */
  readonly connecting: Set<Socket>;
  /** How many requests wait for a connection. */
  waiting: number;
};

export function routeTo(server: Server, { socketPath }: Address): Route {
  return socketPath === null ? { ca: server.ca, proxy: server.proxy } : { socketPath };
}

const pools = new Map<string, Promise<Connections>>();

/**
 * undici is loaded here, at the first request: it costs more than the rest of the program's start. Rejects where the
 * certificates or the address of the proxy cannot be used.
 */
export function connectionsTo(origin: string, route: Route, connectTimeoutMs: number): Promise<Connections> {
  const { socketPath, ca, proxy } = route;
  const name = JSON.stringify([origin, socketPath, ca, proxy, connectTimeoutMs]);
  const connections = pools.get(name) ?? startConnections(origin, route, connectTimeoutMs);
  pools.set(name, connections);
  return connections;
}

/** A request does not wait any more. What nobody waits for is closed: the other side shall not go on for nothing. */
export function stopWaiting(connections: Connections): void {
  connections.waiting -= 1;
  if (connections.waiting > 0) return;
  for (const socket of connections.connecting) socket.destroy(new Error('Nobody waits for this connection.'));
}

async function startConnections(origin: string, route: Route, timeout: number): Promise<Connections> {
  const { socketPath, ca, proxy = null } = route;
  const connecting = new Set<Socket>();
  const making: Making = {
    timeout,
    ...(socketPath === undefined ? {} : { socketPath }),
    ...(ca === undefined ? {} : { secureContext: (await import('./certificates.ts')).trusting(ca) }),
  };
  const dispatcher =
    proxy === null
      ? (await import('./direct-pool.ts')).directPool(origin, making, connecting)
      : (await import('./proxy-pool.ts')).proxyPool(origin, proxy, making, connecting);
  return { dispatcher, proxy, connecting, waiting: 0 };
}
