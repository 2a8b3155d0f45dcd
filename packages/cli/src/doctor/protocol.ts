/** Can this model work: does it list, read and finish in the protocol? Says how its replies had to be taken. */
import type { Reply } from '@tagma/protocol';
import type { PromptTexts } from '../prompts.ts';
import type { Finding } from './finding.ts';
import type { Probe } from './probe.ts';
import { type Exchange, exchangeTurns, WORD } from './session.ts';

export async function protocol(probe: Probe, texts: PromptTexts): Promise<Finding> {
  const exchange = await exchangeTurns(probe, texts);
  const [works, how] = judged(exchange);
  return { row: 'protocol', holds: works ? 'yes' : 'failed', says: `${how}; ${countsOf(exchange.replies)}` };
}

function judged({ result, results }: Exchange): readonly [works: boolean, how: string] {
  switch (result.kind) {
    case 'done': {
      if (result.unstructured) return [false, 'the answer came as bare text'];
      if (results === 0) return [false, 'it finished without looking'];
      const isRight = result.text.toLowerCase().includes(WORD);
      return [true, isRight ? 'it listed, read and answered' : 'it acted and finished, with a wrong answer'];
    }
    case 'failed':
      return [false, `${result.fault.message} ${result.fault.advice}`];
    case 'uncorrected':
      return [false, `no reply that can be used: ${result.message}`];
    case 'limit':
      return [false, 'it did not come to an end'];
    case 'aborted':
      return [false, 'it was aborted'];
    case 'broken':
      return [false, result.message];
  }
}

/** `5 replies: 3 as they were, 1 repaired (unclosed), 1 refused (no-element)`. */
function countsOf(replies: readonly Reply[]): string {
  const refused = replies.filter(({ error }) => error !== null);
  const repaired = replies.filter(({ error, repairs }) => error === null && repairs.length > 0);
  const plain = replies.length - refused.length - repaired.length;
  const parts = [
    `${plain} as they were`,
    ...part(repaired, 'repaired', (reply) => reply.repairs),
    ...part(refused, 'refused', ({ error }) => [error?.code ?? '']),
  ];
  return `${replies.length} ${replies.length === 1 ? 'reply' : 'replies'}: ${parts.join(', ')}`;
}

function part(replies: readonly Reply[], what: string, why: (reply: Reply) => readonly string[]): readonly string[] {
  if (replies.length === 0) return [];
  const names = [...new Set(replies.flatMap(why))];
  return [`${replies.length} ${what} (${names.join(', ')})`];
}
