/**
 * From what went wrong to a fault: which kind it is, said so that the person knows the address and the cause, with the
 * one thing to try next. Tables where servers and systems differ; the rest is a sentence each.
 */

import type { Fault } from '@tagma/protocol';
import { type Address, shownUrl } from './address.ts';
import type { Ending } from './exchange.ts';
import type { Limits } from './limits.ts';
import { sayable } from './server-words.ts';
import type { Trouble } from './stream.ts';

/** What every message needs to know about the request that failed. */
export type Asked = {
  readonly url: URL;
  readonly address: Address;
  /** The model asked for; null where the request names none. */
  readonly model: string | null;
};

const START = 'Start the server, or check the address given with --endpoint.';
const TLS =
  'Use http:// for a server without TLS; for a certificate of your own, name its authority in NODE_EXTRA_CA_CERTS.';
const AGAIN = 'Try again; if it happens again, look at the log of the server.';
const NOT_OPENAI =
  'Check --endpoint: it should be the base address of an OpenAI-compatible API, which mostly ends in /v1.';

/** How far it had come: nothing of an answer, its head, or part of the reply. */
export type Stage = 'asking' | 'answering' | 'replying';

/** System and TLS error codes: why, and what to try. */
const CAUSES: readonly (readonly [pattern: RegExp, why: string, advice: string])[] = [
  [/^ECONNREFUSED$/, 'nothing listens there', START],
  [/^ENOTFOUND$/, 'the host name is not known', 'Check the host name given with --endpoint, and the network.'],
  [
    /^EAI_/,
    'the host name cannot be looked up at the moment',
    'Check the network, and the host name given with --endpoint.',
  ],
  [
    /^(ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL|ENETDOWN)$/,
    'there is no route to it',
    'Check the network and --endpoint.',
  ],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'the server closed the connection', AGAIN],
  [
    /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|HOSTNAME_MISMATCH)/,
    'no secure connection could be made',
    TLS,
  ],
  [/^HPE_/, 'it does not answer in HTTP', NOT_OPENAI],
];

/** Servers' ways of saying that the conversation does not fit. Never asked of a 429. */
const OVERFLOW =
  /context.{0,20}(length|window|size|limit)|(length|window) of the context|maximum context|too many (input )?tokens|prompt is too long|input is too long|exceeds? .{0,40}(tokens|context)/i;

const FIRST_BYTE = 'The server may still be loading the model or reading the prompt: look at its log, or ask for less.';

/** What was waited for, and the advice, for each timeout. */
const WAITS: { readonly [limit in keyof Limits]: readonly [what: string, advice: string] } = {
  connectMs: ['no connection was made', START],
  firstByteMs: ['no reply began', FIRST_BYTE],
  idleMs: ['the reply stood still', AGAIN],
  wholeMs: ['the reply did not end', 'Set a lower limit for the length of a reply at the server.'],
  tailMs: ['the answer did not end', AGAIN],
};

/**
 * The server answered with a status that is not a success. `words` is what it said, as it came; `retryAfterMs` how long it asks
 * to wait, null where it does not say.
 */
export function faultOfStatus(asked: Asked, status: number, words: string, retryAfterMs: number | null = null): Fault {
  const [kind, advice] = judgeStatus(asked, status, words);
  const own = sayable(words, asked.address.secrets);
  const message = `${named(asked)} answered ${status}${own === '' ? '' : `: ${own}`}`;
  return { kind, message, advice, status, ...(retryAfterMs === null ? {} : { retryAfterMs }) };
}

/** The exchange ended before the reply did. */
export function faultOfEnding(asked: Asked, ending: Ending, stage: Stage): Fault {
  if (ending.how === 'timed-out') {
    const [what, advice] = WAITS[ending.limit];
    return { kind: 'timeout', message: `${named(asked)}: ${what} within ${seconds(ending.ms)}.`, advice, status: null };
  }
  if (ending.how === 'aborted') {
    return { kind: 'network', message: `${named(asked)}: the request was aborted.`, advice: AGAIN, status: null };
  }
  if (ending.how === 'ended') return cutFault(asked, stage);
  return faultOfError(asked, ending.error, stage);
}

