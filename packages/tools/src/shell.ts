/** The shell that runs commands: bash where there is one, else sh. */
import { delimiter } from 'node:path';
import { findExecutable } from './executable.ts';

/** Its path; `sh` alone where no bash is found. */
export function shellOf(environment: NodeJS.ProcessEnv): string {
  return findExecutable('bash', [environment.PATH ?? '', '/bin', '/usr/bin'].join(delimiter)) ?? 'sh';
}
