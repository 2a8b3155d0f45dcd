/** A record as JSON: all that it holds. */
import type { JsonObject } from '@tagma/protocol';
import type { ReadRecord } from '../read/reader.ts';

/** `at` in ISO 8601; `takenOut` names the fields whose text is not in the file any more. */
export function recordJson({ n, kind, type, at, hash, fields, takenOut }: ReadRecord): JsonObject {
  const gone = takenOut.length === 0 ? {} : { takenOut };
  return { n, kind, type, at: new Date(at).toISOString(), hash, fields, ...gone };
}
