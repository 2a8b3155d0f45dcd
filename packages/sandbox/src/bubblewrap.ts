/** The command line of bubblewrap. */
import type { Layout } from './layout.ts';
import type { Mount } from './mounts.ts';

/**
 * Namespaces of its own: users (no privilege of the machine's, root's included), processes (none of others to be seen or
 * signalled, and all end with the first), messages between processes, host name, control groups, network. No terminal. What
 * a trial has to get as well.
 */
export function isolation(network: boolean): readonly string[] {
  return [
    ...['--unshare-user-try', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...(network ? [] : ['--unshare-net']),
    ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
  ];
}

/**
 * Of what shares the machine: users alone. Processes outside can be signalled, but nothing can be read of them, nor be
 * reached by way of them (`environ`, `mem`, `root`, `fd`): for that a process must be of the same namespace of users, or have
 * a privilege there. It neither ends with its parent, for jobs go on, nor leads a session of its own: `kill` of its group
 * ends it as any command.
 */
const SHARED_ISOLATION: readonly string[] = ['--unshare-user-try', '--cap-drop', 'ALL'];

/**
 * All of the machine, read-only, with devices and processes of its own. bubblewrap leaves the kernel's settings writable
 * where it runs as root: `/proc/sys` asks for no capability but for the user's number.
 */
export const MACHINE: readonly string[] = [
  ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
  ...['--ro-bind-try', '/proc/sys', '/proc/sys', '--ro-bind-try', '/proc/sysrq-trigger', '/proc/sysrq-trigger'],
];

/** Settings of the kernel, and of devices, that root may write without any capability. */
const KERNEL = [
  ...['sys', 'sysrq-trigger', 'irq', 'bus', 'fs', 'acpi', 'scsi', 'mtrr', 'dynamic_debug', 'slabinfo', 'driver', 'tty'],
  ...['asound', 'latency_stats', 'timer_stats', 'sched_debug', 'pressure'],
];

/** The same with the machine's own processes: a command may make namespaces, so its own files there can be written. */
const SHARED_MACHINE: readonly string[] = [
  ...['--ro-bind', '/', '/', '--dev', '/dev', '--bind', '/proc', '/proc'],
  ...KERNEL.flatMap((name) => ['--ro-bind-try', `/proc/${name}`, `/proc/${name}`]),
];

/**
 * All arguments up to the command's own; `folder` is where it begins, as seen from inside; `variables` are set for it and
 * not for bubblewrap itself.
 */
export function bubblewrapArguments(
  { confinement, mounts }: Layout,
  folder: string,
  variables: NodeJS.ProcessEnv,
): readonly string[] {
  return [
    ...(confinement.sharesMachine ? SHARED_ISOLATION : isolation(confinement.network)),
    ...(confinement.sharesMachine ? SHARED_MACHINE : MACHINE),
    ...mounts.flatMap(mountArguments),
    // Once all that lies in them is in its place.
    ...mounts.flatMap(({ kind, path }) => (kind === 'hide-folder' ? ['--remount-ro', path] : [])),
    // It is a folder in memory: who means to write a device must not be told that he has.
    ...(confinement.sharesMachine ? ['--remount-ro', '/dev'] : []),
    ...Object.entries(variables).flatMap(([name, value = '']) => ['--setenv', name, value]),
    ...['--chdir', folder, '--'],
  ];
}

function mountArguments({ kind, path, from = path }: Mount): readonly string[] {
  switch (kind) {
    case 'cover':
    case 'hide-folder':
      return ['--tmpfs', path];
    case 'show':
    case 'keep':
      return ['--ro-bind', from, path];
    case 'write':
      return ['--bind', from, path];
    case 'hide-file':
      // No device can be opened on what is bound without devices: permission denied, also for root.
      return ['--ro-bind', '/dev/null', path];
  }
}
