/** Messages made shorter: what stays of a part says what it was, and how to get it again. */
import type { Entry, Part } from '../message.ts';

/** With every part that can be shortened; without the pictures, and without what the model thought beside its reply. */
export function shortened(entry: Entry): Entry {
  const { message, parts } = entry;
  if (parts.length > 0 || message.reasoning === undefined) return withShort(entry, parts);
  const { reasoning: _left, ...said } = message;
  return { ...entry, message: said };
}

/** With all shortened that a later message shows again: the same call, or the whole of the same file. */
export function withoutSuperseded(conversation: readonly Entry[]): readonly Entry[] {
  const calls = new Set<string>();
  const files = new Set<string>();
  const pruned: Entry[] = [];
  for (const entry of conversation.toReversed()) {
    const superseded: Part[] = [];
    for (const part of entry.parts.toReversed()) {
      const { shows } = part;
      if (shows === null) continue;
      if (calls.has(shows.call) || (shows.file !== null && files.has(shows.file))) superseded.unshift(part);
      calls.add(shows.call);
      if (shows.file !== null && shows.whole) files.add(shows.file);
    }
    pruned.push(superseded.length === 0 ? entry : withShort(entry, superseded));
  }
  return pruned.reverse();
}

/** With some of its parts shortened; the others move to where they then stand. */
function withShort(entry: Entry, parts: readonly Part[]): Entry {
  if (parts.length === 0) return entry;
  const { message } = entry;
  const short = new Set(parts);
  const kept: Part[] = [];
  let content = '';
  let done = 0;
  for (const part of entry.parts) {
    content += message.content.slice(done, part.from);
    const from = content.length;
    content += short.has(part) ? part.short : message.content.slice(part.from, part.to);
    if (!short.has(part)) kept.push({ ...part, from, to: content.length });
    done = part.to;
  }
  content += message.content.slice(done);
  const images = kept.length > 0 && message.images ? { images: message.images } : {};
  return { ...entry, message: { role: message.role, content, ...images }, parts: kept };
}
