/**
 * Searches the web by a service that the person has chosen: a SearXNG of one's own, or Tavily with a key. Without either
 * there is no such tool.
 */
import type { Outcome } from '@tagma/protocol';
import * as z from 'zod/mini';
import { aborted, failed, succeeded, timedOut } from './outcome.ts';
import { outputLimitsOf, sizeInWords } from './output-limits.ts';
import { type Found, type Service, searxng, tavily } from './search-services.ts';
import type { Tool } from './tool.ts';
import { type TextLimits, type Truncation, truncateHead, truncateLine } from './truncate.ts';

const RESULTS_DEFAULT = 8;
const RESULTS_MAX = 20;
const QUERY_CHARACTERS_MAX = 400;
/** Of the text of one result. */
const TEXT_CHARACTERS_MAX = 400;
const TITLE_CHARACTERS_MAX = 200;
const URL_CHARACTERS_MAX = 1_000;
const SILENT_CHARACTERS_MAX = 300;
const TIMEOUT_MS = 20_000;

/** Which service searches the web: with neither there is no tool `search`. */
export type SearchSettings = {
  /** The address of a SearXNG, at home or in a private network as well. It is asked where there is a key, too. */
  readonly searxng?: string | undefined;
  /** Never shown. */
  readonly tavilyKey?: string | undefined;
  /** Where Tavily is; its own address where it is left out. */
  readonly tavilyAddress?: string | undefined;
};

const input = z.strictObject({
  query: z.string().check(z.describe('Words.')),
  limit: z.optional(z.int().check(z.gte(1), z.lte(RESULTS_MAX), z.describe('Results.'))),
});

/** Whether there is anybody to ask. Without, the tool is not offered. */
export function canSearch(settings: SearchSettings): boolean {
  return searchService(settings) !== null;
}

/** The tool `search`, by the service that the settings name. */
export function searchWith(settings: SearchSettings): Tool<z.infer<typeof input>> {
  return {
    name: 'search',
    description: 'Searches the web.',
    body: 'query',
    readOnly: true,
    input,

    async run({ query: written, limit = RESULTS_DEFAULT }, context) {
      const query = written.trim();
      if (query === '') return failed('The query is empty. Give the words to search for.');
      if (query.length > QUERY_CHARACTERS_MAX) {
        return failed(
          `The query has ${query.length} characters; ${QUERY_CHARACTERS_MAX} are the most. Give a few words.`,
        );
      }
      const service = searchService(settings);
      if (service === null) {
        return failed('Nobody is there to ask: a person has to set SEARXNG_URL or TAVILY_API_KEY.');
      }
      const timeout = AbortSignal.timeout(TIMEOUT_MS);
      try {
        const found = await service.search(query, limit, AbortSignal.any([context.signal, timeout]));
        if (!found.ok) return failed(`${service.name} did not search: ${found.problem}.`);
        return report(found.results.slice(0, limit), found.silent, service, outputLimitsOf(context));
      } catch (error) {
        if (context.signal.aborted) return aborted(`search was aborted before ${service.name} had answered.`);
        if (timeout.aborted) return timedOut(`${service.name} did not answer in ${TIMEOUT_MS / 1_000} seconds.`);
        throw error;
      }
    },
  };
}

/** Whom a search asks; null where there is nobody. */
export function searchService(settings: SearchSettings): Service | null {
  const [address, key] = [settings.searxng?.trim() ?? '', settings.tavilyKey?.trim() ?? ''];
  if (address !== '') return searxng(address);
  return key === '' ? null : tavily(key, settings.tavilyAddress);
}

function report(results: readonly Found[], silent: readonly string[], { name }: Service, limits: TextLimits): Outcome {
  const details = { service: name, results: results.length };
  if (results.length === 0) return succeeded('', details, [`no results; ${adviceFor(silent, name)}`]);
  const entries = results.map(({ title, url, text }, at) => {
    const lines = [`${at + 1}. ${oneLine(title, TITLE_CHARACTERS_MAX)}`, `   ${oneLine(url, URL_CHARACTERS_MAX)}`];
    const shown = oneLine(text, TEXT_CHARACTERS_MAX);
    return [...lines, ...(shown === '' ? [] : [`   ${shown}`])].join('\n');
  });
  const page = truncateHead(entries.join('\n'), limits);
  return succeeded(page.content, details, page.truncated ? [cutNote(page)] : []);
}

function cutNote({ outputLines, totalLines, bytesMax }: Truncation): string {
  const shown = `showing the first ${outputLines} of ${totalLines} lines (${sizeInWords(bytesMax)} limit)`;
  return `${shown}; search for less with limit, or with other words`;
}

/** Where nobody that was asked has answered, other words do not help. */
function adviceFor(silent: readonly string[], name: string): string {
  if (silent.length === 0) return 'try other or fewer words';
  return `${name} had no answer from ${oneLine(silent.join(', '), SILENT_CHARACTERS_MAX)}: try again later, or use fetch with an address`;
}

function oneLine(text: string, charactersMax: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const { content, truncated } = truncateLine(line, charactersMax);
  return truncated ? `${content}…` : content;
}
