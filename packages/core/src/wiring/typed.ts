/** What guards and actions are given and may emit: said once, for all of them. */
import { setup } from 'xstate';
import type { Context } from '../context.ts';
import type { Emitted } from '../effects.ts';
import type { AgentEvent } from '../events.ts';

export type Args = { readonly context: Context; readonly event: AgentEvent };

export const typed = setup({ types: {} as { context: Context; events: AgentEvent; emitted: Emitted } });

export const { assign, emit } = typed;
