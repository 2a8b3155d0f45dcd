/**
 * What other models write instead of tags: special tokens that a server has leaked (`<|tool_call_begin|>`), and labels at the
 * start of a line or right behind a tag (`Action:`). A token that begins or ends something is told as a tag of the name that both have in common.
 */

export type Token = { readonly kind: 'open' | 'close'; readonly name: string };

/** One call, the calls of a reply, and what stands between the tool's name and its arguments. */
export const CALL_TOKEN = '|tool_call|';
export const SECTION_TOKEN = '|tool_calls|';
export const ARGUMENTS_TOKEN = '|arguments|';
/** What a chat template puts at the end of a turn, or before a call: it says nothing. */
export const TURN_TOKEN = '|turn|';
/** The results of calls. */
export const RESULTS_TOKEN = '|tool_results|';
export const CALLS_LITERAL = '[TOOL_CALLS]';
export const CALLS_END_LITERAL = '[/TOOL_CALLS]';

/** With `_` for DeepSeek's `▁`. */
const TOKENS: ReadonlyMap<string, Token> = new Map([
  ['tool_call_begin', { kind: 'open', name: CALL_TOKEN }],
  ['tool_call_end', { kind: 'close', name: CALL_TOKEN }],
  ['tool_calls_section_begin', { kind: 'open', name: SECTION_TOKEN }],
  ['tool_calls_section_end', { kind: 'close', name: SECTION_TOKEN }],
  ['tool_call_section_begin', { kind: 'open', name: SECTION_TOKEN }],
  ['tool_call_section_end', { kind: 'close', name: SECTION_TOKEN }],
  ['tool_calls_begin', { kind: 'open', name: SECTION_TOKEN }],
  ['tool_calls_end', { kind: 'close', name: SECTION_TOKEN }],
  ['tool_call_argument_begin', { kind: 'open', name: ARGUMENTS_TOKEN }],
  ['tool_sep', { kind: 'open', name: ARGUMENTS_TOKEN }],
  ['tool_outputs_begin', { kind: 'open', name: RESULTS_TOKEN }],
  ...['im_end', 'eot_id', 'eom_id', 'endoftext', 'end_of_sentence', 'python_tag'].map(
    (name) => [name, { kind: 'open', name: TURN_TOKEN }] as const,
  ),
]);
const TOKEN_CHARACTERS_MAX = 40;
const LABELS = ['Action', 'Action Input', 'Action input', 'Observation', 'Thought', 'Final Answer'];

export function isPipe(character: string | undefined): boolean {
  return character === '|' || character === '｜' || character === '‖';
}

/** @param at where its `<` stands, a pipe behind it. */
export function matchToken(text: string, at: number): (Token & { readonly end: number }) | null | 'incomplete' {
  const limit = at + TOKEN_CHARACTERS_MAX;
  let i = at + 2;
  while (i < limit && /[\w▁]/.test(text.charAt(i))) i++;
  const rest = text.slice(i, i + 2);
  if (rest === '' || (rest.length === 1 && isPipe(rest))) return i < limit ? 'incomplete' : null;
  if (!isPipe(rest[0]) || rest[1] !== '>') return null;
  const token = TOKENS.get(
    text
      .slice(at + 2, i)
      .replaceAll('▁', '_')
      .toLowerCase(),
  );
  return token ? { ...token, end: i + 2 } : null;
}

/** @param at the start of a line or the end of a mark, blanks aside. */
export function matchLabel(
  text: string,
  at: number,
): { readonly name: string; readonly end: number } | null | 'incomplete' {
  let incomplete = false;
  for (const word of LABELS) {
    const end = at + word.length;
    if (text.startsWith(word, at)) {
      if (text[end] === ':' || text[end] === '：') return { name: word.toLowerCase(), end: end + 1 };
      incomplete ||= end === text.length;
    } else {
      incomplete ||= end > text.length && word.startsWith(text.slice(at));
    }
  }
  return incomplete ? 'incomplete' : null;
}
