/** `tagma step FILE`, with commands from standard input, on real histories: whole, torn, damaged, and not as the machine makes it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BEHAVIOUR, type Fact, start, stateOf, step } from '../packages/core/src/index.ts';
import { createHistory, recordsOf } from '../packages/history/src/index.ts';
import { run, temporaryFolder } from './command.ts';
import { GOLDEN } from './golden.ts';

const FOLDER = join(import.meta.dirname, '..', 'history', 'golden');
const DONE = join(FOLDER, 'a-task-done.xml');

/** What is printed after the line that says what file it is. */
async function stepped(file: string, ...commands: readonly string[]) {
  const { code, out, err } = await run(['step', file], { input: commands.map((line) => `${line}\n`).join('') });
  const [head = '', ...lines] = out.trimEnd().split('\n');
  return { code, head, lines, err: err.trimEnd() };
}

describe('along a history', () => {
  test('next, back and goto print where one is', async () => {
    const { code, head, lines, err } = await stepped(
      DONE,
      'next',
      'n 3',
      'back',
      'b 99',
      'goto 16',
      'n',
      'quit',
      'next',
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(head).toBe(`${DONE}: session golden, 16 events. Times are UTC. help lists the commands.`);
    expect(lines).toEqual([
      '#1  00:00:01.000  session.started  unstarted → idle',
      '#2  00:00:02.000  prompt.given "fix a.ts"  idle → thinking  · model.ask 1',
      '#3  00:00:03.000  reply.ended "<thought>I look.</thought>\\n<action to…  thinking → deciding  · (reply.read), facts.take 2 read',
      '#4  00:00:04.000  facts.taken  deciding → acting  · (call.judged), tool.run 3 read',
      '#3  00:00:03.000  reply.ended "<thought>I look.</thought>\\n<action to…  thinking → deciding  · (reply.read), facts.take 2 read',
      'at the start: unstarted',
      '#16  00:00:16.000  session.ended  finished → closed',
      '  this is the last event',
      'this is the last event, of 16; back goes back',
    ]);
  });

  test('continue stops at breakpoints on events, and on states that are only passed through', async () => {
    const { lines } = await stepped(
      DONE,
      'break event permission.answered',
      'k state observing',
      'c',
      'c',
      'breaks',
      'd 1',
      'c',
    );
    expect(lines).toEqual([
      'breakpoint 1: event permission.answered',
      'breakpoint 2: state observing',
      '… 4 events',
      'breakpoint 2: state observing',
      '#5  00:00:05.000  tool.ended ok  acting → thinking  · model.ask 4',
      '… 2 events',
      'breakpoint 1: event permission.answered',
      '#8  00:00:08.000  permission.answered once  permission → acting  · tool.run 7 write',
      'breakpoint 1: event permission.answered',
      'breakpoint 2: state observing',
      'breakpoint 1 is removed',
      '… 3 events',
      'breakpoint 2: state observing',
      '#12  00:00:12.000  tool.ended ok  acting → thinking  · model.ask 11',
    ]);
  });

  test.each<[string, readonly string[]]>([
    [
      'show',
      [
        'event 5: tool.ended, at 2026-01-01T00:00:05.000Z',
        '  request: 3',
        '  outcome: {"status":"ok","content":"let a = 1;',
        '  durationMs: 12',
      ],
    ],
    ['show durationMs', ['12']],
    [
      'guards',
      [
        'acting, on tool.ended:',
        '  → isAnswer         true           stays / takeOutcome',
        '    else             not looked at  stays / noteIgnored',
        'acting, at once:',
        '    neighbourStarts  false          stays / startCall, runTool',
        '  → nothingRuns      true           choosing',
      ],
    ],
    ['effects', ['1. effect: model.ask', '     id: 4', '     turn: 2', '     messages: 4']],
    ['context turn.replies', ['2']],
    ['context conversation[0].message', ['  role: "user"', '  content: "fix a.ts"']],
    ['diff', ['  + conversation[2]:', '    message:', '      role: "user"', '      content: 112 characters, 4 lines']],
    ['state', ['thinking, waits for the answer to request 4']],
    [
      'list 1',
      ['  #4  00:00:04.000  facts.taken', '> #5  00:00:05.000  tool.ended ok', '  #6  00:00:06.000  reply.ended'],
    ],
  ])('%s', async (command, expected) => {
    const { code, lines } = await stepped(DONE, 'goto 5', command);
    expect(code).toBe(0);
    const beginnings = lines.slice(1, expected.length + 1).map((line, at) => line.slice(0, expected[at]?.length));
    expect(beginnings).toEqual(expected);
  });

  test('what is wrong says so on standard error, the rest goes on, and the exit code tells', async () => {
    const { code, lines, err } = await stepped(
      DONE,
      'bak',
      'next two',
      'break state permision',
      'delete 4',
      'show',
      '',
      '# a note',
      'next',
    );
    expect(code).toBe(2);
    expect(lines).toEqual(['#1  00:00:01.000  session.started  unstarted → idle']);
    expect(err.split('\n')).toEqual([
      'there is no command "bak" here. Did you mean back or break? help lists them all.',
      'next takes a whole number from 1. "two" is none. For example: next 1',
      expect.stringMatching(/^there is no state "permision"\. Did you mean permission\? There are: /),
      'there is no breakpoint 4. breaks lists them.',
      'show is about an event, and none has been told yet. next tells the first.',
    ]);
  });

  test.each(Object.keys(GOLDEN))('%s goes to its end without a difference', async (name) => {
    const { code, lines, err } = await stepped(join(FOLDER, `${name}.xml`), 'continue');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(lines.filter((line) => line.includes('!'))).toEqual([]);
    expect(lines.at(-1)).toBe('  this is the last event');
  });
});

test('docs/step.md shows what is printed', async () => {
  const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'step.md'), 'utf8');
  const shown = (/```text\n(0\/16> [\s\S]*?)```/.exec(page)?.[1] ?? '').trimEnd().split('\n');
  const commands = shown.flatMap((line) => /^\d+\/16> (.*)/.exec(line)?.[1] ?? []);
  const { code, lines, err } = await stepped(DONE, ...commands);
  expect({ code, err, commands: commands.length }).toEqual({ code: 0, err: '', commands: 5 });
  expect(lines).toEqual(shown.filter((line) => !/^\d+\/16> /.test(line)));
});

