/** In what a server, or a model on it, differs from the rest: data, from the table of known servers or a configuration. */

/** The field of a request that holds a grammar, and with it the grammar's language. */
export type GrammarField =
  /** llama.cpp: GBNF. */
  | 'grammar'
  /** SGLang: EBNF. */
  | 'ebnf'
  /** vLLM: `{grammar}`, GBNF. */
  | 'structured_outputs'
  /** vLLM before 0.12. */
  | 'guided_grammar';

/** What is left out is as most servers have it. */
export type Quirks = {
  /** Fields of a request that it refuses: they are not sent (`stop`, `stream_options`, `temperature`). */
  readonly untaken?: readonly string[];
  /** Under which name it takes the greatest length of a reply. */
  readonly maxTokensField?: 'max_tokens' | 'max_completion_tokens';
  /** Where the system prompt goes: a message of this role, or (`user`) in front of the first message of the user. */
  readonly systemRole?: 'system' | 'developer' | 'user';
  /** The field of an assistant's message in which it wants back what the model thought; left out where it does not. */
  readonly reasoningBack?: 'reasoning_content' | 'reasoning' | 'reasoning_details' | 'content';
  /** Takes stop sequences, as found out. */
  readonly takesStop?: boolean;
  /** Takes pictures, as parts of a message (`image_url`). Left out where the server may be asked. */
  readonly takesImages?: boolean;
  readonly grammarField?: GrammarField;
  /** A grammar keeps the model from reasoning, or fails with it: then none is sent, unless it is asked for. */
  readonly grammarHarmsReasoning?: true;
  /** Its template opens a thought before the reply begins. */
  readonly startsInThought?: true;
  /** Answers 400 or 413 without a word where the conversation does not fit (Cerebras, Mistral). */
  readonly overflowsWithoutWords?: true;
  /** Cuts a conversation that does not fit without a word: only the usage tells (z.ai). */
  readonly overflowsInSilence?: true;
};
