/**
 * Which proxy leads to an address, by the variables that the programs of a system share, and what a proxy that does not let
 * us through is called.
 */
import { BlockList, isIP } from 'node:net';

type Environment = { readonly [name: string]: string | undefined };

/**
 * The proxy for requests to `url`, as the environment names it, or null for none: `http_proxy` or `https_proxy` by the
 * address's scheme, else `all_proxy`; each in lower case before capitals; an empty one counts as not set. What `no_proxy` lists
 * is asked directly; this machine and unix sockets always are. An address without a scheme is that of an http proxy.
 */
export function proxyFor(url: string, env: Environment): string | null {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return null;
  const target = new URL(url);
  if (isLoopback(target.hostname)) return null;
  const proxy = variable(env, `${target.protocol.slice(0, -1)}_proxy`) || variable(env, 'all_proxy');
  if (proxy === '' || isExcepted(target, variable(env, 'no_proxy'))) return null;
  return proxy.includes('://') ? proxy : `http://${proxy}`;
}

/** This machine, in the one way in which a URL writes each address: 127.0.0.0/8, also as IPv6, `::1`, and any of its own. */
const LOOPBACK = /^(.*\.)?localhost$|^127(\.\d+){3}$|^0\.0\.0\.0$|^::1?$|^::ffff:7f[0-9a-f]{2}:/;

/** Whether a host, as a URL names it, is this machine. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(bare(hostname));
}

/** Why a proxy was of no help. The message names it, without its password. */
export class ProxyError extends Error {
  readonly code: 'PROXY_UNREACHABLE' | 'PROXY_REFUSED' | 'PROXY_AUTH' | 'PROXY_UNKNOWN';

  constructor(code: ProxyError['code'], proxy: string, what: string) {
    super(`the proxy ${shownProxy(proxy)} ${what}`);
    this.code = code;
  }
}

/** The agent's ways of saying that a proxy answered with a status of its own: `Proxy response (502) …`, `… Required (407)`. */
export function refusalOf(proxy: string, error: Error): Error {
  const [, status] = /^Proxy .*\((\d{3})\)/.exec(error.message) ?? [];
  if (status === undefined) return error;
  return status === '407'
    ? new ProxyError(
        'PROXY_AUTH',
        proxy,
        'does not let anybody through without a user and a password that it knows: 407',
      )
    : new ProxyError('PROXY_REFUSED', proxy, `refuses: it answered ${status}`);
}

/**
 * A proxy that is asked for the page itself answers for itself as well, and nothing tells its words from the server's; one
 * that makes a tunnel does not. As it may be shown.
 */
export function proxyAsked(proxy: string | undefined, url: URL): { readonly proxy?: string } {
  return proxy === undefined || url.protocol === 'https:' ? {} : { proxy: shownProxy(proxy) };
}

function shownProxy(proxy: string): string {
  return URL.canParse(proxy) ? `${new URL(proxy).protocol}//${new URL(proxy).host}` : 'that is set';
}

function variable(env: Environment, name: string): string {
  return (env[name]?.trim() || env[name.toUpperCase()]?.trim()) ?? '';
}

/**
 * `no_proxy` holds, divided by commas or blanks: `*` for all; a host, which stands for those below it too, also written
 * `.host` or `*.host`; an IP address; a network (`10.0.0.0/8`). A port after a host or an address narrows it down.
 */
function isExcepted(target: URL, list: string): boolean {
  const port = target.port || (target.protocol === 'https:' ? '443' : '80');
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => entry === '*' || (entry !== '' && covers(entry, bare(target.hostname), port)));
}

function covers(entry: string, host: string, port: string): boolean {
  const [network, bits] = entry.split('/');
  if (bits !== undefined) return isIP(host) !== 0 && isInNetwork(host, bare(network ?? ''), Number(bits));
  if (isIP(bare(entry)) !== 0) return isSameAddress(bare(entry), host);
  const [, name = '', onlyPort = port] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  if (onlyPort !== port) return false;
  if (isIP(bare(name)) !== 0) return isSameAddress(bare(name), host);
  const domain = name.replace(/^\*?\./, '').replace(/\.$/, '');
  return host === domain || host.endsWith(`.${domain}`);
}

function isSameAddress(address: string, host: string): boolean {
  return isIP(host) === isIP(address) && isInNetwork(host, address, isIP(address) === 4 ? 32 : 128);
}

function isInNetwork(host: string, network: string, bits: number): boolean {
  const version = isIP(network);
  if (version === 0 || !Number.isInteger(bits) || bits < 0 || bits > (version === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(network, bits, version === 4 ? 'ipv4' : 'ipv6');
  return list.check(host, isIP(host) === 4 ? 'ipv4' : 'ipv6');
}

/** Without the brackets of an IPv6 address, and the dot that ends a full name. */
function bare(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}
