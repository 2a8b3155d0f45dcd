/** What an answer of the web holds, as text for the model: HTML as Markdown, JSON on many lines, other text as it is. */
import { decodeText } from './charset.ts';

export type PageText =
  | { readonly ok: true; readonly text: string; readonly title: string; readonly cut: boolean }
  | { readonly ok: false; readonly problem: string };

const TEXTS =
  /^(text\/.*|application\/(.*\+)?(json|xml|xhtml\+xml|javascript|ecmascript|x-javascript|typescript|x-sh|x-shellscript|yaml|x-yaml|toml|sql|graphql|x-ndjson|ndjson|jsonl|json-seq|x-www-form-urlencoded|x-httpd-php|rtf|x-tex|x-latex)|image\/svg\+xml|message\/.*)$/;

/** Whether a body of this type can be shown; one without a type is looked at. */
export function isTextType(contentType: string): boolean {
  const type = typeOf(contentType);
  return type === '' || TEXTS.test(type);
}

/** `text/html` of `Text/HTML; charset=…`. */
export function typeOf(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}

/** `url` is where it came from. */
export async function textOfPage(bytes: Uint8Array, contentType: string, url: URL): Promise<PageText> {
  const type = typeOf(contentType);
  const text = decodeText(bytes, contentType);
  if (type === '' && text.includes('\0')) return { ok: false, problem: 'it is not text' };
  if (isHtml(type, text)) return readHtml(text, url);
  const isJson = /(^|[/+])json$/.test(type);
  if (isJson) return { ok: true, text: (await import('./pretty-json.ts')).prettyJson(text), title: '', cut: false };
  return { ok: true, text, title: '', cut: false };
}

function isHtml(type: string, text: string): boolean {
  if (type === '') return /^\s*<(!doctype html|html|head|body)\b/i.test(text);
  return type === 'text/html' || type === 'application/xhtml+xml';
}

async function readHtml(html: string, url: URL): Promise<PageText> {
  const { readablePage } = await import('./html-page.ts');
  const page = await readablePage(html, url);
  if (page === null) return { ok: false, problem: 'it is nested too deeply to be read' };
  return { ok: true, text: page.markdown, title: page.title, cut: page.cut };
}
