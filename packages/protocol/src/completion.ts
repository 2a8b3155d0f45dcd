/** What an endpoint says beside the text of a reply: the types that it shares with the machine. */

/** Tokens, as the endpoint counts them. What it does not say is left out. */
export type Usage = {
  readonly input: number;
  readonly output: number;
  /** Of the input, what it had in its cache. */
  readonly cached?: number;
  /** Of the input, what it has put into its cache. */
  readonly cacheWritten?: number;
  /** Of the output, what the model thought. */
  readonly reasoning?: number;
  /** In the unit that it bills in. */
  readonly cost?: number;
};

/** Money for a million tokens, in the unit that the endpoint bills in: US dollars where the table of providers says it. */
export type Prices = {
  readonly input: number;
  readonly output: number;
  /** Of input that the endpoint had in its cache, and of input that it puts there; as other input where left out. */
  readonly cached?: number;
  readonly cacheWritten?: number;
};

/** Why the endpoint gave no reply. `message` names the address and the cause, `advice` what the person can do. */
export type Fault = {
  readonly kind:
    | 'network'
    | 'timeout'
    | 'auth'
    | 'rate-limit'
    /** No credit is left, or the quota of the account is used up: waiting does not help. */
    | 'quota'
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
  /** The window of the model in tokens, where the server names it in an overflow. */
  readonly windowTokens?: number;
};
