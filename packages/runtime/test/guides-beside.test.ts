/** What the project says of a folder is told once, also where several calls touch the folder at the same time. */
import type { Guide } from '@tagma/core';
import { NO_FACTS } from '@tagma/protocol';
import { expect, test } from 'vitest';
import { type FindGuides, runSession } from '../src/index.ts';
import { FINAL, RUN, STARTED, world } from './world.ts';

/** Calls of a tool that changes nothing run side by side. */
const LOOKING = { ...STARTED, tools: STARTED.tools.map((tool) => ({ ...tool, readOnly: true })) };

const guideOf = (path: string): Guide => ({ path, text: 'Be brief.', isCut: false, problem: null });

/** Of each call what was known when its guides were looked for, and what of them its event says. */
async function told(replies: readonly string[], find: FindGuides) {
  const known: (readonly string[])[] = [];
  const deps = world({
    replies,
    facts: async () => ({ ...NO_FACTS, reads: [{ path: '/project/src/a.ts', where: 'inside' }] }),
  });
  await runSession('go', LOOKING, {
    ...deps,
    findGuides: async (paths, already, windowTokens) => {
      known.push(already);
      return find(paths, already, windowTokens);
    },
  });
  const ended = deps.records.filter(({ kind, type }) => kind === 'event' && type === 'tool.ended');
  const guides = ended.map(({ fields }) => (fields.guides as readonly Guide[] | undefined)?.map(({ path }) => path));
  return { known, guides };
}

const unlessKnown: FindGuides = async (_paths, known) => {
  await new Promise((resolve) => setTimeout(resolve, 5));
  return known.includes('AGENTS.md') ? [] : [guideOf('AGENTS.md')];
};

test.each<[string, readonly string[], FindGuides, Awaited<ReturnType<typeof told>>]>([
  [
    'calls side by side',
    [RUN + RUN + RUN, FINAL],
    unlessKnown,
    { known: [[], ['AGENTS.md'], ['AGENTS.md']], guides: [['AGENTS.md'], undefined, undefined] },
  ],
  [
    'calls of one reply after another',
    [RUN, RUN, FINAL],
    unlessKnown,
    { known: [[], ['AGENTS.md']], guides: [['AGENTS.md'], undefined] },
  ],
  [
    'calls beside one whose guides cannot be looked for',
    [RUN + RUN, FINAL],
    ((calls) => async (paths, known, windowTokens) => {
      if (calls++ === 0) throw new Error('broken');
      return unlessKnown(paths, known, windowTokens);
    })(0),
    { known: [[], []], guides: [undefined, ['AGENTS.md']] },
  ],
])('%s', async (_, replies, find, expected) => {
  expect(await told(replies, find)).toEqual(expected);
});
