export type * from './conversation.ts';
export type * from './effects.ts';
export type * from './events.ts';
