export type {
  Clock,
  HistorySink,
  Log,
  Model,
  ModelHooks,
  ModelReply,
  SessionDeps,
  TakeFacts,
  ToolRunContext,
  Tools,
} from './deps.ts';
export { type AgentHooks, type Answer, runAgent } from './run-agent.ts';
export { createSession, type Session } from './session.ts';
