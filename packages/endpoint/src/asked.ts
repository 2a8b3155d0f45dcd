/** What every message needs to know about the request that failed. */
import type { Address } from './address.ts';
import type { Quirks } from './quirks.ts';

export type Asked = {
  readonly url: URL;
  readonly address: Address;
  /** The model asked for; null where the request names none. */
  readonly model: string | null;
  /** What is known of the server, and of this model on it. */
  readonly quirks?: Quirks;
  /** The proxy that was asked in the server's place, as it may be shown: it may answer for itself. */
  readonly proxy?: string;
};
