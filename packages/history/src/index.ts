export { type AuditOptions, auditHistory } from './audit/audit.ts';
export { type ProblemInFact, readFactShapes } from './audit/fact-shapes.ts';
export { FINDINGS, type FindingCode } from './audit/findings.ts';
export { type Reparsed, type ReplyDifference, reparseHistory } from './audit/reparse.ts';
export type * from './audit/report.ts';
export { type OtherOutcome, type OutcomesCompared, outcomesOf } from './diff/calls.ts';
export { diffHistories, type HistoryDiff, type RoundPair, type Side } from './diff/diff.ts';
export type { EnvironmentDifference } from './diff/environment.ts';
export type { Figures } from './diff/figures.ts';
export type { FirstDifference, Transition } from './diff/first.ts';
export type { Round, RoundCall } from './diff/rounds.ts';
export type { Failed, HistoryError } from './error.ts';
export { atifOf } from './export/atif.ts';
export { recordJson } from './export/json.ts';
export { markdownOf } from './export/markdown.ts';
export { changesAtGate } from './export/occurrence.ts';
export { exportedRecords } from './export/records.ts';
export { cutHistory } from './export/take-out/cut.ts';
export { type FoundText, planTakeOut, type TakeOut } from './export/take-out/plan.ts';
export { readWhat, type What } from './export/take-out/what.ts';
export { timelineOf } from './export/timeline.ts';
export type * from './export/timeline-item.ts';
export { type Forked, forkHistory, type Parent } from './fork/fork.ts';
export { checkParent, type ParentChecked, type ParentFound, parentOf } from './fork/parent.ts';
export { type ForkPoint, type ForkPoints, forkPoints } from './fork/points.ts';
export { type Queried, queryHistory, type Result, type WrongExpression } from './query/query.ts';
export type { Fault } from './read/order.ts';
export {
  type ReadHistory,
  type ReadOptions,
  type ReadRecord,
  type RecordsRead,
  readHistory,
  recordsIn,
  verifyHistory,
} from './read/reader.ts';
export type { Torn } from './read/tail.ts';
export type { Difference, Divergence } from './replay/divergence.ts';
export { eventOf, recordsOf } from './replay/records.ts';
export { type Replayed, replayHistory, replaySteps } from './replay/replay.ts';
export type { Machine, ReplayedStep } from './replay/retelling.ts';
export { type RecordedStep, recordedSteps } from './replay/steps.ts';
export {
  parseSeal,
  type Refused,
  readSealKey,
  type Seal,
  type SealChecked,
  sealHistory,
  sealLine,
  verifySeal,
} from './seal/seal.ts';
export { findSession, type SessionFile, type SessionFound, sessionFiles } from './sessions/find.ts';
export { type OutlinedTurn, outlineOf, type SessionOutline } from './sessions/outline.ts';
export { promptsOf, type SessionPrompts, type TypedPrompt } from './sessions/prompts.ts';
export { type File, filesOf, removeSession } from './sessions/remove.ts';
export { type Hit, holdsNeedle, type Needle, needleOf, needleOfPattern, searchSession } from './sessions/search.ts';
export { type SessionState, type SessionSummary, summaryOf } from './sessions/summary.ts';
export { countUpTo, type NumberList } from './tape/numbers.ts';
export { type Lost, openTape, type Tape, type TapeKnown } from './tape/tape.ts';
export type { Seen, Stop, StopRecord, TapeStep } from './tape/teller.ts';
export type { Appended, History } from './write/append.ts';
export type { Disk } from './write/disk.ts';
export { isLocked, lockName } from './write/lock.ts';
export type { TornTail } from './write/torn.ts';
export { createHistory, type HistoryOpened, openHistory } from './write/writer.ts';
