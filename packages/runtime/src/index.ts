export { fittingText } from './attach/fitting.ts';
export { inputAttachment } from './attach/input.ts';
export type {
  Clock,
  CountTokens,
  FindGuides,
  Gate,
  HistorySink,
  Log,
  Model,
  ModelAsked,
  ModelHooks,
  ModelReply,
  Passage,
  SessionDeps,
  TakeFacts,
  ToolRunContext,
  Tools,
  WindowSaid,
} from './deps.ts';
export type {
  AgentAnswer,
  AgentDeps,
  AgentFunction,
  AgentMessage,
  AgentOutput,
  AgentTool,
  AgentToolContext,
  CallLLM,
  DescribedTool,
} from './embed/agent-deps.ts';
export { runAgent } from './embed/run-agent.ts';
export { FACT_TYPES } from './fact-types.ts';
export { askAboutOperation } from './hooks/ask-hooks.ts';
export type { BroughtHook } from './hooks/brought.ts';
export { type CommandHook, commandHook } from './hooks/command-hook.ts';
export { HOOK_TIMEOUT_MS, type Hook, type HookHandler } from './hooks/hook.ts';
export { type ModuleHook, moduleHook } from './hooks/module-hook.ts';
export { type ProcessHook, processHook } from './hooks/process-hook.ts';
export { REAL_CLOCK } from './real-clock.ts';
export { namesSecret, redactedNames } from './redact-names.ts';
export { type Answer, runSession, type SessionHooks } from './run-session.ts';
export { notPutBackFacts } from './secret-uses.ts';
export { createSession, type Session } from './session.ts';
export { type Breakpoint, type Breakpoints, createBreakpoints, placeOf } from './stepping/breakpoints.ts';
export { factOf } from './stepping/edit.ts';
export { partAt } from './stepping/parts.ts';
export {
  BY,
  createStepping,
  type Done,
  type HeldEvent,
  type Stepping,
  type SteppingState,
} from './stepping/stepping.ts';
