/**
 * A tool as the protocol describes it: the zod schema as JSON Schema, reduced to the part that the protocol uses. What
 * the reduction does not know is a mistake in the tool's schema, and is thrown.
 */
import type { ParamSchema, ParamsSchema, ToolSpec } from '@tagma/protocol';
import * as z from 'zod/mini';
import type { Tool } from './tool.ts';

/** A tool does not change, and several parts of a start ask for it. */
const known = new WeakMap<Tool, ToolSpec>();

/** What the model is told of a tool; made once for each. */
export function specOf(tool: Tool): ToolSpec {
  const spec = known.get(tool) ?? specFrom(tool);
  known.set(tool, spec);
  return spec;
}

function specFrom(tool: Tool): ToolSpec {
  const { name, description, body, readOnly, held } = tool;
  return {
    name,
    description,
    ...(body === undefined ? {} : { body }),
    ...(readOnly === undefined ? {} : { readOnly }),
    ...(held === undefined ? {} : { held }),
    parameters: parametersOf(tool),
  };
}

/** The parameters of a tool as JSON Schema. */
export function parametersOf(tool: Tool): ParamsSchema {
  if (tool.parameters) return tool.parameters;
  const { $schema, ...schema } = z.toJSONSchema(tool.input, { io: 'input' });
  const { type, properties, required, ...rest } = reduce(schema, tool.name);
  if (type !== 'object') throw new TypeError(`The input of tool ${tool.name} is not an object`);
  const { requiredUnless } = tool;
  const needed = [...(required ?? []), ...Object.keys(requiredUnless ?? {})];
  return {
    type,
    properties: properties ?? {},
    ...(needed.length === 0 ? {} : { required: needed }),
    ...(requiredUnless === undefined ? {} : { requiredUnless }),
    additionalProperties: false,
    ...rest,
  };
}

function reduce(schema: object, place: string): ParamSchema {
  const reduced: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    switch (key) {
      case 'type':
        if (typeof value !== 'string')
          throw new TypeError(`${place} has several types, which parameters of a tool cannot`);
        reduced[key] = value;
        break;
      case 'format':
      case 'description':
      case 'enum':
      case 'required':
        reduced[key] = value;
        break;
      case 'minimum':
      case 'maximum':
        if (Math.abs(value) !== Number.MAX_SAFE_INTEGER) reduced[key] = value;
        break;
      case 'items':
        reduced[key] = reduce(value, `${place}.items`);
        break;
      case 'properties':
        reduced[key] = Object.fromEntries(
          Object.entries<object>(value).map(([name, member]) => [name, reduce(member, `${place}.${name}`)]),
        );
        break;
      case 'additionalProperties':
        break;
      default:
        throw new TypeError(`${place} uses ${key}, which parameters of a tool cannot`);
    }
  }
  return reduced;
}
