/** Whether JSON that begins at a place calls an offered tool: asked where it depends on that whether a thought has ended. */
import type { Json } from '../../json.ts';
import { callsOf, isToolKey } from '../json/calls.ts';
import { endJson, feedJson, jsonSoFar, startJson } from '../json/reader.ts';
import { toolNamed } from './form-tags.ts';
import { isJsonSpent, type Scan, textBetween, textLength } from './state.ts';

/** Read in steps that grow, for the name mostly stands at the beginning. */
const STEP_CHARACTERS = 4_096;

export function callsKnown(scan: Scan, from: number): boolean {
  const reader = startJson();
  while (reader.status === 'open' && from + reader.length < textLength(scan) && !isJsonSpent(scan, from)) {
    const at = from + reader.length;
    const step = Math.max(STEP_CHARACTERS, reader.length);
    feedJson(reader, textBetween(scan, at, at + step));
    scan.jsonRead += step;
    if (
      namesKnown(
        scan,
        jsonSoFar(reader, (key) => !isToolKey(key)),
      )
    )
      return true;
  }
  endJson(reader);
  return namesKnown(
    scan,
    jsonSoFar(reader, (key) => !isToolKey(key)),
  );
}

function namesKnown(scan: Scan, value: Json | undefined): boolean {
  return value !== undefined && (callsOf([value])?.some(({ tool }) => toolNamed(scan, tool) !== undefined) ?? false);
}
