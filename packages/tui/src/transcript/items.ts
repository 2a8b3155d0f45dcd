/** What has happened in a session, as a person reads it: one item after the other, never changed once it is there. */
import type {
  ConversationCompacted,
  Decision,
  LimitReached,
  Mode,
  ModelSwitched,
  ShellEnded,
  WindowFound,
} from '@tagma/core';
import type { Fault, Outcome, OutcomeStatus, Params } from '@tagma/protocol';

/** One thing in the transcript. */
export type Item =
  /** Said before the session began. */
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'prompt'; readonly text: string }
  /** What was read for a prompt, or is told of a folder that was touched; or why it was not. */
  | {
      readonly kind: 'attached';
      readonly what: 'attached' | 'guide';
      readonly words: string;
      readonly isProblem: boolean;
    }
  | { readonly kind: 'thought'; readonly text: string }
  /** What a reply said outside of every element. */
  | { readonly kind: 'loose'; readonly text: string }
  | { readonly kind: 'repair'; readonly repairs: readonly string[] }
  | ({ readonly kind: 'action' } & Action)
  /** The verdict on a call, or the person's answer. `by` names the rule, the mode or the person. */
  | { readonly kind: 'permission'; readonly call: number; readonly verdict: Decision['verdict']; readonly by: string }
  /** The rule that the person's answer has added, in its own notation. */
  | { readonly kind: 'rule'; readonly rule: string }
  | ({ readonly kind: 'observation' } & Observation)
  /** The person's answer to a question of the model. */
  | { readonly kind: 'answered'; readonly call: number; readonly text: string }
  /** The person's answer to a plan. `text` is the plan, where it was agreed to. */
  | {
      readonly kind: 'plan';
      readonly call: number;
      readonly agreed: boolean;
      readonly by: string;
      readonly text: string;
    }
  /** The model has begun a plan, or leads it out. */
  | { readonly kind: 'mode'; readonly mode: Mode }
  /** Another model is asked from here on. */
  | ({ readonly kind: 'model' } & Omit<ModelSwitched, 'type'>)
  | ({ readonly kind: 'window' } & Pick<WindowFound, 'tokens' | 'source'>)
  /** The server did not take a request as it was; what is different now. */
  | { readonly kind: 'adapted'; readonly change: string }
  /** The machine was told something else than what came: the event as it came, and a line for each thing that differs. */
  | { readonly kind: 'changed'; readonly event: string; readonly by: string; readonly lines: readonly string[] }
  /** An event that the machine was not told of, with a line for each of its fields. */
  | { readonly kind: 'dropped'; readonly event: string; readonly by: string; readonly lines: readonly string[] }
  /** What a hook has done to the session, or that it has failed. */
  | { readonly kind: 'hook'; readonly hook: string; readonly says: string; readonly isProblem: boolean }
  /** The reply could not be taken, and the model is asked again. */
  | { readonly kind: 'correction'; readonly message: string }
  | { readonly kind: 'final'; readonly text: string; readonly unstructured: boolean }
  | { readonly kind: 'failure'; readonly message: string; readonly advice: string }
  /** The endpoint failed, and is asked again after a while. */
  | { readonly kind: 'retry'; readonly ms: number; readonly retry: number; readonly retriesMax: number }
  | ({ readonly kind: 'limit' } & LimitReached)
  /** The person has let the turn go on past a limit. */
  | ({ readonly kind: 'extended' } & Pick<LimitReached, 'limit' | 'reason'>)
  /** A turn that had failed goes on. */
  | { readonly kind: 'resumed' }
  /** The conversation has shrunk. */
  | ({ readonly kind: 'compaction' } & Omit<ConversationCompacted, 'type'>)
  /** The person has taken back changes of files, or could not. */
  | { readonly kind: 'undo'; readonly done: boolean; readonly lines: readonly string[]; readonly linesTotal: number }
  /** The person has run a command of his own. */
  | ({ readonly kind: 'shell'; readonly command: string } & Came)
  /** The session was taken up again: from here on it is set so. */
  | { readonly kind: 'taken-up'; readonly model: string; readonly mode: Mode }
  | { readonly kind: 'aborted'; readonly by: 'person' | 'signal' | 'interruption' };

