/**
 * All tools that there are, for whoever reads the language rather than runs a session: `tagma parse` knows also those that
 * a session offers only with settings of the person.
 */
import type { ToolSpec } from '@tagma/protocol';
import { builtinSpecs } from './builtin.ts';
import { searchWith } from './search.ts';
import { specOf } from './spec.ts';

/** Every tool of this package, with all its parameters. The machine's own are not among them. */
export function settledSpecs(): readonly ToolSpec[] {
  return [...builtinSpecs(), specOf(searchWith({}))];
}
