/**
 * A connection whose address is checked before it is made. A name is looked up once; every address that it has must be
 * allowed, and the connection goes to one of exactly these, so that a second answer of the DNS changes nothing.
 */
import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import connectorOf from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import { type AddressCheck, AddressRefused } from './address-check.ts';

export type CheckedConnection = {
  readonly dispatcher: Dispatcher;
  /** Ends it at once, also while it is being made. */
  readonly close: () => void;
};

/** For one request. Rejects with `AddressRefused` where the host is an address that is not allowed. */
export async function openConnection(origin: URL, check: AddressCheck, timeoutMs: number): Promise<CheckedConnection> {
  const host = origin.hostname.replace(/^\[|\]$/g, '');
  // An address is never looked up, so that the check below would not see it.
  if (isIP(host) !== 0 && !(await check.allowAddress(host))) throw new AddressRefused(host, host);

  let socket: Socket | null = null;
  const connect = connectorOf({ timeout: timeoutMs, lookup: checkedLookup(check) });
  const client = new Client(origin.origin, {
    connect(options, callback) {
      socket = connect(options, callback);
    },
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    dispatcher: client,
    close() {
      socket?.destroy();
      client.destroy().catch(() => {});
    },
  };
}

function checkedLookup({ allowAddress, lookUp }: AddressCheck): LookupFunction {
  const look = async (host: string): Promise<[LookupAddress, ...LookupAddress[]]> => {
    const [first, ...others] = await lookUp(host);
    if (!first) throw new Error(`${host} has no address`);
    for (const { address } of [first, ...others]) {
      if (isIP(address) === 0 || !(await allowAddress(address))) throw new AddressRefused(host, address);
    }
    return [first, ...others];
  };
  return (host, { all }, callback) => {
    look(host).then(
      (addresses) => (all ? callback(null, addresses) : callback(null, addresses[0].address, addresses[0].family)),
      (error) => callback(error, ''),
    );
  };
}
