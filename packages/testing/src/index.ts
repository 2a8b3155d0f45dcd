export type { ChatRequest } from './chat-request.ts';
export { parseScript } from './parse-script.ts';
export type { Expectation, Failure, NativeCall, Pace, Reply, Script, Turn } from './script.ts';
export {
  type PlayedRequest,
  type ScriptedEndpoint,
  type ScriptedEndpointOptions,
  type ScriptSummary,
  startScriptedEndpoint,
} from './scripted-endpoint.ts';
