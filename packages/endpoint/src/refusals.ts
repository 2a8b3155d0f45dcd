/**
 * What a refusal means: a table from the server's status, words and codes to a kind of fault and the one thing to try. The
 * first row that holds counts. Providers share statuses for things that have nothing in common (429 for "too fast" and for
 * "no credit left"), so words and codes are looked at before the status.
 */
import type { Fault } from '@tagma/protocol';
import { type Address, shownUrl } from './address.ts';
import type { Asked } from './asked.ts';
import { type Complaint, fieldIn, textOf } from './complaint.ts';
import { overflowOf } from './overflow.ts';

export const AGAIN = 'Try again; if it happens again, look at the log of the server.';
export const NOT_OPENAI =
  'Check the address: it should be the base address of an OpenAI-compatible API, which mostly ends in /v1.';
export const REPHRASE = 'Say it in other words, or use a server without such a filter.';
export const SHORTEN =
  '/compact makes the conversation shorter, --window N keeps it so; or use a model with a larger window.';

type Refusal = {
  /** In the words of docs/faults.md. */
  readonly title: string;
  readonly holds: (complaint: Complaint, asked: Asked) => boolean;
  readonly kind: Fault['kind'];
  readonly advice: (asked: Asked, complaint: Complaint) => string;
};

/** The account has nothing left, in the words of OpenAI, Anthropic, DeepSeek, Zhipu, Moonshot, Qwen, MiniMax, xAI, Ark, gateways. */
const QUOTA =
  /insufficient[_ ](?:user[_ ])?(?:quota|balance|credits?|funds)|exceeded[_ ]your[_ ]current[_ ]quota|exceeded_current_quota|credit balance is too low|credit limit exceeded|(?:used all|doesn't have any|don't have any|no) (?:available |remaining )?credits|monthly (?:included credits|spending limit)|(?:spend|spending|usage) limit (?:reached|exceeded)|billing_(?:hard_limit|not_active)|Arrearage|AccountOverdue|AllocationQuota\.FreeTierOnly|in arrears|free-models-per-day|payment required|余额不足|账户已欠费|欠费|\b(?:1113|1309)\b(?=$|\s)|quotaId[^,]*PerDay|PerDayPer/i;
const FILTERED =
  /content[_ ]?filter|content_policy|ResponsibleAIPolicy|data_?inspection_?failed|inappropriate content|SensitiveContent|sensitive content|new_sensitive|censorship|content violates|flagged (?:by|for|as)|moderation|敏感/i;
const OVERLOADED =
  /overloaded|overload_error|over capacity|at capacity|capacity exceeded|server is busy|server busy|too busy|no available (?:channel|server|worker)|temporarily unavailable|try again later.*high (?:load|demand)|负载|繁忙/i;
const LOADING = /loading (?:the )?model|model is (?:currently |still )?(?:loading|being loaded)|is currently loading/i;
const RATE =
  /rate[_ -]?limit|too many requests|tokens per (?:second|minute|hour|day)|requests per (?:second|minute|hour|day)|\b[TR]P[MD]\b|Throttling|并发/i;
const BAD_KEY =
  /invalid[_ ](?:x-)?api[_ -]?key|incorrect api key|api[_ ]key not valid|API_KEY_INVALID|invalid_authentication|unauthori[sz]ed|authentication[_ ](?:error|fails?|failed)|invalid token|login fail/i;
