/** Tools that are named in text and not in a tag: which, and how far the name goes. */
import { readTo } from '../lexer/lexer.ts';
import type { Mark } from '../lexer/marks.ts';
import { markAt, type Scan, textBetween } from '../parser/state.ts';
import { CALL_TOKEN } from './tokens.ts';

export type NameInText = {
  readonly name: string;
  /** Where what is given to the tool begins. */
  readonly end: number;
  /** Whether the name may still go on: it ends where the text ends. */
  readonly open: boolean;
};

/** A name, with all that stands around it, is not longer. */
const HEADER_CHARACTERS_MAX = 256;
const TOKEN = /<[|｜][\w▁]+[|｜]>/g;

/** `<tool_call>NAME`, up to a tag, a brace or the end of the line; null where it can be none. */
export function glmName(scan: Scan, opener: Mark): NameInText | null {
  const text = header(scan, opener.end);
  const [whole, name] = /^\s*([\w.-]+)[^\S\n]*/.exec(text) ?? [];
  if (whole === undefined || name === undefined) {
    return text.trim() === '' && mayGrow(text) ? { name: '', end: opener.end, open: true } : null;
  }
  const sign = text[whole.length];
  if (sign !== undefined && sign !== '<' && sign !== '{' && sign !== '\n') return null;
  return { name, end: opener.end + whole.length, open: sign === undefined && mayGrow(text) };
}

/**
 * `<|tool_call_begin|>functions.NAME:0<|tool_call_argument_begin|>{`, `<｜tool▁call▁begin｜>function<｜tool▁sep｜>NAME`, a code
 * fence and `{`, or `<｜tool▁call▁begin｜>NAME<｜tool▁sep｜>{`: the name stands behind the token between, or else before it.
 */
export function tokenName(scan: Scan, index: number): NameInText | null | 'unknown' {
  const opener = markAt(scan, index);
  if (!opener) return null;
  const text = header(scan, opener.end);
  const closer = closerBehind(scan, index);
  const brace = text.search(/["{]/);
  const to = closer === null ? brace : brace < 0 ? closer - opener.end : Math.min(brace, closer - opener.end);
  if ((to < 0 || to > text.length) && !mayGrow(text)) return null;
  if (to < 0 && scan.finish === null) return 'unknown';
  const end = to < 0 ? text.length : Math.min(to, text.length);
  const [before = '', behind = ''] = text.slice(0, end).split(TOKEN);
  const name = bare(behind.replace(/```\w*\s*$/, '')) || bare(before);
  return { name: name.replace(/^functions?[.:]/, '').replace(/:\d+$/, ''), end: opener.end + end, open: false };
}

/** `[TOOL_CALLS]NAME{`, `[TOOL_CALLS]NAME[ARGS]{`, or no name and `[` or `{`. */
export function arrayName(scan: Scan, opener: Mark): NameInText | null | 'unknown' {
  const text = header(scan, opener.end);
  const parts = /^\s*([\w.-]*)\s*(?:\[CALL_ID\][\w-]*\s*)?(?:\[ARGS\])?\s*/.exec(text);
  const name = parts?.[1] ?? '';
  const end = parts?.[0].length ?? 0;
  const rest = text.slice(end);
  const mayCome = rest === '' || '[ARGS]'.startsWith(rest) || '[CALL_ID]'.startsWith(rest);
  if (mayCome && mayGrow(text) && scan.finish === null) return 'unknown';
  const opens = rest.startsWith('{') || (name === '' && rest.startsWith('['));
  return opens ? { name, end: opener.end + end, open: false } : null;
}

/** Where JSON begins in a code fence right behind that position; null where there is none. */
export function fencedJson(scan: Scan, from: number): number | null | 'unknown' {
  const text = header(scan, from);
  const [fence] = /^\s*```\w*\s*/.exec(text) ?? [];
  const sign = text[fence?.length ?? 0];
  if (fence !== undefined && (sign === '{' || sign === '[')) return from + fence.length;
  const mayCome = fence === undefined ? /^\s*`{0,2}$/.test(text) : sign === undefined;
  return mayCome && mayGrow(text) && scan.finish === null ? 'unknown' : null;
}

/** `Action: NAME` on one line, and `Action Input:` on the next that is not empty. */
export function labelledName(scan: Scan, index: number): NameInText | null | 'unknown' {
  const label = markAt(scan, index);
  if (!label) return null;
  let next = index + 1;
  while (markAt(scan, next)?.kind === 'tick' && markAt(scan, next)?.line === label.line) next++;
  const input = markAt(scan, next);
  const text = header(scan, label.end).slice(0, input ? Math.max(0, input.start - label.end) : undefined);
  const name = bare(text);
  if (name.includes('\n') || !mayGrow(text)) return null;
  if (!input) return scan.finish === null ? 'unknown' : null;
  return input.kind === 'label' && input.name === 'action input' ? { name, end: input.end, open: false } : null;
}

function header(scan: Scan, from: number): string {
  return textBetween(scan, from, Math.min(from + HEADER_CHARACTERS_MAX, readTo(scan.lexer)));
}

function mayGrow(text: string): boolean {
  return text.length < HEADER_CHARACTERS_MAX;
}

/** Without white space, quotes and brackets around it. */
function bare(text: string): string {
  return text.replace(/^[\s`'"*[(]+|[\s`'"*\])]+$/g, '');
}

/** Where the token stands that ends the call, if it is one of the next marks. */
function closerBehind(scan: Scan, index: number): number | null {
  for (let i = index + 1; i <= index + 3; i++) {
    const mark = markAt(scan, i);
    if (mark?.kind === 'close' && mark.name === CALL_TOKEN) return mark.start;
  }
  return null;
}
