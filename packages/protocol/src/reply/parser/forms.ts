/**
 * The forms in which a model writes an action: the protocol's own, and the dialects. Each is told as data, so that one
 * machinery finds where an action of any form ends: `body.ts` and `value-end.ts` for tags, `json-body.ts` for JSON.
 */

export type Form = {
  /** The dialect's name in the repair `dialect:NAME`; null for the protocol's own form. */
  readonly dialect: string | null;
  /** The name of the tags (or tokens) around one action; empty where nothing closes it but its own end. */
  readonly element: string;
  /** Elements that may stand around: the closing tag of one closes the action too. */
  readonly around: readonly string[];
  /**
   * How a parameter is written: `<NAME>…</NAME>`, `<parameter=NAME>…</parameter>`, or
   * `<arg_key>NAME</arg_key><arg_value>…</arg_value>`.
   */
  readonly params: 'named' | 'keyed' | 'paired';
  /**
   * What JSON in the body is: the parameters, if it is JSON at all (`may`); the parameters (`must`); one or several calls
   * that name their tools themselves (`calls`).
   */
  readonly json: 'may' | 'must' | 'calls';
  /** What may stand behind its JSON and is no text: brackets too many, what separates calls, the end of a code fence. */
  readonly strays: string;
  /** Whether a body of plain text ends before the next line that begins with a label of the form or with an element. */
  readonly lines: boolean;
};

/** The tags of a parameter, in the forms that do not name them after it. */
export const KEYED_NAMES: ReadonlySet<string> = new Set(['parameter', 'param']);
export const PAIR_KEY = 'arg_key';
export const PAIR_VALUE = 'arg_value';

const MARKUP = { around: [], params: 'keyed', json: 'may', strays: '', lines: false } as const;
const JSON_ONLY = { around: [], params: 'named', strays: '', lines: false } as const;
const JSON_IN_TAGS = { ...JSON_ONLY, strays: '}],;`' } as const;

export const PLAIN: Form = { ...MARKUP, dialect: null, element: 'action', params: 'named' };
export const QWEN_XML: Form = { ...MARKUP, dialect: 'qwen-xml', element: 'function', around: ['tool_call'] };
export const INVOKE: Form = {
  ...MARKUP,
  dialect: 'invoke',
  element: 'invoke',
  around: ['function_calls', 'tool_calls', 'tool_call'],
};
export const GLM: Form = { ...MARKUP, dialect: 'glm', element: 'tool_call', params: 'paired' };
export const HERMES: Form = { ...JSON_IN_TAGS, dialect: 'hermes', element: 'tool_call', json: 'calls' };
export const KIMI: Form = { ...JSON_IN_TAGS, dialect: 'kimi', element: '|tool_call|', json: 'must' };
export const DEEPSEEK: Form = { ...JSON_IN_TAGS, dialect: 'deepseek', element: '|tool_call|', json: 'must' };
export const MISTRAL: Form = { ...JSON_ONLY, dialect: 'mistral', element: '', json: 'must' };
export const MISTRAL_CALLS: Form = { ...JSON_ONLY, dialect: 'mistral', element: '', json: 'calls' };
export const REACT: Form = { ...JSON_ONLY, dialect: 'react', element: '', json: 'may', lines: true };
/** With JSON in a code fence as its input. */
export const REACT_FENCED: Form = { ...REACT, json: 'must', strays: '}]`' };
export const WHOLE_JSON: Form = { ...JSON_ONLY, dialect: 'json', element: '', json: 'calls', strays: '}],;' };

/** The tool's own name as the element. */
export function tagForm(tool: string): Form {
  return { ...PLAIN, dialect: 'tag', element: tool.toLowerCase() };
}