const NO_MODEL =
  /model[_ ]not[_ ]found|model_not_exist|DeploymentNotFound|NotFoundError.*model|model ["'`]?[^\s"'`]*["'`]? ?(?:was |is )?(?:not found|does not exist|not exist|not available)|the model `[^`]*` does not exist|not a valid model|invalid model\b|invalid_model|unknown model|unsupported model|no such model|no models? (?:is |are )?loaded|model does not exist|模型不存在|does not have access to (?:the )?model|not authorized to access the requested model/i;
const TLS_WANTED = /plain HTTP request was sent to HTTPS port|HTTP request to an HTTPS server/i;
/** OpenAI and Groq: one request, counted in tokens, against what the account may send in a minute. */
const LARGER_THAN_MINUTE = /limit:? (?<limit>\d+),? (?:used:? \d+,? )?requested:? (?<requested>\d+)/i;
/** OpenRouter: against what the credit of the account allows. */
const LARGER_THAN_CREDIT = /prompt tokens limit exceeded: \d+ > \d+/i;

const says = (pattern: RegExp) => (complaint: Complaint) => pattern.test(textOf(complaint));
const is =
  (...statuses: readonly number[]) =>
  (complaint: Complaint) =>
    statuses.includes(complaint.status ?? 0);
/** An error in a stream often names no status. */
const isOrUnsaid =
  (...statuses: readonly number[]) =>
  (complaint: Complaint) =>
    complaint.status === null || is(...statuses)(complaint);

export const REFUSALS: readonly Refusal[] = [
  {
    title: 'content filter: the server refuses what is said',
    holds: (complaint) =>
      is(451)(complaint) ||
      hasCode(complaint, 1301) ||
      (isOrUnsaid(400, 403, 422)(complaint) && says(FILTERED)(complaint)),
    kind: 'content-filter',
    advice: () => REPHRASE,
  },
  {
    title: 'one request that is larger than what may be sent in a minute',
    holds: isLargerThanMinute,
    kind: 'quota',
    advice: () =>
      `This one request is more than the account may send in a minute, so waiting does not help. ${SHORTEN}`,
  },
  {
    title: 'one request that is larger than the credit allows',
    holds: (complaint) => is(402)(complaint) && says(LARGER_THAN_CREDIT)(complaint),
    kind: 'quota',
    advice: () => `The credit left does not allow a request of this size. ${SHORTEN}`,
  },
  {
    title: 'no credit, or no quota, is left',
    holds: (complaint) =>
      is(402)(complaint) ||
      (isOrUnsaid(400, 403, 412, 429)(complaint) && says(QUOTA)(complaint) && !passesSoon(complaint)),
    kind: 'quota',
    advice: () => 'The account has no credit or quota left: check it with the provider, or use another model.',
  },
  {
    title: 'key missing, wrong, or not for this',
    holds: (complaint) =>
      is(401)(complaint) ||
      (is(403)(complaint) && !says(NO_MODEL)(complaint)) ||
      (isOrUnsaid(400)(complaint) && says(BAD_KEY)(complaint)),
    kind: 'auth',
    advice: ({ address }, complaint) => keyAdvice(address, complaint),
  },
  {
    title: 'a model that is still loading',
    holds: (complaint) => says(LOADING)(complaint) && is(503, 500, 429)(complaint),
    kind: 'overloaded',
    advice: () => 'The server is still loading the model: wait until it has, then try again.',
  },
  {
    title: 'overload',
    holds: (complaint) => is(498, 529)(complaint) || (is(429, 500, 502, 503)(complaint) && says(OVERLOADED)(complaint)),
    kind: 'overloaded',
    advice: () => 'The server has too much to do: try again in a while, or use another model.',
  },
  {
    title: 'rate limit',
    holds: (complaint) => is(429)(complaint) || (isOrUnsaid(413)(complaint) && says(RATE)(complaint)),
    kind: 'rate-limit',
    advice: () => "Wait a little and try again; if it stays so, check the account's limits with the provider.",
  },
  {
    title: 'the conversation does not fit',
    holds: (complaint, asked) => overflowOf(complaint) !== undefined || overflowsWithoutWords(complaint, asked),
    kind: 'context-overflow',
    advice: () => `Give it less at once, start a new session, or give the server a larger context window. ${SHORTEN}`,
  },
  {
    title: 'model not there',
    holds: (complaint, asked) => asked.model !== null && isModelMissing(complaint),
    kind: 'not-found',
    advice: modelAdvice,
  },
  {
    title: 'plain HTTP to a port that speaks TLS',
    holds: says(TLS_WANTED),
    kind: 'bad-request',
    advice: ({ url, address }) =>
      `Use https:// with --endpoint: ${shownUrl(url, address).replace(/^http:/, 'https:')}.`,
  },
  {
    title: 'too large for a proxy in between',
    holds: is(413),
    kind: 'bad-request',
    advice: () =>
      `A proxy in front of the server refuses requests of this size: raise its limit (nginx: client_max_body_size). Until then: ${SHORTEN}`,
  },
  {
    title: 'wrong address',
    holds: is(404, 405, 410, 501, 505),
    kind: 'not-found',
    advice: pathAdvice,
  },
  { title: 'redirect', holds: ({ status }) => isRedirect(status), kind: 'not-found', advice: redirectAdvice },
  { title: 'timeout of a gateway', holds: is(408, 504, 524), kind: 'timeout', advice: () => AGAIN },
  {
    title: 'a proxy cannot reach the server',
    holds: is(502, 520, 521, 522, 523, 525, 526, 527, 530),
    kind: 'overloaded',
    advice: () => 'A proxy answers, and the server behind it does not: see whether it runs, then try again.',
  },
  {
    title: 'failure of the server',
    holds: ({ status }) => status === null || status >= 500,
    kind: 'overloaded',
    advice: () => AGAIN,
  },
  {
    title: 'anything else that it refuses',
    holds: () => true,
    kind: 'bad-request',
    advice: () => 'Check the model and the address: the server does not take the request as it is.',
  },
];

/** Kind and advice for what a server says. */
export function judge(complaint: Complaint, asked: Asked): Pick<Fault, 'kind' | 'advice'> {
  const { kind, advice } = REFUSALS.find(({ holds }) => holds(complaint, asked)) as Refusal;
  return { kind, advice: advice(asked, complaint) };
}

/** Whether it is the model that the server does not have, and not the address. */
export function isModelMissing(complaint: Complaint): boolean {
  const { status, words } = complaint;
  if (status === 404) return /model/i.test(words) && !/^an HTML page/.test(words);
  return isOrUnsaid(400, 403, 422)(complaint) && (says(NO_MODEL)(complaint) || hasCode(complaint, 1211));
}

function hasCode({ codes, status }: Complaint, code: number): boolean {
  return codes.split(' ').includes(String(code)) && status !== 500;
}

function isLargerThanMinute(complaint: Complaint): boolean {
  const { limit, requested } = LARGER_THAN_MINUTE.exec(complaint.words)?.groups ?? {};
  return is(413, 429)(complaint) && says(RATE)(complaint) && Number(requested) > Number(limit);
}

/** Google says "quota" of its limits by the minute too; those come with a delay, and are no limits of a day. */
function passesSoon({ value, codes }: Complaint): boolean {
  return fieldIn(value, 'retryDelay') !== undefined && !/PerDay/i.test(codes);
}

function overflowsWithoutWords({ status, words }: Complaint, { quirks }: Asked): boolean {
  return quirks?.overflowsWithoutWords === true && (status === 400 || status === 413) && words === '';
}

/** A key goes only to the server that it was set with: so the one variable that counts here is named. */
function keyAdvice({ authorized, keyVariable }: Address, { words }: Complaint): string {
  if (!authorized) return `No key was sent: put the key for this server into ${keyVariable}.`;
  const checked = `Check that the key in ${keyVariable} is one for this server, and is still valid.`;
  return /^an HTML page/.test(words)
    ? `${checked} The page may also come from a proxy or firewall in between: open the address in a browser.`
    : checked;
}

function modelAdvice({ model, address }: Asked): string {
  return `Check the name of the model ("${model}"): ${shownUrl(address.models, address)} lists what the server has.`;
}

function pathAdvice({ url, address }: Asked): string {
  const base = url.pathname.replace(/\/(?:chat\/completions|models)$/, '');
  const shown = (path: string) => shownUrl(new URL(url.origin + path), address);
  if (/(\/v\d+)\1$/.test(base))
    return `The path is doubled. Try --endpoint ${shown(base.replace(/(\/v\d+)\1$/, '$1'))}.`;
  if (/\/chat\/completions/.test(base)) return `Try --endpoint ${shown(base.replace(/\/chat\/completions.*$/, ''))}.`;
  if (!/\/v\d+/.test(base)) return `Try --endpoint ${shown(`${base}/v1`)}. ${NOT_OPENAI}`;
  return NOT_OPENAI;
}

function redirectAdvice({ url, address }: Asked, complaint: Complaint): string {
  const target = redirectTarget(complaint, url);
  if (target === null) return 'Give the address that it points to with --endpoint.';
  const base = new URL(target.origin + target.pathname.replace(/\/(?:chat\/completions|models)\/?$/, ''));
  return `Give the address that it points to with --endpoint: ${shownUrl(base, { secrets: address.secrets })}.`;
}

/** Where a redirect leads, or null. */
export function redirectTarget({ status, headers }: Complaint, from: URL): URL | null {
  const location = String(headers.location ?? '');
  return isRedirect(status) && location !== '' && URL.canParse(location, from.href) ? new URL(location, from) : null;
}

function isRedirect(status: number | null): boolean {
  return status !== null && status >= 300 && status < 400;
}
