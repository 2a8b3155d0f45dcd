/** How many of a model's replies are in the protocol: asked for a small task each, with the real prompt. */
import type { ChatMessage, Server } from '../../packages/endpoint/src/index.ts';
import { type JsonObject, parseReply, type Reply, type ToolSpec } from '../../packages/protocol/src/index.ts';
import { ask, user } from './asked.ts';

const TASKS = [
  'List the files in this folder.',
  'Read the file README.md.',
  'Say hello to me.',
  'Find all files that end in .ts.',
  'Which tests are there?',
  'Write a file hello.txt with one word in it.',
  'Run the tests with npm test.',
  'Search for the word TODO.',
  'Finish: there is nothing to do.',
  'Say in one sentence what a list is.',
  'Create the folder docs.',
  'Replace foo by bar in a.txt.',
  'Read package.json, and say the name.',
  'Show the last line of log.txt.',
  'Count the files in src.',
  'Say what two and two make.',
  'Print the date with a command.',
  'Look for the function main.',
  'Say goodbye.',
  'Ask me which file you shall read.',
];

/**
 * Two tasks that were done, before the one that is asked: so small a model copies a form better than it follows a
 * description, and without them hardly a reply comes to an end.
 */
const DONE: readonly ChatMessage[] = [
  user('Say hi.'),
  { role: 'assistant', content: '<final>Hi.</final>' },
  user('Show a.txt.'),
  {
    role: 'assistant',
    content: '<thought>I read the file.</thought>\n<action tool="read">\n<path>a.txt</path>\n</action>',
  },
  user('<observation tool="read" call="1" status="ok" ms="2">\napples\n</observation>'),
  { role: 'assistant', content: '<final>It says: apples.</final>' },
];

/** Each reply is in one class. What is cut by its length is counted apart: no form could hold it. */
export type Share = {
  readonly replies: number;
  readonly plain: number;
  readonly repaired: number;
  readonly refused: number;
  readonly cut: number;
  /** How often each repair and each error was seen, and of the first refused reply the text. */
  readonly names: { readonly [name: string]: number };
  readonly example: string;
  readonly medianFirstMs: number;
  readonly tokensPerSecond: number;
};

/**
 * @param ended how many replies that end by themselves are wanted
 * @param attemptsMax how many are asked for, at most
 */
export async function shareOf(
  server: Server,
  model: string,
  system: string,
  tools: readonly ToolSpec[],
  fields: JsonObject,
  { ended, attemptsMax }: { readonly ended: number; readonly attemptsMax: number },
): Promise<Share> {
  const counts = { plain: 0, repaired: 0, refused: 0, cut: 0 };
  const names: Record<string, number> = {};
  const firsts: number[] = [];
  let [example, tokens, ms, replies] = ['', 0, 0, 0];
  while (replies - counts.cut < ended && replies < attemptsMax) {
    const task = TASKS[replies % TASKS.length] ?? '';
    const asked = await ask(server, model, [{ role: 'system', content: system }, ...DONE, user(task)], {
      ...fields,
      seed: replies,
    });
    const { completion } = asked;
    if (!completion.ok) throw new Error(completion.fault.message);
    replies += 1;
    firsts.push(asked.firstMs);
    tokens += completion.usage?.output ?? asked.deltas.length;
    ms += asked.ms - asked.firstMs;
    const reply = parseReply(completion.text, completion.finish === 'length' ? 'length' : 'stop', { tools });
    const kind = completion.finish === 'length' ? 'cut' : kindOf(reply);
    counts[kind] += 1;
    if (kind === 'refused' && example === '') example = completion.text;
    if (kind !== 'cut')
      for (const name of [...reply.repairs, ...(reply.error ? [reply.error.code] : [])])
        names[name] = (names[name] ?? 0) + 1;
  }
  const medianFirstMs = firsts.sort((one, other) => one - other)[Math.floor(firsts.length / 2)] ?? 0;
  return { replies, ...counts, names, example, medianFirstMs, tokensPerSecond: tokens / (ms / 1000) };
}

/** Entities are decoded in a forced reply as in any other: that mends nothing. */
function kindOf({ error, repairs }: Reply): 'plain' | 'repaired' | 'refused' {
  if (error !== null) return 'refused';
  return repairs.every((name) => name === 'entities') ? 'plain' : 'repaired';
}
