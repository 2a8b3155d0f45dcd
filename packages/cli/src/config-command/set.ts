/** `tagma config set` and `unset`: one key of one file. A provider's key is given to Tagma to keep, and stands in no file of these. */
import { existsSync } from 'node:fs';
import { oneLine, visible } from '@tagma/protocol';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { valueIn } from '../config/environment-layer.ts';
import { isVariable } from '../config/expand.ts';
import { readConfig } from '../config/index.ts';
import { readJsonc } from '../config/jsonc.ts';
import { keysIn } from '../config/keys.ts';
import { SETTINGS } from '../config/settings-table.ts';
import { placeNamed } from '../connecting/place.ts';
import { EXIT } from '../exit.ts';
import { wholeInput } from '../lines.ts';
import { type Problem, problem, remark, report } from '../problem.ts';
import { forgetSecret, keepSecret } from '../secrets/index.ts';
import { hiddenLine } from './hidden-line.ts';
import { type Key, keyIn, providerOfKey } from './key.ts';
import { opened } from './look.ts';
import { type FilePlace, filePlace, type PlaceOptions } from './place.ts';
import { shownAt } from './shown.ts';
import { setKey } from './write.ts';

/** @param text the value; undefined for a key that is asked for, or piped in */
export async function set(given: string, text: string | undefined, options: PlaceOptions): Promise<number> {
  const found = keyAt(given, options);
  if (!found.ok) return report(found);
  const { key, place } = found;
  const provider = providerOfKey(key.path);
  if (provider !== null && !(text !== undefined && isVariable(text))) return keepKey(provider, text, place, options);
  if (text === undefined)
    return report(problem(EXIT.usage, `${given}: give its value: tagma config set ${given} VALUE`));
  const read = valueIn(key.path, text);
  if (!read.ok) return report(problem(EXIT.usage, read.message));
  const wrong = wrongKeys(key.path, read.value);
  if (wrong !== null) return report(problem(EXIT.usage, wrong));
  const done = await setKey(place, key.path, read.value, process.env);
  if (!done.ok) return report(problem(EXIT.usage, `${done.message}\nNothing was written.`));
  remark(`${place.file}: ${given} is ${oneLine(visible(JSON.stringify(read.value)))}\n`);
  tellOfOthers(key.path, options, place);
  return EXIT.done;
}

/** Of keys only what is no list of texts is refused: which keys there are, the screen knows. */
function wrongKeys([first]: readonly string[], value: unknown): string | null {
  const root = first === 'keys' ? parseTree(JSON.stringify({ keys: value })) : undefined;
  const [warning] = root === undefined ? [] : keysIn(root, '', 'keys').warnings;
  return warning === undefined ? null : warning.replace(/^keys:1:\d+: /, '');
}

export async function unset(given: string, options: PlaceOptions): Promise<number> {
  const found = keyAt(given, options);
  if (!found.ok) return report(found);
  const { key, place } = found;
  const provider = providerOfKey(key.path);
  const forgotten = provider === null ? null : await forgetSecret(provider, process.env);
  if (forgotten?.ok === false) return report(problem(EXIT.failed, forgotten.message));
  if (!isIn(place, key)) {
    if (forgotten === null) remark(`${place.file}: ${given} is not set there.\n`);
    return EXIT.done;
  }
  const done = await setKey(place, key.path, undefined, process.env);
  if (!done.ok) return report(problem(EXIT.usage, `${done.message}\nNothing was written.`));
  tellOfOthers(key.path, options, place);
  return EXIT.done;
}

/** What is no JSON is told of when it is written. */
function isIn({ file }: FilePlace, { path }: Key): boolean {
  if (!existsSync(file)) return false;
  const read = readJsonc(file);
  return !read.ok || (read.root !== undefined && findNodeAtLocation(read.root, [...path]) !== undefined);
}

type Found = { readonly ok: true; readonly key: Key; readonly place: FilePlace };

function keyAt(given: string, options: PlaceOptions): Found | Problem {
  const key = keyIn(given);
  if (!key.ok) return key;
  const place = filePlace(options, process.env);
  if (!place.ok) return place;
  const isOwn = SETTINGS.some(({ path, inProject }) => inProject === 'own' && path === key.path[0]);
  if (isOwn && (place.name === 'project' || place.name === 'local'))
    return problem(EXIT.usage, `${given} is never taken from a project: leave out --${place.name}.`);
  return { ok: true, key, place };
}

async function keepKey(
  named: string,
  text: string | undefined,
  { name, folder }: FilePlace,
  { config: given }: PlaceOptions,
): Promise<number> {
  if (name === 'project' || name === 'local')
    return report(
      problem(EXIT.usage, `a key never lies in a project: leave out --${name}, and Tagma keeps it for you.`),
    );
  const read = await readConfig(given, process.env, folder);
  if (!read.ok) return report(read);
  const { config } = read;
  const endpoint = await import('@tagma/endpoint');
  const provider = placeNamed(named, config, endpoint)?.name;
  if (!provider) {
    const { nearestSpecs } = await import('../connecting/spec.ts');
    const [near] = await nearestSpecs(named, config, endpoint);
    const meant = near === undefined ? '' : ` Did you mean ${near}?`;
    return report(
      problem(EXIT.usage, `there is no provider "${named}".${meant} Set its url first, or see tagma models.`),
    );
  }
  const secret = text ?? (await keyGiven(provider));
  if (secret === null) return EXIT.interrupted;
  const kept = await keepSecret(provider, secret, process.env, config.secrets ?? 'file');
  if (!kept.ok) return report(problem(EXIT.usage, kept.message));
  remark(`the key of ${provider} is kept in ${kept.where}.\n`);
  return EXIT.done;
}

async function keyGiven(provider: string): Promise<string | null> {
  if (process.stdin.isTTY) return hiddenLine(`The key of ${provider} (it is not shown): `);
  return (await wholeInput()).toString('utf8');
}

/** Written is not always what holds. */
function tellOfOthers(path: readonly string[], options: PlaceOptions, { name }: FilePlace): void {
  const read = opened(options);
  const shown = read.ok ? shownAt(path, read.layers, read.parts) : null;
  if (shown === null || shown.origin.from === name || shown.origin.from === 'default') return;
  remark(`what holds is another: ${oneLine(visible(JSON.stringify(shown.value)))}, from ${shown.origin.place}\n`);
}
