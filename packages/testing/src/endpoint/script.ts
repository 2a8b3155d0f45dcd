/**
 * A script: what a model will say, turn by turn, and what each request must look like. It is an XML file:
 *
 *     <script model="scripted" pace="12 characters every 4 ms">
 *       <turn>
 *         <expect in="system">You are</expect>
 *         <expect in="last">fix the failing test</expect>
 *         <expect messages="2"/>
 *         <reasoning>I should look first.</reasoning>
 *         <reply><![CDATA[<thought>Look first.</thought>
 *     <action tool="ls"/>]]></reply>
 *         <usage input="512" output="17"/>
 *       </turn>
 *       <turn>
 *         <expect not-in="last">status="error"</expect>
 *         <failure status="503">the model is loading</failure>
 *       </turn>
 *     </script>
 *
 * `script`: at least one `turn`. `model` (default `scripted`) is what `/v1/models` lists. `pace` (default
 * `16 characters every 0 ms`) is how a stream is cut, and how long it waits between two pieces.
 *
 * `turn`: any number of `expect`, in any order, and exactly one of `reply` and `failure`. All that it expects must hold,
 * or the request is refused (HTTP 422) and the same turn waits for the next request.
 *
 * `expect` has exactly one attribute:
 * - `in="last|system|any"`: the last message, a system message, or any message contains the element's text;
 * - `not-in="last|system|any"`: none of them contains it;
 * - `messages="N"`: the request has so many messages, the system prompt counted;
 * - `last-role="user|assistant|system"`: whose message the last one is.
 *
 * `reply` holds the text. `finish` is `stop` (default), `length`, `content_filter`, `tool_calls` or `function_call`.
 * Beside it may stand
 * - `reasoning`, sent before the text in the field that `field` names: `reasoning_content` (the default), `reasoning` or
 *   `reasoning_text`;
 * - any number of `tool-call`, and one `function-call` (the older form): native calls, sent behind the text. `name` is the
 *   tool, the element's text the arguments as JSON, cut into pieces like any text. A reply without text has then no content;
 * - `usage`: `input` and `output` in tokens, of them what was `cached` and what was `reasoning`, and what it has cost (`cost`) where the server shall say it; none is sent where it is missing, or where a stream's request does not ask
 *   for it.
 *
 * `failure` answers with an HTTP `status` (400 to 599) and the element's text as the error message. It counts as played.
 *
 * Text: content that is nothing but CDATA sections (and white space around them) is what the sections hold, to the
 * character; no line end is dropped, so the text starts right after `<![CDATA[`. Any other content has its entities
 * decoded and its white space at both ends removed. `]]>` is written as `]]]]><![CDATA[>`. Line ends are `\n`, as always
 * in XML.
 */
export type Script = {
  readonly model: string;
  readonly pace: Pace;
  readonly turns: readonly Turn[];
};

/** A stream is cut into pieces of so many characters (UTF-16 units, pairs kept whole), with a wait between them. */
export type Pace = { readonly characters: number; readonly ms: number };

/** One request and its answer. */
export type Turn = { readonly expectations: readonly Expectation[]; readonly answer: Reply | Failure };

/** What a request must hold before its turn is played. */
export type Expectation =
  | { readonly kind: 'contains' | 'lacks'; readonly where: Where; readonly text: string }
  | { readonly kind: 'messages'; readonly count: number }
  | { readonly kind: 'last-role'; readonly role: string };

export const WHERES = ['last', 'system', 'any'] as const;
export type Where = (typeof WHERES)[number];

export const ROLES = ['user', 'assistant', 'system'] as const;

export const FINISHES = ['stop', 'length', 'content_filter', 'tool_calls', 'function_call'] as const;
export const REASONING_FIELDS = ['reasoning_content', 'reasoning', 'reasoning_text'] as const;

/** What the model says in one turn, and in which fields of the answer. */
export type Reply = {
  readonly kind: 'reply';
  readonly text: string;
  readonly finish: (typeof FINISHES)[number];
  readonly reasoning: { readonly field: (typeof REASONING_FIELDS)[number]; readonly text: string } | null;
  readonly toolCalls: readonly NativeCall[];
  readonly functionCall: NativeCall | null;
  readonly usage: ScriptedUsage | null;
};

/** `arguments` is the JSON as the model writes it, well or badly. */
export type NativeCall = { readonly name: string; readonly arguments: string };

/** An answer that is none: an HTTP status other than 200, and its message. */
export type Failure = { readonly kind: 'failure'; readonly status: number; readonly message: string };

export type ScriptedUsage = {
  readonly input: number;
  readonly output: number;
  readonly cached?: number;
  readonly reasoning?: number;
  readonly cost?: number;
};
