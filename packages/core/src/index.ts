export { budgetOf, sizeOf } from './accounting.ts';
export { agreesToPlan } from './asking.ts';
export {
  type AttachedName,
  type Attachment,
  attachedWords,
  type Guide,
  writeAttachment,
  writeGuide,
} from './attachment.ts';
export type { Call } from './call.ts';
export { type Chart, type ChartState, type ChartTransition, chartOf } from './chart.ts';
export { summaryMessagesOf } from './compaction/compaction.ts';
export type { Context, QueuedMessage } from './context.ts';
export { messagesOf } from './conversation.ts';
export { unlessKept, withoutAsking } from './deciding.ts';
export type * from './effects.ts';
export { estimateTokens } from './estimate.ts';
export type * from './events.ts';
export { type Candidate, chartIn, type Explained, explain, type Microstep } from './explain.ts';
export { requestMessagesOf } from './hooks/edits.ts';
export { promptOf } from './hooks/opening.ts';
export * from './hooks/types.ts';
export { budgetsOf, type Used } from './limits.ts';
export { BEHAVIOUR, machine } from './machine.ts';
export { MACHINE_TOOLS } from './machine-tools.ts';
export type { Message } from './message.ts';
export { noteOnMode } from './mode-note.ts';
export { type ModelChoice, type ModelRef, NO_MODEL } from './model-choice.ts';
export { chosenModelOf, modelOf, refOf, summaryModelOf } from './models.ts';
export { upgraded } from './older.ts';
export { planFileOf } from './plan-mode.ts';
export { replyOptionsOf } from './reading.ts';
export { limitWords } from './result.ts';
export { interruptedCalls, isTurnCutOff, leavesTurn } from './resuming.ts';
export {
  alwaysRule,
  formatRule,
  type Judged,
  type ParsedRule,
  parseRule,
  type Rule,
  type RuleSource,
  type Verdict,
} from './rules.ts';
export { COMPACT_AT, COMPACT_AT_MAX, COMPACT_AT_MIN, OUTPUT_SHARE, type Settings } from './settings.ts';
export {
  EMITTED_TYPES,
  isAtRest,
  isEffect,
  isNote,
  type Snapshot,
  type StateName,
  type Step,
  start,
  stateOf,
  step,
} from './step.ts';
export { SMALL_WINDOW_TOKENS_MAX, systemFor } from './system-choice.ts';
export type { TodoItem } from './todo-item.ts';
export { TOKENS_PER_MESSAGE, tokensOfImage } from './tokens.ts';
export { patienceOf } from './turn.ts';
export type { Turn } from './turn-state.ts';
export type { Update } from './update.ts';
export {
  costBy,
  costIn,
  type ModelUsage,
  NO_USAGE,
  type SessionUsage,
  tokensIn,
  type UsageSum,
} from './usage.ts';
export { type Decision, decide, MODES, type Mode, offeredRule } from './verdict.ts';
export { type WindowPart, type WindowParts, windowPartsOf } from './window-parts.ts';
