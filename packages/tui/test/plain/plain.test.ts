import { describe, expect, test } from 'vitest';
import { plainRenderer } from '../../src/plain/plain.ts';
import { type TestSession, testSession } from '../session.ts';

const BASH = '<action tool="bash">\n<command>npm test</command>\n</action>';
const READ = '<action tool="read">\n<path>a.ts</path>\n</action>';
const RUNS = { runs: ['npm'], readOnly: false };

type Terminals = { readonly answer: boolean; readonly progress: boolean };

/** What the renderer writes to each stream, and to both in the order in which a terminal would show it. */
function rendered(
  play: (session: TestSession) => void,
  terminals: Terminals,
  env = {},
  settings = {},
): { answer: string; progress: string; both: string } {
  const written = { answer: '', progress: '', both: '' };
  const sink = (to: 'answer' | 'progress') => ({
    isTTY: terminals[to],
    write(text: string) {
      written[to] += text;
      written.both += text;
    },
  });
  const renderer = plainRenderer({ answer: sink('answer'), progress: sink('progress'), env });
  const session = testSession(settings);
  session.subscribe(renderer.take);
  session.send({ type: 'prompt.given', text: 'Fix it,\nplease' });
  play(session);
  renderer.end();
  // The words of a verdict are the core's; a test of its own says that they are shown.
  const shortened = (text: string) => text.replace(/(allowed|denied|asks) · .*/g, '$1 · …');
  return { answer: written.answer, progress: shortened(written.progress), both: shortened(written.both) };
}

const PIPES = { answer: false, progress: false };
const TERMINAL = { answer: true, progress: true };

function wholeRun(session: TestSession): void {
  session.streams({ thoughts: ['\nLook'] });
  session.streams({ thoughts: ['\nLook first.\n'] });
  session.reply(`<thought>\nLook first.\n</thought>\n${BASH}`);
  session.takes(RUNS);
  session.ends('ok 1\n\x1b[31mok 2\x1b[0m\n', 412);
  session.streams({ final: '\nDone' });
  session.streams({ final: '\nDone: 12 tests pass.\n' });
  session.reply('<final>\nDone: 12 tests pass.\n</final>');
}

const WORK = `› Fix it,
  please

thought
  Look first.

bash · call 1
  command: npm test
allowed · …
ok · call 1 · 412 ms
  ok 1
  ␛[31mok 2␛[0m
`;

const trust = { mode: 'trust' };

