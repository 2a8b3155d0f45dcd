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
import type { FindGuides, PerformerDeps, ToolRunContext } from './deps.ts';
import { isNotKept } from './redact-names.ts';

/** Whether a call would do something else by now than what was found out before it was allowed. */
export async function isOvertaken(
  { factsAgain, redactor }: PerformerDeps,
  effect: ToolRun,
  { session }: Context,
  before: Facts | undefined,
): Promise<boolean> {
  if (!factsAgain || !before) return false;
  const { value } = redactor.restore(writtenIn(effect));
  const now = await factsAgain({ tool: effect.tool, ...value }, { folder: session.folder });
  return !isDeepStrictEqual(now, before);
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
  const { value, unknown } = deps.redactor.restore(writtenIn(effect));
  if (unknown.length > 0) {
    return { type: 'tool.ended', request: effect.id, outcome: notKnown(effect.tool, unknown), durationMs: 0 };
  }
  const output = shownOutput(deps, effect.id, tell);
  const outcome = await deps.tools.run(effect.tool, value.params, {
    ...toolContext(deps, context, signals),
    ...shownAtMost(effect),
    bounds: effect.bounds ?? null,
    looksOnly: isLook(effect, context),
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

/**
 * With the name in the place of the secret it would do something else than is meant. Names are said without their brackets
 * here: what a tool says is taken literally.
 */
function notKnown(tool: string, names: readonly string[]): Outcome {
  const which = names.map((name) => `"${name}"`).join(', ');
  const [why, advice] = names.some(isNotKept)
    ? [
        'was not kept (it was seen cut, or with something before its lines)',
        'Let a command use or copy the file that holds it (cp), or look at all of it as it stands there (read the whole file)',
      ]
    : [
        'is not known (any more: it was seen before this session was taken up again)',
        'Look once more at where it stands (read the file)',
      ];
  const content = [
    `${tool} was not run: it names what was redacted as ${which}, and that secret ${why}.`,
    `${advice}, and write the name that it has then. Where these very characters are meant, write a second colon behind the first.`,
  ].join('\n');
  return { status: 'error', content, details: {} };
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
    asWritten: {},
    onOutput: () => {},
  };
}
