export type { Bounds } from './bounds.ts';
export { type Spoken, writeReply } from './canonical.ts';
export type { Fault, Prices, Usage } from './completion.ts';
export { beginningOf, endOf } from './cut-text.ts';
export { editDistance } from './edit-distance.ts';
export { evenShare } from './even-share.ts';
export {
  type ChangedProgram,
  describeSecretUse,
  type Facts,
  NO_FACTS,
  type PathFact,
  type SecretUse,
  type SimpleCommand,
  secretsAway,
} from './facts.ts';
export {
  type FindSecrets,
  type FoundSecret,
  findSecrets,
  isUnfinished,
  SECRET_BEGINNINGS,
  secretAt,
} from './find-secrets.ts';
export { writeGbnf } from './grammar/gbnf.ts';
export { writeRegex } from './grammar/regex.ts';
export { grammarOf } from './grammar/rules.ts';
export {
  CLOSING_TAG,
  HISTORY_FORMAT,
  type HistoryHead,
  type HistoryRecord,
  headText,
  LONG_TEXT_CHARS,
  RECORD_KINDS,
  type RecordKind,
} from './history/format.ts';
export { jsonText } from './history/json-text.ts';
export { readElement } from './history/read-element.ts';
export { readFields, type XmlElement } from './history/read-fields.ts';
export { type DecodedRecord, decodeRecord, type EncodedRecord, encodeRecord, type Link } from './history/record.ts';
export { decodeAttribute, decodeEntities, decodeText, encodeAttribute, encodeText } from './history/text.ts';
export { isoTime } from './history/time.ts';
export type { Hash } from './history/write-fields.ts';
export {
  IMAGE_BYTES_MAX,
  IMAGE_PIXELS_MAX,
  type ImageRef,
  imageIn,
  imagesLeftOut,
} from './image.ts';
export type { Json, JsonObject } from './json.ts';
export { nearestNames } from './nearest-names.ts';
export {
  alteredSpellings,
  cutObservation,
  guard,
  type ObservationHead,
  readObservation,
  turnBack,
  unguard,
  writeCorrection,
  writeObservation,
} from './observation.ts';
export type { Outcome, OutcomeStatus } from './outcome.ts';
export { fixedNames, locate, type PathBase } from './path.ts';
export { isProtectedPath, PROTECTED_FOLDERS, PROTECTED_NAMES } from './protected-path.ts';
export type { NativeCall, NativeCalls } from './reply/dialects/native.ts';
export { outlineOf, type Part } from './reply/outline.ts';
export { REPAIRS } from './reply/repairs.ts';
export {
  endReply,
  feedReply,
  overOf,
  parseReply,
  partialReply,
  type ReplyFields,
  type Scan,
  startReply,
} from './reply/reply.ts';
export type {
  Finish,
  Params,
  PartialReply,
  Repair,
  Reply,
  ReplyAction,
  ReplyError,
  ReplyOptions,
  Thought,
} from './reply/types.ts';
export {
  isInstalled,
  isNameOfRepository,
  isSelfRunningEntry,
  mayHoldSelfRunning,
  whyRunsByItself,
} from './runs-by-itself.ts';
export { isSecret } from './secret.ts';
export { formsOfSecret, type SecretForm } from './secret-forms.ts';
export type { SecretPattern } from './secret-patterns.ts';
export { CACHES_OF_INSTALLED } from './self-running-names.ts';
export { actualSpelling, type FolderLook } from './spelling.ts';
export {
  cutSummary,
  NO_SUMMARY,
  type ReadSummary,
  readSummary,
  SUMMARY_SECTIONS,
  type Summary,
  type SummaryRepair,
  updateSummary,
  writeSummary,
} from './summary.ts';
export { literal, searchFor, type TextSearch } from './text-search.ts';
export type { ParamSchema, ParamsSchema, ToolSpec } from './tool-spec.ts';
export { nameOf, oneLine, revealed, revealedAs, visible } from './visible.ts';
