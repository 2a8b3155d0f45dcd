/** The whole screen in process: the real machine behind it, a real terminal emulator before it. */
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { NEW_MS } from '../../src/dialogs/attention.ts';
import type { Breakpoint, Stepping } from '../../src/machine/stepping.ts';
import type { Leaving, Rewinding, Rewound, ScreenOptions } from '../../src/screen/doors.ts';
import { canFullScreen, openScreen } from '../../src/screen/open-screen.ts';
import { type FakeTerminal, fakeTerminal } from '../fake-terminal.ts';
import { type TestSession, testSession } from '../session.ts';

const STATUS = { model: 'qwen3', folder: '/project', mode: 'default' } as const;
const RULE = '─'.repeat(50);

type Opened = { readonly terminal: FakeTerminal; readonly session: TestSession; readonly left: Promise<Leaving> };

function open(options: Partial<ScreenOptions> = {}): Opened {
  const terminal = fakeTerminal(50, 14);
  const session = testSession();
  const { input, output } = terminal;
  const left = openScreen({ session, input, output, status: STATUS, env: {}, ...options });
  return { terminal, session, left };
}

const shows = (text: string) => (rows: readonly string[]) => rows.join('\n').includes(text);

/** The modes that a terminal is left in, as far as the emulator and the bytes tell. */
async function modes({ emulator, written, input, settled }: FakeTerminal): Promise<object> {
  await settled();
  const last = (on: string, off: string) => written().lastIndexOf(on) > written().lastIndexOf(off);
  return {
    buffer: emulator.buffer.active.type,
    paste: emulator.modes.bracketedPasteMode,
    wraps: emulator.modes.wraparoundMode,
    applicationCursor: emulator.modes.applicationCursorKeysMode,
    cursorShown: last('\x1b[?25h', '\x1b[?25l'),
    updateOpen: last('\x1b[?2026h', '\x1b[?2026l'),
    keysDistinct: last('\x1b[=1;1u', '\x1b[=0;1u'),
    raw: input.raw,
  };
}

const GIVEN_BACK = {
  buffer: 'normal',
  paste: false,
  wraps: true,
  applicationCursor: false,
  cursorShown: true,
  updateOpen: false,
  keysDistinct: false,
  raw: false,
};

const POINT = { prompt: 1, record: 3, at: 0, text: 'Fix it' };

/** A session that can go back to before its only prompt: to another one, once it is let. */
function rewindable(rewound: Rewound) {
  let go = (): void => {};
  const asked: unknown[] = [];
  const rewinding: Rewinding = {
    prompts: async () => ({ ok: true, points: [POINT] }),
    to: (point) => {
      asked.push(point);
      return new Promise((resolve) => {
        go = () => resolve(rewound);
      });
    },
  };
  return { rewinding, asked, go: () => go() };
}

