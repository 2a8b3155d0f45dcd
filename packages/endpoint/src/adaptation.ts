/**
 * What a server turns out not to take. A refusal that names a field of the request, a role or its pictures leads to one request more,
 * changed by it; and for as long as the server's object lives, requests for this model are made so from the start.
 */
import type { JsonObject } from '@tagma/protocol';
import { type Complaint, fieldIn, textOf } from './complaint.ts';
import type { Server } from './contract.ts';
import type { Quirks } from './quirks.ts';

/** How the requests differ from now on, and what to tell the person. */
export type Adaptation = { readonly quirks: Quirks; readonly changes: readonly string[] };

/** Words in which servers name the fields that they do not take: one name in `field`, or several. */
export const REFUSED_FIELDS: readonly {
  readonly servers: string;
  readonly pattern: RegExp;
  readonly example: string;
}[] = [
  {
    servers: 'OpenAI',
    pattern: /unsupported (?:parameter|value): ['"`](?<field>\w+)/gi,
    example: "Unsupported parameter: 'temperature' is not supported with this model.",
  },
  {
    servers: 'Azure OpenAI',
    pattern: /unrecognized request arguments? supplied: (?<field>[\w, ]+)/gi,
    example: 'Unrecognized request argument supplied: stream_options',
  },
  {
    servers: 'Groq, Cerebras',
    pattern: /property ['"`](?:body\.)?(?<field>\w+)['"`] is unsupported/gi,
    example: "property 'seed' is unsupported",
  },
  {
    servers: 'Google',
    pattern: /unknown name \\?"(?<field>\w+)/gi,
    example: 'Unknown name "seed": Cannot find field.',
  },
  {
    servers: 'Anthropic',
    pattern: /(?<field>\w+): extra inputs are not permitted/gi,
    example: 'top_k: Extra inputs are not permitted',
  },
  {
    servers: 'Anthropic, Bedrock (one of two)',
    pattern: /`\w+` and `(?<field>\w+)` cannot both be specified/gi,
    example: '`temperature` and `top_p` cannot both be specified for this model.',
  },
  {
    servers: 'Fireworks, Together',
    pattern: /field: ['"`](?<field>\w+)['"`]/gi,
    example: "Extra inputs are not permitted, field: 'chat_template_kwargs', value: {}",
  },
  {
    servers: 'vLLM, SGLang',
    pattern: /'loc': \('body', '(?<field>\w+)'/g,
    example: "[{'type': 'extra_forbidden', 'loc': ('body', 'grammar'), 'msg': 'Extra inputs are not permitted'}]",
  },
  {
    servers: 'xAI',
    pattern: /not supported (?:on|by|with|for) this model: (?<field>\w+)/gi,
    example: 'Argument not supported on this model: stop',
  },
  {
    servers: 'LiteLLM',
    pattern: /does not support (?:the )?(?:parameters?|arguments?):? \[?(?<field>['"`\w, ]+)/gi,
    example: "litellm.UnsupportedParamsError: groq does not support parameters: ['seed', 'top_p'], for model=small.",
  },
  {
    servers: 'Qwen (DashScope)',
    pattern: /range of (?<field>\w+) should be/gi,
    example: 'Range of top_p should be (0.0, 1.0]',
  },
  {
    servers: 'Zhipu GLM, z.ai',
    pattern: /invalid (?<field>\w+) parameter/gi,
    example: 'Invalid top_p parameter. Please check the documentation',
  },
  {
    servers: 'Amazon Bedrock',
    pattern: /extraneous key \[(?<field>\w+)\]/gi,
    example: 'Malformed input request: #: extraneous key [stop] is not permitted',
  },
  {
    servers: 'servers in Go and Rust',
    pattern: /unknown field ['"`](?<field>\w+)/gi,
    example: 'json: unknown field "reasoning_effort"',
  },
  {
    servers: 'llama.cpp and others, of a grammar',
    pattern: /(?:failed|unable|error|cannot|invalid).{0,40}(?<field>grammar)/gi,
    example: 'Failed to initialize samplers: failed to parse grammar',
  },
  {
    servers: 'any other, the name first',
    pattern:
      /['"`]?(?<field>\w+)['"`]?(?: parameter| field| argument| option)? (?:(?:is|are) (?:not (?:yet )?(?:supported|permitted|allowed|available|valid|recognized|implemented)|unsupported|unknown|invalid|deprecated)|must be|should be)/gi,
    example: '`stop` is not supported',
  },
  {
    servers: 'any other, the name last',
    pattern:
      /(?:unknown|unrecognized|unexpected|unsupported|invalid|not support(?:ed)?|extra)(?: request)?(?: (?:keyword )?(?:parameters?|arguments?|fields?|propert(?:y|ies)|options?|keys?))?:? ['"`]?(?<field>\w+)/gi,
    example: "ChatRequest got an unexpected keyword argument 'seed'",
  },
];

/** Templates of models without a system role, and servers with them. */
export const REFUSED_SYSTEM =
  /system role (?:is )?not supported|['"`]system['"`] role is not supported|only user(?:,| and) assistant roles|roles must alternate|does not support ['"`]system['"`]|system (?:messages?|prompts?|instructions?) (?:is|are) not (?:supported|allowed|enabled)|developer instruction is not enabled/i;
const REFUSED_DEVELOPER =
  /['"`]?developer['"`]?.{0,60}(?:not (?:one of|supported|allowed|valid)|invalid|unsupported|unexpected|unknown)|(?:invalid|unsupported|unexpected|unknown).{0,60}developer/i;

/** Where pictures were sent: whatever a refusal says of pictures, or that a content should be a text. */
export const REFUSED_PICTURES =
  /\bimages?\b|image_?(?:url|input)|vision|multi-?modal|mmproj|pictures?\b|(?:content|parts?)\b.{0,80}\b(?:string|text)\b|图(?:片|像)/i;
/** Beside the usual ones: OpenRouter finds no server for them, llama.cpp and Ollama fail. */
const REFUSING_PICTURES: readonly (number | null)[] = [404, 415, 500];

/** What a reply cannot do without. */
const NEEDED = new Set(['model', 'messages', 'stream']);
const GRAMMAR_FIELDS = ['grammar', 'ebnf', 'structured_outputs', 'guided_grammar'];
const REFUSING: readonly (number | null)[] = [400, 422, 501];
/** llama.cpp answers with it where a template or a grammar fails. */
const FAILING = 500;
const NOT_A_VALUE =
  /unsupported|not supported|max_completion_tokens|unknown|unrecognized|extra|not permitted|cannot find/i;

const learnt = new WeakMap<Server, Map<string, Quirks>>();

/** What is known of the server and this model, with what it has turned out to refuse. */
export function quirksOf(server: Server, model: string): Quirks {
  return learnt.get(server)?.get(model) ?? server.quirks ?? {};
}

export function remember(server: Server, model: string, quirks: Quirks): void {
  const known = learnt.get(server) ?? new Map<string, Quirks>();
  learnt.set(server, known.set(model, quirks));
}

/**
 * How to make the request again, or null where it would not help: the refusal names nothing that was sent.
 * @param sent the body that was refused
 */
export function adaptTo(complaint: Complaint, sent: JsonObject, quirks: Quirks): Adaptation | null {
  const { status } = complaint;
  const changed = REFUSING.includes(status) || status === FAILING ? adaptFields(complaint, sent, quirks) : null;
  return changed ?? (refusesPictures(complaint, sent) ? withoutPictures(quirks) : null);
}

function adaptFields(complaint: Complaint, sent: JsonObject, quirks: Quirks): Adaptation | null {
  const role = otherRole(complaint, quirks);
  if (role !== null) return role;
  const fields = [...new Set(refusedFields(complaint, sent))].filter((name) => name in sent && !NEEDED.has(name));
  const dropped = complaint.status === FAILING ? fields.filter((name) => GRAMMAR_FIELDS.includes(name)) : fields;
  return dropped.length === 0 ? null : without(dropped, textOf(complaint), quirks);
}

/** One of them may be broken, or of a kind that it cannot read: no other request would be taken with it. */
function refusesPictures(complaint: Complaint, { messages }: JsonObject): boolean {
  const { status } = complaint;
  if (!REFUSING.includes(status) && !REFUSING_PICTURES.includes(status)) return false;
  const list: readonly unknown[] = Array.isArray(messages) ? messages : [];
  const isSent = list.some((message) => Array.isArray((message as { content?: unknown }).content));
  return isSent && REFUSED_PICTURES.test(textOf(complaint));
}

function withoutPictures(quirks: Quirks): Adaptation {
  return {
    quirks: { ...quirks, takesImages: false },
    changes: ['The server does not take pictures for this model: they are left out.'],
  };
}

function without(fields: readonly string[], words: string, quirks: Quirks): Adaptation {
  const changes: string[] = [];
  let changed = quirks;
  for (const field of fields) {
    const other = otherName(field, words, changed);
    if (other === null) changed = { ...changed, untaken: [...(changed.untaken ?? []), field] };
    else changed = { ...changed, maxTokensField: other };
    changes.push(`The server does not take ${field}: it is ${other === null ? 'left out' : `sent as ${other}`}.`);
  }
  return { quirks: changed, changes };
}

/** The greatest length of a reply has two names. One that is refused for its value is not tried under the other. */
function otherName(
  field: string,
  words: string,
  { maxTokensField }: Quirks,
): 'max_tokens' | 'max_completion_tokens' | null {
  if (maxTokensField === field || !NOT_A_VALUE.test(words)) return null;
  if (field === 'max_tokens') return 'max_completion_tokens';
  return field === 'max_completion_tokens' ? 'max_tokens' : null;
}

function otherRole(complaint: Complaint, quirks: Quirks): Adaptation | null {
  const words = textOf(complaint);
  const { systemRole = 'system' } = quirks;
  if (systemRole === 'developer' && REFUSED_DEVELOPER.test(words)) {
    return {
      quirks: { ...quirks, systemRole: 'system' },
      changes: ['The server does not take the role developer: the system prompt is sent as a message of the system.'],
    };
  }
  if (systemRole === 'user' || !REFUSED_SYSTEM.test(words)) return null;
  return {
    quirks: { ...quirks, systemRole: 'user' },
    changes: ['The server does not take a system message: its text stands in front of the first message of the user.'],
  };
}

/** From the places that are made for it, else from the words. */
function refusedFields(complaint: Complaint, sent: JsonObject): readonly string[] {
  const placed = [...paramIn(complaint), ...locationsIn(complaint)].filter((name) => name in sent);
  const named = placed.length > 0 ? placed : namedIn(textOf(complaint));
  // A grammar goes by several names, and the words name none of them.
  return named.flatMap((name) => (name === 'grammar' ? GRAMMAR_FIELDS : [name]));
}

/** OpenAI: `param`, which may be a path (`messages[0].role`). */
function paramIn({ value }: Complaint): readonly string[] {
  const param = fieldIn(value, 'param');
  const name = typeof param === 'string' ? /^\w+/.exec(param)?.[0] : undefined;
  return name === undefined ? [] : [name];
}

/** FastAPI and its relatives: `detail: [{loc: ['body', 'stop']}]`. */
function locationsIn({ value }: Complaint): readonly string[] {
  const detail = fieldIn(value, 'detail');
  const list: readonly unknown[] = Array.isArray(detail) ? detail : [];
  return list.flatMap((one) => {
    const location = fieldIn(one, 'loc');
    const [first, second] = Array.isArray(location) ? location.map(String) : [];
    return first === 'body' ? (second ?? []) : (first ?? []);
  });
}

function namedIn(words: string): readonly string[] {
  return REFUSED_FIELDS.flatMap(({ pattern }) => [...words.matchAll(pattern)]).flatMap(
    (match) => match.groups?.field?.match(/\w+/g) ?? [],
  );
}
