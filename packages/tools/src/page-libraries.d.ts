/** What is used of the libraries that read pages. Their own types want the types of a browser. */
declare module 'linkedom' {
  export interface PageElement {
    readonly tagName: string;
    readonly firstChild: PageElement | null;
    readonly nextSibling: PageElement | null;
    readonly parentElement: PageElement | null;
    textContent: string;
    innerHTML: string;
    getAttribute(name: string): string | null;
    setAttribute(name: string, value: string): void;
    querySelector(selector: string): PageElement | null;
    querySelectorAll(selector: string): Iterable<PageElement>;
    closest(selector: string): PageElement | null;
    remove(): void;
  }
  export interface PageDocument extends PageElement {
    readonly documentElement: PageElement | null;
    readonly body: PageElement;
    createTreeWalker(root: PageElement, show: number): { nextNode(): PageElement | null };
  }
  export function parseHTML(html: string): { readonly document: PageDocument };
}

declare module '@mozilla/readability' {
  import type { PageDocument, PageElement } from 'linkedom';

  export class Readability {
    constructor(
      document: PageDocument,
      options: {
        readonly maxElemsToParse: number;
        readonly keepClasses: boolean;
        readonly serializer: (element: PageElement) => PageElement;
      },
    );
    /** Changes the document. */
    parse(): { readonly title?: string | null; readonly content?: PageElement | null; readonly length?: number } | null;
  }
}

declare module 'turndown/lib/turndown.browser.cjs.js' {
  import type { PageElement } from 'linkedom';

  export default class TurndownService {
    constructor(options: { readonly [name: string]: string });
    addRule(
      name: string,
      rule: {
        readonly filter: string | readonly string[];
        readonly replacement: (content: string, element: PageElement) => string;
      },
    ): this;
    turndown(element: PageElement): string;
  }
}
