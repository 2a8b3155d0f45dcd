/**
 * The tools that the model is offered: the built-in ones and the machine's own, or those of a file, checked as far as the
 * scanner relies on them.
 */
import { readFileSync } from 'node:fs';
import type { ParamsSchema, ToolSpec } from '@tagma/protocol';
import { EXIT } from './exit.ts';
import { messageOf, type Problem, problem } from './problem.ts';

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'];

type Offered = { readonly ok: true; readonly tools: readonly ToolSpec[] };

/**
 * @param file that `--tools` names, if it is given.
 * @param own which tools there are without it: those that a session offers, or all that are settled.
 */
export async function offeredTools(file: string | undefined, own: 'offered' | 'settled'): Promise<Offered | Problem> {
  if (file !== undefined) return readTools(file);
  const [{ MACHINE_TOOLS }, tools] = await Promise.all([import('@tagma/core'), import('@tagma/tools')]);
  const run = own === 'offered' ? tools.builtinSpecs() : tools.settledSpecs();
  return { ok: true, tools: [...run, ...MACHINE_TOOLS] };
}

export function readTools(file: string): Offered | Problem {
  try {
    const tools: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const wrong = wrongInTools(tools);
    if (wrong !== null) return problem(EXIT.usage, `--tools ${file}: ${wrong}`);
    return {
      ok: true,
      tools: (tools as ToolSpec[]).map((tool) => ({ ...tool, parameters: parametersIn(tool.parameters) })),
    };
  } catch (error) {
    return problem(EXIT.usage, `--tools ${file}: ${messageOf(error)}`);
  }
}

/** The first thing that is wrong, and where it stands, or null. */
function wrongInTools(tools: unknown): string | null {
  if (!Array.isArray(tools)) return 'it should be a JSON array of {name, description, body?, parameters}.';
  return firstOf(tools.map((tool, index) => () => wrongInTool(tool, `[${index}]`)));
}

/** What is wrong in one tool, and where it stands, or null. */
export function wrongInTool(tool: unknown, at: string): string | null {
  if (!isRecord(tool)) return `${at} should be an object.`;
  if (typeof tool.name !== 'string') return `${at}.name should be a string.`;
  if (!isOptional(tool.description, isString)) return `${at}.description should be a string.`;
  if (!isOptional(tool.body, isString)) return `${at}.body should be a string.`;
  if (!isRecord(tool.parameters)) return `${at}.parameters should be an object.`;
  if (!isOptional(tool.parameters.type, (type) => type === 'object')) return `${at}.parameters.type should be object.`;
  return wrongInSchema(tool.parameters, `${at}.parameters`);
}

/** A schema that `wrongInTool` has nothing against: that of a tool without parameters need not name any. */
export function parametersIn(schema: object): ParamsSchema {
  return { type: 'object', properties: {}, ...schema };
}

function wrongInSchema(schema: unknown, at: string): string | null {
  if (!isRecord(schema)) return `${at} should be an object.`;
  const { type, properties, items, required } = schema;
  if (!isOptional(type, (value) => TYPES.some((name) => name === value))) {
    return `${at}.type should be one of ${TYPES.join(', ')}.`;
  }
  if (!isOptional(schema.enum, Array.isArray)) return `${at}.enum should be an array.`;
  if (!isOptional(required, (value) => Array.isArray(value) && value.every(isString))) {
    return `${at}.required should be an array of strings.`;
  }
  if (!isOptional(schema.requiredUnless, (value) => isRecord(value) && Object.values(value).every(isString))) {
    return `${at}.requiredUnless should name one parameter for another.`;
  }
  if (!isOptional(properties, isRecord)) return `${at}.properties should be an object.`;
  const parts: (readonly [place: string, part: unknown])[] = [];
  for (const [name, part] of Object.entries(properties ?? {})) parts.push([`${at}.properties.${name}`, part]);
  if (items !== undefined) parts.push([`${at}.items`, items]);
  return firstOf(
    parts.map(
      ([place, part]) =>
        () =>
          wrongInSchema(part, place),
    ),
  );
}

function firstOf(checks: readonly (() => string | null)[]): string | null {
  for (const check of checks) {
    const wrong = check();
    if (wrong !== null) return wrong;
  }
  return null;
}

function isOptional(value: unknown, is: (value: unknown) => boolean): boolean {
  return value === undefined || is(value);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
