/** The first event of a session, whole, for tests that care about one or two of its fields. */
import { BEHAVIOUR, COMPACT_AT, type ModelChoice, NO_MODEL, type SessionStarted, type Settings } from '@tagma/core';

/** What the first event of a session says, where it is to be something else than in `sessionStarted()`. */
export type StartedChoices = Partial<Omit<SessionStarted, 'type' | 'settings' | 'model'>> & {
  readonly model?: Partial<ModelChoice>;
  readonly settings?: Partial<Settings>;
};

const SETTINGS: Settings = {
  mode: 'default',
  rules: [],
  headless: false,
  turnsMax: 100,
  tokensMax: 0,
  costMax: 0,
  timeMsMax: 0,
  findsWindow: false,
  compactAt: COMPACT_AT,
  outputShare: 0,
  countsTokens: false,
  correctionsMax: 2,
  retriesMax: 3,
  outageMsMax: 60_000,
  sandbox: false,
  bashFence: false,
};

/** `session.started` with these fields and settings, and plain values for all others: no tools, somebody to ask, no limit but on replies. */
export function sessionStarted({ settings, model, ...fields }: StartedChoices = {}): SessionStarted {
  return {
    type: 'session.started',
    session: 'test',
    behaviour: BEHAVIOUR,
    program: 'test',
    folder: '/project',
    model: { ...NO_MODEL, endpoint: 'http://127.0.0.1/v1', model: 'scripted', ...model },
    fallbacks: [],
    summaryModel: null,
    system: 'You are an agent.',
    systemSmall: '',
    correction: 'Your last reply could not be taken: {{problem}}',
    repair: 'your reply was understood after repair ({{repairs}})',
    summary: 'Sum it up. {{focus}}',
    tools: [],
    ...fields,
    settings: { ...SETTINGS, ...settings },
  };
}
