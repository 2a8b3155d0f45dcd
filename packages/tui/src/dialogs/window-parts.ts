/** What fills the model's window: the next request in parts, as estimated. Pure. */
import { type Context, estimateTokens, type Message, messagesOf, modelOf, sizeOf } from '@tagma/core';

export type WindowPart = { readonly what: string; readonly tokens: number };

export type WindowParts = {
  readonly parts: readonly WindowPart[];
  /** Of all parts, corrected by what the endpoint has counted. */
  readonly tokens: number;
  /** 0 where it is not known. */
  readonly windowTokens: number;
};

/** What a tool has answered stands in one message with the rest that is told the model. */
const OBSERVATION = /<observation[\s>][\s\S]*?<\/observation>/g;

export function windowParts(context: Context): WindowParts {
  const { windowTokens } = modelOf(context);
  const known = kept.get(context.conversation);
  if (known?.windowTokens === windowTokens) return known;
  const tokens = sizeOf(context);
  const texts = textParts(context);
  const estimated = texts.reduce((sum, part) => sum + part.tokens, 0);
  // What is left is what stands around each message, and pictures.
  const scale = estimated === 0 ? 1 : Math.min(context.tokensRatio, tokens / estimated);
  const shares = texts.map((part) => ({ ...part, tokens: Math.floor(part.tokens * scale) }));
  const rest = tokens - shares.reduce((sum, part) => sum + part.tokens, 0);
  const parts = [...shares, { what: 'pictures, and what stands around each message', tokens: rest }];
  const made = { parts: parts.filter((part) => part.tokens > 0), tokens, windowTokens };
  kept.set(context.conversation, made);
  return made;
}

/** A conversation is a new list whenever it has changed. */
const kept = new WeakMap<Context['conversation'], WindowParts>();

function textParts(context: Context): readonly WindowPart[] {
  const [system, ...messages] = messagesOf(context);
  const whole = estimateTokens(system?.content ?? '');
  const tools = Math.min(whole, toolTokens(context));
  const said = { asked: 0, observed: 0, replied: 0 };
  for (const message of messages) {
    if (message.role === 'assistant') said.replied += tokensOf(message);
    else {
      const observed = observedTokens(message.content);
      said.observed += observed;
      said.asked += Math.max(tokensOf(message) - observed, 0);
    }
  }
  return [
    { what: 'system prompt', tokens: whole - tools },
    { what: 'descriptions of the tools', tokens: tools },
    { what: 'prompts, summaries and corrections', tokens: said.asked },
    { what: 'replies of the model', tokens: said.replied },
    { what: 'results of tools', tokens: said.observed },
  ];
}

function tokensOf({ content, reasoning = '' }: Message): number {
  return estimateTokens(content) + estimateTokens(reasoning);
}

function observedTokens(content: string): number {
  return [...content.matchAll(OBSERVATION)].reduce((sum, [observation]) => sum + estimateTokens(observation), 0);
}

/** As far as their own words tell: how the prompt sets them is the prompt's matter. */
function toolTokens({ session }: Context): number {
  return session.tools.reduce((sum, { name, description, parameters }) => {
    const fields = Object.entries(parameters.properties).map(
      ([field, schema]) => `${field} ${schema.description ?? ''}`,
    );
    return sum + estimateTokens([name, description, ...fields].join('\n'));
  }, 0);
}
