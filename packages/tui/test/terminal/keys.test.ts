import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Reported } from '../../src/terminal/input.ts';
import { endKeys, feedKeys, type Input, keysWaitMs, PASTE_BYTES_MAX, startKeys } from '../../src/terminal/keys.ts';

const key = (chord: string): Input => ({ kind: 'key', chord });
const text = (value: string): Input => ({ kind: 'text', text: value });
const mouse = (chord: string, row: number, column: number): Input => ({ kind: 'mouse', chord, row, column });
const report = (reported: Reported): Input => ({ kind: 'report', report: reported });
const paste = (value: string): Input => ({ kind: 'paste', text: value });

/** Feeds the pieces in turn, and then says that no more comes. */
function decoded(...pieces: readonly (string | Uint8Array)[]): Input[] {
  let state = startKeys();
  const inputs: Input[] = [];
  for (const piece of pieces) {
    const next = feedKeys(state, Buffer.from(piece as string));
    state = next.state;
    inputs.push(...next.inputs);
  }
  return joined([...inputs, ...endKeys(state).inputs]);
}

/** Texts that came in two feeds are one text here. */
function joined(inputs: readonly Input[]): Input[] {
  const all: Input[] = [];
  for (const each of inputs) {
    const last = all.at(-1);
    if (each.kind === 'text' && last?.kind === 'text') all[all.length - 1] = text(last.text + each.text);
    else all.push(each);
  }
  return all;
}

