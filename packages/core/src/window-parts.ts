/**
 * What fills the model's window: the next request in parts, as estimated and corrected by what the endpoint has counted. The
 * parts add up to the size of the request. What stands where is told by the elements that the machine itself writes: nothing
 * else can hold one (`guard`).
 */
import type { ToolSpec } from '@tagma/protocol';
import { budgetOf, imagesCounted, sizeOf } from './accounting.ts';
import type { Context } from './context.ts';
import { messagesOf } from './conversation.ts';
import { estimateTokens } from './estimate.ts';
import type { Message } from './message.ts';
import { modelOf, roomOf } from './models.ts';

/** What one kind of text takes of the window, in tokens. */
export type WindowPart = {
  readonly what: /** The prompt's own words. */
    | 'prompt'
    /** What describes the tools in it. */
    | 'tools'
    /** Guides and the map of the repository, in the system prompt or found later. */
    | 'project'
    /** What the person has said, and what the machine tells beside it. */
    | 'said'
    /** Files and folders that go with a prompt, and what was piped in. */
    | 'attached'
    | 'summary'
    | 'replies'
    /** What came of calls, and of the person's own commands. */
    | 'observations'
    | 'pictures'
    /** What stands around each message. */
    | 'frame';
  readonly tokens: number;
};

/** What the next request takes of the window, in tokens, by what it consists of. */
export type WindowParts = {
  /** In this order, without those that are empty. */
  readonly parts: readonly WindowPart[];
  /** Of all of them. */
  readonly tokens: number;
  /** 0 where it is not known: then nothing is kept for the reply, and nothing is free. */
  readonly windowTokens: number;
  /** What of it is not used, because a request that should have fitted was refused. */
  readonly refused: number;
  readonly reserve: number;
  readonly free: number;
};

type What = WindowPart['what'];
type Amounts = { readonly [what in What]?: number };

const ORDER: readonly What[] = [
  ...(['prompt', 'tools', 'project', 'said', 'attached', 'summary', 'replies', 'observations', 'pictures'] as const),
  'frame',
];
/** By their `tool`, those elements that no call has led to. */
const KINDS: { readonly [tool: string]: What } = {
  ...{ guide: 'project', map: 'project', protocol: 'said' },
  ...{ read: 'attached', ls: 'attached', input: 'attached' },
};
const ELEMENT = /<observation ([^>]*)>[\s\S]*?<\/observation>|<summary>[\s\S]*?<\/summary>/g;

/** Costs as much as the conversation is long. */
export function windowPartsOf(context: Context): WindowParts {
  const { windowTokens } = modelOf(context);
  const room = roomOf(context);
  const tokens = sizeOf(context);
  const budget = Math.max(budgetOf(context), 0);
  const shares = scaled(amountsOf(context), tokens, context.tokensRatio);
  return {
    parts: ORDER.flatMap((what) => ((shares[what] ?? 0) > 0 ? { what, tokens: shares[what] ?? 0 } : [])),
    tokens,
    windowTokens,
    refused: Math.max(windowTokens - room, 0),
    reserve: room - budget,
    free: Math.max(budget - tokens, 0),
  };
}

function amountsOf(context: Context): Amounts {
  const [system, ...messages] = messagesOf(context);
  const inSystem = elementsOf(system?.content ?? '', 'prompt');
  const tools = Math.min(inSystem.prompt ?? 0, toolTokens(system?.content ?? '', context.session.tools));
  const all = [
    { ...inSystem, prompt: (inSystem.prompt ?? 0) - tools, tools },
    ...messages.map((message) =>
      message.role === 'assistant' ? repliedBy(message) : elementsOf(message.content, 'said'),
    ),
    { pictures: imagesCounted(context, messages) },
  ];
  return all.reduce<Amounts>(added, {});
}

function repliedBy({ content, reasoning = '' }: Message): Amounts {
  return { replies: estimateTokens(content) + estimateTokens(reasoning) };
}

/** @param rest what all that is no element counts as */
function elementsOf(text: string, rest: What): Amounts {
  let amounts: Amounts = {};
  let left = estimateTokens(text);
  for (const [element, head] of text.matchAll(ELEMENT)) {
    const tokens = Math.min(estimateTokens(element), left);
    left -= tokens;
    amounts = added(amounts, { [head === undefined ? 'summary' : kindOf(head)]: tokens });
  }
  return added(amounts, { [rest]: left });
}

function kindOf(head: string): What {
  if (/\bcall="/.test(head)) return 'observations';
  return KINDS[/\btool="([^"]*)"/.exec(head)?.[1] ?? ''] ?? 'observations';
}

function added(sum: Amounts, more: Amounts): Amounts {
  return Object.fromEntries(ORDER.map((what) => [what, (sum[what] ?? 0) + (more[what] ?? 0)]));
}

/** In whole tokens, as the endpoint would count them; what is left of the whole is what stands around the messages. */
function scaled(amounts: Amounts, tokens: number, ratio: number): Amounts {
  const estimated = ORDER.reduce((sum, what) => sum + (amounts[what] ?? 0), 0);
  const scale = estimated === 0 ? 1 : Math.min(ratio, tokens / estimated);
  const shares = Object.fromEntries(ORDER.map((what) => [what, Math.floor((amounts[what] ?? 0) * scale)]));
  return { ...shares, frame: tokens - ORDER.reduce((sum, what) => sum + (shares[what] ?? 0), 0) };
}

/** A line for each tool that begins with its name, and below it those of its parameters: so every prompt lists them. */
function toolTokens(system: string, tools: readonly ToolSpec[]): number {
  const names = new Set(tools.map(({ name }) => name));
  const listed: string[] = [];
  let isListing = false;
  for (const line of system.split('\n')) {
    const name = /^- ([a-z][\w-]*)(?::| )/.exec(line)?.[1];
    isListing = name === undefined ? isListing && line.startsWith('<') : names.has(name);
    if (isListing) listed.push(line);
  }
  return estimateTokens(listed.join('\n'));
}
