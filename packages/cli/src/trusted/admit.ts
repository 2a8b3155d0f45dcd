/** Whether something of the configuration may be run right now, with the copies of its files that a sandbox shows. */
import type { AdmittedProgram } from '@tagma/tools';
import { copiesOf } from './copies.ts';
import type { Guard } from './guard.ts';

/** @param key of the entry that is to be run */
export type Admit = (key: string) => AdmittedProgram;

/** Where nothing has been compared, nothing of a project runs. */
export const ADMIT_NONE: Admit = () => ({
  ok: false,
  why: 'It was not run: nothing has been compared with what the user trusts.',
});

/** @param copies a folder for them; null where no sandbox could show them */
export function admitBy(guard: Guard, copies: string | null): Admit {
  return (key) => {
    const admitted = guard.admit(key);
    if (!admitted.ok) return admitted;
    return { ok: true, copies: copies === null ? new Map() : copiesOf(admitted.files, copies) };
  };
}
