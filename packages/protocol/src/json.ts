/** Plain data, as JSON holds it: what parameters, outcomes and records are made of. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json };
