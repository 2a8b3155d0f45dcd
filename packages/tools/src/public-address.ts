/**
 * Which addresses of the internet are open to everybody. All others are refused to `fetch`: behind them are this machine,
 * the networks around it and the services of a cloud that give out keys, and a page must not send the agent there.
 */
import { isValid, parse } from 'ipaddr.js';

/** All of IPv6 that is given out for the internet (RFC 4291, IANA): what is outside of it is special, or not yet in use. */
const GLOBAL_IPV6 = /^[23][0-9a-f]{3}:/;
/** Azure's service for its own machines, the only one of its kind that has an address like any other. */
const METADATA: ReadonlySet<string> = new Set(['168.63.129.16']);

/** Takes an IP address as DNS and sockets write it. What is none, or leads on to another one (mapped, NAT64, 6to4), is not public. */
export function isPublicAddress(address: string): boolean {
  if (!isValid(address)) return false;
  const parsed = parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' ? !METADATA.has(parsed.toString()) : GLOBAL_IPV6.test(parsed.toNormalizedString());
}
