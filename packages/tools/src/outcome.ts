/** The outcomes of tools, by name. */
import type { JsonObject, Outcome } from '@tagma/protocol';

export function succeeded(content: string, details: JsonObject = {}): Outcome {
  return { status: 'ok', content, details };
}

/** `content` tells the model what went wrong and what to do next. */
export function failed(content: string, details: JsonObject = {}): Outcome {
  return { status: 'error', content, details };
}

export function aborted(content: string, details: JsonObject = {}): Outcome {
  return { status: 'aborted', content, details };
}
