export type { Facts, PathFact } from './facts.ts';
export type { Json, JsonObject } from './json.ts';
export type { Outcome, OutcomeStatus } from './outcome.ts';
export type { Finish, Params, PartialReply, Repair, Reply, ReplyAction, ReplyError, ReplyOptions, Thought } from './reply/types.ts';
export type { ParamSchema, ParamsSchema, ToolSpec } from './tool-spec.ts';
