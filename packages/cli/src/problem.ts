import { visible } from '@tagma/protocol';

/** Why a command cannot go on: a message for the person, who can act on it, and the exit code. */
export type Problem = { readonly ok: false; readonly exit: number; readonly message: string };

export function problem(exit: number, message: string): Problem {
  return { ok: false, exit, message };
}

export function report({ exit, message }: Problem): number {
  remark(`tagma: ${message}\n`);
  return exit;
}

/**
 * All that goes to standard error beside a session's progress: much of it comes from files of somebody else's, and nothing of
 * it may be obeyed by the terminal.
 */
export function remark(text: string): void {
  takeScreenAway();
  process.stderr.write(visible(text));
}

let giveTerminalBack = (): void => {};

/** A screen may be on the terminal still, between two of them: whoever writes there without one would write into it. */
export function takeScreenAway(): void {
  giveTerminalBack();
}

/** @param giveBack takes the screen away; it does nothing where there is none. */
export function beforeRemarks(giveBack: () => void): void {
  giveTerminalBack = giveBack;
}

/** Of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
