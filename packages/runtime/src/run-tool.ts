/** One call of a tool, with what the session gives it; and whether it still would do what it was allowed for. */
import { isDeepStrictEqual } from 'node:util';
import type { Context, Fact, ToolRun, Update } from '@tagma/core';
import type { Facts } from '@tagma/protocol';
import type { SessionDeps, ToolRunContext } from './deps.ts';
import { restore, type Secrets, startRedaction } from './redact.ts';

/** Whether a call would do something else by now than what was found out before it was allowed. */
export async function isOvertaken(
  { factsAgain, secrets }: SessionDeps,
  { tool, params, asWritten }: ToolRun,
  { session }: Context,
  before: Facts | undefined,
): Promise<boolean> {
  if (!factsAgain || !before) return false;
  const call = { tool, params: restore(params, secrets), asWritten: restore(asWritten, secrets) };
  const now = await factsAgain(call, { folder: session.folder });
  return !isDeepStrictEqual(now, before);
}

export async function runTool(
  deps: SessionDeps,
  effect: ToolRun,
  context: Context,
  signals: Pick<ToolRunContext, 'signal' | 'shutdown'>,
  tell: (update: Update) => void,
): Promise<Fact> {
  const startedAt = deps.clock.now();
  const redaction = startRedaction(deps.secrets);
  const show = (text: string) => {
    if (text !== '') tell({ kind: 'output', request: effect.id, text });
  };
  const outcome = await deps.tools.run(effect.tool, restore(effect.params, deps.secrets), {
    ...toolContext(deps, context, signals),
    bounds: effect.bounds ?? null,
    asWritten: restore(effect.asWritten, deps.secrets),
    onOutput: (text) => show(redaction.feed(text)),
  });
  show(redaction.end());
  return { type: 'tool.ended', request: effect.id, outcome, durationMs: deps.clock.now() - startedAt };
}

/** What a tool has of the session, but for what is of one call. */
export function toolContext(
  { outputFolder, secrets }: SessionDeps,
  { session, lastTurn }: Context,
  signals: Pick<ToolRunContext, 'signal' | 'shutdown'>,
): ToolRunContext {
  return {
    folder: session.folder,
    turn: lastTurn,
    ...signals,
    outputFolder,
    masking: () => startRedaction(asLatin1(secrets)),
    bounds: null,
    asWritten: {},
    onOutput: () => {},
  };
}

/** As they look where each byte is read as a character. */
function asLatin1(secrets: Secrets): Secrets {
  return new Map([...secrets].map(([name, secret]) => [name, Buffer.from(secret).toString('latin1')]));
}
