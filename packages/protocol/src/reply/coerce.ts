/**
 * Values as written → values as the tool's schema wants them. Nothing is guessed: what has no sensible reading is a problem,
 * said in words that the model can act on.
 */
import type { Json, JsonObject } from '../json.ts';
import type { ParamSchema, ToolSpec } from '../tool-spec.ts';
import type { Value } from './values.ts';

/** A value that came as text between tags, or as a member of a JSON body. */
export type Given = { readonly kind: 'text'; readonly value: Value } | { readonly kind: 'json'; readonly value: Json };

export type Coerced = {
  readonly params: JsonObject;
  readonly asWritten: { readonly [name: string]: string };
  /** What is wrong, one sentence each; empty where the call can run. */
  readonly problems: readonly string[];
};

export function coerceParams(spec: ToolSpec, given: ReadonlyMap<string, Given>): Coerced {
  const params: { [name: string]: Json } = {};
  const asWritten: { [name: string]: string } = {};
  const problems: string[] = [];
  for (const [name, one] of given) {
    const schema = spec.parameters.properties[name];
    if (!schema) {
      problems.push(`<${name}> is not a parameter of ${spec.name}, which takes ${listOf(spec)}`);
      params[name] = one.kind === 'text' ? one.value.text : one.value;
      continue;
    }
    if (isAbsent(spec, name, one)) continue;
    const value = one.kind === 'text' ? fromText(name, schema, one.value) : fromJson(schema, one.value);
    if (value === undefined) problems.push(`<${name}> should be ${wanted(schema)}`);
    params[name] = value ?? (one.kind === 'text' ? one.value.text : one.value);
    if (one.kind === 'text' && one.value.asWritten !== null) asWritten[name] = one.value.asWritten;
  }
  for (const name of spec.parameters.required ?? []) {
    if (!(name in params)) problems.push(`<${name}> is missing (${wanted(spec.parameters.properties[name] ?? {})})`);
  }
  return { params, asWritten, problems };
}

export function isPath(name: string, schema: ParamSchema): boolean {
  return schema.type === 'string' && (name === 'path' || schema.format === 'path');
}

/** Paths, numbers and booleans never hold a line break or a tag: what looks like one ends them. */
export function isShort(name: string, schema: ParamSchema | undefined): boolean {
  if (!schema) return false;
  return isPath(name, schema) || schema.type === 'number' || schema.type === 'integer' || schema.type === 'boolean';
}

function isAbsent(spec: ToolSpec, name: string, given: Given): boolean {
  if (spec.parameters.required?.includes(name)) return false;
  if (given.kind === 'json') return given.value === null || given.value === '';
  return !given.value.exact && /^\s*(?:null)?\s*$/.test(given.value.text);
}

function fromText(name: string, schema: ParamSchema, value: Value): Json | undefined {
  const { text, exact } = value;
  switch (schema.type) {
    case 'number':
    case 'integer':
      return toNumber(text.trim(), schema);
    case 'boolean':
      return toBoolean(text.trim());
    case 'array':
    case 'object':
      return toStructure(text, schema);
    default:
      return isPath(name, schema) && !exact ? text.trim() : text;
  }
}

function fromJson(schema: ParamSchema, value: Json): Json | undefined {
  switch (schema.type) {
    case 'number':
    case 'integer':
      return typeof value === 'number' || typeof value === 'string'
        ? toNumber(String(value).trim(), schema)
        : undefined;
    case 'boolean':
      return typeof value === 'boolean' || typeof value === 'string' ? toBoolean(String(value).trim()) : undefined;
    case 'array':
    case 'object':
      return typeof value === 'string' ? toStructure(value, schema) : ofType(schema, value);
    case 'string':
      return value === null || typeof value === 'object' ? undefined : String(value);
    default:
      return value;
  }
}

function toNumber(text: string, schema: ParamSchema): number | undefined {
  const value = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) return undefined;
  return schema.type === 'integer' && !Number.isInteger(value) ? undefined : value;
}

function toBoolean(text: string): boolean | undefined {
  const lower = text.toLowerCase();
  return lower === 'true' ? true : lower === 'false' ? false : undefined;
}

function toStructure(text: string, schema: ParamSchema): Json | undefined {
  try {
    return ofType(schema, JSON.parse(text));
  } catch {
    return undefined;
  }
}

function ofType(schema: ParamSchema, value: Json): Json | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  return Array.isArray(value) === (schema.type === 'array') ? value : undefined;
}

function wanted(schema: ParamSchema): string {
  const type = schema.type ?? 'any value';
  if (schema.type === 'array' || schema.type === 'object') return `a JSON ${type}`;
  return schema.enum ? `one of ${schema.enum.join(', ')}` : type;
}

function listOf(spec: ToolSpec): string {
  return Object.keys(spec.parameters.properties).join(', ');
}
