/** The kinds of values that a record holds, and what a shape is. */
import type { JsonObject } from '@tagma/protocol';
import * as z from 'zod';

export const text = z.string();
export const number = z.number();
export const whole = z.int();
export const flag = z.boolean();
export const texts = z.array(text);
export const object = z.strictObject;
export const json: z.ZodType<JsonObject> = z.record(text, z.unknown()) as z.ZodType<JsonObject>;

/** A shape for each type, with each of its members; what stands in the note `reply.read` is not written a second time. */
export type Shapes<T extends { readonly type: string }> = {
  readonly [K in T['type']]: {
    readonly [M in Exclude<keyof Extract<T, { readonly type: K }>, 'type' | 'params' | 'asWritten'>]-?: z.ZodType;
  };
};
