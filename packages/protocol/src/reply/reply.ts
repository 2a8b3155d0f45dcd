/** Scanning, from outside: a reply as a whole, or as it streams. */

import { readAction } from './action.ts';
import { readAttributes } from './attributes.ts';
import { endScan, feedScan, type Scan, startScan } from './scan.ts';
import { slice } from './tape.ts';
import type { Finish, PartialReply, Reply, ReplyError, ReplyOptions, Thought } from './types.ts';
import { readText } from './values.ts';

export type { Scan } from './scan.ts';

/** What comes beside the text in the endpoint's message. */
export type ReplyFields = { readonly reasoning: string };

const FORM = 'Answer with <action tool="…">…</action> to act, or with <final>…</final> to finish.';

/** Reads a whole reply. Total: no text makes it throw; what it cannot take is in `error`. */
export function parseReply(text: string, finish: Finish, options: ReplyOptions, fields?: ReplyFields): Reply {
  const scan = startReply(options);
  feedReply(scan, text);
  return endReply(scan, finish, fields);
}

export function startReply(options: ReplyOptions): Scan {
  return startScan(options);
}

/** Takes the next piece of the reply: any piece, cut anywhere. */
export function feedReply(scan: Scan, text: string): void {
  feedScan(scan, text);
}

/** Why all that may still come would be dropped, or null: then the stream can be cancelled. */
export function overOf(scan: Scan): PartialReply['over'] {
  return scan.over;
}

/** What can be shown so far. Costs as much as the element that is open is long. */
export function partialReply(scan: Scan): PartialReply {
  const open = ['thought', 'final', 'value', 'body'].includes(scan.place)
    ? slice(scan.lexer.tape, scan.from, scan.lexer.tape.length)
    : '';
  const thoughts = scan.elements.flatMap((element) => (element.kind === 'thought' ? [readText(element.raw)] : []));
  const actions = scan.elements.flatMap((element) =>
    element.kind === 'action' ? [partialAction(element.attributes, element.params, element.body)] : [],
  );
  const final = scan.elements.find((element) => element.kind === 'final');
  if (scan.place === 'thought') thoughts.push(open.replace(/^\r?\n/, ''));
  if (scan.action) {
    const params = scan.value ? [...scan.action.params, { name: scan.value.name, raw: open }] : scan.action.params;
    actions.push(partialAction(scan.action.attributes, params, ''));
  }
  const openFinal = scan.place === 'final' && actions.length === 0 ? open.replace(/^\r?\n/, '') : null;
  return {
    thoughts,
    actions,
    final: final ? readText(final.raw) : openFinal,
    loose:
      scan.loose.join('') + (scan.place === 'top' ? slice(scan.lexer.tape, scan.from, scan.lexer.tape.length) : ''),
    over: scan.over,
  };
}

/** The text has ended: the reply, understood. The scan is of no further use. */
export function endReply(scan: Scan, finish: Finish, fields?: ReplyFields): Reply {
  endScan(scan, finish);
  const { elements, repairs } = scan;
  if (scan.over === 'final' && scan.lexer.lastVisible >= scan.overAt) repairs.add('after-final');
  const actions = elements.flatMap((element) =>
    element.kind === 'action' ? [readAction(element, scan.words, repairs)] : [],
  );
  const final = elements.find((element) => element.kind === 'final') ?? null;
  const spoken = elements.flatMap((element): Thought[] =>
    element.kind === 'thought' ? [{ text: readText(element.raw), written: element.written }] : [],
  );
  const reasoning: Thought[] = fields?.reasoning ? [{ text: fields.reasoning, written: false }] : [];
  const error = actions.find((action) => action.error)?.error ?? null;
  return {
    thoughts: [...reasoning, ...spoken],
    actions,
    final: final && readText(final.raw),
    loose: scan.loose.join(''),
    repairs: [...repairs],
    error: error ?? (actions.length > 0 ? null : final?.truncated ? cutFinal() : final ? null : nothing(scan, finish)),
  };
}

function partialAction(attributes: string, params: readonly { name: string; raw: string }[], body: string) {
  const found = readAttributes(attributes);
  const entries = params.map(({ name, raw }) => [name, raw.replace(/^\r?\n/, '')]);
  const all = entries.length === 0 && body.trim() !== '' ? [['', body.trim()]] : entries;
  return { tool: found.get('tool') ?? found.get('name') ?? '', params: Object.fromEntries(all) };
}

function cutFinal(): ReplyError {
  return { code: 'truncated', message: 'the answer was cut off at the length limit' };
}

function nothing(scan: Scan, finish: Finish): ReplyError {
  if (finish === 'length' && scan.thoughtsOpen) {
    return { code: 'truncated', message: `the reply was cut off inside a thought. Think shorter. ${FORM}` };
  }
  const lines = scan.lexer.line;
  const where = scan.lexer.lastVisible < 0 ? 'the reply is empty' : `line 1 to ${lines}: no action and no final`;
  return { code: 'no-element', message: `${where}. ${FORM}` };
}
