/**
 * Process groups: a command leads a session and a group of its own, and all that it starts is in the session, so that the
 * whole tree can be ended, also after the command itself has gone. On Linux the session is looked for, for some children
 * lead groups of their own in it (`timeout`, jobs under `set -m`); elsewhere only the command's own group is known. A
 * child that begins a session of its own (`setsid`, daemons) is not reached.
 *
 * Groups are remembered as long as one of their processes lives. Those that are left when this program exits are killed
 * with it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** How long a group has to end after SIGTERM, before SIGKILL. */
const TERMINATE_GRACE_MS = 1_000;
/** The same where the session stops, and a person waits for the end. */
export const SHUTDOWN_GRACE_MS = 50;
/** How long the kernel has to end it after SIGKILL, before it is given up. */
const KILL_GRACE_MS = 1_000;
const POLL_MS = 10;
/** So many numbers are looked at one by one; for more it is quicker to list which of them there are. */
const FEW = 32;

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
  if (groupLives(leader, youngerThan(leader))) return true;
  groups.delete(leader);
  return false;
}

/** Ends a group: SIGTERM, then SIGKILL. Resolves when no process of it lives, or none can be ended. */
export async function endGroup(leader: number, graceMs: number = TERMINATE_GRACE_MS): Promise<void> {
  signalGroup(leader, 'SIGTERM');
  if (!(await endsWithin(leader, graceMs))) {
    signalGroup(leader, 'SIGKILL');
    await endsWithin(leader, KILL_GRACE_MS);
  }
  groupIsLeft(leader);
}

/** Ends all groups that commands have left running. For the end of a session. */
export async function endProcessGroups(): Promise<void> {
  await Promise.all([...groups].map((leader) => endGroup(leader, SHUTDOWN_GRACE_MS)));
}

/** Whether a process of the tree lives. One that has ended and that nobody has waited for (a zombie) does not. */
function groupLives(leader: number, among = allProcesses()): boolean {
  if (process.platform === 'linux') return livingGroups(leader, among).length > 0;
  try {
    process.kill(-leader, 0);
    return true;
  } catch (error) {
    // EPERM: there is one, of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function signalGroup(leader: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  for (const group of new Set([leader, ...(process.platform === 'linux' ? livingGroups(leader) : [])])) {
    try {
      process.kill(-group, signal);
    } catch {
      // No process of the group is left, or none that may be signalled.
    }
  }
}

async function endsWithin(leader: number, graceMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < graceMs; waitedMs += POLL_MS) {
    if (!groupLives(leader)) return true;
    await delay(POLL_MS);
  }
  return !groupLives(leader);
}

/**
 * The groups with living processes in the leader's session, and its own. A number is not given again as long as a session
 * or a group has it. Looks through /proc: `PID (name) state parent group session …`, where the name may hold anything, a
 * `)` included.
 */
function livingGroups(leader: number, among = allProcesses()): readonly number[] {
  const groups = new Set<number>();
  for (const pid of among) {
    const file = `/proc/${pid}/stat`;
    if (!existsSync(file)) continue;
    try {
      const stat = readFileSync(file, 'latin1');
      const [state, , group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const isOfTree = group === String(leader) || session === String(leader);
      if (isOfTree && state !== 'Z' && state !== 'X') groups.add(Number(group));
    } catch {
      // It has ended meanwhile.
    }
  }
  return [...groups];
}

function allProcesses(): readonly number[] {
  try {
    return readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry))
      .map(Number);
  } catch {
    return [];
  }
}

/**
 * Those that may have come after the leader: numbers rise, and begin anew at the top. After every command all others are
 * not worth the look (some 15 µs each); at the end of a tree they are.
 */
function youngerThan(leader: number): readonly number[] {
  const last = lastNumber();
  if (last < leader) return allProcesses();
  if (last - leader <= FEW) return Array.from({ length: last - leader + 1 }, (_, index) => leader + index);
  return allProcesses().filter((pid) => pid >= leader);
}

/** The last number that was given to a process. */
function lastNumber(): number {
  try {
    return Number(readFileSync('/proc/loadavg', 'latin1').trim().split(' ').at(-1));
  } catch {
    return 0;
  }
}
