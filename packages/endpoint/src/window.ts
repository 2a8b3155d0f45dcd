/**
 * How many tokens a model takes in and gives together: asked of its server, which knows what it was started with; else
 * from the table of known servers; else a default that is said. A model's own greatest window is no answer where the
 * server gives it less.
 *
 * The standard has no such question, so each kind of server is asked in its own way. Only below the server's own address,
 * with what goes to its list of models; each question has a short time, and none that fails does any harm.
 */
import { type Address, addressOf } from './address.ts';
import type { Server } from './contract.ts';
import { WINDOW_TIMEOUT_MS, WINDOW_TOKENS_DEFAULT } from './limits.ts';
import { knownModel, providerAt } from './providers/find.ts';
import { type Answered, ask, jsonIn } from './question.ts';
import { type Window, windowIn } from './window-fields.ts';
import { liteLlm, lmStudio, modelIn, ollama, propsOf, type Question, sglang } from './window-questions.ts';

export async function findWindow(server: Server, model: string, signal: AbortSignal): Promise<Window> {
  const located = addressOf(server);
  const told = located.ok ? await toldBy(server, located.address, model, signal) : null;
  if (told !== null) return told;
  const known = providerAt(server.url);
  const tokens = known === null ? undefined : knownModel(known, model).windowTokens;
  if (tokens !== undefined) return { tokens, source: 'the table of known servers' };
  return { tokens: WINDOW_TOKENS_DEFAULT, source: 'default' };
}

/**
 * Two rounds, the questions of each at the same time: most servers have answered after the first. One that does not even tell
 * its models, because it fails or does not let us, is left alone: what fails is not to be asked ever more.
 */
async function toldBy(server: Server, address: Address, model: string, signal: AbortSignal): Promise<Window | null> {
  let fails = false;
  const get = async (url: URL, body?: object) => {
    const text = body === undefined ? null : JSON.stringify(body);
    const limits = { wholeMs: WINDOW_TIMEOUT_MS };
    const answered = await ask(server, address, { url, body: text, limits }, signal);
    if (url === address.models) fails = isFailing(answered);
    return answered.status === 200 && answered.ending.how === 'ended' ? jsonIn(answered.body) : undefined;
  };
  const question: Question = (path, body) => get(below(address, path), body);
  const isOnes = providerAt(server.url) !== null;
  const [list, props] = await Promise.all([get(address.models), isOnes ? null : propsOf(question, model)]);
  const listed = windowIn(modelIn(list, model));
  if (props || listed || isOnes || fails || signal.aborted) return props ?? listed;
  const asked = [ollama(question, model), lmStudio(question, model), sglang(question), liteLlm(question, model)];
  return (await Promise.all(asked)).find((window) => window !== null) ?? null;
}

function isFailing({ ending, status }: Answered): boolean {
  return ending.how !== 'ended' || [401, 403, 429].includes(status) || status >= 500;
}

/** What stands beside the interface that is like OpenAI's (`/v1`) stands one step above it. */
function below({ models }: Address, path: string): URL {
  const root = models.pathname.replace(/\/models$/, '').replace(/\/v\d+[a-z0-9]*$/, '');
  const url = new URL(models.origin + root + path);
  for (const [name, value] of models.searchParams) url.searchParams.append(name, value);
  return url;
}
