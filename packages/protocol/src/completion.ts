/** What an endpoint says beside the text of a reply: the types that it shares with the machine. */

/** Tokens, as the endpoint counts them; `cost` is in the unit that it bills in, where it says so. */
export type Usage = { readonly input: number; readonly output: number; readonly cost?: number };

/** Why the endpoint gave no reply. `message` names the address and the cause, `advice` what the person can do. */
export type Fault = {
  readonly kind:
    | 'network'
    | 'timeout'
    | 'auth'
    | 'rate-limit'
    | 'overloaded'
    | 'context-overflow'
    | 'bad-request'
    | 'not-found'
    | 'content-filter'
    | 'malformed';
  readonly message: string;
  readonly advice: string;
  /** The HTTP status, or null where none was received or the stream broke after a 200. */
  readonly status: number | null;
  /** How long the server asks to wait before the next request, in milliseconds; left out where it does not say. */
  readonly retryAfterMs?: number;
};
