/**
 * Hooks: what a person hangs on to points of a session. Who they are and what they do is outside; the machine knows at which
 * points there are any (`Settings.hooks`), asks for them there (effects), and goes by what became of that (`hook.ended`). So a
 * replay runs none.
 */
/** In the order in which a session comes to them. */
export const HOOK_POINTS = [
  'session_start',
  'on_input',
  'on_before_agent',
  'agent_start',
  'before_session_op',
  'on_context',
  'turn_start',
  'before_tool_call',
  'tool_stop',
  'on_tool_result',
  'turn_end',
  'agent_end',
  'model_select',
  'hook_error',
  'session_shutdown',
] as const;

/** The name of a point of a session that hooks may be hung on to. */
export type HookPoint = (typeof HOOK_POINTS)[number];

/** What the hooks of a point have come to. */
export type HookEnded = {
  readonly type: 'hook.ended';
  readonly request: number;
  readonly point: HookPoint;
  /** Null where they let everything be as it was. */
  readonly outcome: HookOutcome | null;
  /** Those that ran, by name, in order; `problem` where one failed, which was passed over. */
  readonly ran: readonly HookOutcomeOf[];
};

/** What one hook has come to: its name, how long it took in milliseconds, and where it failed, in which way. */
export type HookOutcomeOf = { readonly hook: string; readonly durationMs: number; readonly problem?: string };

/** What the hooks of a point change; which of these a point may have is told by docs/hooks.md. */
export type HookOutcome =
  /** Of an interception: it shall not be done. */
  | { readonly kind: 'refused'; readonly by: string; readonly reason: string }
  /** The model is told this in the place of the tool's own words. */
  | { readonly kind: 'content'; readonly content: string }
  /** The person is taken to have said this. */
  | { readonly kind: 'text'; readonly text: string }
  /** The hook has seen to what the person has said: the model is not asked. `answer` is for the person. */
  | { readonly kind: 'handled'; readonly by: string; readonly answer: string }
  /** A turn begins in other words, under another system prompt, with more messages; null where that stays. */
  | {
      readonly kind: 'briefed';
      readonly prompt: string | null;
      readonly system: string | null;
      readonly messages: readonly string[];
    }
  /** This request has other messages. */
  | { readonly kind: 'edited'; readonly edits: readonly MessageEdit[] };

/** In the place of `remove` messages from `at` on, counted from 0 with the system prompt as they were, stand these. */
export type MessageEdit = {
  readonly at: number;
  readonly remove: number;
  readonly insert: readonly { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }[];
};

/** What hooks are told; times in milliseconds. */
export type Notice =
  | { readonly point: 'session_start' }
  | { readonly point: 'session_shutdown'; readonly reason: string }
  /** `turn` is the number of the prompt, from 1. */
  | { readonly point: 'agent_start'; readonly turn: number }
  | { readonly point: 'agent_end'; readonly durationMs: number; readonly steps: number; readonly result: string }
  /** `index` counts the replies to one prompt, from 1. */
  | { readonly point: 'turn_start'; readonly index: number }
  | {
      readonly point: 'turn_end';
      readonly index: number;
      readonly durationMs: number;
      readonly calls: readonly { readonly call: number; readonly tool: string; readonly status: string }[];
    }
  | { readonly point: 'model_select'; readonly endpoint: string; readonly model: string }
  | {
      readonly point: 'tool_stop';
      readonly call: number;
      readonly tool: string;
      readonly status: string;
      readonly durationMs: number;
    }
  | { readonly point: 'hook_error'; readonly hook: string; readonly where: HookPoint; readonly problem: string };

/** Tell the hooks of a point, in order. Answered by `hook.ended`; nothing waits for it. */
export type HookTell = { readonly type: 'hook.tell'; readonly id: number } & Notice;
