/** What a person should know of a mode, in one sentence, when it comes into force: what it allows here, with or without a sandbox. Pure. */
import type { Mode } from './verdict.ts';

const ALL_BUT = 'everything runs unasked but what is on the deny list or gives a secret away';

/** Null where the mode is what its name says. @param sandbox whether commands run in one */
export function noteOnMode(mode: Mode, sandbox: boolean): string | null {
  if (mode === 'auto-in-project' && !sandbox) {
    return 'mode auto-in-project is accept-edits here, for there is no sandbox: what runs a program asks';
  }
  if (mode !== 'trust') return null;
  return sandbox
    ? `mode trust: ${ALL_BUT}; commands share processes, network and sockets with this machine, and cannot write home, system and devices`
    : `mode trust without a sandbox: ${ALL_BUT}, with all your rights`;
}
