export type { Call, Context, Turn } from './context.ts';
export { messagesOf } from './conversation.ts';
export type * from './effects.ts';
export type * from './events.ts';
export type { Message } from './message.ts';
export { BEHAVIOUR, machine } from './machine.ts';
export { isAtRest, isEffect, isNote, type Snapshot, type StateName, type Step, start, stateOf, step } from './step.ts';
export type { Update } from './update.ts';
export * from './verdict.ts';
