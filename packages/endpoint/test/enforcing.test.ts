/**
 * Conversations that go wrong in every way, sent to servers that enforce what theirs enforce: none of them is refused.
 * The rules are checked too: what another client might send is refused by them.
 */
import { describe, expect, test } from 'vitest';
import type { ChatMessage, Server } from '../src/contract.ts';
import { complete } from '../src/index.ts';
import { providerNamed } from '../src/providers/find.ts';
import { JSON_TYPE, SSE, serve, streamOf } from './serve.ts';

type Message = { readonly role: string; readonly content: unknown; readonly [field: string]: unknown };
type Body = { readonly messages: readonly Message[]; readonly [field: string]: unknown };

/** Why the request is refused, or null. */
type Rule = (body: Body) => string | null;

const roles = ({ messages }: Body) => messages.map(({ role }) => role);

const RULES = {
  deepseek: ({ messages }) =>
    messages.some((one) => 'reasoning_content' in one) ? 'reasoning_content is not allowed in the input' : null,
  mistral: ({ messages, ...fields }) => {
    if (messages.some(({ role, content }) => role === 'assistant' && !content))
      return 'Assistant message must have either content or tool_calls';
    if (messages.at(-1)?.role !== 'user') return 'Expected last role User or Tool for serving';
    const extra = ['stream_options', 'seed', 'max_completion_tokens'].find((name) => name in fields);
    return extra === undefined ? null : `${extra}: Extra inputs are not permitted`;
  },
  'one system message': (body) =>
    roles(body).filter((role) => role === 'system').length > 1 ? 'Only one system message is allowed' : null,
  'the system first': (body) =>
    roles(body).lastIndexOf('system') > 0 ? 'System message must be at the beginning.' : null,
  'roles in turn': (body) =>
    roles(body).some((role, index, all) => index > 0 && role === all[index - 1])
      ? 'Conversation roles must alternate user/assistant/user/assistant/...'
      : null,
  'no system at all': (body) => (roles(body).includes('system') ? 'System role not supported' : null),
  anthropic: ({ messages }) =>
    messages.some(({ content }) => String(content).trim() === '')
      ? 'text content blocks must contain non-whitespace text'
      : null,
  'openai that thinks': ({ messages, ...fields }) => {
    const refused = ['max_tokens', 'stop', 'temperature', 'top_p'].find((name) => name in fields);
    if (refused !== undefined) return `Unsupported parameter: '${refused}' is not supported with this model.`;
    return messages[0]?.role === 'system' ? 'system is not supported, use developer' : null;
  },
  google: (body) => ('seed' in body ? 'Unknown name "seed": Cannot find field.' : null),
  'minimax that wants its thoughts': ({ messages }) =>
    messages
      .filter(({ role }) => role === 'assistant')
      .every(({ content }) => /^<think>\n.*\n<\/think>\n\n/.test(String(content)))
      ? null
      : 'the thinking content must be preserved',
} satisfies Readonly<Record<string, Rule>>;

/** What a session may come to: a reply cut before its first word, a notice of the system's, two prompts in a row. */
const CONVERSATION: readonly ChatMessage[] = [
  { role: 'system', content: 'You are Tagma.' },
  { role: 'system', content: 'Answer in XML.' },
  { role: 'user', content: 'One.' },
  { role: 'user', content: 'Two.' },
  { role: 'assistant', content: 'Yes.', reasoning: 'They ask twice.' },
  { role: 'system', content: 'The mode has changed.' },
  { role: 'user', content: 'Three.' },
  { role: 'assistant', content: '', reasoning: 'Cut.' },
  { role: 'user', content: ' ' },
  { role: 'user', content: 'Four.' },
];
const FIELDS = { max_tokens: 100, temperature: 0, top_p: 1, stop: ['x'], seed: 7 };

const quirksOf = (name: string, model = '') => {
  const known = providerNamed(name);
  const family = known?.families?.find(({ startsWith }) => model.startsWith(startsWith));
  return { ...known?.quirks, ...family?.quirks };
};

async function serveEnforcing(rule: Rule) {
  return serve((response, { body }) => {
    const why = rule(JSON.parse(body));
    if (why === null) response.writeHead(200, SSE).end(streamOf(['fine']));
    else response.writeHead(400, JSON_TYPE).end(JSON.stringify({ error: { message: why } }));
  });
}

type Row = [rule: keyof typeof RULES, quirks: Server['quirks']];

describe('no rule is broken', () => {
  test.each<Row>([
    ['deepseek', quirksOf('deepseek')],
    ['mistral', quirksOf('mistral')],
    ['one system message', {}],
    ['the system first', {}],
    ['roles in turn', {}],
    ['no system at all', { systemRole: 'user' }],
    ['anthropic', quirksOf('anthropic')],
    ['openai that thinks', quirksOf('openai', 'gpt-5.6')],
    ['google', quirksOf('google')],
    ['minimax that wants its thoughts', quirksOf('minimax')],
  ])('%s', async (rule, quirks) => {
    const server = await serveEnforcing(RULES[rule]);
    const hooks = { signal: new AbortController().signal, onDelta: () => 'go on' as const };
    const request = { model: 'm', messages: CONVERSATION, fields: FIELDS };
    expect(await complete(request, { url: server.url, quirks: quirks ?? {} }, hooks)).toMatchObject({
      ok: true,
      text: 'fine',
    });
    // At once: nothing had to be found out by being refused.
    expect(server.received.length).toBe(1);
  });
});

test.each(Object.entries(RULES))('the rule %s refuses what it is about', (_name, rule: Rule) => {
  const messages = [
    ...CONVERSATION.map(({ role, content, reasoning }) => ({
      role,
      content,
      ...(reasoning ? { reasoning_content: reasoning } : {}),
    })),
    { role: 'assistant', content: '' },
  ];
  expect(rule({ ...FIELDS, messages })).not.toBeNull();
});