/** The answer came, and is no whole reply. */
export function faultOfTrouble(asked: Asked, trouble: Trouble): Fault {
  switch (trouble.kind) {
    case 'server-error': {
      const words = trouble.words === '' ? 'an error without a message' : trouble.words;
      const [kind, advice] = judgeStatus(asked, trouble.status ?? 500, words);
      const message = `${named(asked)} reports in its answer: ${sayable(words, asked.address.secrets)}`;
      return { kind, message, advice, status: trouble.status };
    }
    case 'content-filter':
      return {
        kind: 'content-filter',
        message: `${named(asked)}: the server's content filter cut the reply.`,
        advice: 'Say it in other words, or use a server without such a filter.',
        status: null,
      };
    case 'given-up':
      return {
        kind: 'network',
        message: `${named(asked)}: the server gave the reply up.`,
        advice: AGAIN,
        status: null,
      };
    case 'malformed': {
      const what = sayable(trouble.what, asked.address.secrets);
      const message = `${named(asked)} answered with something else than was asked for: ${what}`;
      return { kind: 'malformed', message, advice: NOT_OPENAI, status: null };
    }
  }
}

function judgeStatus(asked: Asked, status: number, words: string): readonly [kind: Fault['kind'], advice: string] {
  if (status === 401 || status === 403) return ['auth', keyAdvice(asked.address)];
  if (status === 402) return ['rate-limit', 'The account has no credit left: check it with the provider.'];
  if (status === 429) return ['rate-limit', "Wait a little and try again; if it stays so, check the account's quota."];
  if (OVERFLOW.test(words) && status <= 500) {
    return ['context-overflow', 'Start a new session, or give the server a larger context window.'];
  }
  if (status === 404 || status === 405) return ['not-found', notFoundAdvice(asked, words)];
  if (status === 408 || status === 504) return ['timeout', AGAIN];
  if (status >= 500) return ['overloaded', AGAIN];
  if (status >= 300 && status < 400) return ['not-found', 'Give the address that it points to with --endpoint.'];
  return ['bad-request', 'Check --model and --endpoint: the server does not take the request as it is.'];
}

/** A key goes only to the server that it was set with: so the one variable that counts here is named. */
function keyAdvice({ authorized, keyVariable }: Address): string {
  return !authorized
    ? `No key was sent: put the key for this server into ${keyVariable}.`
    : `Check that the key in ${keyVariable} is one for this server, and is still valid.`;
}

function notFoundAdvice(asked: Asked, words: string): string {
  if (asked.model === null || !/model/i.test(words)) return NOT_OPENAI;
  return `Check --model ("${asked.model}"): ${shownUrl(asked.address.models, asked.address)} lists what the server has.`;
}

function faultOfError(asked: Asked, error: Error, stage: Stage): Fault {
  const code = codeOf(error);
  const [, why, advice] = CAUSES.find(([pattern]) => pattern.test(code)) ?? [
    null,
    sayable(error.message, asked.address.secrets),
    AGAIN,
  ];
  const what = stage === 'asking' ? ' cannot be reached' : ': the reply was cut';
  const message = `${named(asked)}${what}: ${why}${code === '' ? '' : ` (${code})`}.`;
  return { kind: code.startsWith('HPE_') ? 'malformed' : 'network', message, advice, status: null };
}

function cutFault(asked: Asked, stage: Stage): Fault {
  if (stage === 'replying') {
    return {
      kind: 'network',
      message: `${named(asked)}: the reply was cut before its end.`,
      advice: AGAIN,
      status: null,
    };
  }
  return {
    kind: 'malformed',
    message: `${named(asked)}: the answer holds no completion.`,
    advice: NOT_OPENAI,
    status: null,
  };
}

/** A host with several addresses fails with a list of errors; the first tells as much as all. */
function codeOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return codeOf(error.errors[0]);
  return '';
}

function named(asked: Asked): string {
  return shownUrl(asked.url, asked.address);
}

function seconds(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`;
}
