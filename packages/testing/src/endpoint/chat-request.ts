/** What a client asks of `/v1/chat/completions`, as far as a script looks at it. */
export type ChatRequest = {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly stream: boolean;
  /** Whether a stream shall end with the usage. */
  readonly includeUsage: boolean;
  /** Whether native tools are offered, which a scripted model does not take. */
  readonly offersTools: boolean;
  /** The body as it came, parsed. */
  readonly body: { readonly [name: string]: unknown };
};

/** The request in a body, or why it is none. */
export function readChatRequest(text: string): { ok: true; request: ChatRequest } | { ok: false; message: string } {
  const body = parsedObject(text);
  if (body === null) return { ok: false, message: 'the body is not a JSON object' };
  if (typeof body.model !== 'string') return { ok: false, message: '"model" should be a string' };
  if (!Array.isArray(body.messages) || body.messages.length === 0) {
    return { ok: false, message: '"messages" should be a list that is not empty' };
  }
  const messages = body.messages.map(messageOf);
  const wrong = messages.indexOf(null);
  if (wrong !== -1) return { ok: false, message: `message ${wrong + 1} should have a "role" and a "content"` };
  return {
    ok: true,
    request: {
      model: body.model,
      messages: messages.filter((message) => message !== null),
      stream: body.stream === true,
      includeUsage: (body.stream_options as { include_usage?: unknown } | undefined)?.include_usage === true,
      offersTools: 'tools' in body || 'functions' in body,
      body,
    },
  };
}

function parsedObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Content is a string, or a list of parts of which those of text count. */
function messageOf(value: unknown): ChatRequest['messages'][number] | null {
  const { role, content } = (value ?? {}) as { role?: unknown; content?: unknown };
  if (typeof role !== 'string') return null;
  if (typeof content === 'string') return { role, content };
  if (!Array.isArray(content)) return null;
  return { role, content: content.map((part) => (typeof part?.text === 'string' ? part.text : '')).join('') };
}
