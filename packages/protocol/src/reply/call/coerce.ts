/**
 * Values as written → values as the tool's schema wants them. Nothing is guessed: what has no sensible reading is a problem,
 * said in words that the model can act on.
 */
import type { Json, JsonObject } from '../../json.ts';
import type { ParamSchema, ToolSpec } from '../../tool-spec.ts';
import { readJson } from '../json/read.ts';
import { type Value, withoutEntities } from './values.ts';

/** A value that came as text between tags, or as a member of a JSON body. */
export type Given = { readonly kind: 'text'; readonly value: Value } | { readonly kind: 'json'; readonly value: Json };

export type Coerced = {
  readonly params: JsonObject;
  readonly asWritten: { readonly [name: string]: string };
  /** What is wrong, one sentence each; empty where the call can run. */
  readonly problems: readonly string[];
};

/** So much of a value is repeated to the model that wrote it. */
const SHOWN_CHARACTERS_MAX = 40;

export function coerceParams(spec: ToolSpec, given: ReadonlyMap<string, Given>): Coerced {
  const params = new Map<string, Json>();
  const asWritten = new Map<string, string>();
  const problems: string[] = [];
  for (const [name, one] of given) {
    const schema = schemaOf(spec, name);
    if (!schema) {
      problems.push(`<${name}> is not a parameter of ${spec.name}, which takes ${listOf(spec)}`);
      params.set(name, plain(one));
      if (one.kind === 'text' && one.value.asWritten !== null) asWritten.set(name, one.value.asWritten);
      continue;
    }
    if (isAbsent(spec, name, schema, one)) continue;
    const read = one.kind === 'text' ? jsonAsWritten(schema, one) : one;
    const value = allowed(
      schema,
      read.kind === 'text' ? fromText(name, schema, read.value) : fromJson(name, schema, read.value),
    );
    if (value === undefined) problems.push(`<${name}> should be ${wanted(schema)}, not ${shown(plain(read))}`);
    params.set(name, value ?? plain(read));
    if (read.kind === 'text' && read.value.asWritten !== null) asWritten.set(name, read.value.asWritten);
  }
  for (const name of spec.parameters.required ?? []) {
    if (params.has(name) || isInstead(spec, name, given, params)) continue;
    problems.push(`<${name}> is missing (${wanted(schemaOf(spec, name) ?? {})})`);
  }
  return { params: Object.fromEntries(params), asWritten: Object.fromEntries(asWritten), problems };
}

/** Whether another parameter stands for a required one. Then it is there also where its text says nothing. */
function isInstead(
  spec: ToolSpec,
  name: string,
  given: ReadonlyMap<string, Given>,
  params: Map<string, Json>,
): boolean {
  const other = spec.parameters.requiredUnless?.[name];
  const one = other === undefined ? undefined : given.get(other);
  if (other === undefined || one?.kind !== 'text') return other !== undefined && params.has(other);
  if (!params.has(other)) params.set(other, plain(one));
  return true;
}

/** Whether the two say the same: borders do not count where they are trimmed anyway. */
export function isSame(name: string, schema: ParamSchema, one: Given, other: Given): boolean {
  const [a, b] = [one, other].map((given) => {
    const value = plain(given);
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
  if (a === undefined || b === undefined) return false;
  return a === b || (isShort(name, schema) && a.trim() === b.trim());
}

/** Paths, numbers and booleans never hold a line break or a tag: what looks like one ends them. */
export function isShort(name: string, schema: ParamSchema): boolean {
  return isPath(name, schema) || schema.type === 'number' || schema.type === 'integer' || schema.type === 'boolean';
}

function isPath(name: string, schema: ParamSchema): boolean {
  return schema.type === 'string' && (name === 'path' || schema.format === 'path');
}

function schemaOf(spec: ToolSpec, name: string): ParamSchema | undefined {
  return Object.hasOwn(spec.parameters.properties, name) ? spec.parameters.properties[name] : undefined;
}

function plain(given: Given): Json {
  return given.kind === 'text' ? given.value.text : given.value;
}

function isAbsent(spec: ToolSpec, name: string, schema: ParamSchema, given: Given): boolean {
  if (spec.parameters.required?.includes(name)) return false;
  if (given.kind === 'text' && given.value.exact) return false;
  const value = plain(given);
  if (value === null || value === '') return true;
  if (typeof value !== 'string') return false;
  const text = schema.type === 'string' && !isPath(name, schema) ? value : value.trim();
  return text === '' || (text === 'null' && (given.kind === 'text' || schema.type !== 'string'));
}

/** Inside JSON entities are text: a value that is JSON as it was written is taken so. */
function jsonAsWritten(schema: ParamSchema, given: Given & { readonly kind: 'text' }): Given {
  const { asWritten } = given.value;
  const structured = schema.type === 'array' || schema.type === 'object';
  if (!structured || asWritten === null || toStructure(asWritten, schema) === undefined) return given;
  return { kind: 'text', value: withoutEntities(given.value) };
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

function fromJson(name: string, schema: ParamSchema, value: Json): Json | undefined {
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
      if (value === null || typeof value === 'object') return undefined;
      return isPath(name, schema) ? String(value).trim() : String(value);
    default:
      return value;
  }
}

/** What the schema's own limits leave of a value of the right type. */
function allowed(schema: ParamSchema, value: Json | undefined): Json | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number') {
    if (value < (schema.minimum ?? value) || value > (schema.maximum ?? value)) return undefined;
  }
  if (!schema.enum) return value;
  return schema.enum.find((one) => one === value || (typeof value === 'string' && one === value.trim()));
}

function toNumber(text: string, schema: ParamSchema): number | undefined {
  const value = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) return undefined;
  return schema.type === 'integer' && !Number.isInteger(value) ? undefined : value;
}

function toBoolean(text: string): boolean | undefined {
  const lower = text.toLowerCase();
  return lower === 'true' ? true : lower === 'false' ? false : undefined;
}

function toStructure(text: string, schema: ParamSchema): Json | undefined {
  return ofType(schema, readJson(text));
}

function ofType(schema: ParamSchema, value: Json | undefined): Json | undefined {
  if (value === undefined || value === null || typeof value !== 'object') return undefined;
  return Array.isArray(value) === (schema.type === 'array') ? value : undefined;
}

function wanted(schema: ParamSchema): string {
  const { type = 'any value', minimum, maximum } = schema;
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  if (type === 'array' || type === 'object') return `a JSON ${type}`;
  const limits = [minimum === undefined ? '' : ` from ${minimum}`, maximum === undefined ? '' : ` up to ${maximum}`];
  return `${type}${limits.join('')}`;
}

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= SHOWN_CHARACTERS_MAX ? text : `${text.slice(0, SHOWN_CHARACTERS_MAX)}…`;
}

function listOf(spec: ToolSpec): string {
  return Object.keys(spec.parameters.properties).join(', ');
}
