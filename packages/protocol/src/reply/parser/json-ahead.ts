/** Whether JSON that begins at a place calls an offered tool: asked where it depends on that whether a thought has ended. */
import type { Json } from '../../json.ts';
import { callSoFar, callsOf } from '../json/calls.ts';
import { endJson, feedJson, startJson } from '../json/reader.ts';
import { toolNamed } from './form-tags.ts';
import { isJsonSpent, type Scan, textBetween, textLength } from './state.ts';

/** Read in steps that grow, for the name mostly stands at the beginning. */
const STEP_CHARACTERS = 4_096;

/** Whether the JSON that begins there calls one. */
export function callsKnown(scan: Scan, from: number): boolean {
  const reader = startJson();
  while (reader.status === 'open' && from + reader.length < textLength(scan) && !isJsonSpent(scan, from)) {
    const at = from + reader.length;
    const step = Math.max(STEP_CHARACTERS, reader.length);
    feedJson(reader, textBetween(scan, at, at + step));
    scan.jsonRead += step;
    if (callsOffered(scan, [callSoFar(reader)])) return true;
  }
  endJson(reader);
  return callsOffered(scan, [callSoFar(reader)]);
}

/** Whether one of the values calls an offered tool, and none of them is anything else. */
export function callsOffered(scan: Scan, values: readonly (Json | undefined)[]): boolean {
  return callsOf(values)?.some(({ tool }) => toolNamed(scan, tool) !== undefined) ?? false;
}
