export type { ChatRequest } from './endpoint/chat-request.ts';
export {
  defaultScript,
  type FaultyEndpoint,
  type FaultyEndpointOptions,
  startFaultyEndpoint,
} from './endpoint/faults/faulty-endpoint.ts';
export { ENDPOINT_FAULTS, faultNamed } from './endpoint/faults/table.ts';
export { parseScript } from './endpoint/parse-script.ts';
export type { Expectation, Failure, NativeCall, Pace, Reply, Script, Turn } from './endpoint/script.ts';
export {
  type PlayedRequest,
  type ScriptedEndpoint,
  type ScriptedEndpointOptions,
  type ScriptSummary,
  startScriptedEndpoint,
} from './endpoint/scripted-endpoint.ts';
export { type Changes, fromHistory, type Recorded, type Replayed } from './history/from-history.ts';
export { HistoryMismatch } from './history/mismatch.ts';
export {
  type Recording,
  recordedFactsOr,
  recordedModel,
  recordedPlan,
  recordedTools,
  recordingOf,
} from './history/recorded-doors.ts';
export type { Course } from './session/course.ts';
export { type FakeClock, type FakeClockChoices, fakeClock } from './session/fake-clock.ts';
export { type Call, type FakeFacts, fakeFacts } from './session/fake-facts.ts';
export {
  type FakeCall,
  type FakeTool,
  type FakeTools,
  type FakeToolWithSpec,
  fakeTools,
  type HeldTool,
  heldTool,
  slowTool,
} from './session/fake-tools.ts';
export { TestMistake } from './session/mistake.ts';
export type { OpenEffect } from './session/open-effects.ts';
export type { Person, PersonAnswer, Question } from './session/person.ts';
export type { TakenStep } from './session/readable.ts';
export {
  type Replier,
  type Request,
  type ScriptedFault,
  type ScriptedModel,
  type ScriptedReply,
  scriptedModel,
} from './session/scripted-model.ts';
export type { Target } from './session/target.ts';
export { type TestMachine, type TestMachineChoices, testMachine } from './session/test-machine.ts';
export { type TestSession, type TestSessionChoices, testSession } from './session/test-session.ts';
export type { Told } from './session/told.ts';
export { type StartedChoices, sessionStarted } from './session-started.ts';
