/**
 * The part of a neo-blessed *program* that is used. The package has no types of its own, and what is declared of it (neo-blessed.d.ts)
 * is not there for whoever has only our declarations.
 */
export type Program = {
  alternateBuffer(): void;
  normalBuffer(): void;
  hideCursor(): void;
  showCursor(): void;
  put: { keypad_xmit(): void; keypad_local(): void };
  destroy(): void;
  on(event: 'resize', listener: () => void): void;
};
