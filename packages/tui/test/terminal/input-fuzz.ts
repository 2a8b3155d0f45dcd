/** Bytes made to confuse a decoder of keys, each from a seed, and what must hold of whatever it makes of them. */
import { chance } from '../../../../test/chance.ts';
import type { Input } from '../../src/terminal/input.ts';
import { type Decoding, endKeys, feedKeys, startKeys } from '../../src/terminal/keys.ts';

const PIECES: readonly string[] = [
  ...[
    '\x1b',
    '\x1b\x1b',
    '\x1b[',
    '\x1bO',
    '\x1b]',
    '\x1bP',
    '\x1b_',
    '\x1b\\',
    '\x07',
    '\x9b',
    '\x18',
    '\r',
    '\n',
    '\t',
    '\x7f',
  ],
  ...['\x1b[200~', '\x1b[201~', '\x1b[20', '\x1b[1;5A', '\x1b[13;2u', '\x1b[27;5;105~', '\x1b[57414u', '\x1b[55296u'],
  ...['\x1b[<0;3;4M', '\x1b[<64;1;1M', '\x1b[<35;', '\x1b[M !!', '\x1b[M', '\x1b[I', '\x1b[O', '\x1b[?62;4c'],
  ...[
    '\x1b]11;rgb:1e1e/1e1e/2e2e\x07',
    '\x1b]10;rgb:f/f/f\x1b\\',
    '\x1b]11;',
    '\x1b[?2026;2$y',
    '\x1b[?997;1n',
    '\x1b[12;40R',
  ],
  ...[
    'a',
    'ab',
    ' ',
    ';',
    ':',
    '~',
    'u',
    'M',
    '0',
    '99999999999999999999',
    '中',
    '👩‍👩‍👧',
    'e\u0301',
    '\u009b',
    '\u202e',
  ],
];

/** Up to some 40 bytes, at one in a thousand seeds thousands. */
export function inputOf(seed: number): Buffer {
  const next = chance(seed);
  const pick = (count: number) => Math.floor(next() * count);
  const count = pick(1_000) === 0 ? 2_000 : 1 + pick(8);
  return Buffer.concat(
    Array.from({ length: count }, () => {
      if (pick(3) === 0) return Buffer.from(Array.from({ length: 1 + pick(4) }, () => pick(256)));
      return Buffer.from(PIECES[pick(PIECES.length)] ?? '');
    }),
  );
}

/** Null: all holds. */
export function faultOf(bytes: Buffer, seed: number): string | null {
  const whole = decoded([bytes]);
  const cut = decoded(cutOf(bytes, seed));
  if (JSON.stringify(whole.inputs) !== JSON.stringify(cut.inputs)) return 'cut into pieces it is something else';
  return (
    whole.inputs.map(aboutInput).find((fault) => fault !== null) ?? aboutState(whole.state) ?? aboutNextKey(whole.state)
  );
}

function cutOf(bytes: Buffer, seed: number): Buffer[] {
  const next = chance(seed ^ 0x5bd1e995);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = 1 + Math.floor(next() * 5);
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
}

/** Neighbouring texts as one: where they are cut depends on how they come. */
function decoded(pieces: readonly Buffer[]): { readonly inputs: readonly Input[]; readonly state: Decoding } {
  let state = startKeys();
  const inputs: Input[] = [];
  for (const piece of pieces) {
    const fed = feedKeys(state, piece);
    state = fed.state;
    for (const input of fed.inputs) {
      const last = inputs.at(-1);
      if (input.kind === 'text' && last?.kind === 'text')
        inputs[inputs.length - 1] = { ...last, text: last.text + input.text };
      else inputs.push(input);
    }
  }
  return { inputs, state };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the fuzz is about them
const CONTROL = /[\x00-\x1f\x7f-\x9f\ufffd]/;
const CHORD = /^(ctrl\+)?(alt\+)?(shift\+)?[^\p{Lu}]+$/u;

function aboutInput(input: Input): string | null {
  const said = JSON.stringify(input);
  if (input.kind === 'text') return input.text === '' || CONTROL.test(input.text) ? `no text: ${said}` : null;
  if (input.kind === 'paste') return input.text.includes('\r') ? `a line end in a paste: ${said}` : null;
  if (input.kind === 'key') return !CHORD.test(input.chord) || CONTROL.test(input.chord) ? `no chord: ${said}` : null;
  if (input.kind === 'mouse')
    return input.row >= 0 && input.column >= 0 && CHORD.test(input.chord) ? null : `no mouse: ${said}`;
  return null;
}

const PENDING_BYTES_MAX = 5_000;

function aboutState({ pending }: Decoding): string | null {
  return pending.length > PENDING_BYTES_MAX ? `${pending.length} bytes wait for more` : null;
}

/** Whatever came, the next key counts. */
function aboutNextKey(state: Decoding): string | null {
  const open = endKeys(state).state;
  const ended = open.paste === null ? open : feedKeys(open, Buffer.from('\x1b[201~')).state;
  const { inputs } = feedKeys(ended, Buffer.from('ok\x1b[A'));
  return JSON.stringify(inputs) === OK ? null : `then "ok" and Up are ${JSON.stringify(inputs)}`;
}

const OK = JSON.stringify([
  { kind: 'text', text: 'ok' },
  { kind: 'key', chord: 'up' },
] satisfies Input[]);
