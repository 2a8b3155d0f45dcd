/**
 * From the parameters of a call to the checked input of a tool. What is wrong is told to the model parameter by
 * parameter, with what was expected, so that the next try can be right.
 */
import type { ParamSchema, Params, ParamsSchema } from '@tagma/protocol';
import * as z from 'zod/mini';
import { parametersOf } from './spec.ts';
import type { Tool } from './tool.ts';
import { truncateLine } from './truncate.ts';

export type Input<I> = { readonly ok: true; readonly input: I } | { readonly ok: false; readonly problem: string };

const SHOWN_VALUE_CHARACTERS_MAX = 60;

/** The input of a tool, or a text that names each wrong, missing and unknown parameter. */
export function readParams<I>(tool: Tool<I>, params: Params): Input<I> {
  const read = z.safeParse(tool.input, params);
  if (read.success) return { ok: true, input: read.data };

  const schema = parametersOf(tool);
  const problems = read.error.issues.flatMap((issue) => problemsOf(issue, params, schema));
  const list = [...new Set(problems)].map((problem) => `- ${problem}`).join('\n');
  return {
    ok: false,
    problem: `${tool.name} was not run, its parameters are wrong:\n${list}\n${usage(tool.name, schema)}`,
  };
}

function problemsOf(issue: z.core.$ZodIssue, params: Params, schema: ParamsSchema): string[] {
  if (issue.code === 'unrecognized_keys' && issue.path.length === 0) {
    return issue.keys.map((key) => `${key}: there is no such parameter`);
  }
  const [first] = issue.path;
  if (first === undefined) return [issue.message];
  const name = String(first);
  const expected = describe(schema.properties[name]);
  if (!Object.hasOwn(params, name)) return [`${name} is missing: expected ${expected}`];
  const place = issue.path.map(String).join('.');
  const within = issue.path.length > 1 ? ` (${issue.message})` : '';
  return [`${place}: expected ${expected}${within}, got ${show(params[name])}`];
}

function usage(name: string, schema: ParamsSchema): string {
  const required = new Set(schema.required);
  const names = Object.keys(schema.properties).map((key) => (required.has(key) ? key : `${key}?`));
  return `Parameters of ${name}: ${names.join(', ')}.`;
}

function describe(schema: ParamSchema | undefined): string {
  if (schema?.enum) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`;
  const type = schema?.type ?? 'a value';
  const kind = { string: 'a string', number: 'a number', integer: 'a whole number', boolean: 'true or false' };
  const words =
    type in kind ? kind[type as keyof typeof kind] : { array: 'a list', object: 'an object' }[type as string];
  const { minimum, maximum } = schema ?? {};
  if (minimum !== undefined && maximum !== undefined) return `${words} from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `${words}, at least ${minimum}`;
  if (maximum !== undefined) return `${words}, at most ${maximum}`;
  return words ?? type;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  const { content, truncated } = truncateLine(text, SHOWN_VALUE_CHARACTERS_MAX);
  return truncated ? `${content}…` : content;
}
