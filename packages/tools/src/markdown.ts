/** Elements of a page as Markdown. */
import type { PageElement } from 'linkedom';
import type TurndownService from 'turndown/lib/turndown.browser.cjs.js';

let service: Promise<TurndownService> | null = null;

export async function markdownOf(element: PageElement): Promise<string> {
  service ??= startService();
  const lines = (await service).turndown(element).split('\n');
  // Expressions that look for blanks at the end of lines take for ever where there are many of them.
  const trimmed = lines.map((line) => line.trimEnd()).join('\n');
  return trimmed.replace(/\n{3,}/g, '\n\n').trim();
}

async function startService(): Promise<TurndownService> {
  const { default: Service } = await import('turndown/lib/turndown.browser.cjs.js');
  const service = new Service({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
  });
  service.addRule('code', { filter: 'pre', replacement: (_, element) => fenced(element) });
  service.addRule('link', { filter: 'a', replacement: linked });
  service.addRule('cell', { filter: ['td', 'th'], replacement: cell });
  service.addRule('row', { filter: 'tr', replacement: row });
  return service;
}

/** `pre` as it stands, whether there is a `code` in it or not. */
function fenced(element: PageElement): string {
  const code = element.textContent.replace(/\n$/, '');
  const longest = (code.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `\n\n${fence}${languageOf(element)}\n${code}\n${fence}\n\n`;
}

/** The language that the class of a `pre`, or of the `code` in it, names; empty where none does. */
export function languageOf(code: PageElement): string {
  const names = `${code.getAttribute('class')} ${code.querySelector('code')?.getAttribute('class')}`;
  return /\b(?:language|lang|highlight-source)-([\w+#-]+)/.exec(names)?.[1] ?? '';
}

/** A link without text says nothing, one without an address is its text. */
function linked(content: string, element: PageElement): string {
  const text = content.trim();
  const href = element.getAttribute('href') ?? '';
  if (text === '' || href === '') return content;
  // An address may hold parentheses.
  return `[${text.replace(/\s+/g, ' ')}](${href.replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))})`;
}

/** The attribute of a table that only places things beside each other. */
export const LAYOUT = 'data-layout';

function isLayout(element: PageElement): boolean {
  return element.closest('table')?.getAttribute(LAYOUT) !== null;
}

function cell(content: string, element: PageElement): string {
  if (isLayout(element)) return `${content} `;
  return `${content.replace(/\s+/g, ' ').replace(/\|/g, '\\|').trim()} | `;
}

/** The row of a table, with the line below it that Markdown wants where it is made of heads. */
function row(content: string, element: PageElement): string {
  if (isLayout(element)) return `\n${content.trim()}\n`;
  const heads = [...element.querySelectorAll('th')].length;
  const isHead = heads > 0 && element.querySelector('td') === null;
  return `\n| ${content.trim()}${isHead ? `\n|${' --- |'.repeat(heads)}` : ''}`;
}
