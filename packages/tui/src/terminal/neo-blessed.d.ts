/** The part of neo-blessed that is used; the package has no types of its own. */
declare module 'neo-blessed/lib/program.js' {
  const createProgram: (options: {
    readonly input: import('node:events').EventEmitter;
    readonly output: unknown;
    readonly terminal: string;
    readonly buffer: boolean;
  }) => import('./program.ts').Program;
  export default createProgram;
}

declare module 'neo-blessed/lib/tput.js' {
  /** The terminfo reader, with the folders that it looks in. */
  const Tput: { readonly ipaths: unknown[] };
  export default Tput;
}
