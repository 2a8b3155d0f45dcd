/** The command line of bubblewrap. */
import type { Layout, Mount } from './layout.ts';

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
 * All of the machine, read-only, with devices and processes of its own. bubblewrap leaves the kernel's settings writable
 * where it runs as root: `/proc/sys` asks for no capability but for the user's number.
 */
export const MACHINE: readonly string[] = [
  ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
  ...['--ro-bind-try', '/proc/sys', '/proc/sys', '--ro-bind-try', '/proc/sysrq-trigger', '/proc/sysrq-trigger'],
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
    ...isolation(confinement.network),
    ...MACHINE,
    ...mounts.flatMap(mountArguments),
    // Once all that lies in them is in its place.
    ...mounts.flatMap(({ kind, path }) => (kind === 'hide-folder' ? ['--remount-ro', path] : [])),
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
