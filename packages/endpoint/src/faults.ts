/**
 * From what went wrong to a fault: which kind it is, said so that the person knows the address and the cause, with the
 * one thing to try next. Tables where servers and systems differ; the rest is a sentence each.
 */

import type { Fault } from '@tagma/protocol';
import { shownUrl } from './address.ts';
import type { Asked } from './asked.ts';
import { type Complaint, complaintOfBody, complaintOfValue, type Headers } from './complaint.ts';
import type { Ending } from './exchange.ts';
import type { Limits } from './limits.ts';
import { overflowOf } from './overflow.ts';
import { AGAIN, judge, NOT_OPENAI, REPHRASE, redirectTarget, SHORTEN } from './refusals.ts';
import { waitMs } from './retry-after.ts';
import { hideSecrets, sayable } from './server-words.ts';
import type { Trouble } from './stream.ts';

export type { Asked } from './asked.ts';

const START = 'Start the server, or check its address.';
const NO_TLS = 'If it speaks no TLS, give its address with http://.';
const CERTIFICATE =
  'For a certificate of your own, name its authority: "ca" in the configuration, or the variable NODE_EXTRA_CA_CERTS.';
const A_PAGE = `The network's login page, or a web interface, may answer in its place: open the address in a browser. ${NOT_OPENAI}`;
const PERHAPS_TLS = 'If it speaks TLS, give its address with https://.';
/** Faults that may pass on their own. */
const PASSING: ReadonlySet<Fault['kind']> = new Set(['rate-limit', 'overloaded', 'timeout']);
const PROXY =
  'Check the proxy in HTTPS_PROXY, HTTP_PROXY or ALL_PROXY, or list the host in NO_PROXY where it can be reached without one.';

/** What zlib and brotli find in an answer that is none of theirs. */
const NOT_ITS_ENCODING = /^(Z_|ERR__ERROR_FORMAT|ERR_BROTLI)/;

/** How far it had come: nothing of an answer, its head, or part of the reply. */
export type Stage = 'asking' | 'answering' | 'replying';

/** Error codes of the system, of TLS, and our own: why (null where the error itself says it), and what to try. */
const CAUSES: readonly (readonly [pattern: RegExp, why: string | null, advice: string])[] = [
  [/^ECONNREFUSED$/, 'nothing listens there', START],
  [
    /^ENOTFOUND$/,
    'the host name is not known',
    'Check the host name, and the network; where only a proxy leads out, name it in HTTPS_PROXY.',
  ],
  [/^EAI_/, 'the host name cannot be looked up at the moment', 'Check the network, and the host name.'],
  [
    /^(ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL|ENETDOWN)$/,
    'there is no route to it',
    'Check the network, and the address.',
  ],
  [/^(ENOENT|ENOTSOCK|ENOTDIR)$/, 'there is no such socket', START],
  [/^(EACCES|EPERM)$/, 'it may not be connected to', 'Check who may write to the socket, or what a firewall forbids.'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'the server closed the connection', AGAIN],
  [
    /^(ERR_TLS_CERT_ALTNAME|HOSTNAME_MISMATCH)/,
    'its certificate is for another name',
    'Give the address by the name that stands in the certificate.',
  ],
  [
    /^CERT_(HAS_EXPIRED|NOT_YET_VALID)/,
    'its certificate is not valid today',
    "Renew it, or check this machine's clock.",
  ],
  [/^(CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO)/, 'its certificate is not trusted', CERTIFICATE],
  [/^(ERR_TLS|ERR_SSL|EPROTO)/, 'no secure connection could be made', NO_TLS],
  [/^HPE_/, 'it does not answer in HTTP', NOT_OPENAI],
  [/^PROXY_AUTH$/, null, 'Give user and password in the address of the proxy: http://USER:PASSWORD@HOST:PORT.'],
  [/^PROXY_/, null, PROXY],
  [/^ERR_OSSL_/, 'the certificates given for it cannot be used', 'Give them in PEM, each between its BEGIN and END.'],
  [/^Z_BUF_ERROR$/, 'it is compressed, and breaks off', AGAIN],
  [NOT_ITS_ENCODING, 'it is not compressed in the way that it says', NOT_OPENAI],
  [/^ENCODING_UNKNOWN$/, null, NOT_OPENAI],
];

const FIRST_BYTE = 'The server may still be loading the model or reading the prompt: look at its log, or ask for less.';

/** What was waited for, and the advice, for each timeout. */
const WAITS: { readonly [limit in keyof Limits]: readonly [what: string, advice: string] } = {
  connectMs: ['no connection was made', START],
  firstByteMs: ['no reply began', FIRST_BYTE],
  idleMs: ['the reply stood still', AGAIN],
  wholeMs: ['the reply did not end', 'Set a lower limit for the length of a reply at the server.'],
  tailMs: ['the answer did not end', AGAIN],
  afterStopMs: ['the answer did not end', AGAIN],
};

/**
 * The server answered with a status that is not a success. `body` is what it said, as it came, or its words alone.
 * @param now in milliseconds since 1970: a server may name the time from which on it can be asked again
 */
