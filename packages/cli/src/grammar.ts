/** `tagma grammar`: the grammar that forces a model to answer in the protocol, for the server to hold it to. */
import { grammarOf, writeGbnf, writeRegex } from '@tagma/protocol';
import { EXIT } from './exit.ts';
import { print } from './lines.ts';
import { report } from './problem.ts';
import { offeredTools } from './tool-specs.ts';

/** SGLang calls `ebnf` what llama.cpp calls GBNF: one text serves both. */
const WRITERS = { gbnf: writeGbnf, ebnf: writeGbnf, regex: writeRegex };

type GrammarOptions = { readonly format: keyof typeof WRITERS; readonly tools?: string };

/** A regular expression is printed without a line end, which would be part of it. */
export async function grammar({ format, tools }: GrammarOptions): Promise<number> {
  const offered = await offeredTools(tools, 'offered');
  if (!offered.ok) return report(offered);
  await print(WRITERS[format](grammarOf(offered.tools)));
  return EXIT.done;
}
