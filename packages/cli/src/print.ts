/** One prompt, one answer: progress on standard error, the answer on standard output, the exit code says how it ended. A turn that was left goes on where there is no prompt. */
import { type Fact, modelOf, NO_USAGE, type TurnResult, type Update, type UsageSum } from '@tagma/core';
import { inputAttachment, runSession } from '@tagma/runtime';
import { aboutUsage, plainRenderer } from '@tagma/tui';
import { aboutDenials } from './denials.ts';
import type { Endings } from './endings.ts';
import { EXIT, exitCodeOf } from './exit.ts';
import type { FormatOptions } from './headless/formats.ts';
import type { Output } from './headless/output.ts';
import { unlessLeft } from './output.ts';
import type { Prepared } from './prepare.ts';
import { problem, remark, report } from './problem.ts';

/** @param input what was piped in beside the prompt */
export async function print(
  prompt: string | undefined,
  input: string,
  { started, from, deps, file }: Prepared,
  endings: Endings,
  format: FormatOptions = {},
): Promise<number> {
  const output = await outputOf(format, file, endings);
  const renderer = plainRenderer({
    answer: output === null ? process.stdout : NOWHERE,
    progress: output === null || output.hasProgress ? process.stderr : NOWHERE,
    env: process.env,
    ...(from && { earlier: from.transcript }),
  });
  const attached = input === '' ? [] : [inputAttachment(input)];
  const said = { type: 'prompt.given', text: prompt ?? '', ...(attached.length > 0 && { attached }) } as const;
  const begins: Fact = prompt?.trim() ? said : { type: 'resume.requested' };
  let used: UsageSum = NO_USAGE;
  const count = (update: Update) => {
    if (update.kind === 'step') used = update.snapshot.context.usage.since;
  };
  const tellOfCut = (update: Update) => {
    if (isCutBlindly(update)) remark(`tagma: ${CUT_BLINDLY}\n`);
  };
  let stopListening = () => {};
  const gated = output?.gate ? { ...deps, gate: output.gate } : deps;
  const answer = await runSession([...(from?.first ?? []), begins], started, gated, {
    ...(from && { from: from.snapshot }),
    onSession(session) {
      if (output) session.subscribe(output.take);
      session.subscribe(renderer.take);
      session.subscribe(count);
      session.subscribe(tellOfCut);
      stopListening = endings.onEnd(() => void session.stop());
    },
    reason: () => (endings.exitCode() === null ? 'done' : 'signal'),
  });
  stopListening();
  renderer.end();
  if (output) await unlessLeft(endings, output.end(answer));
  if (used.replies > 0) remark(`used: ${aboutUsage(used)}\n`);
  remark(`history: ${file}\n`);
  if (!answer.ok) return report(problem(EXIT.failed, answer.message));
  tell(answer.result);
  return exitCodeOf(answer.result);
}

const NOWHERE = { write() {} };

/** Null for text, which the renderer writes itself. */
async function outputOf({ outputFormat, deltas }: FormatOptions, history: string, endings: Endings) {
  if (outputFormat === undefined || outputFormat === 'text') return null;
  const { outputIn } = await import('./headless/outputs.ts');
  const output: Output = outputIn(outputFormat, { deltas: deltas === true, history, endCode: endings.exitCode });
  return output;
}

const CUT_BLINDLY =
  "the model's window is not known, so what goes with the prompt was cut as for one of 8,192 tokens. --window TOKENS lets more of it through, where the model takes more.";

/** Whether something that goes with a prompt was cut for a window that nobody knows. */
function isCutBlindly(update: Update): boolean {
  if (update.kind !== 'step' || update.event.type !== 'prompt.given') return false;
  const { attached = [] } = update.event;
  return attached.some(({ isCut }) => isCut) && modelOf(update.snapshot.context).windowTokens === 0;
}

const LIMIT_OPTIONS = {
  turns: '--max-turns N',
  tokens: '--max-prompt-tokens N',
  cost: '--max-prompt-cost AMOUNT',
  time: '--max-time SECONDS',
  'session-tokens': '--max-tokens-total N',
  'session-cost': '--max-cost AMOUNT',
} as const;

/** What neither the answer nor the progress says: why a turn failed has been told there. */
function tell(result: TurnResult): void {
  if (result.kind === 'limit' && result.limit !== 'repetition')
    remark(`tagma: ${LIMIT_OPTIONS[result.limit]} sets another limit.\n`);
  if (result.kind !== 'done' || result.denials.length === 0) return;
  remark(aboutDenials(result));
}
