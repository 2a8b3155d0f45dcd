/** One call of a tool, with what the session gives it; and whether it still would do what it was allowed for. */
import { isDeepStrictEqual } from 'node:util';
import {
  type CallRef,
  type Context,
  type Fact,
  modelOf,
  type OutputLimit,
  type ToolRun,
  type Update,
} from '@tagma/core';
import type { Facts, Outcome } from '@tagma/protocol';
import type { FindGuides, PerformerDeps, TakeFacts, ToolRunContext } from './deps.ts';
import { NOT_PUT_BACK, notPutBackFacts, withSecretUses } from './secret-uses.ts';

/** What a call would do, with what it does with secrets. What it may not name is not looked into. */
export async function factsOf(
  { facts, redactor }: PerformerDeps,
  effect: CallRef,
  { session }: Context,
  take: TakeFacts = facts,
): Promise<Facts> {
  const restored = redactor.restore(writtenIn(effect));
  if (!restored.ok) return notPutBackFacts();
  const found = await take({ tool: effect.tool, ...restored.value }, { folder: session.folder });
  return withSecretUses(found, effect, redactor.restore);
}

/**
 * Whether a call would do something else by now than what was found out before it was allowed. What it does with secrets is
 * always asked once more: only what was decided about is put back.
 */
export async function isOvertaken(
  deps: PerformerDeps,
  effect: ToolRun,
  context: Context,
  before: Facts | undefined,
): Promise<boolean> {
  if (!before) return false;
  if (deps.factsAgain) return !isDeepStrictEqual(await factsOf(deps, effect, context, deps.factsAgain), before);
  const now = await factsOf(deps, effect, context, async () => before);
  return !isDeepStrictEqual(now.secrets, before.secrets);
}

export async function runTool(
  deps: PerformerDeps,
  effect: ToolRun,
  context: Context,
  signals: Pick<ToolRunContext, 'signal' | 'shutdown'>,
  tell: (update: Update) => void,
  touched: Facts | undefined,
  findGuides: FindGuides,
): Promise<Fact> {
  const startedAt = deps.clock.now();
  const restored = deps.redactor.restore(writtenIn(effect));
  // Of a call that nothing was found out about (it was allowed before the session was taken up again) no secret was decided about.
  if (!restored.ok || (!touched && restored.seen.length > 0)) {
    const content = `${effect.tool} was not run: ${NOT_PUT_BACK}.`;
    const outcome: Outcome = { status: 'error', content, details: {} };
    return { type: 'tool.ended', request: effect.id, outcome, durationMs: 0 };
  }
  const { value } = restored;
  const output = shownOutput(deps, effect.id, tell);
  const outcome = await deps.tools.run(effect.tool, value.params, {
    ...toolContext(deps, context, signals),
    ...shownAtMost(effect),
    bounds: effect.bounds ?? null,
    looksOnly: isLook(effect, context),
    // Of a call that was allowed before the session was taken up again nothing is known any more.
    unanalysed: touched === undefined || touched.unknown !== null,
    asWritten: value.asWritten,
    onOutput: output.take,
  });
  output.end();
  const durationMs = deps.clock.now() - startedAt;
  const guides = await guidesFor(findGuides, context, touched);
  return { type: 'tool.ended', request: effect.id, outcome, durationMs, ...(guides.length > 0 && { guides }) };
}

/** Whether it was allowed as a call that changes nothing. */
function isLook({ call }: ToolRun, { turn }: Context): boolean {
  const facts = turn.calls.find(({ ref }) => ref.call === call)?.judgement?.facts;
  return facts?.readOnly === true && facts.unknown === null;
}

/** What the project says of the folders that a call has touched, as far as the model has not been told. */
async function guidesFor(findGuides: FindGuides, context: Context, touched: Facts | undefined) {
  if (!touched) return [];
  const { reads, writes, deletes } = touched;
  const paths = [...new Set([...reads, ...writes, ...deletes].map(({ path }) => path))];
  return paths.length === 0 ? [] : findGuides(paths, context.guides, modelOf(context).windowTokens);
}

/** Output as it comes, for those who watch the session, without secrets. */
export function shownOutput({ redactor }: PerformerDeps, request: number, tell: (update: Update) => void) {
  const redaction = redactor.showing();
  const show = (text: string) => {
    if (text !== '') tell({ kind: 'output', request, text });
  };
  return { take: (text: string) => show(redaction.feed(text)), end: () => show(redaction.end()) };
}

/** What of a call the model has written, and may hold redactions. */
export function writtenIn({ params, asWritten }: CallRef): Pick<CallRef, 'params' | 'asWritten'> {
  return { params, asWritten };
}

/** How much of its output the model is shown, where that is less than usual. */
export function shownAtMost({ outputBytesMax }: OutputLimit): Pick<ToolRunContext, 'outputBytesMax'> {
  return outputBytesMax === undefined ? {} : { outputBytesMax };
}

/** What a tool has of the session, but for what is of one call. */
export function toolContext(
  { outputFolder, redactor }: PerformerDeps,
  { session, lastTurn }: Context,
  signals: Pick<ToolRunContext, 'signal' | 'shutdown'>,
): ToolRunContext {
  return {
    folder: session.folder,
    turn: lastTurn,
    ...signals,
    outputFolder,
    masking: () => redactor.keeping(),
    bounds: null,
    looksOnly: false,
    unanalysed: false,
    asWritten: {},
    onOutput: () => {},
  };
}
