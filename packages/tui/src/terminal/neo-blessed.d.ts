/** The part of neo-blessed that is used; the package has no types of its own. */
declare module 'neo-blessed/lib/program.js' {
  import type { EventEmitter } from 'node:events';

  export type Program = {
    alternateBuffer(): void;
    normalBuffer(): void;
    hideCursor(): void;
    showCursor(): void;
    put: { keypad_xmit(): void; keypad_local(): void };
    destroy(): void;
    on(event: 'resize', listener: () => void): void;
  };

  const createProgram: (options: {
    readonly input: EventEmitter;
    readonly output: unknown;
    readonly terminal: string;
    readonly buffer: boolean;
  }) => Program;
  export default createProgram;
}

declare module 'neo-blessed/lib/tput.js' {
  /** The terminfo reader, with the folders that it looks in. */
  const Tput: { readonly ipaths: unknown[] };
  export default Tput;
}
