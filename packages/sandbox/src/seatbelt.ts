/**
 * The profile for Seatbelt, the sandbox of macOS (`sandbox-exec -p`). Untested: it was written from what is known of the
 * language, on a machine without it. The last rule that fits counts. What is not named is denied: above all the services by
 * which a program asks another one, outside, to run something (`launchd`, Apple events, `open`).
 */
import type { Layout } from './layout.ts';
import type { Mount } from './mounts.ts';

/** Services of the system without which ordinary programs do not begin; none of them runs anything. */
const SERVICES = [
  ...[
    'com.apple.system.opendirectoryd.libinfo',
    'com.apple.system.opendirectoryd.membership',
    'com.apple.system.logger',
  ],
  ...['com.apple.system.notification_center', 'com.apple.logd', 'com.apple.diagnosticd', 'com.apple.cfprefsd.agent'],
  ...['com.apple.cfprefsd.daemon', 'com.apple.bsd.dirhelper', 'com.apple.CoreServices.coreservicesd'],
];
const SERVICES_OF_THE_NETWORK = [
  ...['com.apple.SystemConfiguration.configd', 'com.apple.SystemConfiguration.DNSConfiguration', 'com.apple.trustd'],
  ...['com.apple.trustd.agent', 'com.apple.networkd', 'com.apple.mDNSResponder'],
];
/** Beside regular files. */
const DEVICES = ['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom', '/dev/dtracehelper'];

export function seatbeltArguments(layout: Layout): readonly string[] {
  return ['-p', seatbeltProfile(layout)];
}

/** Text of the profile. */
export function seatbeltProfile(layout: Layout): string {
  const { confinement, mounts } = layout;
  if (confinement.sharesMachine) return sharedProfile(layout);
  return [
    ...['(version 1)', '(deny default)'],
    ...['(allow process-exec)', '(allow process-fork)', '(allow process-info* (target same-sandbox))'],
    ...['(allow signal (target same-sandbox))', '(allow sysctl-read)', '(allow pseudo-tty)', '(allow ipc-posix-sem)'],
    ...['(allow file-read*)', '(allow file-ioctl (subpath "/dev"))'],
    `(allow file-write-data file-write-flags ${DEVICES.map((path) => `(literal ${quoted(path)})`).join(' ')})`,
    `(allow mach-lookup ${SERVICES.map(service).join(' ')})`,
    ...(confinement.network ? networkRules() : []),
    ...mounts.flatMap(rulesOf),
    '',
  ].join('\n');
}

/**
 * Of what shares the machine: all but to write where nothing allows it, to read the memory of other processes, and to have
 * launchd or another program run something outside by the two ways that a rule can name. Who talks to a service all the same
 * has that do it.
 */
function sharedProfile({ confinement: { writes }, mounts }: Layout): string {
  return [
    ...['(version 1)', '(allow default)', '(deny file-write*)', '(deny mach-priv-task-port)'],
    ...['(deny job-creation)', '(deny appleevent-send)'],
    `(allow file-write-data file-write-flags ${DEVICES.map((path) => `(literal ${quoted(path)})`).join(' ')})`,
    '(allow file-write* (literal "/dev/tty") (regex #"^/dev/(pty|ttys)"))',
    ...(writes === 'nothing' ? [] : ['(allow file-write* (subpath "/private/var/folders"))']),
    ...mounts.flatMap(rulesOf),
    '',
  ].join('\n');
}

function networkRules(): readonly string[] {
  return [
    '(allow network-outbound (remote ip))',
    '(allow network-bind (local ip))',
    '(allow network-inbound (local ip))',
    '(allow system-socket)',
    // The one socket that names are resolved by.
    '(allow network-outbound (literal "/private/var/run/mDNSResponder"))',
    `(allow mach-lookup ${SERVICES_OF_THE_NETWORK.map(service).join(' ')})`,
  ];
}

/** Nothing can be put in the place of something else here: what is covered on Linux is merely not written. */
function rulesOf({ kind, path, from }: Mount): readonly string[] {
  if (from !== undefined) return [];
  switch (kind) {
    case 'cover':
      return [];
    case 'show':
      return [`(allow file-read* ${subpath(path)})`];
    case 'write':
      return [`(allow file-write* ${subpath(path)})`];
    case 'keep':
      return [`(deny file-write* ${subpath(path)})`];
    case 'hide-folder':
    case 'hide-file':
      return [`(deny file-read* file-write* ${subpath(path)})`];
  }
}

function subpath(path: string): string {
  return `(subpath ${quoted(path)})`;
}

function service(name: string): string {
  return `(global-name ${quoted(name)})`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
