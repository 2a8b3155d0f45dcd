/** Connections straight to a server: undici's pool, with the sockets in sight while they connect. */
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { buildConnector, Dispatcher } from 'undici';
import connectorOf from 'undici/lib/core/connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';

/** How a connection is made: the time for it, in milliseconds, and whom it trusts. */
export type Making = {
  readonly timeout: number;
  readonly socketPath?: string;
  readonly secureContext?: SecureContext;
};

export type Connector = buildConnector.connector;

export function directPool(origin: string, making: Making, connecting: Set<Socket>): Dispatcher {
  return poolOf(origin, watched(connectorOf(making), connecting));
}

/** The exchange has its own, finer timers. */
export function poolOf(origin: string | URL, connect: Connector): Dispatcher {
  return new Pool(origin, { headersTimeout: 0, bodyTimeout: 0, connect });
}

/** Keeps a socket among those that connect until it stands, or is closed. */
export function watched(connect: Connector, connecting: Set<Socket>): Connector {
  return (options, callback) => {
    const socket = startedBy(connect, options, (...outcome) => {
      connecting.delete(socket);
      callback(...outcome);
    });
    keep(socket, connecting);
  };
}

export function keep(socket: Socket, connecting: Set<Socket>): void {
  connecting.add(socket);
  socket.once('close', () => connecting.delete(socket));
}

/** undici's connectors give the socket at once, while it connects; its types leave that out. */
export function startedBy(connect: Connector, ...given: Parameters<Connector>): Socket {
  return (connect as (...given: Parameters<Connector>) => unknown)(...given) as Socket;
}
