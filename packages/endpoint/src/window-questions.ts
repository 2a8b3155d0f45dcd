/** What each kind of server is asked of a model, and how its answer is read. Nothing is told where it is not of that kind. */
import { imagesIn, type Told, tokensAt, valueAt, type Window, windowIn } from './window-fields.ts';

/** Asks a path below the server's root, by POST where there is a body. Undefined where no JSON comes back. */
export type Question = (path: string, body?: object) => Promise<unknown>;

/** What Ollama gives a model that says nothing else, however much it was trained for, and LM Studio one that it loads. */
const LOCAL_TOKENS = 4_096;

export const NOTHING_TOLD: Told = { window: null, images: null };

/** llama.cpp. One that serves several models is not made to load this one. */
export async function propsOf(question: Question, model: string): Promise<Told> {
  const props = await question(`/props?model=${encodeURIComponent(model)}&autoload=false`);
  const tokens = tokensAt(props, 'default_generation_settings.n_ctx');
  const sees = valueAt(props, 'modalities.vision');
  return {
    window: tokens === null ? null : { tokens, source: 'llama.cpp /props' },
    images: typeof sees === 'boolean' ? sees : null,
  };
}

export async function ollama(question: Question, model: string): Promise<Told> {
  const [running, shown] = await Promise.all([question('/api/ps'), question('/api/show', { model })]);
  return { window: ollamaWindow(running, shown, model), images: imagesIn(shown) };
}

/** What it is running with; else what the model's file says; else what it gives any model. */
function ollamaWindow(running: unknown, shown: unknown, model: string): Window | null {
  const loaded = tokensAt(modelIn(running, model), 'context_length');
  if (loaded !== null) return { tokens: loaded, source: 'Ollama /api/ps' };
  const { parameters, model_info: info, remote_model: remote } = fieldsOf(shown);
  const set = /^num_ctx\s+(\d+)$/m.exec(String(parameters ?? ''))?.[1];
  if (set !== undefined && Number(set) > 0) return { tokens: Number(set), source: 'Ollama num_ctx' };
  if (typeof info !== 'object' || info === null) return null;
  if (!remote) return { tokens: LOCAL_TOKENS, source: "Ollama's default" };
  // What runs in its cloud is given all that it can take.
  const trained = Object.entries(info).find(([name, value]) => name.endsWith('.context_length') && Number(value) > 0);
  return trained === undefined ? null : { tokens: Number(trained[1]), source: 'Ollama /api/show' };
}

export async function lmStudio(question: Question, model: string): Promise<Told> {
  const entry = modelIn(await question('/api/v0/models'), model);
  const { type } = fieldsOf(entry);
  return { window: lmStudioWindow(entry), images: typeof type === 'string' ? type === 'vlm' : null };
}

function lmStudioWindow(entry: unknown): Window | null {
  const loaded = tokensAt(entry, 'loaded_context_length');
  if (loaded !== null) return { tokens: loaded, source: 'LM Studio /api/v0/models' };
  const most = tokensAt(entry, 'max_context_length');
  return most === null ? null : { tokens: Math.min(most, LOCAL_TOKENS), source: 'LM Studio, not loaded yet' };
}

/** What it was started with, and no more than its memory holds. */
export async function sglang(question: Question): Promise<Told> {
  const [older, newer, model] = await Promise.all(
    ['/get_server_info', '/server_info', '/get_model_info'].map((path) => question(path)),
  );
  const info = newer ?? older;
  const started =
    tokensAt(info, 'context_length') ?? tokensAt(model, 'context_length') ?? tokensAt(model, 'max_context_length');
  const held = tokensAt(info, 'max_total_num_tokens');
  const tokens = started === null || held === null ? (started ?? held) : Math.min(started, held);
  const sees = valueAt(model, 'has_image_understanding');
  return {
    window: tokens === null ? null : { tokens, source: 'SGLang /server_info' },
    images: typeof sees === 'boolean' ? sees : null,
  };
}

export async function liteLlm(question: Question, model: string): Promise<Told> {
  const entry = modelIn(await question('/model/info'), model);
  const told = { model_info: fieldsOf(entry).model_info };
  return { window: windowIn(told), images: imagesIn(told) };
}

/** The entry of the model in a list: by any of its names; where there is only one entry, that one. */
export function modelIn(answer: unknown, model: string): unknown {
  const { data, models } = fieldsOf(answer);
  const list = [data, models, answer].find((one): one is unknown[] => Array.isArray(one)) ?? [];
  const named = list.find((entry) => namesOf(entry).some((name) => isSame(name, model)));
  return named ?? (list.length === 1 ? list[0] : undefined);
}

function namesOf(entry: unknown): readonly string[] {
  const { id, name, model, model_name: alias } = fieldsOf(entry);
  return [id, name, model, alias].filter((one): one is string => typeof one === 'string');
}

/** Ollama leaves `:latest` out, Google has `models/` in front. */
function isSame(name: string, model: string): boolean {
  const plain = (text: string) => text.replace(/^models\//, '').replace(/:latest$/, '');
  return plain(name) === plain(model);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
