/**
 * Gets one page of the web as text. Only the public internet can be reached: every address is checked when the connection
 * is made, and again at every redirect. A redirect to another host is told, not followed: permissions are given by host.
 */
import type { JsonObject, Outcome } from '@tagma/protocol';
import * as z from 'zod/mini';
import { keepText } from './kept-text.ts';
import { operationsOf } from './operations.ts';
import { aborted, failed, succeeded, timedOut } from './outcome.ts';
import { sizeInWords } from './output-limits.ts';
import { isTextType, textOfPage, typeOf } from './page-text.ts';
import type { Tool, ToolContext } from './tool.ts';
import { truncateBytes, truncateLine } from './truncate.ts';
import { REDIRECTS_MAX, requestWeb, type WebAnswer, type WebFailure } from './web-request.ts';

const CHARACTERS_DEFAULT = 20_000;
const CHARACTERS_MAX = 50_000;
/** On the wire, and after decompression. */
const BYTES_MAX = 5 * 1024 ** 2;
/** For all redirects together. */
const TIMEOUT_MS = 30_000;
const TITLE_CHARACTERS_MAX = 300;
const URL_CHARACTERS_MAX = 2_000;

const input = z.strictObject({
  url: z.string().check(z.describe('Http or https.')),
  limit: z.optional(z.int().check(z.gte(1), z.lte(CHARACTERS_MAX), z.describe('Characters.'))),
});

export const fetch: Tool<z.infer<typeof input>> = {
  name: 'fetch',
  description: 'Gets a web page as Markdown.',
  body: 'url',
  readOnly: true,
  input,

  async run({ url: written, limit = CHARACTERS_DEFAULT }, context) {
    const text = written.trim();
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url === null || !/^https?:$/.test(url.protocol)) {
      return failed(
        `Not an address of the web: ${JSON.stringify(text)}. Give all of it, beginning with https:// or http://.`,
      );
    }
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const { allowAddress, lookUp } = operationsOf(context);
    try {
      const signal = AbortSignal.any([context.signal, timeout]);
      const answer = await requestWeb({ ...GET, url }, { allowAddress, lookUp }, signal);
      return answer.kind === 'answer' ? await report(answer, limit, context) : reportFailure(answer);
    } catch (error) {
      if (context.signal.aborted) return aborted(`fetch was aborted before ${url.host} had answered.`);
      if (timeout.aborted) return timedOut(`${url.host} did not answer completely in ${TIMEOUT_MS / 1_000} seconds.`);
      throw error;
    }
  },
};

const GET = {
  method: 'GET',
  headers: { accept: 'text/html, application/xhtml+xml, application/json;q=0.9, text/*;q=0.9, */*;q=0.5' },
  body: null,
  redirectsMax: REDIRECTS_MAX,
  // The person was asked about this host.
  leavesHost: false,
  bytesMax: BYTES_MAX,
  wants: isTextType,
} as const;

function reportFailure({ kind, url, problem, next }: WebFailure): Outcome {
  const details = { url: url.href, ...(next === undefined ? {} : { redirectsTo: next.href }) };
  if (kind === 'failed') return failed(`${shown(url)} could not be fetched: ${problem}.`, details);
  if (kind === 'redirected') {
    const advice = next === undefined ? '' : ` To follow it, fetch ${shown(next)}`;
    return failed(`${shown(url)} was not fetched: ${problem}.${advice}`, details);
  }
  const advice = 'For a server of your own on this machine or network, use bash with curl.';
  return failed(`${shown(url)} was not fetched: ${problem}. ${advice}`, details);
}

async function report(answer: WebAnswer, limit: number, context: ToolContext): Promise<Outcome> {
  const { url, status, contentType, bytes } = answer;
  const type = typeOf(contentType);
  const about = { url: url.href, status, contentType: type };
  const page = answer.unread ? null : await textOfPage(bytes, contentType, url);
  if (page === null || !page.ok) {
    const size = answer.contentLength ?? (answer.unread ? null : bytes.length);
    const what = `${type || 'of an unknown type'}, ${size === null ? 'of unknown size' : `${size} bytes`}`;
    const why = page === null ? 'it is not text' : page.problem;
    const advice = 'To keep the file itself, use bash with curl -o.';
    return failed(`${shown(url)} (status ${status}) cannot be shown: ${why} (${what}). ${advice}`, {
      ...about,
      bytes: size,
    });
  }

  const cut = cutPage(page.text, limit, context);
  const kept = cut.truncated ? keepText(page.text, 'fetch', context) : null;
  const title = truncateLine(page.title, TITLE_CHARACTERS_MAX).content;
  const details: JsonObject = {
    ...about,
    title,
    bytes: bytes.length,
    characters: page.text.length,
    truncated: cut.truncated || answer.cut || page.cut,
    ...(kept?.ok ? { fullOutputPath: kept.path } : {}),
  };
  const notes: string[] = [];
  if (page.text === '') notes.push('the page has no text: it is empty, or made by scripts in a browser');
  if (cut.truncated) notes.push(cutNote(cut, page.text.length, limit, kept?.ok ? kept.path : null));
  if (answer.cut) notes.push(`only the first ${BYTES_MAX / 1024 ** 2} MB of the page were read`);
  else if (page.cut) notes.push('only the first part of the page was read: it is too large to be made readable');
  const head = [`${shown(url)} (status ${status}${type === '' ? '' : `, ${type}`})`, ...(title === '' ? [] : [title])];
  const content = [...head, '', cut.content].join('\n').trimEnd();
  if (status < 400) return succeeded(content, details, notes);
  return failed(content, details, [...notes, `The server answered with status ${status}: ${adviceFor(status)}`]);
}

type Cut = { readonly content: string; readonly truncated: boolean; readonly bytesMax: number | null };

/** To the characters that were asked for, or to the bytes that a window has room for. */
function cutPage(text: string, limit: number, { outputBytesMax }: ToolContext): Cut {
  const { content, truncated } = truncateLine(text, limit);
  if (outputBytesMax === undefined) return { content, truncated, bytesMax: null };
  const fitting = truncateBytes(content, outputBytesMax);
  const isCut = fitting.length < content.length;
  return { content: fitting, truncated: truncated || isCut, bytesMax: isCut ? outputBytesMax : null };
}

/** Where the window has no room for more, asking for more does not help. */
function cutNote({ content, bytesMax }: Cut, characters: number, limit: number, path: string | null): string {
  const size = bytesMax === null ? '' : ` (${sizeInWords(bytesMax)} limit)`;
  const note = `showing ${content.length} of ${characters} characters${size}`;
  const more = bytesMax === null && limit < CHARACTERS_MAX ? [`use a limit up to ${CHARACTERS_MAX}`] : [];
  const rest = path === null ? more : [...more, `read or grep ${path}, which holds all of it`];
  return rest.length === 0 ? note : `${note}; ${rest.join(', or ')}`;
}

function adviceFor(status: number): string {
  if (status === 404 || status === 410) return 'there is no such page; check the address';
  if (status === 401 || status === 403)
    return 'it is not open to everybody, or not to programs; look for another source';
  if (status === 429 || status >= 500) return 'the server has no answer now; try again later';
  return 'this is not the page that was asked for';
}

function shown(url: URL): string {
  return truncateLine(url.href, URL_CHARACTERS_MAX).content;
}
