/**
 * An HTML page as Markdown: its article where one is found, else all of its body. What only a browser needs is taken out
 * (scripts, styles, controls, what is hidden), and links are made absolute, so that they can be fetched. The libraries
 * are loaded with the first page.
 */
import type { PageDocument, PageElement } from 'linkedom';
import { LAYOUT, languageOf, markdownOf } from './markdown.ts';

/** So much of a page is read. A larger one takes longer than it is worth, and nothing can stop it meanwhile. */
const HTML_CHARACTERS_MAX = 1_000_000;
/** Tags and entities that are read, for each costs a node. */
const MARKS_MAX = 60_000;
/** A page with more elements is not searched for its article: what readability does grows faster than the page. */
const ELEMENTS_MAX = 30_000;
/** Deeper, and the libraries run out of stack. Pages that people write stay below a hundred. */
const DEPTH_MAX = 300;
/** A shorter article is a wrong guess. */
const ARTICLE_CHARACTERS_MIN = 200;

const UNREADABLE =
  'script, style, noscript, template, iframe, object, embed, svg, canvas, audio, video, dialog, link, meta, ' +
  '[hidden], [style*="display:none"], [style*="display: none"], [style*="visibility:hidden"], [style*="visibility: hidden"]';
const CONTROLS = 'input, button, select, textarea, datalist';

export type ReadablePage = {
  readonly title: string;
  readonly markdown: string;
  /** Whether the page was larger than what is read of one. */
  readonly cut: boolean;
};

type Article = Omit<ReadablePage, 'cut'>;

/**
 * Null for a page that is nested too deeply. Total.
 *
 * @param url where the page came from, for its links
 */
export async function readablePage(html: string, url: URL): Promise<ReadablePage | null> {
  try {
    const first = firstMarks(html.slice(0, HTML_CHARACTERS_MAX));
    const article = await read(first, url);
    return article === null ? null : { ...article, cut: first.length < html.length };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

async function read(html: string, url: URL): Promise<Article | null> {
  const { parseHTML } = await import('linkedom');
  const source = /<html[\s>]/i.test(html) ? html : `<html>${html}</html>`;
  const { document } = parseHTML(source);
  const root = document.documentElement;
  // Nothing but pieces of tags.
  if (root === null) return { title: '', markdown: '' };
  if (depthOf(root) > DEPTH_MAX) return null;
  const title = oneLine(document.querySelector('title')?.textContent ?? '');
  for (const element of document.querySelectorAll('title')) element.remove();
  prepare(document, url);
  const whole = document.querySelector('body') ?? document.documentElement;
  const wholeText = whole === null ? '' : await markdownOf(whole);
  const article = await articleOf(document);
  return { title: title === '' ? oneLine(article?.title ?? '') : title, markdown: article?.markdown ?? wholeText };
}

/** How deep the nodes of a page stand in each other, at most. Of broken pages only their tree tells. */
function depthOf(root: PageElement): number {
  let deepest = 0;
  let depth = 0;
  let node: PageElement | null = root;
  while (node !== null) {
    if (node.firstChild !== null) {
      node = node.firstChild;
      deepest = Math.max(deepest, ++depth);
      continue;
    }
    while (node !== null && node !== root && node.nextSibling === null) {
      node = node.parentElement;
      depth--;
    }
    node = node === root ? null : (node?.nextSibling ?? null);
  }
  return deepest;
}

function firstMarks(html: string): string {
  let marks = 0;
  for (const { index } of html.matchAll(/[<&]/g)) if (++marks > MARKS_MAX) return html.slice(0, index);
  return html;
}

function prepare(document: PageDocument, url: URL): void {
  const base = absolute(document.querySelector('base[href]')?.getAttribute('href') ?? '', url.href) ?? url.href;
  for (const element of document.querySelectorAll(UNREADABLE)) {
    // A page that is hidden as a whole is one that scripts would show.
    if (!/^(HTML|BODY)$/.test(element.tagName)) element.remove();
  }
  removeForms(document);
  shortenBlanks(document);
  for (const table of document.querySelectorAll('table')) {
    const isTable = table.querySelector('th') !== null && table.querySelector('table') === null;
    if (!isTable) table.setAttribute(LAYOUT, '');
  }
  for (const link of document.querySelectorAll('a[href]')) {
    link.setAttribute('href', absolute(link.getAttribute('href') ?? '', base) ?? '');
  }
  for (const image of document.querySelectorAll('img')) {
    const source = absolute(image.getAttribute('src') ?? '', base);
    if (source === null || oneLine(image.getAttribute('alt') ?? '') === '') image.remove();
    else image.setAttribute('src', source);
  }
}

/** A form goes with its labels, but for one around the page itself, as some frameworks make it. */
function removeForms(document: PageDocument): void {
  const total = document.documentElement?.textContent.length ?? 0;
  for (const form of document.querySelectorAll('form')) if (form.textContent.length < total / 2) form.remove();
  for (const control of document.querySelectorAll(CONTROLS)) control.remove();
}

/**
 * Long runs of blanks mean nothing, and some of the libraries' expressions take the square of their length. Code keeps
 * its blanks, and is one text from here on.
 */
function shortenBlanks(document: PageDocument): void {
  for (const code of document.querySelectorAll('pre')) {
    const language = languageOf(code);
    code.textContent = code.textContent.replace(/\s{400,}/g, (blanks) => blanks.slice(0, 400));
    code.setAttribute('class', language === '' ? '' : `language-${language}`);
  }
  const root = document.documentElement;
  // All that there was may have been taken out.
  if (root === null) return;
  const texts = document.createTreeWalker(root, SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    if (text.parentElement?.tagName !== 'PRE') text.textContent = text.textContent.replace(/\s+/g, ' ');
  }
}

/** `NodeFilter.SHOW_TEXT` of the DOM. */
const SHOW_TEXT = 4;

/** Null for what cannot be fetched: scripts, data, broken addresses. */
function absolute(href: string, base: string): string | null {
  const written = href.trim();
  if (!URL.canParse(written, base)) return null;
  const url = new URL(written, base);
  return /^(https?|mailto):$/.test(url.protocol) ? url.href : null;
}

/** Changes the document. */
async function articleOf(document: PageDocument): Promise<Article | null> {
  const { Readability } = await import('@mozilla/readability');
  const elements = [...document.querySelectorAll('*')].length;
  if (elements > ELEMENTS_MAX || document.documentElement === null) return null;
  const options = { maxElemsToParse: ELEMENTS_MAX, keepClasses: true, serializer: (element: PageElement) => element };
  const reader = new Readability(document, options);
  const article = found(() => reader.parse());
  if (!article?.content || (article.length ?? 0) < ARTICLE_CHARACTERS_MIN) return null;
  return { title: article.title ?? '', markdown: await markdownOf(article.content) };
}

/** Pages are broken in ways that the library does not expect; then there is no article. */
function found<T>(search: () => T): T | null {
  try {
    return search();
  } catch {
    return null;
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
