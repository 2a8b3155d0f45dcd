/** For a model that a server does not have: which of those that it has may be meant. */
import type { Server } from './contract.ts';
import { listModels } from './models.ts';

const NAMES_MAX = 3;
/** The answer is only an advice: nobody waits long for it. */
const LIST_TIMEOUT_MS = 2_000;

/** The nearest first; none where the server does not list its models, or none of them is like it. */
export async function namesLike(model: string, server: Server, signal: AbortSignal): Promise<readonly string[]> {
  const limits = { ...server.limits, wholeMs: Math.min(LIST_TIMEOUT_MS, server.limits?.wholeMs ?? LIST_TIMEOUT_MS) };
  const listed = await listModels({ ...server, limits }, signal);
  if (!listed.ok) return [];
  if (listed.models.length <= NAMES_MAX) return listed.models;
  const wanted = partsOf(model);
  return listed.models
    .map((name) => ({ name, shared: partsOf(name).filter((part) => wanted.includes(part)).length }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared || a.name.length - b.name.length)
    .slice(0, NAMES_MAX)
    .map(({ name }) => name);
}

/** `deepseek/DeepSeek-V3.1` → `deepseek`, `deepseek`, `v`, `3`, `1`. */
function partsOf(name: string): readonly string[] {
  return name.toLowerCase().match(/[a-z]+|\d+/g) ?? [];
}