describe('going back to before a prompt', () => {
  test('the other session takes the place of this one, with what was typed meanwhile, and the terminal is not given back', async () => {
    const other = testSession();
    const shown = { session: other, status: { ...STATUS, model: 'other' }, notes: ['Gone back.'], draft: 'Fix it' };
    const { rewinding, asked, go } = rewindable({ ok: true, shown });
    const { terminal, session, left } = open({ rewinding });
    await terminal.until(shows('? keys'));
    terminal.type('\x1b\x1b');
    await terminal.until(shows('› 1  Fix it'));
    terminal.type('\r');
    await terminal.until(() => asked.length > 0);
    // Whoever clicks now points at what stands here, and not at the settings of the other one.
    terminal.type(` well\x1b[<0;10;${terminal.emulator.rows}M\r`);
    // It ends, which is no reason to leave.
    session.send({ type: 'session.ended', reason: 'quit' });
    go();
    await terminal.until(shows('thinking'));
    expect(asked).toEqual([POINT]);
    expect(other.facts).toEqual([{ type: 'prompt.given', text: 'Fix it well' }]);
    expect(session.facts).toEqual([{ type: 'session.ended', reason: 'quit' }]);
    expect(terminal.rows().join('\n')).toContain('Gone back.');
    expect(terminal.written().split('\x1b[?1049h')).toHaveLength(2);
    other.send({ type: 'session.ended', reason: 'quit' });
    expect(await left).toEqual({ kind: 'session-ended' });
  });

  test('the breakpoints of the other session are known at once', async () => {
    const breakpoints: readonly Breakpoint[] = [{ number: 3, kind: 'state', name: 'acting' }];
    const stepping = {
      state: () => ({ holding: false, held: null, breakpoints }),
      subscribe: () => () => {},
    } as unknown as Stepping;
    const { rewinding, asked, go } = rewindable({
      ok: true,
      shown: { session: testSession(), status: STATUS, stepping },
    });
    const { terminal, left } = open({ rewinding });
    await terminal.until(shows('? keys'));
    terminal.type('\x1b\x1b');
    await terminal.until(shows('› 1  Fix it'));
    terminal.type('\r/break\r');
    await terminal.until(() => asked.length > 0);
    go();
    expect((await terminal.until(shows('Breakpoints:'))).join(' ')).toContain('Breakpoints: 3: state acting.');
    terminal.type('\x04');
    await left;
  });

  test('where it cannot be, the session goes on, and it is said why', async () => {
    const { rewinding, asked, go } = rewindable({ ok: false, message: 'The disk is full.' });
    const { terminal, session, left } = open({ rewinding });
    await terminal.until(shows('? keys'));
    terminal.type('\x1b\x1b');
    await terminal.until(shows('› 1  Fix it'));
    terminal.type('\r');
    await terminal.until(() => asked.length > 0);
    go();
    await terminal.until(shows('The disk is full.'));
    terminal.type('go on\r');
    await terminal.until(shows('thinking'));
    expect(session.facts).toEqual([{ type: 'prompt.given', text: 'go on' }]);
    terminal.type('\x03\x03');
    expect(await left).toEqual({ kind: 'quit', interrupted: true });
  });

  test('where no history is kept, that is said', async () => {
    const { terminal, left } = open();
    await terminal.until(shows('? keys'));
    terminal.type('/rewind\r');
    await terminal.until(shows('No history is kept here'));
    terminal.type('\x04');
    await left;
  });
});

