/**
 * What a tool is: a name, a schema, and one function from checked input to an outcome. A tool knows nothing of
 * permissions, of the history or of the machine; all that it touches besides files comes in with its context.
 */
import type { Bounds, Outcome, ParamsSchema } from '@tagma/protocol';
import type { $ZodType } from 'zod/v4/core';
import type { ToolMemory } from './memory.ts';
import type { Operations } from './operations.ts';
import type { Masking } from './output-file.ts';

/** A tool: what the model is told of it, and what it does. */
export type Tool<I = unknown> = {
  readonly name: string;
  /** For the model: what it does, its limits, what to use instead. */
  readonly description: string;
  /** The parameter that a body of plain text stands for. */
  readonly body?: string;
  /** Whether no call of it ever changes anything. Absent: by analysis of the call. */
  readonly readOnly?: boolean;
  /** Of a tool that a project brings: see `ToolSpec`. */
  readonly held?: { readonly network: boolean };
  /** Parameters that `input` has as optional, and that are required where another one is not given. */
  readonly requiredUnless?: { readonly [name: string]: string };
  /** Where the parameters are not told by `input`: a tool of the person's own brings a JSON Schema. */
  readonly parameters?: ParamsSchema;
  /** A strict zod object, each member described for the model. */
  readonly input: $ZodType<I>;
  /**
   * Runs one call. What the world can do to it (a missing file, exit code 1, a timeout) is an outcome whose content or
   * notes say what to do next: never both empty. It ends soon after the signal aborts, with status `aborted`, leaving nothing running.
   */
  run(input: I, context: ToolContext): Promise<Outcome>;
  /** The unified diff of what a call would make of a file, or null; changes nothing. May reject. */
  preview?(input: I, context: ToolContext): Promise<string | null>;
};

/** What a call is given beside its parameters. */
export type ToolContext = {
  /** The working folder, absolute. */
  readonly folder: string;
  /** The number of the turn, from 1: its changes of files can be taken back as one. */
  readonly turn: number;
  readonly signal: AbortSignal;
  /** Aborts when the session stops: what runs is to be gone within a tenth of a second, and is killed. */
  readonly shutdown?: AbortSignal;
  /** Within what a sandbox holds the call's command; none where it is null or left out. */
  readonly bounds?: Bounds | null;
  /** Whether the call was found to change nothing: git that its command starts is kept from starting anything else. */
  readonly looksOnly?: boolean;
  /** Whether it could not be analysed what the call would do: the project is kept before it, so that it can be taken back. */
  readonly unanalysed?: boolean;
  /** Where full outputs are kept that were too long for the model; made when first needed. */
  readonly outputFolder: string;
  /** How many bytes of its output the model is shown at most. Left out: as many as tools show at most. */
  readonly outputBytesMax?: number;
  /** Takes the secrets out of what is kept there. None are known where it is left out. */
  readonly masking?: () => Masking;
  /** Parameters whose entities were decoded, as the model wrote them. */
  readonly asWritten: { readonly [name: string]: string };
  /** Output as it comes, for screens. Never cut inside a character. */
  readonly onOutput?: (text: string) => void;
  /** What the tools of this session remember. */
  readonly memory: ToolMemory;
  /** What is done in another way than on this machine, as this user. */
  readonly operations?: Partial<Operations>;
};
