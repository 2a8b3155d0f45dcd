/** What is shown again later is not needed twice: it is shortened first, before anything is because it is old. */
import type { ToolSpec } from '@tagma/protocol';
import { describe, expect, test } from 'vitest';
import { withAllFitted } from '../../src/compaction/fitting.ts';
import { withoutSuperseded } from '../../src/compaction/pruning.ts';
import { sizeOf } from '../../src/index.ts';
import { type Drive, facts, prompted, TOOLS } from '../drive.ts';

const WRITE: ToolSpec = {
  name: 'write',
  description: 'Writes a file.',
  parameters: {
    type: 'object',
    properties: { path: { type: 'string' }, content: { type: 'string' } },
    required: ['path', 'content'],
  },
};
const [, READ] = TOOLS;
const PAGES = { offset: { type: 'integer' }, limit: { type: 'integer' } };
const SESSION = {
  tools: [
    ...TOOLS.filter((tool) => tool !== READ),
    { ...READ, parameters: { ...READ?.parameters, properties: { path: { type: 'string' }, ...PAGES } } } as ToolSpec,
    WRITE,
  ],
};

/** What a call does to the file `a` or to another, how it ends and what it shows of it. */
type Did = {
  readonly action: string;
  readonly path?: string;
  readonly status?: 'ok' | 'error' | 'aborted';
  readonly shows: string;
  /** As the tool says it: null where it does not. */
  readonly isCut?: boolean | null;
};

const LONG = 'long '.repeat(200);
const read = (params = '', path = 'a') => `<action tool="read"><path>${path}</path>${params}</action>`;
const PART = '<offset>5</offset><limit>9</limit>';
const FIRST: Did = { action: read(PART), shows: `FIRST ${LONG}` };

function carryOut(machine: Drive, { action, path = 'a', status = 'ok', shows, isCut = null }: Did): void {
  machine.reply(action);
  const file = [{ path: `/project/${path}`, where: 'inside' as const }];
  const isRead = action.includes('"read"');
  if (action.includes('"bash"')) machine.facts(facts({ runs: ['make'] }));
  else machine.facts(facts(isRead ? { readOnly: true, reads: file } : { writes: file }));
  const details = isCut === null ? {} : { truncated: isCut };
  const outcome = { status, content: shows, details };
  machine.send({ type: 'tool.ended', request: machine.id('tool.run'), outcome, durationMs: 5 });
}

/** Which of what was shown still stands there whole. */
function standing(...did: readonly Did[]): readonly string[] {
  const machine = prompted({ mode: 'trust', turnsMax: 20 }, SESSION);
  for (const each of did) carryOut(machine, each);
  const pruned = withoutSuperseded(machine.snapshot().context.conversation);
  const text = pruned.map(({ message }) => message.content).join('\n');
  return did.map(({ shows }) => shows).filter((shows) => text.includes(shows));
}

const written = (path = 'a') => `<action tool="write"><path>${path}</path><content>${LONG}</content></action>`;

describe('what was read is shortened', () => {
  test.each<[string, Did]>([
    ['the file is read whole', { action: read(), shows: `SECOND ${LONG}` }],
    ['it is read whole, and is short', { action: read(), shows: 'SECOND' }],
    ['it is written whole', { action: written(), shows: 'Successfully wrote a.' }],
    ['a part is asked for that is all of it', { action: read('<limit>500</limit>'), isCut: false, shows: 'SECOND' }],
    ['the same is read again, however it ends', { ...FIRST, status: 'error', shows: 'It is gone.' }],
  ])('where later %s', (_, later) => {
    expect(standing(FIRST, later)).toEqual([later.shows]);
  });
});

describe('what was read stays', () => {
  test.each<[string, Did]>([
    ['another file is written', { action: written('b'), path: 'b', shows: 'Successfully wrote b.' }],
    ['the writing fails', { action: written(), status: 'error', shows: 'No space is left.' }],
    ['another part is read', { action: read('<limit>2</limit>'), shows: 'SECOND' }],
    ['the rest is read', { action: read('<offset>9</offset>'), isCut: false, shows: 'SECOND' }],
    ['it is read and is too long to be shown whole', { action: read(), isCut: true, shows: `SECOND ${LONG}` }],
    ['the same is broken off', { ...FIRST, status: 'aborted', shows: '' }],
  ])('where later %s', (_, later) => {
    expect(standing(FIRST, later)).toEqual([FIRST.shows, later.shows]);
  });

  test('where it was written before', () => {
    const write = { action: written(), shows: 'Successfully wrote a.' };
    expect(standing(write, FIRST)).toEqual([write.shows, FIRST.shows]);
  });
});

test('a command of which nothing more is said takes the place of the same command before', () => {
  const make = '<action tool="bash"><command>make</command></action>';
  expect(standing({ action: make, shows: `FIRST ${LONG}` }, { action: make, shows: 'done' })).toEqual(['done']);
});

test('many short results in one message can still be cut', () => {
  const machine = prompted({ mode: 'trust' }, SESSION);
  machine.reply('<action tool="bash"><command>make</command></action>'.repeat(300));
  for (let i = 0; i < 300; i++) {
    machine.facts(facts({ runs: ['make'] }));
    machine.ended(`done ${i} `.repeat(10));
  }
  const { context } = machine.snapshot();
  const conversation = withAllFitted(context, 2_000);
  expect(sizeOf({ ...context, conversation, size: { count: 0, tokens: 0 } })).toBeLessThan(2_500);
});
