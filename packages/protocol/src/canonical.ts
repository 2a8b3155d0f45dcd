/**
 * The canonical form of a reply: what the model shall see of itself, and what the scanner reads back to the same values,
 * whatever they hold. It is also what a grammar (`grammar/rules.ts`) admits, where the values fit the tool's schema.
 */

import { actionTag, jsonBody, jsonValue, textElement, valueElement } from './canonical-text.ts';
import type { Json } from './json.ts';
import { isShort } from './reply/call/coerce.ts';
import { isElementName } from './reply/lexer/marks.ts';
import { paramOf } from './reply/names.ts';
import type { ReplyAction, Thought } from './reply/types.ts';
import type { ParamSchema, ToolSpec } from './tool-spec.ts';

/** What a reply says, whichever form it was written in. */
export type Spoken = {
  readonly thoughts: readonly Thought[];
  readonly actions: readonly Pick<ReplyAction, 'tool' | 'params'>[];
  readonly final: string | null;
};

/**
 * Only written thoughts go back. An action and a final exclude each other: with actions, the final is left out.
 *
 * @param tools whose schemas say which values are trimmed when they are read, and in which order they are written; without
 *   them, those named `path`, and the order is as given.
 */
export function writeReply({ thoughts, actions, final }: Spoken, tools: readonly ToolSpec[] = []): string {
  const said = thoughts.filter((thought) => thought.written).map((thought) => textElement('thought', thought.text));
  const done = actions.map((action) => writeAction(action, tools));
  if (done.length === 0 && final !== null) done.push(textElement('final', final));
  return said.concat(done).join('\n');
}

/** A name that no tag can have (`$filter`) stands in a body of JSON, and the others with it. */
function writeAction({ tool, params }: Pick<ReplyAction, 'tool' | 'params'>, tools: readonly ToolSpec[]): string {
  if (!Object.keys(params).every(isElementName)) return `${actionTag(tool)}\n${jsonBody(params)}\n</action>`;
  const spec = tools.find(({ name }) => name === tool);
  const lines = inOrder(params, spec?.parameters.properties).map(([name, value]) => {
    const param = paramOf(spec, name);
    const short = param ? isShort(...param) : name === 'path';
    return `${writeParam(name, ordered(value, param?.[1]), short)}\n`;
  });
  return `${actionTag(tool)}\n${lines.join('')}</action>`;
}

function writeParam(name: string, value: Json, short: boolean): string {
  if (typeof value === 'object' && value !== null) return `<${name}>${jsonValue(name, value)}</${name}>`;
  return valueElement(name, typeof value === 'string' ? value : JSON.stringify(value), short);
}

/** The value with its members in the order of the schema. */
function ordered(value: Json, schema: ParamSchema | undefined): Json {
  if (Array.isArray(value)) return schema?.items ? value.map((item) => ordered(item, schema.items)) : value;
  if (!schema?.properties || typeof value !== 'object' || value === null) return value;
  const { properties } = schema;
  const members = inOrder(value as { readonly [name: string]: Json }, properties);
  return Object.fromEntries(members.map(([name, member]) => [name, ordered(member, propertyOf(properties, name))]));
}

function inOrder<T>(
  values: { readonly [name: string]: T },
  properties: { readonly [name: string]: ParamSchema } = {},
): (readonly [string, T])[] {
  const order = new Map(Object.keys(properties).map((name, index) => [name, index]));
  const place = (name: string) => order.get(name) ?? order.size;
  return Object.entries(values).sort(([one], [other]) => place(one) - place(other));
}

function propertyOf(properties: { readonly [name: string]: ParamSchema }, name: string): ParamSchema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}
