/**
 * The tools of this package as the model is told of them. The bundled command has this file's results in its place, so that it
 * need not load the tools to tell of them (packages/build/tool-specs.mjs).
 */
import type { ToolSpec } from '@tagma/protocol';
import { BUILTIN_TOOLS } from './builtin.ts';
import { searchWith } from './search.ts';
import { specOf } from './spec.ts';

/** Those that every session can offer. */
export function builtinSpecs(): readonly ToolSpec[] {
  return BUILTIN_TOOLS.map(specOf);
}

/**
 * Every tool, with all its parameters, for whoever reads the language rather than runs a session: also those that a session
 * offers only with settings of the person. The machine's own are not among them.
 */
export function settledSpecs(): readonly ToolSpec[] {
  return [...builtinSpecs(), specOf(searchWith({}))];
}
