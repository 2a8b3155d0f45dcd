/** Looks for processes by an argument that only the test can have given. */
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** A number of seconds for `sleep` that no other process has. */
export function uniqueSeconds(): string {
  return `${randomInt(1_000, 9_000)}.${randomInt(1e12)}`;
}

/** How many living processes have the argument; a zombie has no arguments any more. */
export function countProcesses(argument: string): number {
  return commandLines().filter((line) => line.split('\0').includes(argument)).length;
}

/** Whether a process lives: one that nobody has waited for (a zombie) does not. */
export function lives(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

/** Resolves when so many processes with the argument live. */
export async function untilProcesses(argument: string, count: number): Promise<void> {
  for (let tries = 0; countProcesses(argument) !== count; tries++) {
    if (tries > 2_400) throw new Error(`${countProcesses(argument)} processes with ${argument}, not ${count}`);
    await delay(25);
  }
}

function commandLines(): string[] {
  if (!existsSync('/proc/self/cmdline')) {
    return execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' })
      .split('\n')
      .map((line) => line.replaceAll(' ', '\0'));
  }
  return readdirSync('/proc').map((entry) => {
    try {
      return /^\d+$/.test(entry) ? readFileSync(`/proc/${entry}/cmdline`, 'utf8') : '';
    } catch {
      return '';
    }
  });
}
