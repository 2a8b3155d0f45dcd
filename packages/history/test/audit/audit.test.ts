/** What an audit finds, and in which record: a fault a row, made in a file whose chain is right again where that is not the point. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HistoryRecord, JsonObject } from '@tagma/protocol';
import { describe, expect, it, test } from 'vitest';
import { type AuditReport, auditHistory, FINDINGS, forkHistory } from '../../src/index.ts';
import { sha256 } from '../../src/sha256.ts';
import { rewritten } from '../rewritten.ts';
import { temporaryFolder } from '../temporary.ts';

const HISTORY = fileURLToPath(new URL('../../../../history/', import.meta.url));

function golden(name: string): string {
  return join(HISTORY, 'golden', `${name}.xml`);
}

async function audited(file: string, replay = false): Promise<AuditReport> {
  const report = await auditHistory(file, { replay });
  if ('error' in report) throw new Error(report.error.message);
  return report;
}

/** `code record`, one a finding. */
function namesOf({ findings }: AuditReport): readonly string[] {
  return findings.map(({ code, record }) => `${code} ${record}`);
}

describe('every golden session, of this program and of older ones', () => {
  const files = readdirSync(HISTORY, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.xml'));

  it.each(files)('%s holds', async (name) => {
    const { holds, findings } = await audited(join(HISTORY, name), true);
    expect([holds, findings.filter(({ weight }) => weight === 'fault')]).toEqual([true, []]);
  });
});

test('a call that a hook has refused is counted as denied, by the hook', async () => {
  const { calls, totals } = await audited(golden('with-hooks'));
  const [last] = calls[0]?.decisions.slice(-1) ?? [];
  expect([last?.who, last?.by, totals.decisions]).toEqual([
    ...['hook', 'the hook guard: not on Fridays'],
    { byRule: 0, byMode: 2, byPerson: 0, byNobody: 0, denied: 1 },
  ]);
});

type Change = (record: HistoryRecord, n: number) => HistoryRecord | readonly HistoryRecord[] | null;

/** In this record alone, fields deep inside are given another value. */
function setting(at: number, path: string, value: unknown): Change {
  return (record, n) => (n === at ? { ...record, fields: withValue(record.fields, path.split('.'), value) } : record);
}

function withValue(fields: JsonObject, [name = '', ...rest]: readonly string[], value: unknown): JsonObject {
  const inner = (fields[name] ?? {}) as JsonObject;
  return { ...fields, [name]: rest.length === 0 ? value : withValue(inner, rest, value) } as JsonObject;
}

/** This record is of another type, with other fields. */
function being(at: number, type: string, fields: JsonObject): Change {
  return (record, n) => (n === at ? { ...record, type, fields } : record);
}

/** An older program has let this call pass, by what it says here. Rules of its session let bash pass, and say something of write. */
function older(at: number, by: string, says = 'allow'): Change {
  const rules = [
    { says: 'allow', tool: 'bash', pattern: '', from: 'option' },
    { says, tool: 'write', pattern: '', from: 'option' },
  ];
  return (record, n) => {
    if (n === 1) return setting(1, 'behaviour', 4)(setting(1, 'settings.rules', rules)(record, n) as HistoryRecord, n);
    return setting(at, 'decision', { verdict: 'allow', by })(record, n);
  };
}

/** After this record stands one more, of its step. */
function adding(at: number, kind: HistoryRecord['kind'], type: string, fields: JsonObject): Change {
  return (record, n) => (n === at ? [record, { kind, type, at: record.at, fields }] : record);
}

function leavingOut(...numbers: readonly number[]): Change {
  return (record, n) => (numbers.includes(n) ? null : record);
}

/*
 * The records of `a-task-done`:
 *  1 session.started  3 prompt.given  5 model.ask #1    6 reply.ended 8 reply.read  9 facts.take #2, call 1 (read)
 * 10 facts.taken     12 call.judged  13 tool.run #3    14 tool.ended 16 model.ask #4  17 reply.ended 19 reply.read
 * 20 facts.take #5, call 2 (write)   21 facts.taken    23 call.judged 24 person.ask #6 25 permission.answered
 * 27 tool.run #7     28 tool.ended   30 facts.take #8, call 3 (edit) 31 facts.taken 33 call.judged 34 person.ask #9
 * 35 permission.answered 37 tool.run #10 38 tool.ended 40 model.ask #11 …
 */
const TASK = 'a-task-done';
const MAKE_DIR = { verdict: 'allow', by: 'rule Bash(make) (command line)' };

const FAULTS: readonly (readonly [title: string, session: string, change: Change, expected: string])[] = [
  ['a step without its state', TASK, leavingOut(4), 'out-of-place 4'],
  ['two states', TASK, adding(4, 'state', 'idle', {}), 'out-of-place 5'],
  [
    'a note before the state',
    TASK,
    adding(10, 'note', 'event.ignored', { event: 'x', why: 'late' }),
    'out-of-place 11',
  ],
  ['a derived record of another time', TASK, (r, n) => (n === 8 ? { ...r, at: r.at + 1 } : r), 'out-of-place 8'],
  [
    'a session that is started twice',
    TASK,
    (r, n) => (n === 1 ? [r, { ...r, kind: 'state', type: 'idle', fields: {} }, r] : r),
    'out-of-place 3',
  ],
  ['a behaviour before the first', TASK, setting(1, 'behaviour', 0), 'wrong-behaviour 1'],
  ['a behaviour below none', TASK, setting(1, 'behaviour', -3), 'wrong-behaviour 1'],
  ['a behaviour that falls within the file', 'resumed', setting(27, 'behaviour', 4), 'wrong-behaviour 27'],
  [
    'a behaviour that could not take a session up',
    'resumed',
    (r) => ('behaviour' in r.fields ? { ...r, fields: { ...r.fields, behaviour: 4 } } : r),
    'wrong-behaviour 27',
  ],
  ['a session of another name than its file', TASK, setting(1, 'session', 'another'), 'wrong-origin 1'],
  ['a session taken up under another name', 'resumed', setting(27, 'session', 'another'), 'wrong-origin 27'],
  [
    'a copy that says that less was copied',
    'resumed',
    setting(27, 'parent', { session: 'other', record: 12, hash: '' }),
    'wrong-origin 27',
  ],
  [
    'a copy that says that more was copied',
    'resumed',
    setting(27, 'parent', { session: 'other', record: 27, hash: '' }),
    'wrong-origin 27',
  ],
  [
    'a session that is its own parent',
    'resumed',
    setting(27, 'parent', { session: 'golden', record: 26, hash: '' }),
    'wrong-origin 27',
  ],
  ['an event that does not exist', TASK, being(3, 'tool.started', {}), 'unknown-type 3'],
  ['a state that does not exist', TASK, being(4, 'dreaming', {}), 'unknown-type 4'],
  ['a field of another type', TASK, setting(3, 'text', 5), 'wrong-fields 3'],
  ['a field too many', TASK, setting(13, 'forced', true), 'wrong-fields 13'],
  ['a field too few', TASK, being(14, 'tool.ended', { request: 3 }), 'wrong-fields 14'],
  ['an id left out', TASK, setting(9, 'id', 3), 'wrong-number 9'],
  ['an id given twice', TASK, setting(13, 'id', 2), 'wrong-number 13'],
  ['a reply numbered wrongly', TASK, setting(16, 'turn', 4), 'wrong-number 16'],
  ['a reply numbered as the one before', TASK, setting(16, 'turn', 1), 'wrong-number 16'],
  ['a call that no reply holds', TASK, setting(9, 'call', 7), 'wrong-number 9'],
  ['a call run with another tool', TASK, setting(13, 'tool', 'bash'), 'wrong-number 13'],
  ['an answer to nothing', TASK, setting(14, 'request', 99), 'unasked-answer 14'],
  ['an answer to something else', TASK, setting(14, 'request', 1), 'unasked-answer 14'],
  [
    'a turn that ends while a request is open',
    TASK,
    (r, n) => (n === 41 ? being(41, 'hook.failed', { hook: 'h', message: '' })(r, n) : r),
    'left-open 44',
  ],
  [
    'a denied call that ran',
    TASK,
    setting(12, 'decision', { verdict: 'deny', by: 'mode default: x is denied' }),
    'ran-without-leave 13',
  ],
  ['a call that nobody judged', TASK, leavingOut(12), 'ran-without-leave 12'],
  ['a question that was not answered with yes', TASK, setting(25, 'answer', 'no'), 'ran-without-leave 27'],
  ['a question that was never put', TASK, leavingOut(24), 'ran-without-leave 26'],
  [
    'a call that ran twice on one leave',
    TASK,
    adding(13, 'effect', 'tool.run', { id: 4, call: 1, tool: 'read' }),
    'ran-without-leave 14',
  ],
  [
    'a call that ran again after its facts had changed',
    TASK,
    (r, n) => {
      if (n === 14) return being(14, 'facts.changed', { request: 3 })(r, n);
      return n === 16 ? { ...r, type: 'tool.run', fields: { id: 4, call: 1, tool: 'read' } } : r;
    },
    'ran-without-leave 16',
  ],
  [
    'a command outside of the sandbox, by its mode',
    'permission-asked',
    (r, n) => {
      return setting(1, 'settings.sandbox', true)(r, n);
    },
    'ran-outside 39',
  ],
  [
    'a sandbox wider than what was looked at',
    TASK,
    setting(13, 'bounds', { writes: 'project', network: false, beyond: ['/etc'] }),
    'ran-beyond 13',
  ],
  [
    'a sandbox with a network that nobody looked at',
    TASK,
    setting(13, 'bounds', { writes: 'nothing', network: true, beyond: [] }),
    'ran-beyond 13',
  ],
  [
    'a sandbox that shares the machine in another mode than trust',
    TASK,
    setting(13, 'bounds', { writes: 'nothing', network: false, beyond: [], sharesMachine: true }),
    'ran-beyond 13',
  ],
  [
    'a second call begun before the first',
    TASK,
    (r, n) => (n === 20 ? { ...r, fields: { ...r.fields, call: 3 } } : r),
    'ran-out-of-order 20',
  ],
  ['a call after one that failed', TASK, setting(28, 'outcome.status', 'error'), 'ran-after-failure 37'],
  [
    'an undo that nobody asked for',
    'taken-back',
    (r) => (r.type === 'undo.requested' ? { ...r, type: 'pause.requested', fields: {} } : r),
    'undone-unasked 29',
  ],
  [
    'a command of the person that he has not given',
    'own-commands',
    (r, n) => (n === 5 ? { ...r, fields: { ...r.fields, command: 'rm -rf /' } } : r),
    'command-unasked 5',
  ],
  ['a verdict on another call than the facts', TASK, setting(23, 'call', 3), 'unfounded-verdict 23'],
  [
    'a verdict by a mode that is not in force',
    TASK,
    setting(12, 'decision.by', 'mode trust: all is allowed'),
    'unfounded-verdict 12',
  ],
  [
    'a verdict by a lack of a sandbox, where there is one',
    TASK,
    (r, n) =>
      n === 1
        ? setting(1, 'settings.sandbox', true)(r, n)
        : setting(12, 'decision.by', 'mode default without a sandbox: reading in the project is allowed')(r, n),
    'unfounded-verdict 12',
  ],
  ['a verdict by a rule that is not there', TASK, setting(12, 'decision', MAKE_DIR), 'unfounded-verdict 12'],
  [
    'a verdict that lets pass what is forbidden',
    TASK,
    setting(10, 'facts.forbidden', 'removes your home'),
    'unfounded-verdict 12',
  ],
  ['a verdict by nobody', TASK, setting(12, 'decision.by', 'because'), 'unfounded-verdict 12'],
  [
    'an allowance by the mode of what it asks about',
    TASK,
    setting(23, 'decision', { verdict: 'allow', by: 'mode default: writing in the project is allowed' }),
    'unfounded-verdict 23',
  ],
  [
    'a question where a rule denies',
    TASK,
    setting(1, 'settings.rules', [{ says: 'deny', tool: 'write', pattern: '', from: 'user' }]),
    'unfounded-verdict 23',
  ],
  ['by an older program, a verdict by nobody', TASK, older(23, 'because'), 'unfounded-verdict 23'],
  ['by an older program, a rule that says otherwise', TASK, older(23, 'rule Write', 'ask'), 'unfounded-verdict 23'],
  ['by an older program, a rule of another tool', TASK, older(23, 'rule Bash'), 'unfounded-verdict 23'],
  [
    'by an older program, what its mode denies',
    TASK,
    (r, n) =>
      n === 1
        ? setting(1, 'settings.mode', 'plan')(older(23, '')(r, n) as HistoryRecord, n)
        : older(23, 'mode plan: writing in the project is allowed')(r, n),
    'unfounded-verdict 23',
  ],
  ['a verdict that asks where nobody is', TASK, setting(1, 'settings.headless', true), 'unfounded-verdict 23'],
  ['a question that no verdict asks for', TASK, setting(23, 'decision.verdict', 'deny'), 'unfounded-question 24'],
  [
    'a rule that the person did not take',
    'permission-asked',
    (r) => (r.fields.answer === 'always' ? { ...r, fields: { ...r.fields, answer: 'once' } } : r),
    'unasked-rule 27',
  ],
  [
    'a mode that the person did not choose',
    TASK,
    adding(12, 'note', 'mode.switched', { mode: 'trust' }),
    'unasked-mode 13',
  ],
  ['a call without an answer', TASK, being(14, 'hook.failed', { hook: 'h', message: '' }), 'unanswered 16'],
  [
    'a call answered twice',
    TASK,
    adding(15, 'note', 'call.answered', { call: 1, status: 'ok', content: '' }),
    'answered-twice 16',
  ],
  ['more replies than allowed', TASK, setting(1, 'settings.turnsMax', 1), 'limit-passed 16'],
  ['more tokens than allowed', TASK, setting(1, 'settings.tokensMax', 15), 'limit-passed 16'],
  [
    'more tokens than allowed, of replies without a count',
    TASK,
    (r, n) => {
      if (r.type !== 'reply.ended') return setting(1, 'settings.tokensMax', 15)(r, n);
      return { ...r, fields: { ...r.fields, usage: null } };
    },
    'limit-passed 16',
  ],
  ['more time than allowed', TASK, setting(1, 'settings.timeMsMax', 3_000), 'limit-passed 16'],
  ['more retries than allowed', 'an-outage', setting(1, 'settings.retriesMax', 1), 'limit-passed 14'],
];

describe('a fault in a file whose chain holds', () => {
  it.each(FAULTS)('%s', async (_title, session, change, expected) => {
    const report = await audited(await rewritten(golden(session), change));
    expect(namesOf(report)).toContain(expected);
    expect([report.holds, report.checks.chain.result]).toEqual([false, 'holds']);
  });

  it('that only the machine itself can see is named by the replay', async () => {
    const change: Change = (record) => {
      if (record.type !== 'turn.end') return record;
      return { ...record, fields: withValue(record.fields, ['result', 'text'], 'All is well.') };
    };
    const report = await audited(await rewritten(golden(TASK), change), true);
    expect(namesOf(report)).toEqual(['replay-differs 44']);
    expect(report.checks).toMatchObject({ invariants: { result: 'holds' }, replay: { result: 'faulty' } });
  });
});

/** A copy of a golden session whose bytes are changed. */
function copied(session: string, change: (text: string) => string): string {
  const file = join(temporaryFolder(), `${session}.xml`);
  writeFileSync(file, change(readFileSync(golden(session), 'utf8')));
  return file;
}

const WITHOUT_END: Change = (record) => (record.type === 'session.ended' || record.type === 'closed' ? null : record);

/** The last record says that it was written yesterday, and its hash is right. */
function unreadable(text: string): string {
  const [, before] = [...text.matchAll(/ hash="(\w+)"/g)].slice(-3).map(([, hash]) => hash);
  const last = text.slice(text.lastIndexOf('\n<state '), text.lastIndexOf('\n</history>'));
  const changed = last.trimStart().replace(/ at="[^"]*" hash="\w+"\/>/, ' at="yesterday"');
  return text.replace(last, `\n${changed} hash="${sha256(`${before}${changed}/>`)}"/>`);
}

const FILES: readonly (readonly [title: string, file: () => Promise<string> | string, expected: readonly string[]])[] =
  [
    ['a changed byte', () => copied(TASK, (text) => text.replace('fix a.ts', 'fix b.ts')), ['record-changed 3']],
    ['a changed head', () => copied(TASK, (text) => text.replace('UTF-8', 'UTF-9')), ['record-changed 1']],
    [
      'a record left out',
      () => copied(TASK, (text) => text.replace(/\n<effect n="9" .*?<\/effect>/s, '')),
      ['record-missing 9'],
    ],
    [
      'a record twice',
      () => copied(TASK, (text) => text.replace(/\n<effect n="9" .*?<\/effect>/s, '$&$&')),
      ['record-doubled 9'],
    ],
    [
      'two records in each other’s place',
      () =>
        copied(TASK, (text) => text.replace(/(\n<effect n="9" .*?<\/effect>)(\n<event n="10" .*?<\/event>)/s, '$2$1')),
      ['record-moved 9'],
    ],
    [
      'a record added',
      () =>
        copied(TASK, (text) =>
          text.replace(
            '\n<effect n="9" ',
            (at) => `\n<note n="9" type="x" at="2026-01-01T00:00:01.000Z" hash="${'0'.repeat(64)}"/>${at}`,
          ),
        ),
      ['record-added 9'],
    ],
    [
      'a secret in clear',
      () => rewritten(golden(TASK), setting(14, 'outcome.details', { token: `ghp_${'aB3dE6gH9k'.repeat(4)}` })),
      ['secret-in-clear 14'],
    ],
    ['a record that cannot be read', () => copied(TASK, unreadable), ['record-unreadable 53', 'replay-differs 53']],
    ['a torn tail', () => copied(TASK, (text) => text.slice(0, text.indexOf('n="50"') + 9)), ['torn 50', 'cut-off 48']],
    ['no last event', () => rewritten(golden(TASK), WITHOUT_END), ['cut-off 48']],
    [
      'a text taken out',
      () => copied('compacted', (text) => text.replace(/ salt="\w+">[^<]*</, '><')),
      ['text-taken-out 14'],
    ],
    [
      'a clock that was set back',
      () =>
        rewritten(golden(TASK), (r, n) =>
          n === 10 || n === 11 || n === 12 || n === 13 ? { ...r, at: r.at - 5_000 } : r,
        ),
      ['time-backwards 10'],
    ],
    ['an older program that decided otherwise', () => rewritten(golden(TASK), older(0, '')), ['other-verdict 23']],
    [
      'a newer program',
      () =>
        rewritten(golden(TASK), (r, n) =>
          n === 1 ? setting(1, 'behaviour', 999)(r, n) : being(3, 'prompt.sung', {})(r, n),
        ),
      ['newer-program 1', 'newer-program 3'],
    ],
  ];

describe('what is the matter with a file', () => {
  it.each(FILES)('%s', async (_title, file, expected) => {
    expect(namesOf(await audited(await file(), true))).toEqual(expected);
  });

  it.each([
    ['that holds', () => golden(TASK), [true, 'holds']],
    [
      'with a fault',
      () => copied(TASK, (text) => text.replace('fix a.ts', 'fix b.ts')),
      [false, 'does not hold: 1 fault'],
    ],
    [
      'of a newer program',
      () => rewritten(golden(TASK), setting(1, 'behaviour', 999)),
      [false, 'cannot be judged here: a newer Tagma wrote it; audit it with that one'],
    ],
    [
      'that a newer program took up',
      () =>
        rewritten(golden('resumed'), (r, n) => setting(r.type === 'session.resumed' ? n : 0, 'behaviour', 999)(r, n)),
      [false, 'cannot be judged here: a newer Tagma wrote it; audit it with that one'],
    ],
    [
      'without a text that its replay needs',
      () => copied('compacted', (text) => text.replace(/ salt="\w+">[^<]*</, '><')),
      [
        true,
        'holds, but was not replayed: texts were taken out, and what follows from that of record 14 cannot be made again',
      ],
    ],
  ])('the headline of one %s', async (_title, file, expected) => {
    const { holds, headline } = await audited(await file(), true);
    expect([holds, headline]).toEqual(expected);
  });

  it.each([
    ['nothing', 'missing', () => join(temporaryFolder(), 'none.xml')],
    ['a folder', 'not-a-file', () => temporaryFolder()],
    ['something else', 'not-a-history', () => copied(TASK, () => '<html></html>')],
    ['an empty file', 'empty', () => copied(TASK, () => '')],
  ])('%s is no history', async (_title, kind, file) => {
    expect(await auditHistory(file())).toMatchObject({ ok: false, error: { kind } });
  });
});

test('what was redacted is no secret in clear', async () => {
  const address = 'see https://me:[redacted:url-password]@build.tagma.dev/';
  const file = await rewritten(golden(TASK), setting(14, 'outcome.details', { address }));
  expect(namesOf(await audited(file))).toEqual([]);
});

test('nothing was at work between a kill and the session’s being taken up again', async () => {
  const file = golden('resumed');
  const { states: before } = await audited(file);
  const later = 600_000;
  let isLater = false;
  const { states, totals } = await audited(
    await rewritten(file, (record) => {
      isLater ||= record.type === 'session.resumed';
      return isLater ? { ...record, at: record.at + later } : record;
    }),
  );
  const msIn = (list: typeof states, name: string) => list.find(({ state }) => state === name)?.ms ?? 0;
  const others = (list: typeof states) => list.filter(({ state }) => state !== 'away');
  expect(msIn(states, 'away')).toBe(msIn(before, 'away') + later);
  expect(others(states)).toEqual(others(before));
  expect(states.reduce((sum, { ms }) => sum + ms, 0)).toBe(totals.ms);
});

test('a fork goes by its own name', async () => {
  const file = join(temporaryFolder(), 'f1.xml');
  const forked = forkHistory(golden(TASK), 4, { file, session: 'f1' });
  if (!forked.ok) throw new Error(forked.error.message);
  forked.history.close();
  expect((await audited(file)).session?.id).toBe('f1');
});

test('limits that nobody counted for are said to be kept as far as is known', async () => {
  const uncounted: Change = (record) =>
    record.type === 'reply.ended' ? { ...record, fields: { ...record.fields, usage: null } } : record;
  const { checks } = await audited(await rewritten(golden(TASK), uncounted));
  expect(checks.invariants).toMatchObject({ result: 'holds', words: expect.stringContaining('as far as is known') });
});

test('what a resume changes is told', async () => {
  const settings = { mode: 'trust', sandbox: true, headless: true, turnsMax: 500 };
  const rules = [{ says: 'allow', tool: 'bash', pattern: '', from: 'option' }];
  const change: Change = (record, n) => {
    const more = n === 37 ? { ...(record.fields.settings as JsonObject), ...settings, rules } : null;
    return more === null ? record : { ...record, fields: { ...record.fields, folder: '/elsewhere', settings: more } };
  };
  const { session } = await audited(await rewritten(golden('resumed'), change));
  expect(session?.resumes.map(({ record, changed }) => [record, changed])).toEqual([
    [27, ['mode plan (was default)']],
    [
      37,
      [
        'mode trust (was plan)',
        'commands in a sandbox (were in none)',
        'nobody could be asked (the person could)',
        'rules: allow Bash [option] (were: none)',
        'folder /elsewhere (was /project)',
        'up to 500 replies a turn (was up to 5)',
      ],
    ],
    [
      60,
      [
        'mode default (was trust)',
        'no sandbox (was in one)',
        'the person could be asked (nobody could)',
        'rules: none (were: allow Bash [option])',
        'folder /project (was /elsewhere)',
        'up to 5 replies a turn (was up to 500)',
      ],
    ],
  ]);
  expect(session?.resumes[1]?.settings).toMatchObject(settings);
});

test('every kind of finding is made in one of the rows', () => {
  const made = new Set([...FAULTS.map(([, , , expected]) => expected), ...FILES.flatMap(([, , expected]) => expected)]);
  const codes = new Set([...made].map((name) => name.split(' ')[0]));
  const elsewhere = ['replay-differs', 'older-program', 'parent-differs', 'parent-unseen'];
  expect(Object.keys(FINDINGS).filter((code) => !codes.has(code) && !elsewhere.includes(code))).toEqual([]);
});

test('every kind of finding stands in the documents', () => {
  const page = readFileSync(fileURLToPath(new URL('../../../../docs/history.md', import.meta.url)), 'utf8');
  expect(Object.keys(FINDINGS).filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
});
