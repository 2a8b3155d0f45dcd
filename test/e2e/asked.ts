/** One completion of a real server, and how it came. */
import { type ChatMessage, type Completion, complete, type Server } from '../../packages/endpoint/src/index.ts';
import type { JsonObject } from '../../packages/protocol/src/index.ts';

export type Asked = {
  readonly completion: Completion;
  readonly deltas: readonly string[];
  readonly firstMs: number;
  readonly ms: number;
};

export async function ask(
  server: Server,
  model: string,
  messages: readonly ChatMessage[],
  fields: JsonObject = {},
  signal: AbortSignal = new AbortController().signal,
  onDelta: (count: number) => void = () => {},
): Promise<Asked> {
  const deltas: string[] = [];
  const begun = performance.now();
  let firstMs = 0;
  const completion = await complete({ model, messages, fields }, server, {
    signal,
    onDelta({ text = '' }) {
      if (deltas.length === 0) firstMs = performance.now() - begun;
      deltas.push(text);
      onDelta(deltas.length);
      return 'go on';
    },
  });
  return { completion, deltas, firstMs, ms: performance.now() - begun };
}

export function user(content: string): ChatMessage {
  return { role: 'user', content };
}
