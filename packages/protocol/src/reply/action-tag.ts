/** What the opening tag of an action says. */
import type { ToolSpec } from '../tool-spec.ts';
import { type Attributes, readAttributes, toolNameOf } from './attributes.ts';
import type { Mark } from './marks.ts';
import { type Scan, textBetween } from './state.ts';

export function attributesOf(scan: Scan, mark: Mark): Attributes {
  return readAttributes(textBetween(scan, mark.start + '<action'.length, mark.end - (mark.kind === 'empty' ? 2 : 1)));
}

/** The offered tool that the attributes name. */
export function toolOf(scan: Scan, attributes: Attributes): ToolSpec | undefined {
  return scan.words.toolOf.get(toolNameOf(attributes).toLowerCase());
}

export function opensAction(mark: Mark): boolean {
  return mark.name === 'action' && (mark.kind === 'open' || mark.kind === 'empty');
}

/** Whether an action with a tool opens at the start of a line: where the end of the one before was left out. */
export function opensNextAction(scan: Scan, mark: Mark | undefined): boolean {
  return mark !== undefined && opensAction(mark) && mark.atLineStart && toolNameOf(attributesOf(scan, mark)) !== '';
}