export function faultOfStatus(
  asked: Asked,
  status: number,
  body: string,
  headers: Headers = {},
  now: number = Date.now(),
): Fault {
  // Hidden before anything is taken out of it: half a key would no longer be found.
  const complaint = complaintOfBody(status, hideSecrets(body, asked.address.secrets), headers);
  const target = redirectTarget(complaint, asked.url);
  const own = target === null ? complaint.words : `see ${shownUrl(target, { secrets: asked.address.secrets })}`;
  const said = sayable(own, asked.address.secrets);
  const through = asked.proxy === undefined || status < 500 ? '' : ` by way of the proxy ${asked.proxy}`;
  return faultOf(
    asked,
    complaint,
    `${named(asked)} answered ${status}${through}${said === '' ? '' : `: ${said}`}`,
    now,
  );
}

/** The exchange ended before the reply did. */
export function faultOfEnding(asked: Asked, ending: Ending, stage: Stage): Fault {
  if (ending.how === 'timed-out') {
    const [what, advice] = WAITS[ending.limit];
    return {
      kind: 'timeout',
      message: `${named(asked)}: ${what} within ${seconds(ending.ms)}.`,
      advice: ending.limit === 'connectMs' && mayBePlain(asked.url) ? `${advice} ${NO_TLS}` : advice,
      status: null,
    };
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
      const complaint = complaintOfValue(trouble.status, trouble.error);
      const words = complaint.words === '' ? 'an error without a message' : complaint.words;
      const message = `${named(asked)} reports in its answer: ${sayable(words, asked.address.secrets)}`;
      return faultOf(asked, complaint, message, Date.now());
    }
    case 'content-filter':
      return {
        kind: 'content-filter',
        message: `${named(asked)}: the server's content filter cut the reply.`,
        advice: REPHRASE,
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
      return {
        kind: 'malformed',
        message,
        advice: what.startsWith('an HTML page') ? A_PAGE : trouble.isBroken ? AGAIN : NOT_OPENAI,
        status: null,
      };
    }
  }
}

/** What waits for nothing has no use for a time to wait; what is no overflow names no window. */
function faultOf(asked: Asked, complaint: Complaint, message: string, now: number): Fault {
  const { kind, advice } = judge(complaint, asked);
  const wait = PASSING.has(kind) ? waitMs(complaint, now) : null;
  const windowTokens = kind === 'context-overflow' ? overflowOf(complaint) : null;
  return {
    ...{ kind, message, advice, status: complaint.status },
    ...(wait === null ? {} : { retryAfterMs: wait }),
    ...(windowTokens ? { windowTokens } : {}),
  };
}

/** The reply is whole, and what it answers is not: the server has cut the conversation without a word. */
export function faultOfSilentOverflow(asked: Asked, inputTokens: number, windowTokens: number): Fault {
  return {
    kind: 'context-overflow',
    message: `${named(asked)}: the conversation has ${inputTokens} tokens, and the model takes ${windowTokens}; the server has cut it without a word.`,
    advice: SHORTEN,
    status: null,
    windowTokens,
  };
}

/** Nothing was said, for the conversation fills the window: some servers call that the greatest length of a reply. */
export function faultOfNoRoom(asked: Asked, inputTokens: number): Fault {
  return {
    kind: 'context-overflow',
    message: `${named(asked)}: the conversation has ${inputTokens} tokens, which leaves no room for a reply.`,
    advice: SHORTEN,
    status: null,
    windowTokens: inputTokens,
  };
}

function faultOfError(asked: Asked, error: Error, stage: Stage): Fault {
  const code = codeOf(error);
  const [, cause, advice] = CAUSES.find(([pattern]) => pattern.test(code)) ?? [null, null, AGAIN];
  const why = cause ?? sayable(error.message, asked.address.secrets);
  const what = stage === 'asking' ? ' cannot be reached' : ': the reply was cut';
  const message = `${named(asked)}${what}: ${why}${code === '' ? '' : ` (${code})`}.`;
  // A server that speaks TLS closes a plain connection without a word, or answers in bytes that are no HTTP.
  const mayBeTls =
    stage === 'asking' && asked.url.protocol === 'http:' && /^(ECONNRESET|UND_ERR_SOCKET|HPE_)/.test(code);
  const advised = mayBeTls ? `${advice} ${PERHAPS_TLS}` : advice;
  return { kind: kindOfCode(code), message, advice: advised, status: code === 'PROXY_AUTH' ? 407 : null };
}

function kindOfCode(code: string): Fault['kind'] {
  if (code === 'PROXY_AUTH') return 'auth';
  if (code === 'Z_BUF_ERROR') return 'network';
  return /^(HPE_|ENCODING_)/.test(code) || NOT_ITS_ENCODING.test(code) ? 'malformed' : 'network';
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

/** A server of one's own that was not asked for TLS takes its first bytes for the beginning of a request, and waits. */
function mayBePlain({ protocol, port }: URL): boolean {
  return protocol === 'https:' && port !== '';
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
