/**
 * The tools that are decided on and not built yet: names and parameters alone. No session offers them; `tagma parse` knows
 * them, so that the language is settled and tried before they come (`<action>` as a parameter above all). What is built
 * leaves this list.
 */
import type { ToolSpec } from '@tagma/protocol';
import { builtinSpecs } from './builtin.ts';

const TEXT = { type: 'string' } as const;
const COUNT = { type: 'integer', minimum: 1 } as const;

const PLANNED: readonly ToolSpec[] = [
  {
    name: 'search',
    description: 'Searches the web.',
    body: 'query',
    readOnly: true,
    parameters: {
      type: 'object',
      properties: { query: { ...TEXT, description: 'Words.' }, limit: { ...COUNT, description: 'Results.' } },
      required: ['query'],
      additionalProperties: false,
    },
  },
];

/** Every tool of this package that there is or will be, with all its parameters. The machine's own are not among them. */
export function settledSpecs(): readonly ToolSpec[] {
  return [...builtinSpecs(), ...PLANNED];
}
