/** The text of a PDF, page by page, by pdf.js without its workers and fonts (`unpdf`), which is loaded when it is needed. */
import { messageOf } from './thrown.ts';

const PAGES_MAX = 1_000;
const READ_MS_MAX = 30_000;

export type PdfText =
  | {
      readonly kind: 'text';
      /** A line with its number before each page. */
      readonly text: string;
      readonly pages: number;
      readonly pagesRead: number;
      readonly hasText: boolean;
    }
  /** `why` is a clause: `is damaged (…)`. */
  | { readonly kind: 'failed'; readonly why: string };

/** Rejects with the signal's reason alone. */
export async function readPdf(bytes: Buffer, signal: AbortSignal): Promise<PdfText> {
  try {
    const { getDocumentProxy } = await import('unpdf');
    signal.throwIfAborted();
    // The library takes the buffer for itself, and wants no Node buffer.
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, isEvalSupported: false });
    try {
      const deadline = performance.now() + READ_MS_MAX;
      const texts: string[] = [];
      while (texts.length < Math.min(document.numPages, PAGES_MAX) && performance.now() < deadline) {
        signal.throwIfAborted();
        texts.push(await textOfPage(await document.getPage(texts.length + 1)));
      }
      return {
        kind: 'text',
        text: texts.map((text, at) => `--- page ${at + 1} ---\n${text}`).join(''),
        pages: document.numPages,
        pagesRead: texts.length,
        hasText: texts.some((text) => text.trim() !== ''),
      };
    } finally {
      await document.destroy();
    }
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'failed', why: whyNot(error) };
  }
}

type Page = { getTextContent(): Promise<{ readonly items: readonly object[] }> };

/** The pieces as they stand in the file; a line ends where the library says so. */
async function textOfPage(page: Page): Promise<string> {
  const { items } = await page.getTextContent();
  const text = items.map((item) => ('str' in item ? `${item.str}${'hasEOL' in item && item.hasEOL ? '\n' : ''}` : ''));
  const lines = text.join('').split('\n');
  return `${lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd()}\n`;
}

function whyNot(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') return 'is locked with a password';
  if (name === 'InvalidPDFException') return 'is damaged, or no PDF at all';
  return `cannot be read (${messageOf(error)})`;
}
