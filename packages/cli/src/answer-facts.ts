/** The process that takes facts for another one (`facts-process.ts`), until that one is gone. */
import { type CallToJudge, ELSEWHERE, type Place, takeFacts } from '@tagma/permission';
import type { FactsAnswered, FactsAsked } from './facts-process.ts';

export function answerFacts(send: (answer: FactsAnswered) => void): void {
  // Ctrl+C in the terminal is for the session to answer.
  process.on('SIGINT', () => {});
  process.on('disconnect', () => process.exit());
  process.on('message', async ({ id, call, place }: FactsAsked) => {
    const { undone, ...rest } = place as Place & { readonly undone: readonly string[] | null };
    const facts = await takeFacts(call as CallToJudge, {
      ...(rest as Place),
      ...(undone && { undone: async () => undone }),
      patience: ELSEWHERE,
    });
    send({ id, facts });
  });
}
