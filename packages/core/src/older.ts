/**
 * Events of sessions that an older program ran, in today's shape. What did not exist then is left out, or off: so today's
 * machine asks for nothing that was not asked for then.
 */
import { BLANK } from './blank.ts';
import type { AgentEvent, SessionStarted } from './events.ts';
import { type ModelChoice, NO_MODEL } from './model-choice.ts';
import type { Rule } from './rules.ts';
import type { Settings } from './settings.ts';

/** Before behaviour 3 a session had one model, by its name, and the window stood among the settings. */
type OldStarted = Omit<Partial<SessionStarted>, 'type' | 'model' | 'settings'> & {
  readonly type: 'session.started';
  readonly model: ModelChoice | string;
  readonly endpoint?: string;
  readonly settings: Partial<Settings> & { readonly windowTokens?: number };
};

/** What no setting said before there was one. */
const OFF: Settings = { ...BLANK.session.settings, headless: false };

/** The event as today's machine takes it. */
export function upgraded(event: AgentEvent): AgentEvent {
  if (event.type === 'session.resumed') {
    return { ...event, systemSmall: event.systemSmall ?? '', settings: { ...OFF, ...event.settings } };
  }
  if (event.type !== 'session.started') return event;
  const old = event as unknown as OldStarted;
  const { model, endpoint = '', settings } = old;
  const windowTokens = settings.windowTokens ?? 0;
  return {
    ...event,
    model: typeof model === 'string' ? { ...NO_MODEL, endpoint, model, windowTokens } : model,
    fallbacks: old.fallbacks ?? [],
    summaryModel: old.summaryModel ?? null,
    systemSmall: old.systemSmall ?? '',
    settings: { ...OFF, ...settings, rules: (settings.rules ?? []).map(withSource) },
  };
}

/** Where a rule came from is told since behaviour 4; before, only options made any. */
function withSource(rule: Omit<Rule, 'from'> & Partial<Pick<Rule, 'from'>>): Rule {
  return { from: 'option', ...rule };
}