describe('a history that is not whole', () => {
  const text = readFileSync(DONE, 'utf8');

  test('torn: says so, and goes as far as it holds', async () => {
    const file = join(temporaryFolder(), 'torn.xml');
    writeFileSync(file, text.slice(0, text.indexOf('<effect n="16"') + 20));
    const { code, lines } = await stepped(file, 'continue');
    expect(code).toBe(0);
    expect(lines[0]).toMatch(/^The file is torn: /);
    expect(lines.at(-2)).toMatch(/^#5 .*tool\.ended/);
  });

  test('damaged: names the record, and goes as far as it holds', async () => {
    const file = join(temporaryFolder(), 'damaged.xml');
    writeFileSync(file, text.replace('>fix a.ts<', '>fix b.ts<'));
    const { code, lines } = await stepped(file, 'continue');
    expect(code).toBe(0);
    expect(lines[0]).toMatch(/^The file is damaged at record 3: .* It is stepped as far as it holds\.$/);
    expect(lines.slice(1)).toEqual(['#1  00:00:01.000  session.started  unstarted → idle', '  this is the last event']);
  });

  test('recorded by another machine: continue stops where it differs, and says how', async () => {
    const file = join(temporaryFolder(), 'differs.xml');
    const opened = createHistory(file, { session: 's' });
    if (!opened.ok) throw new Error(opened.error.message);
    let snapshot = start();
    const facts = [{ type: 'prompt.given', text: 'x' }] as readonly Fact[];
    const started = { ...JSON.parse(JSON.stringify(STARTED)) } as Fact;
    for (const [at, fact] of [started, ...facts].entries()) {
      const event = { ...fact, at };
      const next = step(snapshot, event);
      snapshot = next.snapshot;
      const records = recordsOf(event, next.emitted, at === 1 ? 'dreaming' : stateOf(snapshot));
      const changed = records.map((record) =>
        record.type === 'model.ask' ? { ...record, fields: { ...record.fields, turn: 7 } } : record,
      );
      opened.history.append(changed, { sync: false });
    }
    opened.history.close();
    const { code, lines } = await stepped(file, 'continue');
    expect(code).toBe(0);
    expect(lines).toEqual([
      '… 1 event',
      '#2  00:00:00.001  prompt.given "x"  idle → thinking  · model.ask 1',
      '  ! record 4: recorded is state dreaming, the machine makes state thinking',
      '  ! record 5, effect model.ask: turn is 7 in the record, 1 by the machine',
      '  this is the last event',
    ]);
  });

  test.each([
    ['missing', 'nowhere.xml', null, /there is no such file/],
    ['not a history', 'page.xml', '<html></html>', /page\.xml: /],
    ['empty', 'empty.xml', '', /empty\.xml: /],
  ])('%s', async (_title, name, content, message) => {
    const file = join(temporaryFolder(), name);
    if (content !== null) writeFileSync(file, content);
    expect(await run(['step', file])).toMatchObject({ code: 2, out: '', err: expect.stringMatching(message) });
  });
});

const STARTED = {
  ...{
    type: 'session.started',
    session: 's',
    behaviour: BEHAVIOUR,
    program: 'p',
    folder: '/',
    model: { endpoint: '', model: 'm', windowTokens: 0, reasoningBack: false, startsInThought: false },
    fallbacks: [],
    summaryModel: null,
  },
  ...{ system: '', correction: '', repair: '', summary: '', tools: [] },
  settings: {
    ...{ mode: 'default', rules: [], headless: false, turnsMax: 5, correctionsMax: 2, retriesMax: 2 },
    ...{ outageMsMax: 60_000, bashFence: false, tokensMax: 0, costMax: 0, timeMsMax: 0, findsWindow: false },
  },
};
