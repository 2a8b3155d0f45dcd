/** A reply that was stopped inside a closing tag: what is there of it is no part of the text before. */

import { DIALECT_NAMES, THOUGHT_NAMES } from '../names.ts';
import { KEYED_NAMES, PAIR_VALUE } from './forms.ts';
import { type Scan, textBetween, textLength } from './state.ts';

/** So far back a piece of a closing tag is looked for. */
const TAIL_CHARACTERS = 80;
/** The beginning of a closing tag, a namespace before its name or not; and of a token. */
const CUT_TAG = /^<\/(?:[\w.-]*:|[|｜‖]{1,2}[\w.-]*[|｜‖]{1,2})?(\w+)$/;
const CUT_TOKEN = /^<[|｜][\w▁]*[|｜]?\s*$/;

/** The text of the open element, up to that position. */
export function textTo(scan: Scan, to: number): string {
  return textBetween(scan, scan.from, Math.max(scan.from, to - cutCloserLength(scan, to)));
}

/** How long the piece of an expected closing tag is that the text ends with there: `</` and at least one letter. */
export function cutCloserLength(scan: Scan, to: number): number {
  if (to !== textLength(scan) || scan.finish === null || scan.cdata === 'open') return 0;
  const tail = /<\/\s*([\w.-]+)(\s*)$/.exec(textBetween(scan, Math.max(scan.from, to - TAIL_CHARACTERS), to));
  if (!tail) return 0;
  const [piece, name = '', blanks] = tail;
  const lower = name.toLowerCase();
  const fits = expectedClosers(scan).some((one) => (blanks === '' ? one.startsWith(lower) : one === lower));
  return fits ? piece.length : 0;
}

/** At the top, right behind a call in a dialect: how long the piece is of a closing tag or token of what stood around it. */
export function cutAroundLength(scan: Scan): number {
  const dialect = scan.found.actions.at(-1)?.dialect ?? null;
  const end = textLength(scan);
  if (scan.place !== 'top' || dialect === null || end - scan.elementEnd > TAIL_CHARACTERS) return 0;
  const rest = textBetween(scan, scan.elementEnd, end).trimStart();
  const name = CUT_TAG.exec(rest)?.[1]?.toLowerCase();
  const isPiece = name === undefined ? CUT_TOKEN.test(rest) : DIALECT_NAMES.some((one) => one.startsWith(name));
  return isPiece ? rest.length : 0;
}

function expectedClosers(scan: Scan): readonly string[] {
  if (scan.place === 'thought') return [...THOUGHT_NAMES];
  if (scan.place === 'final') return ['final'];
  if (!scan.action) return [];
  const { element, around, params } = scan.action.form;
  return [...(scan.value ? valueClosers(params, scan.value.name) : []), element, ...around];
}

function valueClosers(params: 'named' | 'keyed' | 'paired', name: string): readonly string[] {
  if (params === 'named') return [name];
  return params === 'keyed' ? [...KEYED_NAMES] : [PAIR_VALUE];
}
