/**
 * What a call does with secrets: which it holds, where each was seen, and where the call would take it. They are facts of the
 * call like any other, so that the verdict, the person who is asked and the history speak of the same.
 */
import { readFile, stat } from 'node:fs/promises';
import { sep } from 'node:path';
import type { CallRef } from '@tagma/core';
import { type Facts, NO_FACTS, oneLine, type SecretUse } from '@tagma/protocol';
import type { Restored } from './redact.ts';
import { redactedNames, withoutMark, withoutRedactions } from './redact-names.ts';
import type { Place, SeenSecret } from './seen-secrets.ts';

/** What is said of a call with a name that nothing is put back for, whyever that is. */
export const NOT_PUT_BACK =
  'it names a secret whose value is not given out. Go on without the value: in a command, write the variable that holds it, or let the command read the file that holds it (copy that with cp); in an edit, leave its line out of old and new; where a file of this session shows it, read that file and take the name that stands there. Where these very characters are meant, write a second colon behind the first';

/** In characters. */
const COMMAND_SHOWN_MAX = 60;
/** A file that is larger is not looked into: then it is asked. */
const FILE_BYTES_MAX = 64 * 1024 * 1024;

/** What goes into the file that is written. */
const CONTENT: Readonly<Record<string, readonly string[]>> = { write: ['content'], edit: ['old', 'new'] };
/** Tools whose output is what stands in their file, or below their folder. */
const OF_FILES: readonly string[] = ['read', 'write', 'edit', 'grep', 'ls', 'glob'];

type Call = Pick<CallRef, 'tool' | 'params'>;
type Restore = (value: unknown) => Restored<unknown>;

/** The facts of a call that does not run: the same, whatever is wrong with the name. */
export function notPutBackFacts(): Facts {
  return { ...NO_FACTS, readOnly: false, forbidden: NOT_PUT_BACK };
}

/** The same facts, with the secrets in the call. */
export async function withSecretUses(facts: Facts, { tool, params }: Call, restore: Restore): Promise<Facts> {
  const uses: SecretUse[] = [];
  for (const [param, value] of Object.entries(params)) {
    const restored = restore({ [param]: value });
    for (const secret of restored.ok ? restored.seen : []) uses.push(await useOf(secret, tool, param, facts));
  }
  const distinct = uses.filter((use, at) => uses.findIndex((one) => isSame(one, use)) === at);
  return distinct.length === 0 ? facts : { ...facts, secrets: distinct };
}

/** Where the output of a call comes from. */
export function placeOfCall({ tool, params }: Call, facts: Facts | undefined): Place {
  const paths = [...(facts?.reads ?? []), ...(facts?.writes ?? [])].map(({ path }) => path);
  const [only, ...others] = new Set(paths);
  const isFile = OF_FILES.includes(tool) && only !== undefined && others.length === 0;
  return { words: isFile ? only : wordsOf(tool, params), paths };
}

function wordsOf(tool: string, params: Call['params']): string {
  const said = (value: unknown) => shortened(typeof value === 'string' ? value : '');
  switch (tool) {
    case 'bash':
      return `the output of \`${said(params.command)}\``;
    case 'git':
      return `the output of \`git ${said(params.action)}\``;
    case 'fetch':
      return `the page at ${hostOf(params.url)}`;
    case 'search':
      return 'what a search has found';
    default:
      return `the output of ${said(tool)}`;
  }
}

async function useOf(secret: SeenSecret, tool: string, param: string, facts: Facts): Promise<SecretUse> {
  const { name, from } = secret;
  if (!(CONTENT[tool]?.includes(param) ?? false)) return { name, from, to: destination(tool, param, facts) };
  const [target] = facts.writes;
  if (target === undefined) return { name, from, to: 'a file that is not known' };
  const { path } = target;
  const isHome = [...secret.paths].some((one) => isWithin(path, one)) && (await holds(path, secret.value));
  if (isHome) return { name, from: path, to: path };
  return { name, from: from === path ? `what ${path} held before` : from, to: path };
}

function destination(tool: string, param: string, facts: Facts): string {
  switch (tool) {
    case 'bash':
      return commandWords(facts);
    case 'fetch':
      return facts.network.map((host) => (host === '*' ? 'the network' : host)).join(', ') || 'the network';
    case 'search':
      return 'the service that searches, and so to the network';
    default:
      return `${tool} (${param})`;
  }
}

function commandWords({ runs, network, writes }: Facts): string {
  const programs = [...new Set(runs)];
  const command =
    programs.length === 0 ? 'a command' : `the command${programs.length === 1 ? '' : 's'} ${programs.join(', ')}`;
  const reached = [...network.map((host) => (host === '*' ? 'the network' : host)), ...writes.map(({ path }) => path)];
  return reached.length === 0 ? command : `${command}, and so to ${reached.join(', ')}`;
}

/** Whether a file has the secret now: as UTF-8, or as UTF-16. */
async function holds(path: string, value: string): Promise<boolean> {
  try {
    const stats = await stat(path);
    if (!stats.isFile() || stats.size > FILE_BYTES_MAX) return false;
    const bytes = await readFile(path);
    return bytes.includes(value) || bytes.includes(Buffer.from(value, 'utf16le'));
  } catch {
    return false;
  }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function hostOf(url: unknown): string {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).hostname : 'an address';
}

/** Without what makes a placeholder: it is for a person. */
function shortened(text: string): string {
  const plain = [...redactedNames(text)].reduce(
    (shown, name) => shown.replaceAll(`[redacted:${name}]`, withoutMark(name)),
    text,
  );
  const line = oneLine(withoutRedactions(plain, () => undefined));
  return line.length > COMMAND_SHOWN_MAX ? `${line.slice(0, COMMAND_SHOWN_MAX)}…` : line;
}

function isSame(one: SecretUse, other: SecretUse): boolean {
  return one.name === other.name && one.from === other.from && one.to === other.to;
}
