/** What a folder's own files would run, permit or lead to, in words: a line each. */
import { join } from 'node:path';
import { oneLine, visible } from '@tagma/protocol';
import { getNodeValue } from 'jsonc-parser';
import { projectParts, textsOf } from '../config/compose.ts';
import { LOCAL_CONFIG, PROJECT_CONFIG } from '../config/file.ts';
import type { ConfiguredHook } from '../config/hooks-schema.ts';
import { readJsonc } from '../config/jsonc.ts';
import { readLayers } from '../config/layers.ts';
import { ruleIn } from '../config/rule-in.ts';
import type { RulesInFile } from '../config/rules-schema.ts';
import type { ConfiguredTool } from '../config/schema.ts';
import { asWritten, at } from '../config/values.ts';
import type { Environment } from '../environment.ts';
import { EXIT } from '../exit.ts';
import { messageOf, type Problem, problem } from '../problem.ts';
import { hashOfFolder, isFile, LOCAL_FILE, PROJECT_FILE } from './folder-files.ts';
import { type Held, wordsOfHook, wordsOfTool } from './program-words.ts';

export type Wants = {
  readonly ok: true;
  readonly lines: readonly string[];
  /** By which the person trusts just this. */
  readonly hash: string;
};

/**
 * @param given by `--config`, or undefined
 * @param found whether there is a sandbox on this machine, where somebody has looked
 */
export function wantsOf(
  given: string | undefined,
  folder: string,
  env: Environment,
  found: Held = 'unknown',
): Wants | Problem {
  const layers = readLayers(given, env, folder);
  if (!layers.ok) return layers;
  const places = [layers.own, ...layers.project, layers.environment];
  const held = places.some((layer) => layer?.values.sandbox?.off === true) ? 'free' : found;
  const configured = projectParts(layers, folder, env).flatMap(({ layer, said }) => {
    const file = layer.name === 'local' ? LOCAL_CONFIG : PROJECT_CONFIG;
    const waiting = said.filter(({ taken }) => taken === 'waits');
    return [
      ...waiting.flatMap(({ path, value }) => linesOf(file, path, asWritten(value, at(layer.written, path)), held)),
      ...allowedIn(layer.values.permissions).map((rule) => lineOf(file, 'permissions.allow', rule)),
    ];
  });
  try {
    const rules = [PROJECT_FILE, LOCAL_FILE].map((file) => rulesOf(folder, file));
    const lines = [...rules.flatMap((one) => one.lines), ...configured];
    const texts = Object.fromEntries(rules.map(({ file, text }) => [file, text]));
    return { ok: true, lines, hash: hashOfFolder(folder, { ...textsOf(layers.project), ...texts }) };
  } catch (error) {
    return problem(EXIT.usage, messageOf(error));
  }
}

type Rules = { readonly file: string; readonly text: string; readonly lines: readonly string[] };

/** What is wrong in them is said where they are read for good. */
function rulesOf(folder: string, file: string): Rules {
  const path = join(folder, file);
  if (!isFile(path)) return { file, text: '', lines: [] };
  const read = readJsonc(path);
  if (!read.ok) throw new Error(read.message);
  const { root, text } = read;
  const rules: unknown = root === undefined ? {} : getNodeValue(root);
  return { file, text, lines: allowedIn(rules as RulesInFile).map((rule) => lineOf(file, 'allow', rule)) };
}

function allowedIn(rules: RulesInFile | undefined): readonly string[] {
  const { allow = [] } = rules ?? {};
  return Array.isArray(allow) ? allow.map((entry) => String(ruleIn(entry))) : [];
}

function linesOf(file: string, path: readonly string[], value: unknown, held: Held): readonly string[] {
  const [setting, name = ''] = path;
  if (setting === 'hooks')
    return (value as readonly ConfiguredHook[]).map((hook) => oneLine(visible(`${file}: ${wordsOfHook(hook, held)}`)));
  if (setting === 'customTools')
    return [oneLine(visible(`${file}: ${wordsOfTool(name, value as ConfiguredTool, held)}`))];
  return [lineOf(file, path.join('.'), value)];
}

/** All of it, with what could not be seen: whoever agrees must have seen what to. */
function lineOf(file: string, path: string, value: unknown): string {
  return oneLine(visible(`${file}: ${path}: ${JSON.stringify(value)}`));
}
