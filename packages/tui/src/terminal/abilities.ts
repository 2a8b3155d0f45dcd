/** What a terminal can do, as far as its environment tells. What it cannot do it should ignore; these would show it. */
import type { Environment } from '../theme/environment.ts';
import { type Depth, depthOf } from './colour.ts';

export type Abilities = {
  readonly depth: Depth;
  /** Whether it takes operating system commands: hyperlinks, the clipboard, questions for its colours. */
  readonly commands: boolean;
  /** What stands between this program and the terminal, and hands on only what it is asked to. */
  readonly multiplexer: 'tmux' | 'screen' | null;
};

export function abilitiesOf(environment: Environment): Abilities {
  const { TERM = '', TMUX = '', STY = '' } = environment;
  return {
    depth: depthOf(environment),
    commands: !/^(linux|dumb|vt\d)/.test(TERM),
    multiplexer: TMUX !== '' ? 'tmux' : STY !== '' ? 'screen' : null,
  };
}

/** What a multiplexer hands on as it is. */
export function passedThrough(bytes: string, multiplexer: Abilities['multiplexer']): string {
  if (multiplexer === 'tmux') return `\x1bPtmux;${bytes.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`;
  if (multiplexer === null) return bytes;
  // An ST in it would end what is handed on; a command may end in BEL too.
  return piecesOf(bytes.replaceAll('\x1b\\', '\x07'))
    .map((piece) => `\x1bP${piece}\x1b\\`)
    .join('');
}

/** What GNU screen takes at once. */
const SCREEN_BYTES_MAX = 700;

function piecesOf(bytes: string): string[] {
  const count = Math.ceil(bytes.length / SCREEN_BYTES_MAX);
  return Array.from({ length: count }, (_, index) =>
    bytes.slice(index * SCREEN_BYTES_MAX, (index + 1) * SCREEN_BYTES_MAX),
  );
}
