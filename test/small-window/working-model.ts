/**
 * A scripted model that works for hundreds of turns: it reads, edits, runs, asks, errs, decides something now and then, and says
 * what it knows where it is asked. What to do next is its script's; but what it knows stands in the messages that it is sent, and
 * nowhere else: what it says of the task and of its decisions, and what it writes into a summary, is found there.
 */
import type { Sent, Spoken } from './enforcing-endpoint.ts';

/** Of so many replies the last ends what the person has asked for. */
export const REPLIES_PER_PROMPT = 23;
const DECISION = /Decision \d+: [^\n<]*?\./g;
const TASK = /Task [A-Z]+-\d+: [^\n<]*?\./;
/** What a person asks at a checkpoint. */
export const CHECKPOINT = 'What was the task, and what were the last three decisions?';
const SUMMING_UP = 'You sum up';
const DECISIONS_KEPT = 8;

export type WorkingModel = {
  readonly speak: (messages: readonly Sent[]) => Spoken;
  /** Replies so far, but for summaries. */
  readonly replies: () => number;
  readonly summaries: () => number;
  /** The decisions that it has made so far. */
  readonly decisions: () => readonly string[];
};

/** @param summarise how the summary of that number, from 0, comes out: given is what it would be */
export function workingModel(
  summarise: (summary: string, told: string, number: number) => Spoken = (text) => ({ text }),
  beforeReply: (number: number) => void = () => {},
): WorkingModel {
  const decisions: string[] = [];
  let [replies, summaries, inPrompt] = [0, 0, 0];
  const speak = (messages: readonly Sent[]): Spoken => {
    if (isSummaryRequest(messages)) {
      const told = messages.at(-1)?.content ?? '';
      return summarise(summaryOf(told), told, summaries++);
    }
    beforeReply(replies);
    const number = replies++;
    if (lastAsked(messages).includes(CHECKPOINT)) {
      inPrompt = 0;
      return { text: `<final>${knownOf(messages)}</final>` };
    }
    inPrompt += 1;
    const thought = number % 10 === 4 ? decide(decisions) : `Step ${number}: ${thoughtOf(number)}`;
    if (inPrompt >= REPLIES_PER_PROMPT) {
      inPrompt = 0;
      return { text: `<thought>${thought}</thought>\n<final>${reportOf(number)}</final>` };
    }
    return { text: `<thought>${thought}</thought>\n${workOf(number)}` };
  };
  return { speak, replies: () => replies, summaries: () => summaries, decisions: () => decisions };
}

export function isSummaryRequest(messages: readonly Sent[]): boolean {
  return messages[0]?.content.startsWith(SUMMING_UP) === true;
}

/** What it can say of the task and of the last three decisions, from what it is sent. */
export function knownOf(messages: readonly Sent[]): string {
  const text = messages.map(({ content }) => content).join('\n');
  return [TASK.exec(text)?.[0] ?? 'no task', ...decisionsIn(text).slice(-3)].join('\n');
}

function lastAsked(messages: readonly Sent[]): string {
  return messages.at(-1)?.content ?? '';
}

function decide(decisions: string[]): string {
  const number = decisions.length + 1;
  const [what, why] = CHOICES[number % CHOICES.length] ?? ['nothing', 'nothing'];
  const decision = `Decision ${number}: ${what}, because ${why} (${number * 37}).`;
  decisions.push(decision);
  return `This has to be settled.\n${decision}\nNow on with it.`;
}

const CHOICES = [
  ['keep the public names as they are', 'other packages import them'],
  ['parse with the scanner and not with expressions', 'nested tags break them'],
  ['测试先写，再改代码', '旧行为没有文档'],
  ['store times in milliseconds', 'the log already does'],
] as const;

function decisionsIn(text: string): readonly string[] {
  const found = new Map<number, string>();
  for (const [decision] of text.matchAll(DECISION)) found.set(Number(/\d+/.exec(decision)?.[0]), decision);
  return [...found].sort(([a], [b]) => a - b).map(([, decision]) => decision);
}

function summaryOf(told: string): string {
  const decisions = decisionsIn(told).slice(-DECISIONS_KEPT);
  const steps = [...told.matchAll(/Step \d+: [^\n<]*/g)].slice(-6).map(([step]) => step);
  return [
    '<summary>',
    `<goal>${TASK.exec(told)?.[0] ?? 'not told'}</goal>`,
    `<done>${steps.join('\n')}</done>`,
    `<decisions>${decisions.join('\n')}</decisions>`,
    '<next>Go on with the next file.</next>',
    '</summary>',
  ].join('\n');
}

function thoughtOf(number: number): string {
  if (number % 5 === 0) return '先看一下这个文件里有没有用到旧的接口，然后再决定怎么改。';
  return 'look at what this part does before it is changed. '.repeat(1 + (number % 4));
}

function reportOf(number: number): string {
  return `Done up to step ${number}. ${'The part works, and its tests are green. '.repeat(1 + (number % 9))}`;
}

/** Reads of many sizes, some of them again; edits, commands, files written, a question, and what is no proper reply. */
function workOf(number: number): string {
  if (number % 41 === 17) {
    return '<action tool="ask"><question>Shall the old format be read as well?</question></action>';
  }
  if (number % 47 === 9) return 'I shall look at the file now.';
  if (number % 53 === 21) return `<action tool="read"><path>src/part${number % 12}.ts`;
  const path = `src/part${number % 12}.ts`;
  switch (number % 6) {
    case 0:
    case 3:
      return `<action tool="read"><path>${path}</path></action>`;
    case 1:
      return `<action tool="edit"><path>${path}</path><old>${CODE.slice(0, 90)}</old><new>${CODE.repeat(1 + (number % 5))}</new></action>`;
    case 2:
      return `<action tool="bash"><command>npm test -- part${number}</command></action>`;
    case 4:
      return `<action tool="read"><path>src/part${number % 5}.ts</path></action>\n<action tool="read"><path>docs/说明${number % 7}.md</path></action>`;
    default:
      return `<action tool="write"><path>notes/${number}.md</path><content>${'# 说明\n这里写的是接口的约定。\n'.repeat(1 + (number % 12))}</content></action>`;
  }
}

const CODE =
  "export function partOf(value: unknown): string {\n  return typeof value === 'string' ? value : String(value);\n}\n";
