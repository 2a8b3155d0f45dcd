/**
 * Every limit of an exchange with a server. The timeouts are long where a weak machine may honestly need the time
 * (reading a long prompt before the first token), and short where waiting can bring nothing more.
 */
export type Limits = {
  /** Until the connection stands (name looked up, TLS included). */
  readonly connectMs: number;
  /** Between the request and the first piece of the reply. */
  readonly firstByteMs: number;
  /** Between two chunks of bytes, once the reply has begun. A server's comment lines count as life. */
  readonly idleMs: number;
  /** From the start to the end, whatever happens in between. */
  readonly wholeMs: number;
  /** For what may follow a finished reply (usage, the end mark) and for the body of an error answer. */
  readonly tailMs: number;
  /** For the usage of a reply of which enough was heard: where the model goes on, nothing is waited for. */
  readonly afterStopMs: number;
};

/** For the connection, with its encryption. */
export const CONNECT_TIMEOUT_MS = 10_000;
/** From the request to the first byte of the answer: a long prompt takes a small machine minutes to read. */
export const FIRST_BYTE_TIMEOUT_MS = 600_000;
/** Between two pieces of a reply. */
export const IDLE_TIMEOUT_MS = 120_000;
/** For a reply from its request to its end. */
export const WHOLE_TIMEOUT_MS = 3_600_000;
export const TAIL_TIMEOUT_MS = 2_000;
/** A slow model takes so long for the token that says it is done. */
export const AFTER_STOP_TIMEOUT_MS = 400;

/** For one local server to list its models, when servers are looked for. */
export const LOCAL_SERVER_TIMEOUT_MS = 300;

/** For one question about a model's window: a server that does not answer it by then is asked without knowing. */
export const WINDOW_TIMEOUT_MS = 3_000;
/** Taken for a window where nothing is known of it: what most servers give even a small model. */
export const WINDOW_TOKENS_DEFAULT = 8_192;

/** Bytes of a whole answer. An 8 MB reply in small events is about 40 MB on the wire. */
export const BODY_BYTES_MAX = 256 * 1024 * 1024;
/** Bytes of an answer that is an error; what exceeds is not read. */
export const ERROR_BODY_BYTES_MAX = 64 * 1024;
/** Bytes of a list of models. */
export const MODELS_BODY_BYTES_MAX = 8 * 1024 * 1024;
/** Characters of one server-sent event. */
export const EVENT_CHARACTERS_MAX = 16 * 1024 * 1024;
/** Characters of a server's own words that a message shows. */
export const SERVER_WORDS_CHARACTERS_MAX = 300;

/** @param patienceMs an upper bound for the waiting between request and reply, and within the reply */
export function limitsOf(given: Partial<Limits> | undefined, patienceMs = Number.POSITIVE_INFINITY): Limits {
  const limits = {
    connectMs: CONNECT_TIMEOUT_MS,
    firstByteMs: FIRST_BYTE_TIMEOUT_MS,
    idleMs: IDLE_TIMEOUT_MS,
    wholeMs: WHOLE_TIMEOUT_MS,
    tailMs: TAIL_TIMEOUT_MS,
    afterStopMs: AFTER_STOP_TIMEOUT_MS,
    ...given,
  };
  return {
    ...limits,
    firstByteMs: Math.min(limits.firstByteMs, patienceMs),
    idleMs: Math.min(limits.idleMs, patienceMs),
  };
}
