/** What decides where a connection may go. */
import type { LookupAddress } from 'node:dns';

export type AddressCheck = {
  readonly allowAddress: (address: string) => Promise<boolean>;
  readonly lookUp: (host: string) => Promise<readonly LookupAddress[]>;
};

/** The host is, or has, an address that is not allowed. Nothing was sent there. */
export class AddressRefused extends Error {
  constructor(host: string, address: string) {
    const leads = host === address ? `${host} is` : `${host} leads to ${address},`;
    super(`${leads} not an address of the public internet`);
  }
}