const rows: readonly (readonly [title: string, bytes: string, inputs: readonly Input[]])[] = [
  ['letters', 'hello', [text('hello')]],
  ['Chinese, accents and a joined emoji', '中é👩‍👩‍👧', [text('中é👩‍👩‍👧')]],
  ['Enter is one key', '\r', [key('enter')]],
  ['Ctrl+J is not Enter', '\n', [key('ctrl+j')]],
  ['text between controls', 'a\x01b\x7f', [text('a'), key('ctrl+a'), text('b'), key('backspace')]],
  ['Tab, Ctrl+Space, Ctrl+_', '\t\0\x1f', [key('tab'), key('ctrl+space'), key('ctrl+_')]],
  ['both codes of backspace', '\x08\x7f', [key('backspace'), key('backspace')]],
  ['arrows in both forms', '\x1b[A\x1bOB', [key('up'), key('down')]],
  [
    'arrows with modifiers',
    '\x1b[1;5C\x1b[1;3D\x1b[1;8A',
    [key('ctrl+right'), key('alt+left'), key('ctrl+alt+shift+up')],
  ],
  [
    'Home and End in their forms',
    '\x1b[H\x1b[1~\x1b[7~\x1bOF\x1b[4~\x1b[8~',
    'home home home end end end'.split(' ').map(key),
  ],
  [
    'Page keys, Insert, Delete',
    '\x1b[5~\x1b[6~\x1b[2~\x1b[3;5~',
    ['page-up', 'page-down', 'insert', 'ctrl+delete'].map(key),
  ],
  ['function keys', '\x1bOP\x1b[15~\x1b[24~\x1b[[A', ['f1', 'f5', 'f12', 'f1'].map(key)],
  [
    'F3, which a report of the cursor looks like',
    '\x1bOR\x1b[R\x1b[1;2R\x1b[13~\x1b[12;1R',
    ['f3', 'f3', 'shift+f3', 'f3'].map(key),
  ],
  ['Shift+Tab', '\x1b[Z', [key('shift+tab')]],
  ['a lone Escape', '\x1b', [key('escape')]],
  ['two Escapes', '\x1b\x1b', [key('escape'), key('escape')]],
  ['Escape, then an arrow', '\x1b\x1b[A', [key('escape'), key('up')]],
  ['Alt and a letter', '\x1bb\x1bF', [key('alt+b'), key('alt+f')]],
  ['Alt and a Chinese letter, then text', '\x1b中x', [key('alt+中'), text('x')]],
  ['Alt+Enter, Alt+Backspace', '\x1b\r\x1b\x7f', [key('alt+enter'), key('alt+backspace')]],
  ['Alt and Ctrl', '\x1b\x02', [key('ctrl+alt+b')]],
  ['Alt+[ and Alt+Shift+O alone', '\x1b[', [key('alt+[')]],
  ['Alt+Shift+O', '\x1bO', [key('alt+shift+o')]],
  ['Alt+] and Alt+Shift+P', '\x1b]', [key('alt+]')]],
  ['CSI-u: Shift+Enter, Ctrl+Enter', '\x1b[13;2u\x1b[13;5u', [key('shift+enter'), key('ctrl+enter')]],
  ['CSI-u: Escape, Ctrl+C, Alt+a', '\x1b[27u\x1b[99;5u\x1b[97;3u', [key('escape'), key('ctrl+c'), key('alt+a')]],
  ['CSI-u: text, with Shift and with Caps Lock', '\x1b[97u\x1b[97;2u\x1b[97;65u\x1b[32;2u', [text('aAa ')]],
  ['CSI-u: a release is no press', '\x1b[97;1:1u\x1b[97;1:3u', [text('a')]],
  ['CSI-u: a lone modifier is nothing', '\x1b[57441;2u', []],
  ['CSI-u: Shift+Tab', '\x1b[9;2u', [key('shift+tab')]],
  ['CSI-u: keypad Enter', '\x1b[57414u', [key('enter')]],
  [
    'modifyOtherKeys: Shift+Enter, Ctrl+I, Shift+A',
    '\x1b[27;2;13~\x1b[27;5;105~\x1b[27;2;65~',
    [key('shift+enter'), key('ctrl+i'), text('A')],
  ],
  ['a paste', '\x1b[200~a\r\nb\rc\x1b[201~d', [paste('a\nb\nc'), text('d')]],
  ['an empty paste', '\x1b[200~\x1b[201~', [paste('')]],
  ['keys in a paste are text', '\x1b[200~\x03\x1b[A\x1b[200~\x1b[201~', [paste('\x03\x1b[A\x1b[200~')]],
  ['the wheel', '\x1b[<64;3;4M\x1b[<65;3;4M', [mouse('wheel-up', 3, 2), mouse('wheel-down', 3, 2)]],
  [
    'the wheel to the side, with Ctrl',
    '\x1b[<66;1;1M\x1b[<83;300;200M',
    [mouse('wheel-left', 0, 0), mouse('ctrl+wheel-right', 199, 299)],
  ],
  [
    'a click, a drag and the release',
    '\x1b[<0;3;4M\x1b[<32;4;4M\x1b[<0;5;4m',
    [mouse('mouse-left', 3, 2), mouse('drag-left', 3, 3), mouse('release-left', 3, 4)],
  ],
  [
    'the other buttons, with modifiers',
    '\x1b[<1;1;1M\x1b[<2;1;1M\x1b[<28;1;1M',
    [mouse('mouse-middle', 0, 0), mouse('mouse-right', 0, 0), mouse('ctrl+alt+shift+mouse-left', 0, 0)],
  ],
  [
    'moves, unknown buttons and older reports of the mouse are nothing',
    '\x1b[<35;3;4M\x1b[<64;3;4m\x1b[<128;1;1M\x1b[<;;M\x1b[<1M\x1b[M !!x\x1b[32;3;4My',
    [text('xy')],
  ],
  ['a place that cannot be is the first one', '\x1b[<0;0;0M', [mouse('mouse-left', 0, 0)]],
  [
    'the focus',
    '\x1b[I\x1b[O',
    [
      { kind: 'focus', focused: true },
      { kind: 'focus', focused: false },
    ],
  ],
  [
    'the colours of the terminal, in the forms that terminals give',
    '\x1b]10;rgb:ffff/ffff/ffff\x07\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\\x1b]11;rgba:ff/00/80/ff\x07\x1b]11;#102030\x07',
    [
      report({ type: 'foreground', rgb: 0xffffff }),
      report({ type: 'background', rgb: 0x1e1e2e }),
      report({ type: 'background', rgb: 0xff0080 }),
      report({ type: 'background', rgb: 0x102030 }),
    ],
  ],
  [
    'what the terminal is, what it knows, that it has turned dark',
    '\x1b[?62;4c\x1b[?2026;2$y\x1b[?2026;0$y\x1b[?997;1n',
    [
      report({ type: 'attributes' }),
      report({ type: 'mode', mode: 2026, known: true }),
      report({ type: 'mode', mode: 2026, known: false }),
      report({ type: 'appearance-changed' }),
    ],
  ],
  [
    'answers that nobody understands are nothing',
    '\x1b]11;red\x07\x1b]4;1;rgb:00/00/00\x07\x1bP>|term\x1b\\\x1b_Gi=1\x1b\\\x1b[?1u\x1b[?6n\x1b[>0;1cx',
    [text('x')],
  ],
  [
    'CSI-u: the keypad',
    '\x1b[57400u\x1b[57413u\x1b[57417u\x1b[57421;5u',
    [text('1+'), key('left'), key('ctrl+page-up')],
  ],
  ['CSI-u: a control code that is no key', '\x1b[128u\x1b[1u', []],
  ['an unknown sequence is nothing', '\x1b[12;34 qa\x1b[99~', [text('a')]],
  ['a broken sequence takes no letter after it', '\x1b[1;\x01a', [key('ctrl+a'), text('a')]],
  ['C1 controls typed as text are nothing', 'a\u009bb', [text('ab')]],
];

