/** Flags of V8 that Tagma changes while it runs. */
import { setFlagsFromString } from 'node:v8';

export type Flag = { readonly set: string; readonly unset: string };

/** The loader of the bundle, which is not there where the sources run by themselves. */
declare const __tagma: { readonly flags: Flag[] } | undefined;

/**
 * For the rest of the process. The bundle is told, for it takes the flag back for as long as it needs to keep compiled code:
 * that is good for the flags alone that it was made under.
 */
export function changeFlag(flag: Flag): void {
  setFlagsFromString(flag.set);
  if (typeof __tagma !== 'undefined') __tagma.flags.push(flag);
}
