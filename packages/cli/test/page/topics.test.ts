/** What the filters of the page find: each item of a recorded session under what it is about. */
import { fileURLToPath } from 'node:url';
import { recordsIn, timelineOf } from '@tagma/history';
import { expect, test } from 'vitest';
import { topicsOf } from '../../src/page/topics.ts';

const GOLDEN = fileURLToPath(new URL('../../../../history/golden/', import.meta.url));

async function topicsIn(name: string): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const item of timelineOf(recordsIn(`${GOLDEN}${name}.xml`))) {
    const topics = topicsOf(item);
    const which = item.kind === 'action' ? `${item.tool} ${item.call}` : item.kind;
    if (topics.length > 0) lines.push(`${which}: ${topics.join(' ')}`);
  }
  return lines;
}

test.each([
  [
    'permission-asked',
    [
      'bash 1: denied asked commands',
      'bash 2: asked commands errors',
      'bash 4: commands errors',
      'occurrence: notable',
      'bash 5: denied commands',
    ],
  ],
  ['a-task-done', ['write 2: asked changes', 'edit 3: asked changes']],
  [
    'an-outage',
    [
      'reply: errors notable',
      'reply: errors notable',
      'reply: errors notable',
      'occurrence: notable',
      'end: notable',
      'reply: errors',
      'end: errors',
    ],
  ],
  [
    'malformed-replies',
    [
      'reply: errors',
      'reply: repaired',
      'reply: repaired',
      'reply: errors',
      'write 3: errors',
      'reply: errors',
      'read_file 4: errors',
      'bash 5: commands',
      'limit: asked notable',
    ],
  ],
  ['taken-back', ['edit 1: asked changes', 'undo: changes notable', 'undo: errors notable', 'undo: errors notable']],
  [
    'own-commands',
    [
      'shell: commands notable',
      'shell: commands errors notable',
      'shell: commands notable',
      'occurrence: notable',
      'reply: errors',
      'end: errors',
      'shell: commands notable',
      'shell: commands notable',
      'shell: commands notable',
      'session: notable',
    ],
  ],
  ['side-by-side', ['bash 3: commands', 'read 5: asked network notable', 'occurrence: notable', 'end: notable']],
])('%s', async (name, expected) => {
  expect(await topicsIn(name)).toEqual(expected);
});
