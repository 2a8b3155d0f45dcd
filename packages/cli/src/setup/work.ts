/** The work between the questions: the models of a server are listed, and the one that was chosen is tried by the doctor's first checks. */
import type { Config } from '../config/config.ts';
import { connectionAt } from '../connecting/connection.ts';
import { keyFor } from '../connecting/key.ts';
import { type Place, placeNamed } from '../connecting/place.ts';
import { locate } from '../connecting/server.ts';
import { examine } from '../doctor/examine.ts';
import { createProbe } from '../doctor/probe.ts';
import { rowText } from '../doctor/report.ts';
import type { Environment } from '../environment.ts';
import { readPrompts } from '../prompts.ts';
import type { Known } from './offers.ts';
import type { Wizard, Worked } from './wizard.ts';

const LISTING_MS_MAX = 20_000;
/** A server of one's own may have to load the model first. */
const TRYING_MS_MAX = 180_000;
const BY_NAME = { by: 'name' } as const;

export async function listed(wizard: Wizard, known: Known, signal: AbortSignal): Promise<Worked> {
  const { endpoint } = known;
  const { place, config, env } = triedOut(wizard, known);
  const located = await locate(place, null, BY_NAME, config, env);
  if (!located.ok) return { ok: false, isKey: false, says: located.message };
  const { server } = located;
  const whole = { ...server, limits: { ...server.limits, wholeMs: LISTING_MS_MAX } };
  const list = await endpoint.listModels(whole, signal);
  if (list.ok) {
    const none = list.models.length === 0 ? 'It lists no model: name one.' : '';
    return { ok: true, models: list.models, says: none };
  }
  const { kind, message, advice } = list.fault;
  const isKey = kind === 'auth';
  // The advice is about a variable, which is not where this key is from, or about a long reply.
  const says = [message, ...(isKey || kind === 'timeout' ? [] : [advice])].filter((text) => text !== '').join('\n');
  return { ok: false, isKey, says: endpoint.hideSecrets(says, endpoint.secretsOf(server)) };
}

/** @param tell hears of each finding, in a line */
export async function tried(
  wizard: Wizard,
  known: Known,
  signal: AbortSignal,
  tell: (text: string) => void,
): Promise<Worked> {
  const { endpoint } = known;
  const { place, config, env } = triedOut(wizard, known);
  const connection = await connectionAt(place, wizard.model, BY_NAME, config, env);
  if (!connection.ok) return { ok: false, isKey: false, says: connection.message };
  const texts = readPrompts('auto', undefined);
  if (!texts.ok) return { ok: false, isKey: false, says: texts.message };
  const secrets = endpoint.secretsOf(connection.server);
  const probe = createProbe(connection, signal, TRYING_MS_MAX);
  const safe = (text: string) => endpoint.hideSecrets(text, secrets);
  const findings = await examine(probe, texts, (finding) => tell(safe(rowText(finding))), undefined, 'reply');
  const failed = findings.find(({ holds }) => holds === 'failed');
  const small = findings.find(({ row, off }) => row === 'window' && off !== undefined)?.off;
  return failed === undefined
    ? { ok: true, says: small === undefined ? '' : `Its window: ${small}.` }
    : { ok: false, isKey: failed.row === 'key', says: 'As it is, no session can work with it.' };
}

type TriedOut = { readonly place: Place; readonly config: Config; readonly env: Environment };

/** As it will be once it is written: the address under its name, and the key that was typed in the place of any other. */
function triedOut({ offer, key }: Wizard, { config, env, endpoint }: Known): TriedOut {
  const name = offer?.name ?? '';
  const entry = { ...config.providers[name], ...(offer?.url ? { url: offer.url } : {}) };
  const isWritten = offer?.url || Object.hasOwn(config.providers, name);
  const withIt = isWritten ? { ...config, providers: { ...config.providers, [name]: entry } } : config;
  const place = placeNamed(name, withIt, endpoint) ?? { name, known: null, configured: {} };
  if (key === '') return { place, config: withIt, env };
  const others = new Set([...(place.known?.keyVariables ?? []), 'OPENAI_BASE_URL']);
  const bare = Object.fromEntries(Object.entries(env).filter(([variable]) => !others.has(variable)));
  const url = place.configured.url ?? place.known?.url ?? '';
  const { keyVariable } = keyFor(place, { url, given: null, inFile: undefined }, endpoint.PROVIDERS, bare);
  return { place, config: withIt, env: { ...bare, [keyVariable]: key } };
}
