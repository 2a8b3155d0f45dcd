/** One prompt, one answer: progress on standard error, the answer on standard output, the exit code says how it ended. */
import type { TurnResult } from '@tagma/core';
import { runAgent } from '@tagma/runtime';
import { plainRenderer } from '@tagma/tui';
import { EXIT, exitCodeOf } from './exit.ts';
import type { Prepared } from './prepare.ts';
import { problem, report } from './problem.ts';
import { onSignals, type Signals } from './signals.ts';

export async function print(prompt: string, { started, deps, file }: Prepared): Promise<number> {
  const renderer = plainRenderer({ answer: process.stdout, progress: process.stderr, env: process.env });
  let signals: Signals | null = null;
  const answer = await runAgent(prompt, started, deps, {
    onSession(session) {
      session.subscribe(renderer.take);
      signals = onSignals(() => session.send({ type: 'abort.requested', by: 'signal' }));
    },
    reason: () => (signals?.exitCode() ? 'signal' : 'done'),
  });
  renderer.end();
  process.stderr.write(`history: ${file}\n`);
  const signalled = (signals as Signals | null)?.exitCode() ?? null;
  (signals as Signals | null)?.release();
  if (!answer.ok) return report(problem(EXIT.failed, answer.message));
  tell(answer.result);
  return signalled ?? exitCodeOf(answer.result);
}

/** What the answer itself does not say. */
function tell(result: TurnResult): void {
  if (result.kind === 'failed') process.stderr.write(`tagma: ${result.fault.message}\n${result.fault.advice}\n`);
  if (result.kind === 'limit') {
    process.stderr.write(`tagma: the limit of ${result.max} turns was reached; --max-turns N sets another.\n`);
  }
  if (result.kind === 'uncorrected') process.stderr.write(`tagma: no usable reply came: ${result.message}\n`);
  if (result.kind !== 'done' || result.denials.length === 0) return;
  const lines = result.denials.map(({ call, tool, why }) => `  call ${call}, ${tool}: ${why}`);
  const after = result.madeGood ? 'made good by a later reply' : '--allow RULE or --mode lets more through';
  process.stderr.write(`denied (${after}):\n${lines.join('\n')}\n`);
}