describe('the full screen', () => {
  test('from the first key to the last', async () => {
    const { terminal, session, left } = open();
    expect(await terminal.until(shows('? keys'))).toEqual([
      ...Array.from({ length: 11 }, () => ''),
      RULE,
      '› a prompt, or / command, @ file, ! shell',
      ' idle · default · qwen3 · /project         ? keys',
    ]);
    expect(await modes(terminal)).toEqual({
      buffer: 'alternate',
      paste: true,
      wraps: false,
      applicationCursor: true,
      cursorShown: true,
      updateOpen: false,
      keysDistinct: true,
      raw: true,
    });

    terminal.type('修复 the test');
    await terminal.until(shows('› 修复 the test'));
    expect([terminal.emulator.buffer.active.cursorX, terminal.emulator.buffer.active.cursorY]).toEqual([15, 12]);

    terminal.type('\r');
    await terminal.until(shows('thinking'));
    expect(session.facts).toEqual([{ type: 'prompt.given', text: '修复 the test' }]);

    session.streams({ thoughts: ['Run the'] });
    expect((await terminal.until(shows('Run the'))).slice(0, 4)).toEqual([
      '› 修复 the test',
      '',
      'thought',
      '  Run the',
    ]);

    session.reply('<thought>Run the tests.</thought><action tool="bash">\n<command>npm test</command>\n</action>');
    session.takes({ runs: ['npm'], readOnly: false });
    terminal.type('y');
    const asked = await terminal.until(shows('A new question: read it first.'));
    expect(shows('May bash run?')(asked)).toBe(true);
    expect(asked.at(-3)).toBe(' y  once   a  always   n  no   r  say why  Esc no');
    await setTimeout(NEW_MS);
    terminal.type('y');
    await terminal.until(shows('acting'));
    session.ends('ok 12 👩‍👩‍👧 passing', 1_200);
    session.reply('<final>Fixed.\n中文 works.</final>');

    expect((await terminal.until(shows('Fixed.'))).slice(0, 11)).toEqual([
      'thought · Run the tests.',
      '',
      'bash · call 1',
      '  $ npm test',
      'allowed · you, this once',
      'ok · call 1 · 1.2 s',
      expect.stringMatching(/^ {2}ok 12 .* passing$/),
      '',
      'answer',
      '  Fixed.',
      '  中文 works.',
    ]);

    terminal.resize(60, 20);
    expect((await terminal.until(shows('› 修复'))).slice(-4)).toEqual([
      '',
      '─'.repeat(60),
      '› a prompt, or / command, @ file, ! shell',
      expect.stringMatching(/^ finished · default · qwen3/),
    ]);

    terminal.type('\x04');
    expect(await left).toEqual({ kind: 'quit', interrupted: false });
    expect(await modes(terminal)).toEqual(GIVEN_BACK);
    expect(terminal.rows().join('')).toBe('');
  });

  test('a first prompt is sent at once', async () => {
    const { terminal, session, left } = open({ prompt: 'go' });
    await terminal.until(shows('› go'));
    expect(session.facts).toEqual([{ type: 'prompt.given', text: 'go' }]);
    terminal.type('\x03\x03');
    expect(await left).toEqual({ kind: 'quit', interrupted: true });
  });

  test('a lone Escape interrupts, though it may be the start of a sequence', async () => {
    const { terminal, session, left } = open({ prompt: 'go' });
    await terminal.until(shows('thinking'));
    terminal.type('\x1b');
    await terminal.until(shows('stopping'));
    expect(session.facts.at(-1)).toEqual({ type: 'abort.requested', by: 'person' });
    terminal.type('\x03\x03');
    await left;
  });

  test('a paste of many lines is one draft', async () => {
    const { terminal, session, left } = open();
    await terminal.until(shows('? keys'));
    terminal.type('\x1b[200~one\r\ntwo\x03');
    terminal.type('\x1b[201~\r');
    await terminal.until(shows('thinking'));
    expect(session.facts).toEqual([{ type: 'prompt.given', text: 'one\ntwo\x03' }]);
    terminal.type('\x03\x03');
    await left;
  });

  test('frames are few, however fast a reply streams', async () => {
    const { terminal, session, left } = open({ prompt: 'go' });
    await terminal.until(shows('thinking'));
    const frames = () => terminal.written().split('\x1b[?2026h').length;
    const before = frames();
    for (let length = 1; length <= 500; length++) session.streams({ thoughts: ['x'.repeat(length)] });
    await terminal.until(shows('x'.repeat(40)));
    expect(frames() - before).toBeLessThan(10);
    terminal.type('\x03\x03');
    await left;
  });

  test('a reply that streams asks for 20 frames a second at most, and is there when a key is', async () => {
    const { terminal, session, left } = open({ prompt: 'go' });
    await terminal.until(shows('thinking'));
    const frames = () => terminal.written().split('\x1b[?2026h').length;
    const before = frames();
    const begun = performance.now();
    let length = 0;
    while (performance.now() - begun < 600) {
      session.streams({ thoughts: ['x'.repeat(1 + (length++ % 40))] });
      await setTimeout(1);
    }
    const most = (performance.now() - begun) / 50 + 2;
    expect(frames() - before).toBeLessThanOrEqual(most);
    session.streams({ thoughts: ['at last'] });
    terminal.type('k');
    const rows = await terminal.until(shows('› k'));
    expect(rows.filter((row) => /at last|› k/.test(row))).toEqual(['  at last', '› k']);
    terminal.type('\x03\x03\x03');
    await left;
  });

  test('the session ends', async () => {
    const { terminal, session, left } = open();
    await terminal.until(shows('? keys'));
    session.send({ type: 'session.ended', reason: 'done' });
    expect(await left).toEqual({ kind: 'session-ended' });
    expect(await modes(terminal)).toEqual(GIVEN_BACK);
  });

  test('whoever opened it closes it', async () => {
    let close: (message: string) => void = () => undefined;
    const closed = new Promise<string>((resolve) => {
      close = resolve;
    });
    const { terminal, left } = open({ prompt: 'go', closed });
    await terminal.until(shows('thinking'));
    close('the history cannot be written');
    expect(await left).toEqual({ kind: 'closed' });
    expect(await modes(terminal)).toEqual(GIVEN_BACK);
  });

  test('the terminal goes away', async () => {
    const { terminal, left } = open();
    await terminal.until(shows('? keys'));
    terminal.hangUp();
    expect(await left).toEqual({ kind: 'terminal-closed' });
    expect(await modes(terminal)).toEqual(GIVEN_BACK);
  });

  test('the terminal is gone: no touch of it, then or later, ends the process', async () => {
    const { terminal, left } = open();
    await terminal.until(shows('? keys'));
    terminal.vanish();
    terminal.hangUp();
    expect(await left).toEqual({ kind: 'terminal-closed' });
    for (const stream of [terminal.input, terminal.output]) stream.emit('error', new Error('read EIO'));
  });

  test('a terminal that is gone before the screen is there closes it at once', async () => {
    const terminal = fakeTerminal(50, 14);
    terminal.vanish();
    const { input, output } = terminal;
    expect(await openScreen({ session: testSession(), input, output, status: STATUS, env: {} })).toEqual({
      kind: 'terminal-closed',
    });
  });

  test('screens one after another on the same streams leave one listener for errors each', async () => {
    const terminal = fakeTerminal(50, 14);
    const { input, output } = terminal;
    for (let i = 0; i < 3; i++) {
      const left = openScreen({ session: testSession(), input, output, status: STATUS, env: {} });
      await terminal.until(shows('? keys'));
      terminal.type('\x04');
      await left;
      await terminal.until((rows) => rows.join('') === '');
    }
    expect([input.listenerCount('error'), output.listenerCount('error')]).toEqual([1, 1]);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s before the screen is there leaves it at once',
    async (signal) => {
      const { left, terminal, session } = open({ prompt: 'go' });
      process.emit(signal, signal);
      expect(await left).toEqual({ kind: 'signal', signal });
      expect(session.facts).toEqual([]);
      expect(await modes(terminal)).toMatchObject({ buffer: 'normal', raw: false });
    },
  );

  test('what the session throws is thrown on, from a terminal that is given back', async () => {
    const session = testSession();
    const broken = {
      ...session,
      send: () => {
        throw new Error('the gate is shut');
      },
    };
    const { terminal, left } = open({ session: broken });
    const rejected = expect(left).rejects.toThrow('the gate is shut');
    await terminal.until(shows('? keys'));
    terminal.type('x\r');
    await rejected;
    expect(await modes(terminal)).toEqual(GIVEN_BACK);
  });

  test('nothing is left listening', async () => {
    const counts = () =>
      ['exit', 'SIGINT', 'SIGTERM', 'SIGHUP', 'SIGTSTP', 'SIGCONT', 'uncaughtExceptionMonitor'].map((event) =>
        process.listenerCount(event),
      );
    const before = counts();
    const { terminal, left } = open();
    await terminal.until(shows('? keys'));
    expect(counts()).not.toEqual(before);
    terminal.type('\x04');
    await left;
    expect(counts()).toEqual(before);
    expect([terminal.input.listenerCount('data'), terminal.output.listenerCount('resize')]).toEqual([0, 0]);
  });

  test('no colour where none is wanted', async () => {
    const { terminal, left } = open({ prompt: 'go', env: { NO_COLOR: '1' } });
    await terminal.until(shows('thinking'));
    terminal.type('\x03\x03');
    await left;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colour is made of them
    expect(terminal.written()).not.toMatch(/\x1b\[[0-9;]*\b[349][0-7]m/);
  });
});

const possible: readonly (readonly [env: object, isTTY: boolean, possible: boolean])[] = [
  [{ TERM: 'xterm-kitty' }, true, true],
  [{ TERM: 'dumb' }, true, false],
  [{}, true, false],
  [{ OS: 'Windows_NT' }, true, true],
  [{ TERM: 'xterm' }, false, false],
];
test.each(possible)('full screen with %j, a terminal: %s → %s', (env, isTTY, expected) => {
  expect(canFullScreen({ ...env }, { isTTY })).toBe(expected);
});
