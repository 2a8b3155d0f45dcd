/**
 * Process groups: a command leads a group of its own, and all that it starts is in it, so that the whole tree can be
 * ended, also after the command itself has gone. A child that leaves the group (setsid) is not reached.
 *
 * Groups are remembered as long as one of their processes lives. Those that are left when this program exits are killed
 * with it: nothing outlives its session.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** How long a group has to end after SIGTERM, before SIGKILL. */
const TERMINATE_GRACE_MS = 1_000;
/** How long the kernel has to end it after SIGKILL, before it is given up. */
const KILL_GRACE_MS = 1_000;
const POLL_MS = 10;

const groups = new Set<number>();
let killsAtExit = false;

/** Remembers the group that this process leads. */
export function rememberGroup(leader: number): void {
  for (const group of groups) groupIsLeft(group);
  groups.add(leader);
  if (killsAtExit) return;
  killsAtExit = true;
  process.once('exit', () => {
    for (const group of groups) signalGroup(group, 'SIGKILL');
  });
}

/** Whether processes of a remembered group still live; a group without any is forgotten, for its number is free again. */
export function groupIsLeft(leader: number): boolean {
  if (groupLives(leader)) return true;
  groups.delete(leader);
  return false;
}

/** Ends a group: SIGTERM, then SIGKILL. Resolves when no process of it lives, or none can be ended. */
export async function endGroup(leader: number): Promise<void> {
  signalGroup(leader, 'SIGTERM');
  if (!(await endsWithin(leader, TERMINATE_GRACE_MS))) {
    signalGroup(leader, 'SIGKILL');
    await endsWithin(leader, KILL_GRACE_MS);
  }
  groupIsLeft(leader);
}

/** Ends all groups that commands have left running. For the end of a session. */
export async function endProcessGroups(): Promise<void> {
  await Promise.all([...groups].map(endGroup));
}

/** Whether a process of the group lives. One that has ended and that nobody has waited for (a zombie) does not. */
function groupLives(leader: number): boolean {
  try {
    process.kill(-leader, 0);
  } catch (error) {
    // EPERM: there is one, of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return process.platform === 'linux' ? hasLivingMember(leader) : true;
}

function signalGroup(leader: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(-leader, signal);
  } catch {
    // No process of the group is left, or none that may be signalled.
  }
}

async function endsWithin(leader: number, graceMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < graceMs; waitedMs += POLL_MS) {
    if (!groupLives(leader)) return true;
    await delay(POLL_MS);
  }
  return !groupLives(leader);
}

/** Looks through /proc: `PID (name) state parent group …`, where the name may hold anything, a `)` included. */
function hasLivingMember(leader: number): boolean {
  let entries: string[];
  try {
    entries = readdirSync('/proc');
  } catch {
    return true;
  }
  return entries.some((entry) => {
    if (!/^\d+$/.test(entry)) return false;
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'latin1');
      const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return group === String(leader) && state !== 'Z' && state !== 'X';
    } catch {
      return false;
    }
  });
}
