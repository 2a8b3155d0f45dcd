export type {
  Clock,
  Gate,
  HistorySink,
  Log,
  Model,
  ModelHooks,
  ModelReply,
  Passage,
  SessionDeps,
  TakeFacts,
  ToolRunContext,
  Tools,
} from './deps.ts';
export { FACT_TYPES } from './fact-types.ts';
export { type AgentHooks, type Answer, runAgent } from './run-agent.ts';
export { createSession, type Session } from './session.ts';
