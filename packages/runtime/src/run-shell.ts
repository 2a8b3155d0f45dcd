/** A command of the person's own, with what the session gives it. */
import type { Context, Fact, ShellRun, Update } from '@tagma/core';
import type { Outcome } from '@tagma/protocol';
import type { PerformerDeps, ToolRunContext } from './deps.ts';
import { shownAtMost, shownOutput, toolContext } from './run-tool.ts';

const NO_SHELL = 'These tools have no shell for the person.';
/** With a name in the place of the secret it would do something else than is meant. */
const NOT_KEPT = 'It was not run: it holds a secret that was not kept. Let it read the secret from its file.';

export async function runShell(
  deps: PerformerDeps,
  effect: ShellRun,
  context: Context,
  signals: Pick<ToolRunContext, 'signal' | 'shutdown'>,
  tell: (update: Update) => void,
): Promise<Fact> {
  const startedAt = deps.clock.now();
  // A secret that he has typed was taken out of the record; what runs is what he has typed.
  const command = deps.redactor.typed(effect.command);
  if (command === null) return ended(effect, failed(NOT_KEPT), 0);
  const output = shownOutput(deps, effect.id, tell);
  const place = { ...toolContext(deps, context, signals), ...shownAtMost(effect), onOutput: output.take };
  const outcome = (await deps.tools.shell?.(command, place)) ?? failed(NO_SHELL);
  output.end();
  return ended(effect, outcome, deps.clock.now() - startedAt);
}

function ended({ id }: ShellRun, outcome: Outcome, durationMs: number): Fact {
  return { type: 'shell.ended', request: id, outcome, durationMs };
}

function failed(content: string): Outcome {
  return { status: 'error', content, details: {} };
}