/** A call that is shown. */
export type Action = { readonly call: number; readonly tool: string; readonly params: Params };

/** What a call has come to, as it is shown. */
export type Observation = {
  readonly call: number;
  readonly tool: string;
  /** What the call has changed in a file, as a unified diff; null where it has changed none. */
  readonly diff: string | null;
} & Came;

/** What came of a call, or of a command. */
export type Came = {
  readonly status: OutcomeStatus;
  /** Null for a call that never ran. */
  readonly durationMs: number | null;
  /** What came back: its beginning, of a command its end, where it is longer than `OBSERVATION_LENGTH_MAX`. */
  readonly text: string;
  /** Code units that are left out of it; the whole is in the history. */
  readonly left: number;
  /** What the tool says about it, all of it. */
  readonly notes: readonly string[];
};

/** Code units of a tool's output that are kept for the screen. What is kept is shared with the conversation. */
export const OBSERVATION_LENGTH_MAX = 256 * 1024;
/** Lines of an undo's answer that are kept. */
const UNDO_LINES_MAX = 8;

type Answered = Pick<Outcome, 'content'> & Partial<Omit<Outcome, 'status'>> & { readonly status: OutcomeStatus };

/** `durationMs` is null for a call that never ran. */
export function observation(
  { call, tool }: { readonly call: number; readonly tool: string },
  { status, content, notes = [], details }: Answered,
  durationMs: number | null = null,
): Item {
  const diff = typeof details?.diff === 'string' ? details.diff : null;
  return { kind: 'observation', call, tool, status, durationMs, ...kept(content, saysMostAtItsEnd(tool)), notes, diff };
}

function kept(content: string, isEnd: boolean): Pick<Came, 'text' | 'left'> {
  const left = Math.max(0, content.length - OBSERVATION_LENGTH_MAX);
  return { text: isEnd ? content.slice(left) : content.slice(0, content.length - left), left };
}

export function undoItem({ status, content }: Outcome): Item {
  const { lines, total } = firstLines(content, UNDO_LINES_MAX);
  return { kind: 'undo', done: status === 'ok', lines, linesTotal: total };
}

export function shellItem(command: string, { outcome, durationMs }: Pick<ShellEnded, 'outcome' | 'durationMs'>): Item {
  const { status, content, notes = [] } = outcome;
  return { kind: 'shell', command, status, durationMs, ...kept(content, true), notes };
}

/** The session was cut off while it ran. */
export function cutOffItem(command: string): Item {
  const notes = ['the session was cut off while it ran: what it has done is unknown'];
  return { kind: 'shell', command, status: 'aborted', durationMs: null, ...kept('', true), notes };
}

export function failure({ message, advice }: Fault): Item {
  return { kind: 'failure', message, advice };
}

export function summaryFailure({ message, advice }: Fault): Item {
  return { kind: 'failure', message: `No summary could be had: ${message}`, advice };
}

/** Of what a command has written: how it ended, what failed. The model is shown the end of it as well, where it is long. */
export function saysMostAtItsEnd(tool: string): boolean {
  return tool === 'bash';
}

/** The last `max` lines of a text, and how many it has. */
export function lastLines(text: string, max: number): { readonly lines: readonly string[]; readonly total: number } {
  const { lines, total } = firstLines(text, Number.POSITIVE_INFINITY);
  return { lines: lines.slice(-max), total };
}

/** The first `max` lines of a text, and how many it has; a newline at its end opens no further line. */
export function firstLines(text: string, max: number): { readonly lines: readonly string[]; readonly total: number } {
  const lines: string[] = [];
  let total = 0;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    if (total < max) lines.push(text.slice(start, end).replace(/\r$/, ''));
    total += 1;
    start = end + 1;
  }
  return { lines, total };
}
