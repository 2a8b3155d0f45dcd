/** What has happened, from the records: every record in its place, each call with all that became of it. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Json } from '@tagma/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ReadRecord, readHistory, type TimelineItem, timelineOf } from '../../src/index.ts';

const GOLDEN = fileURLToPath(new URL('../../../../history/golden/', import.meta.url));
const FILES = readdirSync(GOLDEN).filter((name) => name.endsWith('.xml'));

async function recordsIn(name: string): Promise<readonly ReadRecord[]> {
  const read = await readHistory(`${GOLDEN}${name}`);
  if (!read.ok) throw new Error(read.error.message);
  return read.records;
}

async function itemsOf(records: readonly ReadRecord[]): Promise<readonly TimelineItem[]> {
  const items: TimelineItem[] = [];
  for await (const item of timelineOf(records)) items.push(item);
  return items;
}

function lineOf(item: TimelineItem): string {
  const words = (): readonly (string | number | null | false)[] => {
    switch (item.kind) {
      case 'session':
        return [item.model];
      case 'prompt':
        return [item.begins ? 'begins' : item.steers ? 'steers' : 'waits', item.text];
      case 'reply':
        return [item.turn, item.finish, item.repairs.join(' '), item.fault?.message ?? '', item.retry && 'retry'];
      case 'action':
        return [
          item.call,
          item.tool,
          ...item.decisions.flatMap(decided),
          item.status,
          item.content.split('\n')[0] ?? '',
        ];
      case 'end':
        return [item.how, item.text];
      case 'limit':
        return [item.reason, item.answer];
      case 'undo':
        return [item.steps, item.status];
      case 'shell':
        return [item.command, item.status, item.content.split('\n')[0] ?? '', ...item.notes];
      case 'occurrence':
        return [item.what, item.about];
    }
  };
  const said = words().filter((word) => word !== '' && word !== null && word !== false);
  return [item.kind, ...said].join(' · ');
}

function decided({
  verdict,
  asked,
}: {
  readonly verdict: string;
  readonly asked: { readonly answer: string | null; readonly rule: string } | null;
}) {
  return asked === null ? [verdict] : [verdict, `${asked.answer}${asked.rule === '' ? '' : ` ${asked.rule}`}`];
}

test.each(FILES)('every record of %s belongs to one item, and the items stand in order', async (name) => {
  const records = await recordsIn(name);
  const items = await itemsOf(records);
  const owned = items.flatMap((item) => item.records.map(({ n }) => n));
  expect(owned.toSorted((a, b) => a - b)).toEqual(records.map(({ n }) => n));
  const firsts = items.map(({ record }) => record);
  expect(firsts).toEqual(firsts.toSorted((a, b) => a - b));
});

describe('what has happened', () => {
  test('a call that a hook has refused was denied by it, whatever had allowed it before', async () => {
    const items = await itemsOf(await recordsIn('with-hooks.xml'));
    const actions = items.filter((item) => item.kind === 'action');
    expect([actions.map(lineOf), actions[0]?.decisions.at(-1)]).toEqual([
      [
        'action · 1 · bash · ask · once · deny · denied',
        'action · 2 · read · allow · ok · A',
        'action · 3 · read · allow · ok · A',
      ],
      { record: 26, verdict: 'deny', by: 'the hook guard: not on Fridays', asked: null },
    ]);
  });

  test.each<{ name: string; lines: readonly string[] }>([
    {
      name: 'permission-asked.xml',
      lines: [
        'session · golden',
        'prompt · begins · build it',
        'reply · 1 · stop',
        'action · 1 · bash · ask · no · denied',
        'reply · 2 · stop',
        'action · 2 · bash · ask · always Bash(make) · error · make: *** no rule',
        'action · 3 · read · skipped',
        'reply · 3 · stop',
        'action · 4 · bash · allow · timeout · built',
        'reply · 4 · stop',
        'occurrence · mode changed by the person · plan',
        'action · 5 · bash · deny · denied',
        'reply · 5 · stop',
        'end · done · It cannot be built.',
        'occurrence · session ended · quit',
      ],
    },
    {
      name: 'side-by-side.xml',
      lines: [
        'session · golden',
        'prompt · begins · compare them',
        'reply · 1 · stop',
        'action · 1 · read · allow · ok · A',
        'action · 2 · read · allow · ok · B',
        'action · 3 · bash · skipped',
        'prompt · steers · do not build it',
        'occurrence · message taken up · message 1',
        'reply · 2 · stop',
        'occurrence · of no effect · tool.ended: late',
        'action · 4 · read · allow · ok · A',
        'action · 5 · read · ask · always · aborted',
        'occurrence · stop asked for · by the person',
        'end · aborted · by the person',
        'occurrence · session ended · quit',
      ],
    },
    {
      name: 'cut-off.xml',
      lines: [
        'session · golden',
        'prompt · begins · compare them, and build it',
        'reply · 1 · stop',
        'action · 1 · read · allow · aborted · interrupted: the session was cut off while it ran, and its effect is unknown; look before you do it again.',
        'action · 2 · read · allow · ok · B',
        'action · 3 · read · allow · aborted · interrupted: the session was cut off while it ran, and its effect is unknown; look before you do it again.',
        'action · 4 · bash · skipped',
        'session · golden',
        'end · aborted · the session was cut off while it ran',
        'occurrence · of no effect · tool.ended: late',
        'occurrence · goes on',
        'reply · 2 · stop',
        'action · 5 · bash · ask · null · skipped',
        'session · golden',
        'end · aborted · the session was cut off while it ran',
        'session · golden',
        'occurrence · goes on',
        'reply · 3 · stop',
        'action · 6 · bash · allow · aborted · interrupted: the session was cut off while it ran, and its effect is unknown; look before you do it again.',
        'prompt · steers · and test it',
        'session · golden',
        'end · aborted · the session was cut off while it ran',
        'prompt · begins · what is done?',
        'reply · 1 · stop',
        'end · done · B was read; whether it was built is not known.',
        'occurrence · session ended · quit',
      ],
    },
    {
      name: 'an-outage.xml',
      lines: [
        'session · golden',
        'prompt · begins · go',
        'reply · 1 · failed · busy · retry',
        'reply · 1 · failed · busy · retry',
        'reply · 1 · stop',
        'action · 1 · read · allow · ok · A',
        'reply · 2 · failed · reset · retry',
        'occurrence · stop asked for · by the person',
        'end · aborted · by the person',
        'prompt · begins · go on',
        'reply · 1 · failed · no key',
        'end · failed · no key\nTry again.',
        'occurrence · session ended · quit',
      ],
    },
    {
      name: 'taken-back.xml',
      lines: [
        'session · golden',
        'prompt · begins · change a.ts',
        'reply · 1 · stop',
        'action · 1 · edit · ask · once · ok · Edited a.ts.',
        'reply · 2 · stop',
        'occurrence · of no effect · undo.requested: not now',
        'end · done · Changed.',
        'undo · turn · ok',
        'undo · 2 · error',
        'undo · 1 · error',
        'prompt · waits · and now?',
        'prompt · begins · and now?',
        'reply · 1 · stop',
        'end · done · As it was.',
        'occurrence · session ended · quit',
      ],
    },
    {
      name: 'asked-and-planned.xml',
      lines: [
        'session · golden',
        'prompt · begins · serve it',
        'reply · 1 · stop',
        'action · 1 · ask · ok',
        'reply · 2 · stop',
        'action · 2 · plan · ok · You are planning: look at what you need, write the plan to .tagma/plans/golden.md, and change nothing else. Then use plan with the action done.',
        'action · 3 · bash · deny · denied',
        'occurrence · mode · plan',
        'reply · 3 · stop',
        'action · 4 · plan · denied',
        'occurrence · of no effect · plan.answered: not now',
        'reply · 4 · stop',
        'action · 5 · plan · ok',
        'occurrence · mode · default',
        'reply · 5 · stop',
        'end · done · So be it.',
        'occurrence · session ended · quit',
      ],
    },
  ])('in $name', async ({ name, lines }) => {
    expect((await itemsOf(await recordsIn(name))).map(lineOf)).toEqual(lines);
  });
});

test('an action has the params, the facts, who decided, the question to the person and the end of it', async () => {
  const [action] = (await itemsOf(await recordsIn('permission-asked.xml'))).filter(({ kind }) => kind === 'action');
  expect({ ...action, records: action?.records.map(({ n }) => n) }).toEqual({
    ...{
      kind: 'action',
      call: 1,
      tool: 'bash',
      params: { command: 'make' },
      record: 8,
      at: Date.UTC(2026, 0, 1, 0, 0, 3),
    },
    records: [9, 10, 11, 12, 13, 14, 15],
    facts: {
      ...{ reads: [], writes: [], deletes: [], runs: ['make'], network: [] },
      ...{ unknown: null, forbidden: null, preview: '' },
    },
    decisions: [
      {
        ...{ record: 12, verdict: 'ask', by: 'mode default: running a program asks (make)' },
        asked: {
          ...{ at: Date.UTC(2026, 0, 1, 0, 0, 4), why: 'mode default: running a program asks (make)', outside: false },
          ...{ answer: 'no', reason: 'use npm', waitedMs: 1_000, rule: '' },
        },
      },
    ],
    ...{ runs: [], question: null, plan: null, status: 'denied', content: '', notes: [], details: {} },
  });
});

test('what a file does not tell to the end is left open', async () => {
  const records = await recordsIn('permission-asked.xml');
  const cutAt = (type: string) => records.slice(0, records.findIndex((record) => record.type === type) + 1);
  expect((await itemsOf(cutAt('tool.run'))).slice(-2).map(lineOf)).toEqual([
    'action · 2 · bash · ask · always Bash(make)',
    'action · 3 · read',
  ]);
  expect((await itemsOf(cutAt('person.ask'))).slice(-1).map(lineOf)).toEqual(['action · 1 · bash · ask · null']);
  expect((await itemsOf(cutAt('model.ask'))).slice(-1).map(lineOf)).toEqual(['reply · 1']);
});

/** Of the types that there are, in any order, with any fields: a file may be damaged, or made up. */
const NAMES = [
  'id',
  'request',
  'call',
  'reply',
  'actions',
  'params',
  'outcome',
  'decision',
  'facts',
  'model',
  'rule',
  'text',
];
const VALUE = fc.letrec<{ value: Json }>((again) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Json>(null, true, 1, 2, -1, '', 'ask', 'deny', '__proto__'),
    fc.array(again('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES), again('value'), { maxKeys: 4 }),
  ),
})).value;

test('whatever stands in a file, each record belongs to one item', async () => {
  const real = (await Promise.all(FILES.map(recordsIn))).flat();
  const types = [...new Map(real.map(({ kind, type }) => [type, { kind, type }])).values()];
  const made = fc.record({ which: fc.constantFrom(...types), fields: fc.dictionary(fc.constantFrom(...NAMES), VALUE) });
  await fc.assert(
    fc.asyncProperty(fc.array(made, { maxLength: 30 }), async (given) => {
      const records = given.map(({ which, fields }, index): ReadRecord => {
        const place = { n: index + 1, at: index, hash: '', bytes: new Uint8Array(), takenOut: [] };
        return { ...which, ...place, fields };
      });
      const owned = (await itemsOf(records)).flatMap((item) => item.records.map(({ n }) => n));
      expect(owned.toSorted((a, b) => a - b)).toEqual(records.map(({ n }) => n));
    }),
    { numRuns: 300 },
  );
});
