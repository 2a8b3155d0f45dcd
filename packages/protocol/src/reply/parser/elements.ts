/** What the grammar makes of the marks: the elements at the top level of a reply, with their texts as written. */
import type { Json } from '../../json.ts';
import type { ToolSpec } from '../../tool-spec.ts';
import type { Attributes } from '../call/attributes.ts';
import type { Repair } from '../types.ts';

export type Found = {
  readonly thoughts: ThoughtElement[];
  readonly actions: ActionElement[];
  final: FinalElement | null;
  /** The text outside of every element, in pieces. */
  readonly loose: LooseText[];
  /** Each with the line where it was first needed, from 1. */
  readonly repairs: Map<Repair, number>;
};

/** `from`: its position in the reply. */
export type LooseText = { readonly text: string; readonly from: number };

export type ThoughtElement = { readonly raw: string; readonly written: boolean; readonly line: number };

export type FinalElement = {
  readonly raw: string;
  /** Whether the text is the final as it stands: nothing of it is layout. */
  readonly exact: boolean;
  readonly line: number;
  readonly truncated: boolean;
};

export type ActionElement = {
  /** The dialect that it is written in; null for the protocol's own form. */
  readonly dialect: string | null;
  /** The line of its opening tag, from 1. */
  readonly line: number;
  readonly attributes: Attributes;
  /** Undefined where the attributes name none of those offered. */
  readonly tool: ToolSpec | undefined;
  readonly params: readonly ParamElement[];
  /** The text between its tags that belongs to no parameter: all of it where there are none. */
  readonly body: string;
  /** Its parameters, or the text of its body, where it was written as JSON. */
  readonly json?: Json;
  /** Whether the JSON breaks off where nothing sensible can be read. */
  readonly failed: boolean;
  readonly cut: Cut | null;
};

export type ParamElement = { readonly name: string; readonly raw: string; readonly line: number };

/** Where the end of the text cut an action off: the element that was open, and the line of its opening tag. */
export type Cut = { readonly name: string; readonly line: number };

/** An action whose tool is named in JSON, or in a field: it has no tags of its own. */
export function calledElement(
  place: Pick<ActionElement, 'dialect' | 'line'>,
  name: string,
  tool: ToolSpec | undefined,
  json: Json,
): ActionElement {
  return { ...nothingSaid(place), attributes: [['tool', name]], tool, json };
}

/** An action of which nothing is known but where it stands. */
export function nothingSaid({ dialect, line }: Pick<ActionElement, 'dialect' | 'line'>): ActionElement {
  return { dialect, line, attributes: [], tool: undefined, params: [], body: '', failed: false, cut: null };
}

export function nothingFound(): Found {
  return { thoughts: [], actions: [], final: null, loose: [], repairs: new Map() };
}

export function repair({ repairs }: Found, name: Repair, line: number): void {
  if (!repairs.has(name)) repairs.set(name, line);
}
