/**
 * What a server tells of a model: its window, and whether it takes pictures. The standard has no such question, so each kind
 * of server is asked in its own way. Only below the server's own address, with what goes to its list of models; each question
 * has a short time, and none that fails does any harm.
 */
import { type Address, addressOf } from './address.ts';
import type { Server } from './contract.ts';
import { WINDOW_TIMEOUT_MS } from './limits.ts';
import { providerAt } from './providers/find.ts';
import { type Answered, ask, jsonIn } from './question.ts';
import { imagesIn, type Told, windowIn } from './window-fields.ts';
import {
  liteLlm,
  lmStudio,
  modelIn,
  NOTHING_TOLD,
  ollama,
  propsOf,
  type Question,
  sglang,
} from './window-questions.ts';

/** By server and model, so that whoever wants to know the other thing does not ask again. */
const answers = new WeakMap<Server, Map<string, Promise<Told>>>();

/** Asks now. Never rejects. */
export async function askTold(server: Server, model: string, signal: AbortSignal): Promise<Told> {
  const located = addressOf(server);
  if (!located.ok) return NOTHING_TOLD;
  const known = answers.get(server) ?? new Map<string, Promise<Told>>();
  const asked = askServer(server, located.address, model, signal);
  answers.set(server, known.set(model, asked));
  const told = await asked;
  // What an abort has cut says nothing of the server.
  if (signal.aborted && known.get(model) === asked) known.delete(model);
  return told;
}

/** What has been told, or is being asked; asks where neither is. */
export function toldOf(server: Server, model: string, signal: AbortSignal): Promise<Told> {
  return answers.get(server)?.get(model) ?? askTold(server, model, signal);
}

/**
 * Two rounds, the questions of each at the same time: most servers have answered after the first. One that does not even tell
 * its models, because it fails or does not let us, is left alone: what fails is not to be asked ever more.
 */
async function askServer(server: Server, address: Address, model: string, signal: AbortSignal): Promise<Told> {
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
  const [list, props] = await Promise.all([get(address.models), isOnes ? NOTHING_TOLD : propsOf(question, model)]);
  const entry = modelIn(list, model);
  const first = [props, { window: windowIn(entry), images: imagesIn(entry) }];
  if (first.some(({ window }) => window !== null) || isOnes || fails || signal.aborted) return firstOf(first);
  const asked = [ollama(question, model), lmStudio(question, model), sglang(question), liteLlm(question, model)];
  return firstOf([...first, ...(await Promise.all(asked))]);
}

/** Of each thing, what the first says that tells it. */
function firstOf(told: readonly Told[]): Told {
  return {
    window: told.find(({ window }) => window !== null)?.window ?? null,
    images: told.find(({ images }) => images !== null)?.images ?? null,
  };
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
