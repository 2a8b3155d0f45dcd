/**
 * A short way through the chunks of a stream, nearly all of which differ in their text alone. What stands before and behind
 * the text of one chunk is kept; another one that begins and ends with the same, and has between them the inside of one JSON
 * string, can only be the same chunk with that text: the rest of it need not be parsed.
 */
import { type Chunk, readChunk } from './chunk.ts';

export type Template = {
  readonly before: string;
  readonly behind: string;
  readonly field: 'text' | 'reasoning';
};

export type Templates = {
  last: Template | null;
  /** A template costs one to make, and brings one for each chunk that it fits: a stream of ever other chunks is left alone. */
  credit: number;
};

const CREDIT_MAX = 16;
/** Something that no chunk has anywhere else. */
const PROBE = 'fa4b0d7e-tagma-probe';
/** What stands in a JSON string as it is; the rest is escaped, ends it, or may not stand in it. */
const PLAIN = /^[ !#-[\]-\uffff]*$/;

export function startTemplates(): Templates {
  return { last: null, credit: CREDIT_MAX };
}

/** What the chunk says, where it fits the template; null where it has to be parsed. */
export function saidBy(templates: Templates, data: string): { field: Template['field']; said: string } | null {
  const { last } = templates;
  if (last === null) return null;
  const { before, behind, field } = last;
  const [from, to] = [before.length, data.length - behind.length];
  // Slices are compared as memory: `startsWith` goes by characters, and takes six times as long.
  if (from > to || data.slice(0, from) !== before || data.slice(to) !== behind) return null;
  const said = unescaped(data.slice(from, to));
  if (said === null) return null;
  templates.credit = Math.min(templates.credit + 1, CREDIT_MAX);
  return { field, said };
}

/** Takes what was parsed for a template, where its text stands in it as it is, once, and is all that it says. */
export function learn(templates: Templates, data: string, chunk: Chunk): void {
  if (templates.credit === 0) return;
  const field = chunk.text === '' ? 'reasoning' : 'text';
  const said = chunk[field];
  if (said === '' || !PLAIN.test(said)) return;
  templates.credit -= 1;
  const at = data.indexOf(`"${said}"`) + 1;
  if (at === 0) return;
  const before = data.slice(0, at);
  const behind = data.slice(at + said.length);
  // The same letters may stand elsewhere, too, in a string or across the end of one: then this says something else, or nothing.
  const probed = parsed(before + PROBE + behind);
  if (saysOnly(field, PROBE, readChunk(probed))) templates.last = { before, behind, field };
}

/** What the inside of a JSON string stands for; null where it is none. */
function unescaped(inside: string): string | null {
  if (PLAIN.test(inside)) return inside;
  const said = parsed(`"${inside}"`);
  return typeof said === 'string' ? said : null;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function saysOnly(field: Template['field'], said: string, chunk: Chunk | null): boolean {
  if (chunk === null) return false;
  const { text, reasoning, calls, functionCall, finish, usage, timed, error } = chunk;
  const other = [functionCall, finish, usage, timed].every((one) => one === null) && calls.length === 0 && !error;
  return other && (field === 'text' ? text === said && reasoning === '' : reasoning === said && text === '');
}
