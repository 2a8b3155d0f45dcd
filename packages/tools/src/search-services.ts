/** The services that search the web: how each is asked, and what its answers and its refusals mean. */
import { TextDecoder } from 'node:util';
import * as z from 'zod/mini';
import { requestWeb, type WebAnswer, type WebRequest } from './web-request.ts';

export type Found = { readonly title: string; readonly url: string; readonly text: string };

export type Findings =
  /** `silent`: what the service itself could not ask, each in a few words. */
  | { readonly ok: true; readonly results: readonly Found[]; readonly silent: readonly string[] }
  /** Says who can do what about it. Never holds the key. */
  | { readonly ok: false; readonly problem: string };

export type Service = {
  readonly name: string;
  /** Whether each search is counted, and perhaps paid for. */
  readonly isCounted: boolean;
  /** Rejects only when the signal aborts. */
  readonly search: (query: string, limit: number, signal: AbortSignal) => Promise<Findings>;
};

const BYTES_MAX = 2 * 1024 ** 2;
/** A server of one's own may send on to https, or to its own name. */
const REDIRECTS_MAX = 3;
const TAVILY = 'https://api.tavily.com';

/** Services put together what others have found: what is missing or odd in one result says nothing of the rest. */
const answerSchema = z.object({
  results: z.array(z.unknown()),
  unresponsive_engines: z.optional(z.unknown()),
});
const resultSchema = z.object({ url: z.string().check(z.minLength(1)), title: z.unknown(), content: z.unknown() });
/** Pairs of an engine's name and why it did not answer. */
const silentSchema = z.array(z.tuple([z.string()], z.unknown()));

export function searxng(address: string): Service {
  return {
    name: 'SearXNG',
    isCounted: false,
    async search(query, _, signal) {
      const url = URL.canParse(address) ? new URL(address) : null;
      if (url === null || !/^https?:$/.test(url.protocol)) {
        return {
          ok: false,
          problem: 'its address (SEARXNG_URL) is not one of http or https; a person has to correct it',
        };
      }
      url.pathname = `${url.pathname.replace(/\/(search)?\/?$/, '')}/search`;
      url.search = new URLSearchParams({ q: query, format: 'json' }).toString();
      return ask(
        { method: 'GET', url, headers: {}, body: null, redirectsMax: REDIRECTS_MAX, leavesHost: true },
        signal,
        searxngAdvice,
      );
    },
  };
}

export function tavily(key: string, address: string = TAVILY): Service {
  return {
    name: 'Tavily',
    isCounted: true,
    async search(query, limit, signal) {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ query, max_results: limit });
      // A redirect would take the key elsewhere.
      return ask(
        { method: 'POST', url: new URL('/search', address), headers, body, redirectsMax: 0, leavesHost: false },
        signal,
        tavilyAdvice,
      );
    },
  };
}

/** The address is the person's own word, and may be a private one. What the service finds is only text. */
const ANYWHERE = {
  allowAddress: async () => true,
  lookUp: async (host: string) => (await import('node:dns/promises')).lookup(host, { all: true }),
};

async function ask(
  asked: Omit<WebRequest, 'bytesMax' | 'wants'>,
  signal: AbortSignal,
  advice: (status: number) => string,
): Promise<Findings> {
  const headers = { accept: 'application/json', ...asked.headers };
  const answer = await requestWeb({ ...asked, headers, bytesMax: BYTES_MAX, wants: () => true }, ANYWHERE, signal);
  if (answer.kind !== 'answer') return { ok: false, problem: answer.problem };
  if (answer.status !== 200)
    return { ok: false, problem: `it answered with status ${answer.status}: ${advice(answer.status)}` };
  const read = answerSchema.safeParse(jsonOf(answer));
  const results = read.success ? read.data.results.flatMap(foundIn) : [];
  if (!read.success || (results.length === 0 && read.data.results.length > 0))
    return { ok: false, problem: 'its answer is not the JSON of a search; a person has to look at its address' };
  const silent = silentSchema.safeParse(read.data.unresponsive_engines);
  return {
    ok: true,
    results,
    silent: silent.success ? silent.data.map((engine) => engine.filter(isText).join(': ')) : [],
  };
}

/** A result, or none where it leads nowhere. */
function foundIn(result: unknown): readonly Found[] {
  const read = resultSchema.safeParse(result);
  if (!read.success) return [];
  const { url, title, content } = read.data;
  return [{ title: isText(title) && title.trim() !== '' ? title : url, url, text: isText(content) ? content : '' }];
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function jsonOf({ bytes }: WebAnswer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

function searxngAdvice(status: number): string {
  if (status === 403) return 'it gives no JSON; a person has to add json to search.formats in its settings.yml';
  if (status === 429) return 'it limits how often it is asked; wait, or a person has to change its limiter';
  return status >= 500
    ? 'it has trouble of its own; try again later'
    : 'a person has to look at its address (SEARXNG_URL)';
}

function tavilyAdvice(status: number): string {
  if (status === 401 || status === 403) return 'the key is refused; a person has to set another one (TAVILY_API_KEY)';
  if (status === 429 || status === 432 || status === 433)
    return 'what the key may do is used up; wait, or use fetch with an address';
  return status >= 500 ? 'it has trouble of its own; try again later' : 'ask in other words';
}
