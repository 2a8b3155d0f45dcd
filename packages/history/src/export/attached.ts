/** What went with a prompt, in words: its texts stand in its record. */
import { attachedWords } from '@tagma/core';
import type { JsonObject } from '@tagma/protocol';
import { hasObject, numberIn, objectIn, objectsIn, textIn, textOrNull } from './told.ts';

/** A line each; none where a record holds no such thing. */
export function attachedIn(fields: JsonObject): readonly string[] {
  return objectsIn(fields, 'attached').map((one) => {
    const kind = textIn(one, 'kind') === 'folder' ? 'folder' : textIn(one, 'kind') === 'input' ? 'input' : 'file';
    const lines = hasObject(one, 'lines') ? linesIn(objectIn(one, 'lines')) : null;
    const [path, problem] = [textIn(one, 'path'), textOrNull(one, 'problem')];
    return attachedWords({ kind, path, lines, isCut: one.isCut === true, problem });
  });
}

function linesIn(lines: JsonObject) {
  return { from: numberIn(lines, 'from'), to: numberIn(lines, 'to'), of: numberIn(lines, 'of') };
}
