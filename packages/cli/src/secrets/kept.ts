/** The file of keys: `{"deepseek": "sk-…", "openai": {"keyring": true}}`, for its owner alone. */
import { existsSync, readFileSync } from 'node:fs';
import { getNodeValue, parse } from 'jsonc-parser';
import { readJsonc } from '../config/jsonc.ts';
import { setIn } from '../config/set-in.ts';
import type { Environment } from '../environment.ts';
import { messageOf } from '../problem.ts';
import { keyringOf } from './keyring.ts';

const READABLE_BY_OTHERS = 0o077;

export type KeptIn = 'file' | 'keyring';

export type KeptSecret =
  /** `where`: the file, or the keyring, in words. */
  { readonly ok: true; readonly where: string } | { readonly ok: false; readonly message: string };

type Entry = string | { readonly keyring: true };
type Entries = { readonly [provider: string]: unknown };
type Read = { readonly ok: true; readonly entries: Entries } | { readonly ok: false; readonly message: string };
type Found =
  | { readonly ok: true; readonly key: string; readonly where: string }
  | { readonly ok: false; readonly message: string };

export async function keep(
  file: string,
  provider: string,
  key: string,
  env: Environment,
  into: KeptIn,
): Promise<KeptSecret> {
  const before = readEntries(file);
  if (!before.ok) return before;
  if (into === 'file') return put(file, provider, key);
  const ring = keyringOf(env);
  if (ring === null) return { ok: false, message: NO_KEYRING };
  const kept = await ring.keep(provider, key);
  if (!kept.ok) return { ok: false, message: `${ring.name}: ${kept.message}` };
  const noted = put(file, provider, { keyring: true });
  return noted.ok ? { ok: true, where: ring.name } : noted;
}

export async function find(file: string, provider: string, env: Environment): Promise<Found | null> {
  const read = readEntries(file);
  if (!read.ok) return read;
  const entry = Object.hasOwn(read.entries, provider) ? read.entries[provider] : undefined;
  if (entry === undefined) return null;
  if (typeof entry === 'string') return { ok: true, key: entry, where: file };
  if (!isInKeyring(entry)) return { ok: false, message: `${file}: "${provider}": should be a key, a text.` };
  const ring = keyringOf(env);
  if (ring === null)
    return { ok: false, message: `${file} says that the key of ${provider} is in a keyring. ${NO_KEYRING}` };
  const found = await ring.find(provider);
  if (!found.ok) return { ok: false, message: `the key of ${provider} cannot be had: ${ring.name}: ${found.message}` };
  return { ok: true, key: found.text, where: ring.name };
}

export function names(file: string): readonly string[] {
  const read = readEntries(file);
  return read.ok ? Object.keys(read.entries) : [];
}

/** A file that is not used may be in the hands of others: what it holds is a secret all the same. */
export function allKeys(file: string): ReadonlyMap<string, string> {
  try {
    const entries: unknown = parse(readFileSync(file, 'utf8').replace(/^\ufeff/, ''));
    if (typeof entries !== 'object' || entries === null) return new Map();
    const keys = Object.entries(entries).map(([provider, key]) => [provider, `${key}`.trim()] as const);
    return new Map(keys.filter(([provider]) => typeof (entries as Entries)[provider] === 'string'));
  } catch {
    return new Map();
  }
}

export async function forget(file: string, provider: string, env: Environment): Promise<KeptSecret> {
  const read = readEntries(file);
  if (!read.ok) return read;
  if (!Object.hasOwn(read.entries, provider)) return { ok: true, where: file };
  const ring = isInKeyring(read.entries[provider]) ? keyringOf(env) : null;
  const gone = await ring?.forget(provider);
  if (gone?.ok === false) return { ok: false, message: `${ring?.name}: ${gone.message}` };
  const taken = setIn(file, [provider], undefined);
  return taken.ok ? { ok: true, where: file } : taken;
}

const NO_KEYRING =
  'There is no keyring here that Tagma can ask: on Linux it is secret-tool (of libsecret), on macOS security. Without one a file keeps keys: "secrets": "file".';

function put(file: string, provider: string, entry: Entry): KeptSecret {
  const set = setIn(file, [provider], entry);
  return set.ok ? { ok: true, where: file } : set;
}

/** Keys that others could read are not used: whoever has them may have changed them too. */
function readEntries(file: string): Read {
  if (!existsSync(file)) return { ok: true, entries: {} };
  try {
    const read = readJsonc(file);
    if (!read.ok) return read;
    const mode = read.mode & 0o777;
    if (process.platform !== 'win32' && (mode & READABLE_BY_OTHERS) !== 0) {
      const said = `${file} holds keys, and not only you may read it (mode 0${mode.toString(8)}).`;
      return { ok: false, message: `${said}\nDo: chmod 600 ${file}` };
    }
    const value: unknown = read.root === undefined ? {} : getNodeValue(read.root);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { ok: true, entries: value as Entries };
    return { ok: false, message: `${file}: should be an object, in braces: {"deepseek": "sk-…"}.` };
  } catch (error) {
    return { ok: false, message: `the keys cannot be read: ${messageOf(error)}.` };
  }
}

function isInKeyring(entry: unknown): boolean {
  return typeof entry === 'object' && entry !== null && 'keyring' in entry;
}
