export { quirksOf } from './adaptation.ts';
export { addressOf, secretsOf, shownEndpoint } from './address.ts';
export { complete } from './complete.ts';
export type {
  ChatMessage,
  Completion,
  CompletionHooks,
  CompletionRequest,
  Delta,
  LoadImage,
  Said,
  Sent,
  Server,
} from './contract.ts';
export type { Limits } from './limits.ts';
export {
  CONNECT_TIMEOUT_MS,
  FIRST_BYTE_TIMEOUT_MS,
  IDLE_TIMEOUT_MS,
  LOCAL_SERVER_TIMEOUT_MS,
  WHOLE_TIMEOUT_MS,
  WINDOW_TOKENS_DEFAULT,
} from './limits.ts';
export { findLocalServers, LOCAL_SERVERS, type LocalServer } from './local.ts';
export { describeModels, type ListedModel, listModels, type ModelList, type Models } from './models.ts';
export { knownModel, mergedQuirks, providerAt, providerNamed } from './providers/find.ts';
export { MODEL_ALIASES, PROVIDERS } from './providers/table.ts';
export type { KnownModel, ModelFamily, ModelTraits, Provider } from './providers/types.ts';
export { proxyFor } from './proxy.ts';
export type { GrammarField, Quirks } from './quirks.ts';
export { hideSecrets } from './server-words.ts';
export { postponeWasmOptimisation } from './wasm-optimisation.ts';
export { findWindow } from './window.ts';
export type { Window } from './window-fields.ts';
