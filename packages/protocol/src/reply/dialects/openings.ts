/** Which dialect opens at a mark: the tags and tokens of `forms.ts`, and the tool that each names. Only an offered tool counts. */
import type { Attributes } from '../call/attributes.ts';
import { isBlankSince } from '../lexer/lexer.ts';
import type { Mark } from '../lexer/marks.ts';
import { attributesOf, isOpening, keyOf, toolNamed } from '../parser/form-tags.ts';
import {
  DEEPSEEK,
  type Form,
  GLM,
  HERMES,
  INVOKE,
  KIMI,
  MISTRAL,
  MISTRAL_CALLS,
  PLAIN,
  QWEN_XML,
  REACT,
  REACT_FENCED,
  tagForm,
} from '../parser/forms.ts';
import type { Opening } from '../parser/open-action.ts';
import { firstVisible, markAt, type Scan, textBetween } from '../parser/state.ts';
import { CALL_TOKEN, CALLS_LITERAL, SECTION_TOKEN } from './tokens.ts';
import { arrayName, fencedJson, glmName, labelledName, type NameInText, tokenName } from './tool-names.ts';

type Found = Opening | null | 'unknown';

/** So deep may what stands around a call be nested. */
const AROUND_MAX = 3;
const AROUND_NAMES: ReadonlySet<string> = new Set(['tool_call', 'tool_calls', 'function_calls', SECTION_TOKEN]);
const NOTHING: Attributes = [];

/**
 * What opens at that mark; null where nothing does. `unknown`: more text must come first. Where the tool is named inside of
 * JSON, it is not known here whether it is offered.
 */
export function openingAt(scan: Scan, index: number): Found {
  const mark = markAt(scan, index);
  if (!mark) return null;
  if (mark.kind === 'label') return mark.name === 'action' ? labelled(scan, mark, index) : null;
  if (!isOpening(mark)) return null;
  switch (mark.name) {
    case 'function':
      return named(scan, QWEN_XML, mark, keyOf(scan, mark), mark.end);
    case 'invoke':
      return named(scan, INVOKE, mark, keyOf(scan, mark), mark.end);
    case 'tool_call':
      return wrapped(scan, mark);
    case CALL_TOKEN:
      return begun(scan, mark, index);
    case CALLS_LITERAL:
      return listed(scan, mark);
    default:
      return tagged(scan, mark);
  }
}

/**
 * Whether the mark is a tag around calls, and nothing more: an opening one is where a call opens behind it, any is right behind
 * a call.
 */
export function isAround(scan: Scan, index: number, behindCall: boolean, depth = 0): boolean | 'unknown' {
  const mark = markAt(scan, index);
  if (!mark || !AROUND_NAMES.has(mark.name)) return false;
  if (mark.kind !== 'open' || depth === AROUND_MAX) return behindCall;
  const next = markAt(scan, index + 1);
  if (!next) return scan.finish === null && isBlankSince(scan.lexer, mark) ? 'unknown' : behindCall;
  if (!next.afterBlank) return behindCall;
  if (isOpening(next) && next.name === PLAIN.element) return true;
  const opening = openingAt(scan, index + 1);
  if (opening === 'unknown') return opening;
  return opening !== null || isAround(scan, index + 1, behindCall, depth + 1);
}

function tagged(scan: Scan, mark: Mark): Opening | null {
  const tool = toolNamed(scan, mark.name);
  if (!tool) return null;
  const attributes: Attributes = [['tool', tool.name], ...attributesOf(scan, mark)];
  return { form: tagForm(mark.name), mark, attributes, tool, bodyFrom: mark.end };
}

function named(scan: Scan, form: Form, mark: Mark, name: string, bodyFrom: number): Opening | null {
  const tool = toolNamed(scan, name);
  return tool ? { form, mark, attributes: [['tool', name]], tool, bodyFrom } : null;
}

function byName(scan: Scan, form: Form, mark: Mark, found: NameInText | null | 'unknown'): Found {
  if (found === null || found === 'unknown') return found;
  if (found.open && scan.finish === null) return 'unknown';
  return named(scan, form, mark, found.name, found.end);
}

/** `<tool_call>`: JSON behind it, or the tool's name. */
function wrapped(scan: Scan, mark: Mark): Found {
  const at = firstVisible(scan, mark.end);
  if (at === null) return scan.finish === null ? 'unknown' : null;
  const character = textBetween(scan, at, at + 1);
  if (character === '{' || character === '[') {
    return { form: HERMES, mark, attributes: NOTHING, tool: undefined, bodyFrom: mark.end };
  }
  const fenced = character === '`' ? fencedJson(scan, mark.end) : null;
  if (fenced === 'unknown') return fenced;
  if (fenced !== null) return { form: HERMES, mark, attributes: NOTHING, tool: undefined, bodyFrom: fenced };
  return byName(scan, GLM, mark, glmName(scan, mark));
}

/** `[TOOL_CALLS]`: an array of calls behind it, or the tool's name and an object. */
function listed(scan: Scan, mark: Mark): Found {
  const found = arrayName(scan, mark);
  if (found === null || found === 'unknown') return found;
  if (found.name !== '') return named(scan, MISTRAL, mark, found.name, found.end);
  return { form: MISTRAL_CALLS, mark, attributes: NOTHING, tool: undefined, bodyFrom: found.end };
}

function labelled(scan: Scan, mark: Mark, index: number): Found {
  const found = labelledName(scan, index);
  if (found === null || found === 'unknown') return found;
  const fenced = fencedJson(scan, found.end);
  if (fenced === 'unknown') return fenced;
  if (fenced === null || textBetween(scan, fenced, fenced + 1) !== '{') return byName(scan, REACT, mark, found);
  return byName(scan, REACT_FENCED, mark, { ...found, end: fenced });
}

/** A token that begins a call: Kimi's or DeepSeek's, by what stands between the tool and its arguments. */
function begun(scan: Scan, mark: Mark, index: number): Found {
  const found = tokenName(scan, index);
  if (found === null || found === 'unknown') return found;
  const isDeepSeek = /[▁｜]|<\|tool_sep/.test(textBetween(scan, mark.start, found.end));
  return named(scan, isDeepSeek ? DEEPSEEK : KIMI, mark, found.name, found.end);
}