describe('the plain renderer', () => {
  test('into pipes: the work to progress, the answer alone to the answer', () => {
    expect(rendered(wholeRun, PIPES, {}, trust)).toEqual({
      answer: 'Done: 12 tests pass.\n',
      progress: WORK,
      both: `${WORK}Done: 12 tests pass.\n`,
    });
  });

  test('on a terminal: the answer is there once, under a heading', () => {
    expect(rendered(wholeRun, TERMINAL, { NO_COLOR: '1' }, trust).both).toBe(`${WORK}\nanswer\nDone: 12 tests pass.\n`);
  });

  test('an answer into a file while a person watches the work', () => {
    const { answer, progress } = rendered(wholeRun, { answer: false, progress: true }, { NO_COLOR: '1' }, trust);
    expect([answer, progress]).toEqual(['Done: 12 tests pass.\n', WORK]);
  });

  test('thoughts and the answer are written as they come', () => {
    const pieces: string[] = [];
    const sink = { isTTY: true, write: (text: string) => pieces.push(text) };
    const renderer = plainRenderer({ answer: sink, progress: sink, env: { NO_COLOR: '1' } });
    const session = testSession();
    session.subscribe(renderer.take);
    session.send({ type: 'prompt.given', text: 'go' });
    session.streams({ thoughts: ['One\ntw'] });
    session.streams({ thoughts: ['One\ntwo', 'thr'] });
    session.streams({ thoughts: ['One\ntwo', 'three'], final: 'A👩' });
    session.streams({ thoughts: ['One\ntwo', 'three'], final: 'A👩‍👩\ud83d' });
    session.streams({ thoughts: ['One\ntwo', 'three'], final: 'A👩‍👩👧 ' });
    session.reply('<thought>One\ntwo</thought><thought>three</thought><final>A👩‍👩👧</final>');
    expect(pieces).toEqual([
      '› go\n',
      '\n',
      'thought\n',
      '  One\n  tw',
      'o',
      '\n',
      '\n',
      'thought\n',
      '  thr',
      'ee',
      '\n',
      '\n',
      'answer\n',
      'A👩',
      '‍👩',
      '👧',
      '\n',
    ]);
  });

  test('colour on a terminal, and only on the work', () => {
    const coloured = rendered(wholeRun, TERMINAL, {}, trust);
    expect(coloured.answer).toBe('Done: 12 tests pass.\n');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colour is made of them
    const uncoloured = coloured.progress.replace(/\x1b\[[0-9;]*m/g, '').replace(/allowed · .*/g, 'allowed · …');
    expect(uncoloured).toBe(`${WORK}\nanswer\n`);
    expect(coloured.progress).toContain('\x1b[1;34mbash\x1b[0m\x1b[2m · call 1\x1b[0m\n');
  });

  test('notes are dimmed', () => {
    const { progress } = rendered(
      (session) => {
        session.reply(READ);
        session.takes();
        session.ends('A', 12, ['cut']);
      },
      TERMINAL,
      {},
      trust,
    );
    expect(progress.split('\n').slice(-3)).toEqual(['  A', '\x1b[2mnote\x1b[0m\x1b[2m · cut\x1b[0m', '']);
  });

  const plays: readonly (readonly [
    title: string,
    settings: object,
    play: (session: TestSession) => void,
    both: string,
  ])[] = [
    [
      'an answer that is read otherwise than it streamed is written as it was read',
      {},
      (session) => {
        session.streams({ final: '<![CDATA[a' });
        session.reply('<final><![CDATA[a]]></final>');
      },
      'answer\n<![CDATA[a\nthe answer as it was read:\na\n',
    ],
    [
      'a thought that is read otherwise than it streamed',
      {},
      (session) => {
        session.streams({ thoughts: ['Something else'] });
        session.reply('<thought>Look first.</thought><final>x</final>');
      },
      'thought\n  Something else\nas it was read:\nthought\n  Look first.\n\nanswer\nx\n',
    ],
    [
      'the end of what a command has written, for there it says what failed',
      trust,
      (session) => {
        session.reply('<action tool="bash">npm test</action>');
        session.takes();
        session.ends(Array.from({ length: 10 }, (_, at) => `line ${at + 1}\n`).join(''), 12, ['exit code 1']);
      },
      `bash · call 1
  command: npm test
allowed · …
ok · call 1 · 12 ms
  … 2 lines before
  line 3
  line 4
  line 5
  line 6
  line 7
  line 8
  line 9
  line 10
note · exit code 1
`,
    ],
    [
      'the notes of a tool, behind its output and below what is left out of it',
      trust,
      (session) => {
        session.reply(READ + READ);
        session.takes();
        session.takes();
        session.ends('line\nnote · not mine\n'.repeat(5), 12, ['showing lines 1-10 of 20', 'two\nlines\x1b[2J'], 4);
        session.ends('', 12, ['the file is empty'], 5);
      },
      `read · call 1
  path: a.ts
allowed · …

read · call 2
  path: a.ts
allowed · …
ok · call 1 · 12 ms
  line
  note · not mine
  line
  note · not mine
  line
  note · not mine
  line
  note · not mine
  … 2 more lines
note · showing lines 1-10 of 20
note · two␊lines␛[2J
ok · call 2 · 12 ms
note · the file is empty
`,
    ],
    [
      'a denial, and what it skips',
      { headless: true },
      (session) => {
        session.reply(BASH + READ);
        session.takes(RUNS);
      },
      `bash · call 1
  command: npm test
denied · …

read · call 2
  path: a.ts
skipped · call 2
`,
    ],
    [
      'an interruption ends the line that was streaming',
      {},
      (session) => {
        session.streams({ thoughts: ['Half'], final: 'The ans' });
        session.send({ type: 'abort.requested', by: 'person' });
        session.reply('<thought>Half');
      },
      'thought\n  Half\n\nanswer\nThe ans\n\nstopped · by you\n',
    ],
    [
      'an endpoint that fails says what helps',
      {},
      (session) => {
        const fault = { kind: 'network', message: 'refused', advice: 'Start the server.', status: null } as const;
        session.send({ type: 'reply.failed', request: session.lastId('model.ask'), text: '', reasoning: '', fault });
      },
      'failed\n  refused\n  Start the server.\n',
    ],
    [
      'a question of the model',
      {},
      (session) => {
        session.reply(
          '<action tool="ask"><question>Which\ncolour?</question><options>["red", "\u202egreen"]</options></action>',
        );
        session.send({ type: 'question.answered', request: session.lastId('question.ask'), answer: 'blue\nor so' });
      },
      `ask · call 1
  question:
    Which
    colour?
  options: ["red","<U+202E>green"]
asks · …
answered · call 1 · by you
  blue
  or so
`,
    ],
    [
      'a limit, and a plan in the modes that belong to it',
      { turnsMax: 2 },
      (session) => {
        session.reply('<action tool="plan"><action>enter</action></action>');
        session.reply('<action tool="plan"><action>done</action></action>');
        const request = session.lastId('plan.review');
        session.send({ type: 'plan.presented', request, text: 'Mend\x1bit.' });
        session.send({ type: 'plan.answered', request, answer: 'approve', reason: '' });
        session.send({ type: 'limit.answered', request: session.lastId('limit.ask'), answer: 'go on' });
      },
      `plan · call 1
  action: enter
ok · call 1
  You are planning: look at what you need, write the plan to .tagma/plans/test.md, and change nothing else. Then use plan with the action done.
mode · plan

plan · call 2
  action: done
asks · …
plan agreed to · call 2 · you
  Mend␛it.
mode · default
asks · …

goes on · past 2 replies, with as much again · by you
`,
    ],
    [
      'a parameter of several lines, and a question',
      {},
      (session) => {
        session.reply('<action tool="bash">\n<command>cd a\nls</command>\n</action>');
        session.takes({ runs: ['cd', 'ls'], readOnly: false, unknown: 'no reason' });
      },
      'bash · call 1\n  command:\n    cd a\n    ls\nasks · …\n',
    ],
  ];

  test.each(plays)('%s', (_, settings, play, both) => {
    expect(rendered(play, TERMINAL, { NO_COLOR: '1' }, settings).both).toBe(`› Fix it,\n  please\n\n${both}`);
  });

  const questions: readonly (readonly [said: string, play: (session: TestSession) => void])[] = [
    [
      'asks · Which␊one? · 1: a · 2: <U+202E>b',
      (session) =>
        session.reply(
          '<action tool="ask"><question>Which\none?</question><options>["a", "\u202eb"]</options></action>',
        ),
    ],
    [
      'asks · shall the plan in .tagma/plans/test.md be carried out?',
      (session) => {
        session.reply('<action tool="plan"><action>enter</action></action>');
        session.reply('<action tool="plan"><action>done</action></action>');
        session.send({ type: 'plan.presented', request: session.lastId('plan.review'), text: 'A' });
      },
    ],
    [
      'asks · the limit of one prompt is reached: 3 replies; shall it go on?',
      (session) => {
        for (let reply = 0; reply < 2; reply++) session.reply('text');
        session.reply('<action tool="plan"><action>enter</action></action>');
      },
    ],
  ];
  test.each(questions)('what is asked stands on one line, once: %s', (said, play) => {
    let progress = '';
    const sink = {
      write(text: string) {
        progress += text;
      },
    };
    const renderer = plainRenderer({ answer: sink, progress: sink, env: {} });
    const session = testSession({ turnsMax: 3 });
    session.subscribe(renderer.take);
    session.send({ type: 'prompt.given', text: 'go' });
    play(session);
    expect(progress.split('\n').filter((each) => each.startsWith('asks'))).toEqual([said]);
  });

  test('a summary is announced, and is no answer', () => {
    const { answer, progress } = rendered((session) => {
      session.reply(`<final>${'word '.repeat(200)}</final>`);
      session.send({ type: 'prompt.given', text: 'and' });
      session.reply('<final>2</final>');
      session.send({ type: 'compact.requested', focus: '' });
      session.streams({ final: 'unseen' }, session.lastId('summary.ask'));
      session.summarises('<final>Words.</final>');
    }, PIPES);
    expect(answer).not.toContain('unseen');
    expect(progress).toMatch(/summing up · .*\n[\s\S]*compacted · the older part summed up, because you asked/);
  });

  test('no control character of a content is written', () => {
    const hostile = '\x1b]52;c;aGk=\x07\x9b2J\u202eabc\r';
    const { both } = rendered(
      (session) => {
        session.streams({ thoughts: [hostile] });
        session.reply(`<thought>${hostile}</thought><action tool="bash"><command>${hostile}</command></action>`);
        session.takes(RUNS);
        session.ends(hostile);
        session.streams({ final: hostile });
        session.reply(`<final>${hostile}</final>`);
      },
      TERMINAL,
      { NO_COLOR: '1' },
      trust,
    );
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test is about them
    expect(both).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
    expect(both.match(/␛\]52/g)).toHaveLength(4);
  });
});
