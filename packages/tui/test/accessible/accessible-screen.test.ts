/** A session line by line, in process: the real machine behind it, all that is written compared. */
import { PassThrough, Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { type AgentEvent, MODES, noteOnMode, start } from '../../../core/src/index.ts';
import type { Stepping, SteppingState } from '../../src/machine/stepping.ts';
import type { ScreenOptions } from '../../src/screen/doors.ts';
import { openAccessible } from '../../src/screen/open-screen.ts';
import { type TestSession, testSession } from '../session.ts';
import { AT_ONCE, type Does, STATUS, written } from './typed-session.ts';

const BEGINS = 'session: model qwen3, mode default, folder /project\nready: write what to do, or /help\nyou: ';

const asksToRun = (session: TestSession) => {
  session.reply('<thought>One.\nTwo.</thought><action tool="bash">\n<command>npm test</command>\n</action>');
  session.takes({ runs: ['npm'], readOnly: false });
};
const CALL = [
  'state: working',
  'thought: One.',
  '  Two.',
  'action bash: call 1',
  '  command: npm test',
  'asks: May bash run?',
];
const CHOICES = [
  '  1: once',
  '  2: always',
  '  3: no',
  '  4: no, because: write 4 and the reason behind it',
  'choose: write a number',
];

/** What is said of that mode. */
const TRUSTS = `note: ${noteOnMode('trust', true)}\n`;

describe('all that is written', () => {
  test('an event that is held, what would follow, and the letters that are commands then', async () => {
    const asked: unknown[] = [];
    let tell: (state: SteppingState) => void = () => {};
    const stepping = {
      state: () => ({ holding: false, held: null, breakpoints: [] }),
      subscribe: (listener: typeof tell) => {
        tell = listener;
        return () => {};
      },
      hold: (on: boolean) => asked.push(['hold', on]),
      pass: (more: number) => asked.push(['pass', more]),
    } as unknown as Stepping;
    const event: AgentEvent = { type: 'mode.changed', mode: 'plan', at: 0 };
    const held = { event, snapshot: start(), draft: null, at: null };
    const holds = () => tell({ holding: true, held, breakpoints: [] });
    const text = await written(['/hold', holds, 'n', () => tell({ holding: true, held: null, breakpoints: [] })], {
      stepping,
    });
    expect(asked).toEqual([
      ['hold', true],
      ['pass', 0],
    ]);
    // Whether the person is asked in between depends on how fast all goes.
    const lines = text.replaceAll('you: ', '').split('\n').filter(Boolean);
    expect(lines.slice(2, -1)).toEqual([
      '/hold',
      'held: mode.changed plan',
      '  mode: "plan"',
      '  tells the machine: stays in unstarted · nothing is asked for',
      '  unstarted, on mode.changed',
      '    always · stays',
      'choose: write n for the next, c to go on, e to edit, v to take that back, d to drop it, b for a breakpoint',
      'n',
    ]);
  });

  test('a prompt and its answer, as the model wrote it', async () => {
    const answers: Does = (session) => session.reply('<final># Done\n\n- it **works**\x1b[2J</final>');
    expect(await written(['fix it', answers])).toBe(
      `${BEGINS}fix it\nstate: working\nanswer: # Done\n\n  - it **works**␛[2J\nstate: ready\nyou: \n<quit>`,
    );
  });

  test('a call that asks: refused words, the number of an answer, the result', async () => {
    const text = await written(['do it', asksToRun, 'yes please', '1', (session) => session.ends('line\n'.repeat(20))]);
    const [before = '', after = ''] = text.split('asks: May bash run?\n');
    expect(before).toBe(`${BEGINS}do it\n${CALL.slice(0, -1).join('\n')}\n`);
    const [question = '', rest = ''] = after.split('  1: once\n');
    expect(question.split('\n').filter((each) => !each.startsWith('  '))).toEqual(['']);
    expect(question).toContain('  It will run npm.\n');
    expect(rest.split('\n')).toEqual([
      ...CHOICES.slice(1),
      'you: yes please',
      'note: Write one of the numbers, 1 to 4.',
      'you: 1',
      'allowed: you, this once',
      'result ok: call 1, 12 ms',
      '  8 lines before',
      ...Array.from({ length: 12 }, () => '  line'),
      '<quit>',
    ]);
  });

  test('a line that was on its way when the question came is no answer to it', async () => {
    const sent: string[] = [];
    const comes: Does = (session) => {
      asksToRun(session);
      return AT_ONCE;
    };
    const keep: Does = (session) => sent.push(...session.facts.map(({ type }) => type));
    const text = await written(['do it', comes, '1', keep]);
    expect(text).toContain('note: A new question: read it first.\n');
    expect(sent).not.toContain('permission.answered');
  });

  test('no, with the reason behind the number', async () => {
    const sent: unknown[] = [];
    await written(['do it', asksToRun, '4 use make', (session) => sent.push(...session.facts)]);
    expect(sent.at(-1)).toMatchObject({ type: 'permission.answered', answer: 'no', reason: 'use make' });
  });

  test('a question of the model: an option by its number, or words', async () => {
    const asks: Does = (session) =>
      session.reply('<action tool="ask"><question>Which?</question><options>["red", "green"]</options></action>');
    const sent: unknown[] = [];
    const text = await written(['go', asks, '2', (session) => sent.push(session.facts.at(-1))]);
    expect(sent).toMatchObject([{ type: 'question.answered', answer: 'green' }]);
    expect(text).toContain(
      'asks: The model asks you\n  call 1\n  Which?\n  1: red\n  2: green\nchoose: write a number, or an answer of your own\nyou: 2\n',
    );
  });

  test('several lines that come together are one text; a backslash at the end goes on', async () => {
    const sent: unknown[] = [];
    await written(['one\ntwo', (session) => sent.push(...session.facts)]);
    await written(['one\\', 'two', (session) => sent.push(...session.facts)]);
    expect(sent).toEqual([
      { type: 'prompt.given', text: 'one\ntwo' },
      { type: 'prompt.given', text: 'one\ntwo' },
    ]);
  });

  test('keys that are no text are left out of a line', async () => {
    const sent: unknown[] = [];
    await written(['a\x1b[A\x1bOBb\x07', (session) => sent.push(...session.facts)]);
    expect(sent).toEqual([{ type: 'prompt.given', text: 'ab' }]);
  });

  test('what is written while a turn runs steers it', async () => {
    const text = await written(['go', 'and this']);
    expect(text).toBe(`${BEGINS}go\nstate: working\nand this\nwaits, to steer the turn: and this\n<quit>`);
  });

  test('Ctrl+C interrupts, and a second one quits', async () => {
    const interrupt: Does = () => process.emit('SIGINT');
    const aborted: Does = (session) => session.reply('');
    expect(await written(['go', interrupt, aborted])).toBe(
      `${BEGINS}go\nstate: working\n\nnote: Ctrl+C again quits\nstopped: by you\nstate: ready\nyou: \n<quit>`,
    );
    expect(await written([interrupt, interrupt])).toBe(`${BEGINS}\nnote: Ctrl+C again quits\nyou: \n<quit>`);
  });

  test('a mode by its name', async () => {
    expect(await written(['/mode trust', '/mode nonsense'])).toBe(
      `${BEGINS}/mode trust\nmode: trust\n${TRUSTS}you: /mode nonsense\nnote: There is no mode nonsense. /mode takes ${MODES.join(', ')}.\nyou: \n<quit>`,
    );
  });

  test('a dialog that nothing is chosen in is read out, and the next line is a prompt again', async () => {
    const sent: unknown[] = [];
    const text = await written(['/cost', 'go on', (session) => sent.push(...session.facts)]);
    expect(text).toMatch(/you: \/cost\ncost:\n( {2}.+\n)+you: go on\n/);
    expect(text).not.toMatch(/[─-▟]/);
    expect(sent).toEqual([{ type: 'prompt.given', text: 'go on' }]);
  });

  test('what would change the look of a screen says that there is none', async () => {
    expect(await written(['/theme dark', '/find it'])).toBe(
      `${BEGINS}/theme dark\nnote: Nothing is drawn here: there is no theme.\nyou: /find it\nnote: All that was said stands above: your terminal can find something in it.\nyou: \n<quit>`,
    );
  });

  test('a list is read out with numbers; one is chosen, or nothing', async () => {
    const points = [{ prompt: 1, record: 3, at: 0, text: 'Fix it' }];
    const asked: unknown[] = [];
    const rewinding: ScreenOptions['rewinding'] = {
      prompts: async () => ({ ok: true, points }),
      to: async (point) => {
        asked.push(point);
        return { ok: true, shown: { session: testSession(), status: STATUS, notes: ['Gone back.'], draft: 'Fix it' } };
      },
    };
    const text = await written(['/rewind', '', '/rewind', '1'], { rewinding });
    expect(asked).toEqual(points);
    const list = text.slice(text.indexOf('list: '), text.indexOf('choose: '));
    expect(list).toMatch(/^list: rewind to before a prompt\. .*\n {2}1: 1 {2}Fix it\n$/);
    expect(text.slice(text.lastIndexOf('you: 1'))).toBe(
      'you: 1\nsession: another one from here on\nnote: Gone back.\ndraft, not sent: Fix it\nyou: \n<quit>',
    );
  });

  test('a command closes an open list, and is carried out', async () => {
    const text = await written(['/settings', '/mode trust', 'nonsense', '/quit']);
    expect(text.slice(text.indexOf('you: /mode'))).toBe(
      `you: /mode trust\nmode: trust\n${TRUSTS}you: nonsense\nstate: working\n/quit\n<quit>`,
    );
  });

  test('a number that is meant for a list answers no question: that is read out after it', async () => {
    const facts: unknown[] = [];
    const keep: Does = (session) => facts.push(...session.facts.map(({ type }) => type));
    const text = await written(['go', '/settings', asksToRun, '1', keep, '']);
    expect(facts).not.toContain('permission.answered');
    const [before = '', after = ''] = text.split('note: A question waits until this list is closed.\n');
    expect([before.includes('asks:'), after.includes('asks: May bash run?')]).toEqual([false, true]);
  });

  test('nothing but text and newlines is ever written', async () => {
    const answers: Does = (session) => session.reply('<final>\x1b]52;c;x\x07\u009b2J\u202e</final>');
    const text = await written(['/help', 'go', asksToRun, '3', answers], { notes: ['\x1b[31mred'] });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test is about them
    expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e─│┌┐└┘]/);
  });
});

test('a terminal that goes away ends it', async () => {
  const input = new PassThrough();
  const output = new Writable({ write: (_chunk, _encoding, done) => done(new Error('write EIO')) });
  expect((await openAccessible({ session: testSession(), input, output, status: STATUS, env: {} })).kind).toBe(
    'terminal-closed',
  );
});
