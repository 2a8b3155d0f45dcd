/** What a block is made of, as it came: for a search, for the clipboard, for an editor. */
import { describe, textOf } from './describe.ts';
import type { Item } from './items.ts';

export function sourceOf(item: Item): string {
  switch (item.kind) {
    case 'note':
    case 'prompt':
    case 'thought':
    case 'loose':
    case 'final':
    case 'answered':
    case 'plan':
      return item.text;
    case 'shell':
      return `${item.command}\n${item.text}`;
    case 'observation':
      return item.notes.length === 0 ? item.text : [item.text, ...item.notes].join('\n');
    case 'action':
      return [item.tool, ...Object.values(item.params).map(textOf)].join('\n');
    default:
      return describe(item)
        .map((line) => line.map(({ text }) => text).join(''))
        .join('\n');
  }
}

/** The ending of a file that holds it, for an editor: what it holds decides the colours there. */
export function endingOf(item: Item): string {
  if (item.kind === 'final' || item.kind === 'plan') return 'md';
  return item.kind === 'action' && item.tool === 'bash' ? 'sh' : 'txt';
}
