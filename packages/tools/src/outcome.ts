/** The outcomes of tools, by name. `content` is the output alone; what is said about it goes into `notes`, one line each. */
import type { JsonObject, Outcome } from '@tagma/protocol';

type Notes = readonly string[];

export function succeeded(content: string, details: JsonObject = {}, notes: Notes = []): Outcome {
  return outcome('ok', content, details, notes);
}

/** `content`, or the last of `notes`, tells the model what went wrong and what to do next. */
export function failed(content: string, details: JsonObject = {}, notes: Notes = []): Outcome {
  return outcome('error', content, details, notes);
}

export function aborted(content: string, details: JsonObject = {}, notes: Notes = []): Outcome {
  return outcome('aborted', content, details, notes);
}

export function timedOut(content: string, details: JsonObject = {}, notes: Notes = []): Outcome {
  return outcome('timeout', content, details, notes);
}

function outcome(status: Outcome['status'], content: string, details: JsonObject, notes: Notes): Outcome {
  return notes.length === 0 ? { status, content, details } : { status, content, details, notes };
}
