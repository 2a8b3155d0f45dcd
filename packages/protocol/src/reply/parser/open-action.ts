/** How an action of any form begins and ends, and what is found where it ends: one action, or as many as its JSON calls. */
import type { Json } from '../../json.ts';
import type { ToolSpec } from '../../tool-spec.ts';
import type { Attributes } from '../call/attributes.ts';
import { unfenced } from '../call/values.ts';
import { answerIn, bareCallsOf, callsOf } from '../json/calls.ts';
import { readJson } from '../json/read.ts';
import type { Mark } from '../lexer/marks.ts';
import { type ActionElement, type Cut, calledElement, nothingSaid, repair } from './elements.ts';
import { toolNamed } from './form-tags.ts';
import type { Form } from './forms.ts';
import type { OpenAction } from './open.ts';
import { addLoose, enter, leave, type Scan, textBetween } from './state.ts';
import { cutCloserLength } from './tail.ts';

/** What a mark opens: an action of that form, with the tool that it names (unless its JSON does). */
export type Opening = {
  readonly form: Form;
  readonly mark: Mark;
  readonly attributes: Attributes;
  readonly tool: ToolSpec | undefined;
  readonly bodyFrom: number;
};

export function enterAction(scan: Scan, { form, mark, attributes, tool, bodyFrom }: Opening): void {
  addLoose(scan, mark.start);
  scan.action = {
    form,
    mark,
    attributes,
    tool,
    params: [],
    given: new Set(attributes.map(([name]) => name).filter((name) => name !== 'tool')),
    gaps: [],
    gapFrom: bodyFrom,
    json: { stage: 'unknown', reader: null, start: bodyFrom, end: bodyFrom, values: [], failed: false },
    depth: 0,
    innerEnd: null,
    follower: null,
    cut: null,
  };
  enter(scan, 'body', bodyFrom);
}

/** Ends the open action: its body goes as far as `to`, its closing tag as far as `end`. Gives false where it was text. */
export function closeAction(scan: Scan, to: number, end: number): boolean {
  const { action } = scan;
  if (!action) return false;
  const { form, gaps, gapFrom } = action;
  gaps.push(textBetween(scan, gapFrom, Math.max(gapFrom, to - cutCloserLength(scan, to))));
  const found = form.json === 'calls' ? calledBy(scan, action) : [elementOf(scan, action, to)];
  const answer = found === null && form.dialect === 'json' ? answerIn(action.json.values) : null;
  if (found === null && answer === null) {
    takeAsText(scan);
    return false;
  }
  if (form.dialect !== null) repair(scan.found, `dialect:${form.dialect}`, action.mark.line);
  if (form.dialect === 'json') scan.whole = 'is';
  for (const element of found ?? []) scan.found.actions.push(element);
  if (answer !== null) {
    const truncated = action.cut !== null;
    scan.found.final = { raw: answer, exact: true, line: action.mark.line, truncated };
  }
  scan.action = null;
  leave(scan, end);
  return true;
}

/** Where the end of the text cuts the open action off. */
export function cutOf({ form, mark }: OpenAction): Cut {
  return { name: form.element.replaceAll('|', '') || 'action', line: mark.line };
}

/**
 * What looked like an action is text, from its opening tag on. Marks are read again behind that tag, or behind the JSON where
 * it is whole: what its strings hold is nothing either.
 */
export function takeAsText(scan: Scan): void {
  const { action, opener } = scan;
  if (!action) return;
  const { form, json, mark } = action;
  scan.action = null;
  scan.place = 'top';
  scan.from = mark.start;
  scan.opener = -1;
  if (form.dialect === 'json') {
    scan.whole = 'no';
    scan.next = opener;
  } else if (json.values.length > 0 && !json.failed) {
    scan.deadTo = json.end;
  } else {
    scan.jsonRead += json.reader?.length ?? 0;
    scan.next = opener + 1;
  }
}

/** The actions that the JSON calls; null where it calls none of an offered tool. The end of the text may cut it off before it names one. */
function calledBy(scan: Scan, action: OpenAction): ActionElement[] | null {
  const { values } = action.json;
  const calls = action.form.dialect === 'json' ? bareCallsOf(values) : callsOf(values);
  if (!calls && action.cut && action.form.dialect !== 'json')
    return [{ ...nothingSaid(placeOf(action)), cut: action.cut }];
  if (!calls?.some(({ tool }) => toolNamed(scan, tool))) return null;
  const last = calls.length - 1;
  return calls.map(({ tool, given, others }, index) => {
    const element = calledElement(placeOf(action), tool, toolNamed(scan, tool), given ?? others);
    return index < last ? element : { ...element, failed: action.json.failed, cut: action.cut };
  });
}

function placeOf({ form, mark }: OpenAction): Pick<ActionElement, 'dialect' | 'line'> {
  return { dialect: form.dialect, line: mark.line };
}

function elementOf(scan: Scan, action: OpenAction, to: number): ActionElement {
  const { form, attributes, tool, params, gaps, json, cut } = action;
  const value: Json | undefined = json.values.at(-1);
  // Asked only where there is a value: the text may be long.
  const isAll = () => form.json === 'must' || textBetween(scan, json.end, to - cutCloserLength(scan, to)).trim() === '';
  const text = gaps.join('');
  const line = form.lines ? inputOf(text) : undefined;
  const given = value !== undefined && isAll() ? value : line;
  const read = given === undefined ? {} : { json: given };
  const body = form.lines ? '' : text;
  return { ...placeOf(action), attributes, tool, params, body, ...read, failed: json.failed, cut };
}

/** The plain input of a form of lines: without borders, a code fence around it, or the quotes of a string in JSON. */
function inputOf(text: string): Json | undefined {
  const input = (unfenced(text) ?? withoutOpener(text)).trim();
  if (input === '' || input === 'None' || input === 'null') return undefined;
  const value = input.startsWith('"') ? readJson(input) : undefined;
  return typeof value === 'string' ? value : input;
}

/** The fence that closes it may be cut off. */
function withoutOpener(text: string): string {
  return text.trimStart().replace(/^```[^\n`]*\n/, '');
}
