/**
 * May this call run? A pure function of the recorded facts, the mode and the rules, so that an audit can ask again.
 */
import type { Facts } from '@tagma/protocol';

/** How much runs unasked, from least to most. */
export const MODES = ['plan', 'default', 'accept-edits', 'auto-in-project', 'trust'] as const;
export type Mode = (typeof MODES)[number];

/** `Tool(pattern)` with what it says. The stricter rule wins: deny, then ask, then allow. */
export type Rule = { readonly says: 'allow' | 'ask' | 'deny'; readonly tool: string; readonly pattern: string };

/** `by` names the rule or the mode that decided, in words that a person and the model can read. */
export type Decision = { readonly verdict: 'allow' | 'ask' | 'deny'; readonly by: string };

export type Judged = { readonly tool: string; readonly params: { readonly [name: string]: unknown }; readonly facts: Facts };
