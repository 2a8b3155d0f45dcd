/** Texts of any length: the beginning stands there, the rest is folded, and what is longer than anybody reads is left in the file. */
import { beginningOf } from '@tagma/protocol';
import { counted } from '../counted.ts';
import { type Html, html, NOTHING, shown } from './html.ts';

/** More of one text is not put on the page. */
const CHARACTERS_MAX = 256 * 1024;
/** What stands there unfolded. A text that is only a little longer is shown whole. */
const LINES_SHOWN = 12;
const LINES_WHOLE = 16;
const CHARACTERS_SHOWN = 1_200;
const CHARACTERS_WHOLE = 1_600;

/** @param record where all of it is */
export function folded(text: string, record: number, attributes: { readonly class: string } = { class: 'text' }): Html {
  const kept = upTo(text, CHARACTERS_MAX);
  const first = firstOf(kept);
  const rest = kept.slice(first.length);
  const block = (part: string) => html`<pre class="${attributes.class}">\n${shown(part)}</pre>`;
  const missing = missingNote(text.length - kept.length, record);
  if (rest === '') return html`${block(first)}${missing}`;
  return html`${block(first)}<details class="fold"><summary>${moreWords(rest)}</summary>${block(rest)}${missing}</details>`;
}

/** The same from its end: what comes before it is folded. */
export function foldedBefore(text: string, record: number): Html {
  const kept = upTo(text, CHARACTERS_MAX);
  const last = lastOf(kept);
  const before = kept.slice(0, kept.length - last.length);
  const missing = missingNote(text.length - kept.length, record);
  const block = (part: string) => html`<pre class="text">\n${shown(part)}</pre>`;
  if (before === '') return html`${block(last)}${missing}`;
  return html`<details class="fold"><summary>${moreWords(before)} before</summary>${block(before)}</details>${block(last)}${missing}`;
}

/** All of it where it is no longer, and that may end in half of a pair of its own. */
export function upTo(text: string, charactersMax: number): string {
  return text.length <= charactersMax ? text : beginningOf(text, charactersMax);
}

/** A text on one line, of no more than so many characters. */
export function inOneLine(text: string, charactersMax: number): string {
  const trimmed = text.trim();
  const line = upTo(trimmed, charactersMax * 2).replace(/\s+/g, ' ');
  const cut = upTo(line, charactersMax);
  return cut.length < line.length || trimmed.length > charactersMax * 2 ? `${cut}…` : cut;
}

function firstOf(text: string): string {
  const whole = endOfLines(text, LINES_WHOLE);
  if (whole === text.length && text.length <= CHARACTERS_WHOLE) return text;
  return upTo(text.slice(0, endOfLines(text, LINES_SHOWN)), CHARACTERS_SHOWN);
}

function lastOf(text: string): string {
  if (firstOf(text) === text) return text;
  let start = text.endsWith('\n') ? text.length - 1 : text.length;
  for (let lines = 0; lines < LINES_SHOWN && start > 0; lines++) start = text.lastIndexOf('\n', start - 1);
  const from = Math.max(start + 1, text.length - CHARACTERS_SHOWN);
  return from === start + 1 ? text.slice(from) : text.slice(from).replace(/^[\uDC00-\uDFFF]/, '');
}

/** After so many lines. */
function endOfLines(text: string, lines: number): number {
  let end = 0;
  for (let line = 0; line < lines; line++) {
    const newline = text.indexOf('\n', end);
    if (newline === -1) return text.length;
    end = newline + 1;
  }
  return end;
}

function moreWords(rest: string): string {
  const lines = rest.split('\n').length - (rest.endsWith('\n') ? 1 : 0);
  return lines > 1 ? `${counted(lines, 'more line')}` : `${rest.length.toLocaleString('en-US')} more characters`;
}

function missingNote(characters: number, record: number): Html {
  if (characters === 0) return NOTHING;
  const words = `${characters.toLocaleString('en-US')} more characters stand in record ${record} of the history.`;
  return html`<p class="quiet">${words}</p>`;
}
