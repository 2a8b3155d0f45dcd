/**
 * What the model is told about a tool, and what the scanner needs to read a call of it: its parameters as JSON Schema.
 * The same form that `tagma parse --tools FILE` reads.
 */
export type ToolSpec = {
  readonly name: string;
  readonly description: string;
  /** The parameter that a body of plain text stands for (bash: `command`). */
  readonly body?: string;
  /** Whether no call of it ever changes anything. Absent: by analysis of the call (bash), or no. */
  readonly readOnly?: boolean;
  /** Of a tool that a project brings: its program is held in the sandbox where there is one, with the network or without. */
  readonly held?: { readonly network: boolean };
  readonly parameters: ParamsSchema;
};

/** The JSON Schema of a tool's parameters, as far as models are told of it. */
export type ParamsSchema = {
  readonly type: 'object';
  readonly properties: { readonly [name: string]: ParamSchema };
  readonly required?: readonly string[];
  /** Required parameters that may be left out where another one is given: `{"command": "job"}`. */
  readonly requiredUnless?: { readonly [name: string]: string };
  readonly additionalProperties?: boolean;
};

/** The part of JSON Schema that parameters use. A string named `path`, or of `format: "path"`, is a path: it is trimmed. */
export type ParamSchema = {
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly (string | number | boolean)[];
  readonly items?: ParamSchema;
  readonly properties?: { readonly [name: string]: ParamSchema };
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
};
