/**
 * JSON in the body of an action, read as it streams. It is read to its end before any tag counts, so that its strings may
 * hold anything. Where it breaks, the tags decide: nothing is guessed about its values.
 */

import { callSoFar } from '../json/calls.ts';
import { endJson, feedJson, type JsonReader, jsonSoFar, lacksOnlyBrackets, startJson } from '../json/reader.ts';
import { textOf } from '../json/string.ts';
import { readTo } from '../lexer/lexer.ts';
import type { Mark } from '../lexer/marks.ts';
import { repair } from './elements.ts';
import { closesAction } from './form-tags.ts';
import type { Form } from './forms.ts';
import { callsOffered } from './json-ahead.ts';
import type { BodyJson, OpenAction } from './open.ts';
import { closeAction, cutOf, takeAsText } from './open-action.ts';
import { firstVisible, isJsonSpent, markAt, type Scan, textBetween, textFrom, textLength } from './state.ts';
import { cutCloserLength } from './tail.ts';

const STEP_CHARACTERS = 1_024;
/** The beginning of a closing tag or token that was cut off. */
const CUT_CLOSER = /^<(?:\/|[|｜][\w▁]{0,37}[|｜]?)?$/;
/** A string that goes on behind what looks like the end of the JSON lacks its quote: nobody knows where. */
const LOOKS_ENDED = /[}\]][^\S\n]*(?:\n|$)|\n[^\S\n]*```$/;

/** Reads on in the body of the open action. Gives false where more text must come first. */
export function readBodyJson(scan: Scan): boolean {
  const { action } = scan;
  switch (action?.json.stage) {
    case 'unknown':
      return begin(scan, action, action.json);
    case 'open':
      return readOn(scan, action, action.json);
    case 'broken':
      return judgeBreak(scan, action, action.json);
    case 'behind':
      return readBehind(scan, action, action.json);
    default:
      return true;
  }
}

/** Whether the body's JSON is not read to its end yet. */
export function isInJson(scan: Scan): boolean {
  return scan.place === 'body' && scan.action?.json.stage !== 'settled';
}

function begin(scan: Scan, action: OpenAction, json: BodyJson): boolean {
  const at = firstVisible(scan, json.end);
  if (at === null && scan.finish === null) return false;
  if (at === null || !opensJson(action.form, textBetween(scan, at, at + 1)) || isJsonSpent(scan, at)) {
    json.stage = 'settled';
    if (action.form.json === 'calls') takeAsText(scan);
  } else {
    read(json, at);
  }
  return true;
}

function opensJson(form: Form, character: string): boolean {
  return (
    character === '{' || (character === '[' && form.json === 'calls') || (character === '"' && form.json === 'must')
  );
}

function read(json: BodyJson, at: number): void {
  json.stage = 'open';
  json.reader = startJson();
  json.start = at;
  json.end = at;
}

function readOn(scan: Scan, action: OpenAction, json: BodyJson): boolean {
  const { reader } = json;
  if (!reader) return false;
  feedSteps(scan, json, reader);
  if (reader.status === 'open' && scan.finish === null) return false;
  if (reader.status === 'open') return endOpen(scan, action, json, reader);
  json.end = json.start + reader.length;
  json.stage = reader.status === 'done' ? 'behind' : 'broken';
  if (reader.status === 'done') json.values.push(reader.value);
  return true;
}

/** In steps, for JSON may break at its beginning, and a long text may stand behind it. */
function feedSteps(scan: Scan, json: BodyJson, reader: JsonReader): void {
  const end = textLength(scan);
  let at = json.start + reader.length;
  while (reader.status === 'open' && at < end) {
    feedJson(reader, end - at <= STEP_CHARACTERS ? textFrom(scan, at) : textBetween(scan, at, at + STEP_CHARACTERS));
    at = json.start + reader.length;
  }
}

/** Where only brackets are left out before a tag that ends it, it is as good as whole. */
function judgeBreak(scan: Scan, action: OpenAction, json: BodyJson): boolean {
  if (scan.finish === null && readTo(scan.lexer) <= json.end) return false;
  const { reader } = json;
  if (reader && lacksOnlyBrackets(reader) && (isMarkAt(scan, json.end) || isCutCloser(scan, json.end))) {
    json.values.push(jsonSoFar(reader) ?? null);
    json.stage = 'behind';
    return true;
  }
  return fail(scan, action, json, json.end);
}

function readBehind(scan: Scan, action: OpenAction, json: BodyJson): boolean {
  const { form } = action;
  scan.from = Math.max(scan.from, json.end);
  if (form.json === 'may' && form.element !== '') json.stage = 'settled';
  else if (form.element === '' && form.strays === '') closeAction(scan, json.end, json.end);
  else return readTail(scan, action, json);
  return true;
}

/** Behind JSON that is all of the body: its closing tag, further JSON, or nothing. */
function readTail(scan: Scan, action: OpenAction, json: BodyJson): boolean {
  const at = firstVisible(scan, json.end);
  if (at === null && scan.finish === null) return false;
  const character = at === null ? '' : textBetween(scan, at, at + 1);
  const mark = at === null ? undefined : markFrom(scan, at);
  if (at !== null && mark?.start === at && closesAction(action.form, mark)) {
    scan.next++;
    closeAction(scan, json.end, mark.end);
  } else if (at !== null && opensJson(action.form, character) && action.form.json === 'calls') {
    read(json, at);
  } else if (at !== null && action.form.strays.includes(character)) {
    json.end = at + 1;
  } else {
    closeWithoutTag(scan, action, json.end, at === null || isCutCloser(scan, json.end));
  }
  return true;
}

/** No more text comes, and the JSON is open: closed there, if nothing in it says that it should have ended before. */
function endOpen(scan: Scan, action: OpenAction, json: BodyJson, reader: JsonReader): boolean {
  const { text } = reader;
  endJson(reader);
  const isTagged = action.form.element !== '';
  if (reader.status === 'broken' || hasCloser(scan, action.form)) {
    return fail(scan, action, json, isTagged ? json.start : textLength(scan));
  }
  const seemsEnded = text !== null && LOOKS_ENDED.test(textOf(text).trimEnd());
  if (seemsEnded && scan.finish === 'stop') return fail(scan, action, json, textLength(scan));
  const value = action.form.json === 'calls' ? callSoFar(reader) : jsonSoFar(reader);
  json.values.push(value ?? null);
  json.end = textLength(scan);
  json.stage = 'settled';
  const isCut = scan.finish === 'length' || (scan.options.stopSent === true && text !== null);
  if (isCut) action.cut = cutOf(action);
  closeRepaired(scan, action, json.end, !isCut);
  return true;
}

function closeWithoutTag(scan: Scan, action: OpenAction, end: number, isLast: boolean): void {
  const { form, json } = action;
  json.stage = 'settled';
  const isCut = form.element !== '' && isLast && scan.finish === 'length';
  if (isCut) action.cut = cutOf(action);
  const isRepair = form.element !== '' && !isCut && (!isLast || scan.options.stopSent !== true);
  closeRepaired(scan, action, isLast ? textLength(scan) : end, isRepair);
}

/** What turns out to be text has not been closed. */
function closeRepaired(scan: Scan, { mark }: OpenAction, to: number, isRepair: boolean): void {
  const { repairs } = scan.found;
  const isNew = isRepair && !repairs.has('unclosed');
  if (isRepair) repair(scan.found, 'unclosed', mark.line);
  if (!closeAction(scan, to, to) && isNew) repairs.delete('unclosed');
}

/** The JSON breaks. What it is the body of may be text all the same; what names an offered tool is an action in error. */
function fail(scan: Scan, action: OpenAction, json: BodyJson, from: number): boolean {
  const { form, tool } = action;
  json.stage = 'settled';
  if (form.json === 'may') return true;
  json.failed = true;
  json.values.push((json.reader && callSoFar(json.reader)) ?? null);
  const known = form.json === 'must' ? tool !== undefined : callsOffered(scan, json.values);
  scan.from = Math.max(scan.from, from);
  if (!known || form.dialect === 'json') takeAsText(scan);
  else if (form.element === '') closeAction(scan, json.end, Math.max(json.end, from));
  return true;
}

function isMarkAt(scan: Scan, position: number): boolean {
  let index = scan.next;
  while ((markAt(scan, index)?.start ?? position) < position) index++;
  return markAt(scan, index)?.start === position;
}

/** The first mark from that position on; those before it are passed. */
function markFrom(scan: Scan, position: number): Mark | undefined {
  while ((markAt(scan, scan.next)?.start ?? position) < position) scan.next++;
  return markAt(scan, scan.next);
}

function hasCloser(scan: Scan, form: Form): boolean {
  if (form.element === '') return false;
  for (let i = scan.next; i < scan.lexer.marks.length; i++) {
    const mark = markAt(scan, i);
    if (mark && closesAction(form, mark)) return true;
  }
  return false;
}

function isCutCloser(scan: Scan, from: number): boolean {
  if (scan.finish === null) return false;
  const end = textLength(scan);
  // Blanks behind it would have shown, while the text came in, that it is none.
  const rest = textBetween(scan, from, Math.min(end, from + 128)).trimStart();
  return (
    CUT_CLOSER.test(rest) || (cutCloserLength(scan, end) > 0 && rest.startsWith('</') && !rest.slice(2).includes('<'))
  );
}
