/** What the tags of a form say: which tool and which parameter they name, and what opens and closes where. */
import type { ToolSpec } from '../../tool-spec.ts';
import { type Attributes, attributeOf, readAttributes, toolNameOf } from '../call/attributes.ts';
import { glmName } from '../dialects/tool-names.ts';
import type { Mark } from '../lexer/marks.ts';
import { isParam, KEY_NAMES, PREFIXED_NAMES, toolOf } from '../names.ts';
import { type Form, KEYED_NAMES, PAIR_KEY, PAIR_VALUE, PLAIN } from './forms.ts';
import { markAt, type Scan, textBetween } from './state.ts';

/** `<`, a namespace, the name. */
const TAG_NAME = /^<(?:[|｜‖]{1,2}[\w.-]*[|｜‖]{1,2}|[\w.-]*:)?[\w.-]+/;

export function attributesOf(scan: Scan, mark: Mark): Attributes {
  return readAttributes(tagText(scan, mark));
}

/** What a tag of a keyed form names: `<function=NAME>`, `<parameter name="NAME">`. */
export function keyOf(scan: Scan, mark: Mark): string {
  const text = tagText(scan, mark).trim();
  if (!text.startsWith('=')) return (attributeOf(readAttributes(text), 'name') ?? '').trim();
  return text
    .slice(1)
    .trim()
    .replace(/^(["'])(.*)\1$/s, '$2')
    .trim();
}

/** The offered tool of that name. */
export function toolNamed(scan: Scan, name: string): ToolSpec | undefined {
  return toolOf(scan.words, name);
}

export function isOpening(mark: Mark): boolean {
  return mark.kind === 'open' || mark.kind === 'empty';
}

/** Whether an action of that form opens there, its tag complete. */
export function opensAction(form: Form, mark: Mark): boolean {
  return isOpening(mark) && mark.name === form.element;
}

/** Whether such an action of an offered tool opens there. */
export function opensKnown(scan: Scan, form: Form, mark: Mark): boolean {
  return opensAction(form, mark) && toolNamed(scan, toolNameAt(scan, form, mark)) !== undefined;
}

/** Whether more text must come before it can be said which tool is named there. */
export function isUndecided(scan: Scan, form: Form, mark: Mark | undefined): boolean {
  if (!mark || form.params !== 'paired' || scan.finish !== null || !opensAction(form, mark)) return false;
  return glmName(scan, mark)?.open === true;
}

/** Whether an action with a tool opens at the start of a line: where the end of the one before was left out. */
export function opensNext(scan: Scan, form: Form, index: number): boolean {
  const mark = markAt(scan, index);
  if (!mark || !opensAction(form, mark) || !startsLine(scan, form, index)) return false;
  return form.dialect === null ? toolNameAt(scan, form, mark) !== '' : opensKnown(scan, form, mark);
}

/** Whether only blanks, or the tag that may stand around, stand before the mark on its line. */
export function startsLine(scan: Scan, form: Form, index: number): boolean {
  return markAt(scan, index)?.atLineStart === true || aroundBefore(scan, form, index)?.atLineStart === true;
}

/** The opening tag of what may stand around an action, where it stands right before the mark. */
export function aroundBefore(scan: Scan, form: Form, index: number): Mark | undefined {
  const before = markAt(scan, index - 1);
  const isAround = before?.kind === 'open' && form.around.includes(before.name);
  return isAround && markAt(scan, index)?.afterBlank === true ? before : undefined;
}

export function closesAction(form: Form, mark: Mark): boolean {
  return mark.kind === 'close' && (mark.name === form.element || form.around.includes(mark.name));
}

/** Whether the mark closes the value of a parameter of that name. */
export function closesValue(scan: Scan, form: Form, mark: Mark, name: string): boolean {
  if (mark.kind !== 'close') return false;
  if (form.params === 'named') return mark.name === name && isBare(scan, mark);
  return form.params === 'keyed' ? KEYED_NAMES.has(mark.name) : mark.name === PAIR_VALUE;
}

/** Whether a closing tag holds its name and nothing else: neither a namespace nor a key, which belong to the tags of dialects. */
function isBare(scan: Scan, mark: Mark): boolean {
  if (!PREFIXED_NAMES.has(mark.name) && !KEY_NAMES.has(mark.name)) return true;
  return /^<\/\s*[\w.-]+\s*>$/.test(textBetween(scan, mark.start, mark.end));
}

/** Whether a parameter begins at the mark. Where tags are named after it, one that the tool has: `<action>` too, if no tool is named in it. */
export function beginsParam(scan: Scan, form: Form, mark: Mark): boolean {
  if (!isOpening(mark)) return false;
  if (form.params === 'named')
    return isParam(scan.words, scan.action?.tool, mark.name) && !opensKnown(scan, PLAIN, mark);
  return form.params === 'keyed' ? KEYED_NAMES.has(mark.name) : mark.name === PAIR_KEY;
}

/** The name of the parameter that begins at that mark; of a pair, once the mark behind its key is there. */
export function paramNameAt(scan: Scan, form: Form, index: number): string {
  const mark = markAt(scan, index);
  if (!mark) return '';
  if (form.params === 'named') return mark.name;
  if (form.params === 'keyed') return keyOf(scan, mark);
  return textBetween(scan, mark.end, markAt(scan, index + 1)?.start ?? mark.end).trim();
}

function toolNameAt(scan: Scan, form: Form, mark: Mark): string {
  if (form.params === 'keyed') return keyOf(scan, mark);
  if (form.params === 'paired') return glmName(scan, mark)?.name ?? '';
  return form.dialect === null ? toolNameOf(attributesOf(scan, mark)) : mark.name;
}

/** The text of a tag behind its name. */
function tagText(scan: Scan, mark: Mark): string {
  const text = textBetween(scan, mark.start, mark.end - (mark.kind === 'empty' ? 2 : 1));
  return text.slice(TAG_NAME.exec(text)?.[0].length ?? 0);
}
