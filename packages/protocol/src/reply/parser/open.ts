/** What is open inside of an action while its end has not been found: the action itself, JSON in its body, a value. */
import type { Json } from '../../json.ts';
import type { ToolSpec } from '../../tool-spec.ts';
import type { Attributes } from '../call/attributes.ts';
import type { JsonReader } from '../json/reader.ts';
import type { Mark } from '../lexer/marks.ts';
import type { Cut, ParamElement } from './elements.ts';
import type { Form } from './forms.ts';

export type OpenAction = {
  readonly form: Form;
  readonly mark: Mark;
  readonly attributes: Attributes;
  readonly tool: ToolSpec | undefined;
  readonly params: ParamElement[];
  /** The names of the parameters that it has so far, its attributes among them. */
  readonly given: Set<string>;
  readonly gaps: string[];
  gapFrom: number;
  readonly json: BodyJson;
  /** Actions that were opened inside its body. */
  depth: number;
  /** Marks: the first `</action>` inside such a one, and the first action or other element that opens at the start of a line. */
  innerEnd: number | null;
  follower: number | null;
  /** What the end of the text has cut off in it. */
  cut: Cut | null;
};

/** JSON in the body of an action. A body that begins like it holds no tag of a parameter. */
export type BodyJson = {
  /** Not known yet; being read; broken, so that the mark behind it decides; behind it; nothing more to be read as JSON. */
  stage: 'unknown' | 'open' | 'broken' | 'behind' | 'settled';
  reader: JsonReader | null;
  /** Positions of the value that was read last. */
  start: number;
  end: number;
  readonly values: Json[];
  /** Whether what is there of the last value is all that can be made of it. */
  failed: boolean;
};

/** Marks are indices, null where there has been none. */
export type OpenValue = {
  readonly name: string;
  readonly line: number;
  /** Of a path, a number or a boolean: no line break and no tag is part of it. */
  readonly short: boolean;
  /** Actions that were opened inside the value, and elements of its own name inside of those. */
  depth: number;
  innerNames: number;
  /** Elements opened inside that may stand around an action of the form. */
  around: number;
  /** The last closer of its own, and the last one before an `</action>`. */
  closer: number | null;
  closerBeforeEnd: number | null;
  /** The first closer that another action follows at the start of a line. */
  closerBeforeAction: number | null;
  /** The first closer that would end the value, if the action it stands in had not been opened inside the value. */
  innerCloser: number | null;
  /** The first and the last `</action>`; the first counts only if no closer stands before it. */
  firstEnd: number | null;
  lastEnd: number | null;
  /** The first action that opens behind that first `</action>`. */
  follower: number | null;
  /** The first other parameter that opens at the start of a line. */
  param: number | null;
  /** The first position where the value may turn out to have ended. */
  stop: number | null;
};