describe('keys', () => {
  test.each(rows)('%s', (_, bytes, inputs) => {
    expect(decoded(bytes)).toEqual(inputs);
  });

  test.each(rows)('byte by byte: %s', (_, bytes, inputs) => {
    expect(decoded(...[...Buffer.from(bytes)].map((byte) => Uint8Array.of(byte)))).toEqual(inputs);
  });

  test('invalid UTF-8 is dropped, and what follows is not', () => {
    expect(decoded(Uint8Array.of(0x61, 0xff, 0xc3, 0x62, 0x80, 0x63))).toEqual([text('abc')]);
  });

  test('only an open sequence waits; half a character does not, for only its rest can end it', () => {
    const waits = (bytes: string | Uint8Array) => keysWaitMs(feedKeys(startKeys(), Buffer.from(bytes as string)).state);
    expect(['\x1b', '\x1b[', '\x1b[<0;', Uint8Array.of(0xe4, 0xb8), '\x1b[200~abc\x1b'].map(waits)).toEqual([
      50,
      50,
      500,
      null,
      2_000,
    ]);
  });

  test('a paste of which nothing comes stands there as far as it has come, and goes on when it does', () => {
    const begun = feedKeys(startKeys(), Buffer.from('\x1b[200~a\u00e9\x1b[20').subarray(0, 9));
    expect([begun.inputs, keysWaitMs(begun.state)]).toEqual([[], 2_000]);
    const stalled = endKeys(begun.state);
    expect([stalled.inputs, keysWaitMs(stalled.state)]).toEqual([[paste('aé')], null]);
    expect(feedKeys(stalled.state, Buffer.from('\r!rm\r\x1b[201~b')).inputs).toEqual([paste('\n!rm\n'), text('b')]);
    expect(feedKeys(stalled.state, Buffer.from('\x1b[201~b')).inputs).toEqual([text('b')]);
  });

  test.each([
    ['within a character', '\x1b[200~中文', 10, '中', '\x1b[201~', '\ufffd'],
    ['within a line end', '\x1b[200~a\r', 8, 'a', '\nb\x1b[201~', '\nb'],
  ])('a paste that stalls %s is not cut there', (_where, bytes, length, whole, more, rest) => {
    const { state, inputs } = endKeys(feedKeys(startKeys(), Buffer.from(bytes).subarray(0, length)).state);
    expect([inputs, feedKeys(state, Buffer.from(more)).inputs]).toEqual([[paste(whole)], [paste(rest)]]);
  });

  const ways: readonly (readonly [bytes: string, inputs: readonly Input[]])[] = [
    ['\x03', [key('ctrl+c')]],
    ['\x1b[99;5u', [key('ctrl+c')]],
    ['\x1b[27u', [key('escape')]],
    ['\x1b', []],
    ['y', []],
    ['\x03y', []],
    ['\r', []],
  ];
  test.each(ways)('%j alone, where the end of a paste is lost', (bytes, inputs) => {
    const { state } = endKeys(feedKeys(startKeys(), Buffer.from('\x1b[200~a')).state);
    expect(feedKeys(state, Buffer.from(bytes)).inputs).toEqual(inputs);
  });

  test('a paste that is too long comes in pieces, and nothing of it as keys', () => {
    const first = feedKeys(startKeys(), Buffer.from(`\x1b[200~${'x'.repeat(PASTE_BYTES_MAX + 1)}`));
    const rest = feedKeys(first.state, Buffer.from('\x03y\x1b[201~z'));
    expect(first.inputs.map((each) => (each.kind === 'paste' ? each.text.length : each))).toEqual([
      PASTE_BYTES_MAX + 1,
    ]);
    expect(rest.inputs).toEqual([paste('\x03y'), text('z')]);
  });

  test('any bytes in any pieces give the same keys, and no control character as text', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 6 }),
      fc
        .constantFrom(
          '\x1b',
          '\x1b[',
          '\x1b[200~',
          '\x1b[201~',
          '\x1b[1;5A',
          '\x1bO',
          '\x1b]',
          '\x1b\\',
          '中',
          '👩‍👧',
          'ab',
        )
        .map((each) => new Uint8Array(Buffer.from(each))),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const whole = Buffer.concat(pieces);
        const inputs = decoded(whole);
        expect(decoded(...pieces)).toEqual(inputs);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: the test is about them
        for (const each of inputs) if (each.kind === 'text') expect(each.text).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
      }),
      { numRuns: 2_000 },
    );
  });
});
