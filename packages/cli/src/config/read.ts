/**
 * Reads one configuration file: JSON with comments and trailing commas. What is wrong in it is named with file and line;
 * a key that nobody knows is only warned of, for another version may know it.
 */
import { statSync } from 'node:fs';
import type { Environment } from '../environment.ts';
import { EXIT } from '../exit.ts';
import { messageOf, type Problem, problem } from '../problem.ts';
import { check } from './check.ts';
import type { LayerName } from './config.ts';
import { expandedIn } from './expanded.ts';
import type { ConfigFile } from './file.ts';
import { parseJsonc, readJsonc } from './jsonc.ts';
import { keysIn } from './keys.ts';
import type { Layer } from './layer.ts';
import { offsetOf, placeAt } from './place.ts';
import { secretIn } from './provider-secret.ts';
import { type ConfiguredProvider, configSchema } from './schema.ts';

const READABLE_BY_OTHERS = 0o077;

/** How the screen looks, and nothing else: what is wrong in it stops no session. */
const HARMLESS: ReadonlySet<string> = new Set(['theme', 'screen']);

/** @param base the folder that relative paths of prompt texts and certificates begin at */
export function readConfigFile(
  { file, source }: Pick<ConfigFile, 'file' | 'source'>,
  name: LayerName,
  base: string,
  env: Environment,
): Layer | Problem {
  let read: ReturnType<typeof readJsonc>;
  const unreadable = (why: string) =>
    wrong(`the configuration cannot be read: ${why}.${source === 'usual' ? '' : ` ${source} names it.`}`);
  try {
    const found = statSync(file);
    if (found.isDirectory()) return unreadable(`${file} is a folder`);
    // A pipe that somebody names has somebody who writes.
    if (source === 'usual' && found.isFIFO()) return unreadable(`${file} is no file`);
    read = readJsonc(file, source !== 'usual');
  } catch (error) {
    return unreadable(messageOf(error));
  }
  return layerOf(read, file, name, base, env);
}

/** What a text would be as the configuration of that file: what is wrong in it, and what to say of it. */
export function readConfigText(
  text: string,
  file: string,
  name: LayerName,
  base: string,
  env: Environment,
): Layer | Problem {
  return layerOf(parseJsonc(text, file), file, name, base, env);
}

function layerOf(
  read: ReturnType<typeof readJsonc>,
  file: string,
  name: LayerName,
  base: string,
  env: Environment,
): Layer | Problem {
  if (!read.ok) return wrong(read.message);
  const { root, text, mode } = read;
  const nothing = {
    ok: true,
    name,
    file,
    text,
    values: {},
    written: {},
    keys: [],
    warnings: [],
    placeOf: () => file,
  } as const;
  if (root === undefined) return nothing;
  const checked = check(configSchema, root, text, file, HARMLESS);
  if (!checked.ok) return wrong(checked.message);
  const { values } = checked;
  const keys = keysIn(root, text, file);
  const mayHoldKeys = name === 'user' || name === 'named';
  const exposed = process.platform === 'win32' || !mayHoldKeys ? undefined : exposedKey(values.providers ?? {}, mode);
  if (exposed !== undefined) return wrong(aboutExposed(file, mode, exposed));
  const placeOf = (path: readonly (string | number)[]) => placeAt(file, text, offsetOf(root, [...path]));
  const expanded = expandedIn(values, base, env, placeOf);
  if (!expanded.ok) return wrong(expanded.message);
  const warnings = [...checked.warnings, ...keys.warnings];
  return { ...nothing, values: expanded.values, written: values, keys: keys.entries, warnings, placeOf };
}

/** The provider whose key stands in a file that others can read. One that only names a variable is no secret. */
function exposedKey(providers: Readonly<Record<string, ConfiguredProvider>>, mode: number): string | undefined {
  if ((mode & READABLE_BY_OTHERS) === 0) return undefined;
  return Object.keys(providers).find((name) => secretIn(providers[name] ?? {}) !== null);
}

function aboutExposed(file: string, mode: number, provider: string): string {
  return [
    `${file} holds the key of "${provider}", and not only you may read it (mode 0${(mode & 0o777).toString(8)}).`,
    `Do: chmod 600 ${file}`,
    `Better: put the key into a variable, and its name into the file: "keyVariable": "NAME".`,
  ].join('\n');
}

function wrong(message: string): Problem {
  return problem(EXIT.usage, message);
}
