/**
 * Reads the configuration file: JSON with comments and trailing commas. What is wrong in it is named with file and line;
 * a key that nobody knows is only warned of, for another version may know it.
 */
import { EXIT } from '../exit.ts';
import { messageOf, type Problem, problem } from '../problem.ts';
import { check } from './check.ts';
import { type Config, NO_CONFIG } from './config.ts';
import type { ConfigFile } from './file.ts';
import { readJsonc } from './jsonc.ts';
import { keysIn } from './keys.ts';
import { type ConfiguredProvider, configSchema } from './schema.ts';

const READABLE_BY_OTHERS = 0o077;

/** How the screen looks, and nothing else: what is wrong in it stops no session. */
const HARMLESS: ReadonlySet<string> = new Set(['theme', 'screen']);

export type ReadConfig = { readonly ok: true; readonly config: Config };

export function readConfigFile({ file, source }: ConfigFile): ReadConfig | Problem {
  let read: ReturnType<typeof readJsonc>;
  try {
    read = readJsonc(file);
  } catch (error) {
    const named = source === 'usual' ? '' : ` ${source} names it.`;
    return wrong(`the configuration cannot be read: ${messageOf(error)}.${named}`);
  }
  if (!read.ok) return wrong(read.message);
  const { root, text, mode } = read;
  if (root === undefined) return { ok: true, config: { ...NO_CONFIG, file } };
  const checked = check(configSchema, root, text, file, HARMLESS);
  if (!checked.ok) return wrong(checked.message);
  const { $schema: _schema, keys: _keys, providers = {}, ...rest } = checked.values;
  const keys = keysIn(root, text, file);
  const exposed = process.platform === 'win32' ? undefined : exposedKey(providers, mode);
  if (exposed !== undefined) return wrong(aboutExposed(file, mode, exposed));
  const warnings = [...checked.warnings, ...keys.warnings];
  return {
    ok: true,
    config: { ...rest, ...(keys.entries.length > 0 && { keys: keys.entries }), file, providers, warnings },
  };
}

/** The provider whose key stands in a file that others can read. One that only names a variable is no secret. */
function exposedKey(providers: Readonly<Record<string, ConfiguredProvider>>, mode: number): string | undefined {
  if ((mode & READABLE_BY_OTHERS) === 0) return undefined;
  return Object.keys(providers).find((name) => {
    const key = providers[name]?.key;
    return key !== undefined && !/^\$\{[^}]*\}$/.test(key);
  });
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
