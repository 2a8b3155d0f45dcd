/** A line of the input → the command that it is, or what is wrong with it, for whoever wrote the program. */
import { nearestNames } from '@tagma/protocol';
import { COMMAND_TYPES, commandSchema, type StreamCommand } from '@tagma/stream';
import type * as z from 'zod/mini';

export type ReadCommand =
  | { readonly ok: true; readonly command: StreamCommand }
  | { readonly ok: false; readonly message: string; readonly id?: string };

export function readCommand(line: string): ReadCommand {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return { ok: false, message: `the line is no JSON: ${error instanceof Error ? error.message : error}` };
  }
  return commandIn(value);
}

export function commandIn(value: unknown): ReadCommand {
  const read = commandSchema.safeParse(value);
  if (read.success) return { ok: true, command: read.data };
  const { id, type } = typeof value === 'object' && value !== null ? (value as { id?: unknown; type?: unknown }) : {};
  return { ok: false, message: aboutIssues(read.error.issues, type), ...(typeof id === 'string' && { id }) };
}

function aboutIssues(issues: readonly z.core.$ZodIssue[], type: unknown): string {
  return issues.map((issue) => aboutIssue(issue, type)).join('; ');
}

function aboutIssue(issue: z.core.$ZodIssue, type: unknown): string {
  const name = issue.path.join('.');
  switch (issue.code) {
    case 'invalid_union':
      return aboutType(type);
    case 'unrecognized_keys':
      return `${String(type)} takes no ${issue.keys.join(', ')}`;
    case 'invalid_value':
      return `${name} should be ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'invalid_type':
      return `${name === '' ? 'the line' : name} should be ${NAMES[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return `${name} should ${issue.origin === 'string' ? 'not be empty' : `be at least ${issue.minimum}`}`;
    case 'too_big':
      return `${name} should be at most ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''}`;
    default:
      return `${name}: ${issue.message}`;
  }
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  object: 'an object',
};

function aboutType(type: unknown): string {
  const known = `There are: ${COMMAND_TYPES.join(', ')}`;
  if (typeof type !== 'string') return `type is missing. ${known}`;
  const [near] = nearestNames(type, COMMAND_TYPES, 1);
  return `there is no command ${JSON.stringify(type)}.${near === undefined ? '' : ` Did you mean ${near}?`} ${known}`;
}
