/** The pages that Tagma is documented on, and the fenced blocks on them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder, ROOT } from '../../packages/build/workspace.mjs';

/** From the root, with `/`. */
export const PAGES: readonly string[] = [
  'README.md',
  ...filesUnder(join(ROOT, 'docs'))
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path}`),
];

export type Block = {
  /** What stands behind the fence: `sh`, `reply length`. */
  readonly words: readonly string[];
  readonly text: string;
  /** Of the fence, from 1. */
  readonly line: number;
  /** A comment right above the fence, without its signs; '' where there is none. */
  readonly comment: string;
};

export function pageText(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}

export function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const [, fence, info] = /^(`{3,})(.*)$/.exec(lines[at] ?? '') ?? [];
    if (fence === undefined) continue;
    const end = lines.indexOf(fence, at + 1);
    const [, comment = ''] = /^<!-- (.*) -->$/.exec(lines[at - 1] ?? '') ?? [];
    const words = info?.trim().split(/\s+/) ?? [];
    blocks.push({ words, text: lines.slice(at + 1, end).join('\n'), line: at + 1, comment });
    at = end;
  }
  return blocks;
}

/** The text of a page without its blocks; as many lines. */
export function proseOf(text: string): string {
  return text.replace(/^(`{3,}).*\n[\s\S]*?^\1$/gm, (block) => block.replace(/.*/g, ''));
}
