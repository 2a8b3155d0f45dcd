/** The stream as a contract: its schemas, their types, and the number of the version. */
export { COMMAND_TYPES, commandSchema, type StreamCommand, TEXT_CHARACTERS_MAX } from './command.ts';
export { eventSchema, type StreamEvent } from './event.ts';
export { type Result, resultSchema, SUBTYPES } from './result.ts';
export { SCHEMA_VERSION } from './version.ts';
