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

export type HookPoint = (typeof HOOK_POINTS)[number];

/** What the hooks of a point have come to. */
export type HookEnded = {
  readonly type: 'hook.ended';
  readonly request: number;
  /** Null where they let everything be as it was. */
  readonly outcome: HookOutcome | null;
  /** Those that ran, by name, in order; `problem` where one failed, which was passed over. */
  readonly ran: readonly HookOutcomeOf[];
};

export type HookOutcomeOf = { readonly hook: string; readonly durationMs: number; readonly problem?: string };

export type HookOutcome =
  /** Of an interception: it shall not be done. */
  | { readonly kind: 'refused'; readonly by: string; readonly reason: string }
  /** The model is told this in the place of the tool's own words. */
  | { readonly kind: 'content'; readonly content: string };
