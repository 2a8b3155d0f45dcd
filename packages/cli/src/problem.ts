/** Why a command cannot go on: a message for the person, who can act on it, and the exit code. */
export type Problem = { readonly ok: false; readonly exit: number; readonly message: string };

export function problem(exit: number, message: string): Problem {
  return { ok: false, exit, message };
}

export function report({ exit, message }: Problem): number {
  process.stderr.write(`tagma: ${message}\n`);
  return exit;
}

/** Of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
