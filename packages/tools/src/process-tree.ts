/**
 * Trees of processes: a command leads a session and a group of its own, and all that it starts can be ended with it, also
 * after the command itself has gone. On Linux its children are found in every group of that session (`timeout` and jobs
 * under `set -m` lead some), and in sessions of their own (`setsid`, daemons that fork twice) by the id of the call, which
 * all of them inherit in their environment. Elsewhere only the command's own group is known, on Windows its descendants.
 *
 * Trees are remembered as long as one of their processes lives. Those that are left when this program exits are killed
 * with it.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
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

type Tree = {
  /** The id of the call. */
  readonly id: string;
  /** Whether its leader is a sandbox, which takes everything in it along when it ends. */
  readonly isHeld: boolean;
  /** A process of it that lived when it was last looked for: most likely it still does. */
  lastSeen: number | null;
};

/** By the process that leads it. */
const trees = new Map<number, Tree>();
let killsAtExit = false;

/**
 * The variable that marks all processes of a call. What runs inside a call of another session keeps the mark of that one
 * too, so that the other session can end it as well.
 */
export function markCall(environment: NodeJS.ProcessEnv): { readonly id: string; readonly mark: NodeJS.ProcessEnv } {
  const id = randomUUID();
  const outer = environment[MARK];
  return { id, mark: { [MARK]: outer ? `${outer}:${id}` : id } };
}
const MARK = 'TAGMA_CALL';

/** Remembers the tree that this process leads. @param isHeld whether the leader is a sandbox around it */
export function rememberTree(leader: number, id: string, isHeld = false): void {
  for (const known of trees.keys()) treeIsLeft(known);
  trees.set(leader, { id, isHeld, lastSeen: leader });
  if (killsAtExit) return;
  killsAtExit = true;
  process.once('exit', () => {
    for (const known of trees.keys()) signalTree(known, 'SIGKILL');
  });
}

/** Whether processes of a remembered tree still live; one without any is forgotten, for its number is free again. */
export function treeIsLeft(leader: number): boolean {
  // What was in a sandbox goes with it, if not in the same moment.
  const isOver = trees.get(leader)?.isHeld && !existsSync(`/proc/${leader}`);
  if (!isOver && trees.has(leader) && treeLives(leader, () => youngerThan(leader))) return true;
  trees.delete(leader);
  return false;
}

/** Ends a remembered tree: SIGTERM, then SIGKILL. Resolves when no process of it lives, or none can be ended. */
export async function endTree(leader: number, graceMs: number = TERMINATE_GRACE_MS): Promise<void> {
  signalTree(leader, 'SIGTERM');
  if (!(await endsWithin(leader, graceMs, () => {}))) {
    const kill = () => signalTree(leader, 'SIGKILL');
    kill();
    // What was started between the look and the kill is found by the next look.
    await endsWithin(leader, KILL_GRACE_MS, kill);
  }
  treeIsLeft(leader);
}

/** Ends all that commands have left running. For the end of a session. */
export async function endProcessGroups(): Promise<void> {
  await Promise.all([...trees.keys()].map((leader) => endTree(leader, SHUTDOWN_GRACE_MS)));
}

/** Whether a process of the tree lives. One that has ended and that nobody has waited for (a zombie) does not. */
function treeLives(leader: number, among: () => readonly number[] = allProcesses): boolean {
  if (process.platform === 'linux') return livingProcess(leader, among) !== null;
  try {
    process.kill(process.platform === 'win32' ? leader : -leader, 0);
    return true;
  } catch (error) {
    // EPERM: there is one, of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function signalTree(leader: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (process.platform === 'win32') {
    // Windows knows no request to end that all programs hear, and no groups.
    spawnSync('taskkill', ['/pid', String(leader), '/t', '/f'], { windowsHide: true, stdio: 'ignore' });
    return;
  }
  for (const target of targetsOf(leader, signal)) {
    try {
      process.kill(target, signal);
    } catch {
      // No process of the group is left, or none that may be signalled.
    }
  }
}

/** A request to end is for what runs in a sandbox, not for the sandbox: all in it would be killed with it at once. */
function targetsOf(leader: number, signal: 'SIGTERM' | 'SIGKILL'): ReadonlySet<number> {
  const found = process.platform === 'linux' ? livingTargets(leader) : [];
  const inside = found.filter((target) => target !== -leader);
  if (signal === 'SIGTERM' && trees.get(leader)?.isHeld && inside.length > 0) return new Set(inside);
  return new Set([-leader, ...found]);
}

async function endsWithin(leader: number, graceMs: number, again: () => void): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < graceMs; waitedMs += POLL_MS) {
    if (!treeLives(leader)) return true;
    await delay(POLL_MS);
    again();
  }
  return !treeLives(leader);
}

/**
 * What to signal for all living processes of the leader's tree to get it: their groups, as negative numbers; a process that
 * is in this program's own group (a spawn that gave it none) for itself. A number is not given again as long as a session or
 * a group has it. Looks through /proc: `PID (name) state parent group session …`, where the name may hold anything, a `)`
 * included.
 */
function livingTargets(leader: number): readonly number[] {
  const own = groupOf(process.pid);
  const found = new Set<number>();
  for (const pid of allProcesses()) {
    const group = groupInTree(pid, leader);
    if (group !== null) found.add(group === own ? pid : -group);
  }
  return [...found];
}

/** One living process of the leader's tree. That which was seen last is looked at first: to go through all of them takes long. */
function livingProcess(leader: number, among: () => readonly number[]): number | null {
  const tree = trees.get(leader);
  const isOfTree = (pid: number) => groupInTree(pid, leader) !== null;
  if (tree?.lastSeen != null && isOfTree(tree.lastSeen)) return tree.lastSeen;
  const found = among().find(isOfTree) ?? null;
  if (tree) tree.lastSeen = found;
  return found;
}

/** The group of a process, where that lives and is of the leader's tree; else null. */
function groupInTree(pid: number, leader: number): number | null {
  if (!existsSync(`/proc/${pid}/stat`)) return null;
  try {
    const { state, group, session } = statOf(pid);
    if (state === 'Z' || state === 'X') return null;
    return group === leader || session === leader || hasMark(pid, trees.get(leader)?.id) ? group : null;
  } catch {
    // It has ended meanwhile.
    return null;
  }
}

function statOf(pid: number) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const [state, , group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state, group: Number(group), session: Number(session) };
}

function groupOf(pid: number): number {
  try {
    return statOf(pid).group;
  } catch {
    return 0;
  }
}

/** False also for processes of other users, whose environment nobody else may read. */
function hasMark(pid: number, id: string | undefined): boolean {
  if (id === undefined) return false;
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(id);
  } catch {
    return false;
  }
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
