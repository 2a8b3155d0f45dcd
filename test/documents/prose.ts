/** What the text of a page names: links, anchors, words in backticks. */
import { proseOf } from './blocks.ts';

export type Link = { readonly to: string; readonly line: number };

export function linksIn(text: string): readonly Link[] {
  const lines = proseOf(text).split('\n');
  return lines.flatMap((content, at) =>
    [...content.replace(/`[^`]*`/g, '').matchAll(/\]\(([^()\s]+(?:\([^()]*\))?)\)/g)].map(([, to = '']) => ({
      to,
      line: at + 1,
    })),
  );
}

/** As the sites that show Markdown make them of headings. */
export function anchorsIn(text: string): ReadonlySet<string> {
  const headings = proseOf(text).match(/^#+ .*$/gm) ?? [];
  const anchors = new Set<string>();
  for (const heading of headings) {
    const name = heading
      .replace(/^#+ /, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    let one = name;
    for (let again = 1; anchors.has(one); again++) one = `${name}-${again}`;
    anchors.add(one);
  }
  return anchors;
}

export function spansIn(text: string): readonly string[] {
  return [...proseOf(text).matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
}
