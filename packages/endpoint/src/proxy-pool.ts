/**
 * Connections through a proxy, by undici's proxy agent. For a server with TLS a tunnel is asked for (CONNECT); for one
 * without, the proxy is asked for the page itself, as proxies for plain HTTP expect it.
 *
 * What the proxy does wrong becomes an error that names it. It has to be one of our own also because undici takes a proxy
 * that hangs up for a server that has closed an idle connection, and tries again at once, for ever.
 */
import { isIP, type Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import askForTunnel from 'undici/lib/api/api-connect.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import { type Connector, keep, type Making, poolOf, startedBy, watched } from './direct-pool.ts';
import { ProxyError, refusalOf } from './proxy.ts';

/** Throws a `ProxyError` where the address is not that of an http or https proxy. */
export function proxyPool(origin: string, proxy: string, making: Making, connecting: Set<Socket>): Dispatcher {
  if (!/^https?:\/\//i.test(proxy) || !URL.canParse(proxy)) {
    throw new ProxyError('PROXY_UNKNOWN', proxy, 'has no http:// or https:// address');
  }
  const address = new URL(proxy);
  // The agent asks an https proxy for a tunnel in any case.
  const tunnels = origin.startsWith('https:') || address.protocol === 'https:';
  return new ProxyAgent({
    uri: address.origin,
    ...authorizationOf(address),
    proxyTls: making,
    requestTls: making,
    proxyTunnel: tunnels,
    // The method that the agent calls: without the whole of undici, a pool has none of that kind.
    clientFactory: (url, given) =>
      Object.assign(poolOf(url, toProxy(proxy, connectorIn(given), connecting)), { connect: askForTunnel }),
    factory: (url, given) => {
      const connect = connectorIn(given);
      return poolOf(url, tunnels ? throughProxy(proxy, connect, connecting) : watchedProxy(proxy, connect, connecting));
    },
  });
}

/** A user without a password counts too. */
function authorizationOf({ username, password }: URL): { token?: string } {
  if (username === '' && password === '') return {};
  const decoded = [username, password].map(percentDecoded).join(':');
  return { token: `Basic ${Buffer.from(decoded).toString('base64')}` };
}

/** The connection to a proxy that is asked for the page itself. */
function watchedProxy(proxy: string, connect: Connector, connecting: Set<Socket>): Connector {
  return watched(
    (options, callback) =>
      startedBy(connect, named(options), (error, socket) =>
        error === null ? callback(null, socket) : callback(unreachable(proxy, error), null),
      ),
    connecting,
  );
}

/** The connection to a proxy, on which a tunnel will be asked for: only then does it stand. */
function toProxy(proxy: string, connect: Connector, connecting: Set<Socket>): Connector {
  return (options, callback) => {
    const socket = startedBy(connect, named(options), (error, connected) =>
      error === null ? callback(null, connected) : callback(unreachable(proxy, error), null),
    );
    keep(socket, connecting);
  };
}

/** The tunnel, and the connection with TLS in it: its end here is the same as that of the connection to the proxy. */
function throughProxy(proxy: string, connect: Connector, connecting: Set<Socket>): Connector {
  return (options, callback) =>
    connect(options, (error, socket) => {
      if (error !== null) {
        callback(tunnelError(proxy, error), null);
        return;
      }
      for (const one of connecting) if (one.localPort === socket.localPort) connecting.delete(one);
      callback(null, socket);
    });
}

/** A name for TLS may not be an IP address. */
function named(options: Parameters<Connector>[0]): Parameters<Connector>[0] {
  return options.servername !== undefined && isIP(options.servername) !== 0 ? { ...options, servername: '' } : options;
}

function unreachable(proxy: string, error: Error): ProxyError {
  const code = 'code' in error ? String(error.code) : error.message;
  return new ProxyError('PROXY_UNREACHABLE', proxy, `cannot be reached: ${code}`);
}

/** What is left as it is has to do with the server behind the tunnel, with its certificate for one. */
function tunnelError(proxy: string, error: Error): Error {
  const code = 'code' in error ? String(error.code) : '';
  if (/^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(code)) {
    return new ProxyError('PROXY_REFUSED', proxy, 'closed the connection');
  }
  if (code.startsWith('HPE_')) return new ProxyError('PROXY_REFUSED', proxy, 'does not answer in HTTP');
  return refusalOf(proxy, error);
}

/** As undici hands it on, in options that its types call an object. */
function connectorIn(given: object | undefined): Connector {
  return (given as { readonly connect: Connector }).connect;
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
