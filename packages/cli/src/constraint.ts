/**
 * The forced protocol: which fields of a request hold the model to it. Two means, each with a setting: the grammar of the
 * session's tools, in the field that the server takes, and stop sequences, which end a reply where the model begins to
 * invent results. `auto` takes what the server is known to bear, `on` insists, `off` sends nothing.
 */
import type { GrammarField, Quirks } from '@tagma/endpoint';
import { grammarOf, type JsonObject, type ToolSpec, writeGbnf } from '@tagma/protocol';
import { EXIT } from './exit.ts';
import type { Force, ForceSettings } from './force.ts';
import { type Problem, problem } from './problem.ts';

/** What counts of a connection here. */
export type Constrained = {
  /** As `--model` takes it, for the advice. */
  readonly name: string;
  readonly server: { readonly quirks?: Quirks };
  /** What the person has set already stands. */
  readonly fields: JsonObject;
};

/**
 * Both begin with the closer of an action, so no text that a model may honestly write into a file holds them, other than one
 * about this protocol. Servers strip what they stop at: a missing closer behind closed parameters is expected then
 * (`stopSent`). Two blank lines are rare, and servers take four sequences at most; whatever is not stopped here is cut by
 * the scanner.
 */
export const STOP_SEQUENCES: readonly string[] = ['</action>\n<observation', '</action>\n\n<observation'];

/** Fields that shape a reply: where the person sets one, the model is held to that, and to no grammar of ours. */
const SHAPING = [
  ...['grammar', 'ebnf', 'structured_outputs', 'guided_grammar', 'guided_regex', 'guided_json', 'guided_choice'],
  ...['regex', 'json_schema', 'response_format'],
];

export type Forced = { readonly ok: true; readonly fields: JsonObject };

/** The fields to send beside the connection's own. The same tools give the same text: a server compiles it once. */
export function fieldsFor(
  { name, server, fields }: Constrained,
  { constrain = 'auto', stop = 'auto' }: ForceSettings,
  tools: readonly ToolSpec[],
): Forced | Problem {
  const quirks = server.quirks ?? {};
  if (constrain === 'on' && quirks.grammarField === undefined) return problem(EXIT.usage, fieldUnknown(name));
  const isShaped = SHAPING.some((field) => Object.hasOwn(fields, field));
  const isForced = !isShaped && quirks.grammarField !== undefined && takesGrammar(constrain, quirks);
  const grammar = isForced && quirks.grammarField ? grammarField(quirks.grammarField, tools) : {};
  const stops = stop === 'on' || (stop === 'auto' && quirks.takesStop === true && !isForced);
  const isStopped = stops && !Object.hasOwn(fields, 'stop');
  return { ok: true, fields: { ...grammar, ...(isStopped ? { stop: [...STOP_SEQUENCES] } : {}) } };
}

/** The field with the grammar of these tools: SGLang's `ebnf` and vLLM's `grammar` are the text that llama.cpp takes. */
export function grammarField(field: GrammarField, tools: readonly ToolSpec[]): JsonObject {
  return fieldWith(field, writeGbnf(grammarOf(tools)));
}

export function fieldWith(field: GrammarField, grammar: string): JsonObject {
  return { [field]: field === 'structured_outputs' ? { grammar } : grammar };
}

/** A grammar from the first token on does not fit a reply whose thought the template has opened. */
function takesGrammar(constrain: Force, { grammarHarmsReasoning, startsInThought }: Quirks): boolean {
  return constrain === 'on' || (constrain === 'auto' && !grammarHarmsReasoning && !startsInThought);
}

function fieldUnknown(name: string): string {
  return [
    `the protocol cannot be forced: it is not known in which field ${name} takes a grammar.`,
    `To find it out: tagma doctor ${name} (for an address, tagma doctor ADDRESS); --write keeps what it finds.`,
    'Or leave it to the model: --constrain auto',
  ].join('\n');
}
