/**
 * The grammar of a reply: thoughts, and then actions or a final. Every text that it admits is read without an error and
 * without a repair (entities aside), and every canonical reply is admitted.
 */

import { actionTag, valueElement } from '../canonical-text.ts';
import { isShort } from '../reply/call/coerce.ts';
import { isElementName } from '../reply/lexer/marks.ts';
import { paramOf, THOUGHT_NAMES, vocabularyOf } from '../reply/names.ts';
import type { ParamSchema, ToolSpec } from '../tool-spec.ts';
import {
  choice,
  type Draft,
  type Expression,
  type Grammar,
  optional,
  repeated,
  sequence,
  shared,
  startDraft,
  text,
} from './expression.ts';
import { ANY_LINES, cdata, type Forbidden, freeText, ONE_LINE } from './free-text.ts';
import { jsonText } from './json.ts';
import { numberText } from './numbers.ts';

/**
 * Parameters stand in the order of the schema; the required ones are there. What no tag can name is left out: an optional
 * parameter of such a name, and a tool of such a name, or one that needs such a parameter.
 */
export function grammarOf(tools: readonly ToolSpec[]): Grammar {
  const draft = startDraft();
  shared(draft, 'root', 'root', () => rootOf(draft, tools));
  return draft.rules;
}

function rootOf(draft: Draft, tools: readonly ToolSpec[]): Expression {
  const thought = textElement(draft, 'thought', [...THOUGHT_NAMES]);
  const final = textElement(draft, 'final', ['final']);
  const actions = addressable(tools).flatMap((tool) => actionOf(draft, tool) ?? []);
  const thoughts = repeated(sequence(thought, text('\n')));
  if (actions.length === 0) return sequence(thoughts, final);
  const action = shared(draft, 'action', 'action', () => choice(...actions));
  return sequence(thoughts, choice(sequence(action, repeated(sequence(text('\n'), action))), final));
}

/** Of two tools whose names differ in their case only, the scanner finds one. */
function addressable(tools: readonly ToolSpec[]): readonly ToolSpec[] {
  const { toolOf } = vocabularyOf(tools);
  return tools.filter((tool) => tool.name !== '' && toolOf.get(tool.name.trim().toLowerCase()) === tool);
}

function textElement(draft: Draft, name: string, closers: readonly string[]): Expression {
  return shared(draft, name, name, () =>
    sequence(
      text(`<${name}>`),
      choice(freeText(draft, ANY_LINES, { closers, openers: [] }), cdata(draft)),
      text(`</${name}>`),
    ),
  );
}

/** With what is required; or, where one parameter stands for another, with that one in its place. */
function actionOf(draft: Draft, tool: ToolSpec): Expression | null {
  const { required = [], requiredUnless = {} } = tool.parameters;
  const instead = Object.entries(requiredUnless);
  const usual = paramsOf(
    draft,
    tool,
    required,
    instead.map(([, other]) => other),
  );
  const others = instead.map(([name, other]) =>
    paramsOf(draft, tool, [...required.filter((one) => one !== name), other], [name]),
  );
  const options = [usual, ...others].filter((params) => params !== null);
  if (options.length === 0) return null;
  return shared(draft, `tool ${tool.name}`, `action-${tool.name}`, () =>
    sequence(text(`${actionTag(tool.name)}\n`), choice(...options), text('</action>')),
  );
}

/** Null where a required one cannot be written. */
function paramsOf(
  draft: Draft,
  tool: ToolSpec,
  needed: readonly string[],
  leftOut: readonly string[],
): Expression | null {
  const params: Expression[] = [];
  for (const [name, schema] of Object.entries(tool.parameters.properties)) {
    if (leftOut.includes(name)) continue;
    const value = isAddressable(tool, name) ? valueText(draft, name, schema) : null;
    const required = needed.includes(name);
    if (!value && required) return null;
    if (!value) continue;
    const element = sequence(text(`<${name}>`), value, text(`</${name}>\n`));
    // A rule for each, from tag to tag: llguidance reads it as one word, and a text as a word of its own would not end.
    const param = shared(draft, `param ${JSON.stringify(element)}`, `param-${name}`, () => element);
    params.push(required ? param : optional(param));
  }
  return sequence(...params);
}

function isAddressable(tool: ToolSpec, name: string): boolean {
  return isElementName(name) && paramOf(tool, name)?.[0] === name;
}

/** What may stand between the tags of a parameter; null where nothing would fit its schema. */
function valueText(draft: Draft, name: string, schema: ParamSchema): Expression | null {
  const forbidden: Forbidden = { closers: [name, 'action'], openers: ['action'] };
  switch (schema.type) {
    case 'number':
    case 'integer':
      return schema.enum ? jsonText(draft, schema, forbidden) : numberText(draft, schema);
    case 'boolean':
      return jsonText(draft, schema, forbidden);
    case 'array':
    case 'object':
      return schema.enum ? null : jsonText(draft, schema, forbidden);
    default:
      if (schema.enum) return enumText(name, schema);
      return choice(freeText(draft, isShort(name, schema) ? ONE_LINE : ANY_LINES, forbidden), cdata(draft));
  }
}

function enumText(name: string, schema: ParamSchema): Expression | null {
  const values = (schema.enum ?? []).filter((value) => typeof value === 'string');
  return values.length > 0 ? choice(...values.map((value) => text(written(name, schema, value)))) : null;
}

function written(name: string, schema: ParamSchema, value: string): string {
  return valueElement(name, value, isShort(name, schema)).slice(`<${name}>`.length, -`</${name}>`.length);
}
