/** One completion, with what was handed on while it ran. */
import type { Completion, CompletionRequest, Delta, Server } from '../src/index.ts';
import { complete } from '../src/index.ts';

export const REQUEST: CompletionRequest = {
  model: 'small',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Say ü.' },
  ],
};

export async function ask(
  server: Server,
  onDelta: (delta: Delta) => 'go on' | 'stop' = () => 'go on',
  signal: AbortSignal = new AbortController().signal,
  more: Partial<CompletionRequest> = {},
): Promise<{ completion: Completion; deltas: Delta[] }> {
  const deltas: Delta[] = [];
  const completion = await complete({ ...REQUEST, ...more }, server, {
    signal,
    onDelta(delta) {
      deltas.push(delta);
      return onDelta(delta);
    },
  });
  return { completion, deltas };
}

/** What a whole reply looks like, but for what the test names. */
export function whole(fields: Partial<Completion & { ok: true }>): Completion {
  return { ok: true, text: '', reasoning: '', finish: 'stop', usage: null, ...fields };
}
