/**
 * Commands of a shell that no parser here reads (PowerShell, fish, zsh, …): all of them are unknown, and so they ask. What the
 * deny list can see in their text is denied. PowerShell's words are written down from its documentation, and untried.
 */
import { basename } from 'node:path';
import type { Facts } from '@tagma/protocol';
import { unknownFacts } from './facts.ts';
import type { Ground } from './ground.ts';
import { bashFacts } from './shell.ts';

/** What these have in common with bash is what is understood. */
const READ = /^(ba|da|a|k|mk)?sh$/;
const POWERSHELL = /^(pwsh|powershell)(-preview)?$/;

/** Whether commands of this shell are read, by its name or path. */
export function isRead(shell: string): boolean {
  return READ.test(nameOf(shell));
}

export async function otherShellFacts(command: string, shell: string, ground: Ground): Promise<Facts> {
  const { forbidden, secrets } = await bashFacts(command, ground);
  const name = nameOf(shell);
  const own = POWERSHELL.test(name) ? alarmInPowerShell(command) : null;
  const facts = { ...unknownFacts(`commands of ${name} are not analysed`), forbidden: own ?? forbidden };
  return secrets === undefined ? facts : { ...facts, secrets };
}

function nameOf(shell: string): string {
  return basename(shell.replaceAll('\\', '/'))
    .toLowerCase()
    .replace(/\.exe$/, '');
}

const REMOVAL = /(^|[\s;|&({])(remove-item|ri|rm|rmdir|rd|del|erase)\s[^;|&\n]*/gi;
const RECURSIVE = /\s-r\w*\b|\s\/s\b/i;
/** A drive, the root, the home, Windows' own folders; also all that is in them. */
const ROOT =
  /(^|[\s"'=,(])([a-z]:[\\/]?|[\\/]|~[\\/]?|\.\.([\\/]\.\.)*[\\/]?|\$(home|pshome|profile)|\$env:(userprofile|home|homepath|systemdrive|systemroot|windir|programfiles|appdata)|\$\{env:[^}]*\}|[a-z]:[\\/](windows|users|program files)[^\s"']*)([\\/]?\*)?(?=$|[\s"',;)])/i;

const ALARMS: readonly (readonly [form: RegExp, why: string])[] = [
  [/\b(format-volume|clear-disk|initialize-disk|remove-partition|diskpart)\b/i, 'it erases a disk'],
  [/(^|[\s;|&({])format(\.com)?\s+[a-z]:/i, 'it erases a disk'],
  [/\b(stop-computer|restart-computer)\b|(^|[\s;|&({])shutdown(\.exe)?\s/i, 'it turns the machine off'],
  [/-verb\s+['"]?runas\b|(^|[\s;|&({])(runas|gsudo|sudo)(\.exe)?\s/i, 'it runs a command as another user'],
  [
    /\b(iwr|irm|invoke-webrequest|invoke-restmethod|curl|wget|downloadstring|start-bitstransfer)\b[\s\S]*(\|\s*(iex|invoke-expression)\b)/i,
    'it runs what it downloads',
  ],
  [
    /\b(iex|invoke-expression)\b[\s\S]*\b(iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring)\b/i,
    'it runs what it downloads',
  ],
  [/>\s*['"]?\$profile\b|\b(set|add)-content\b[^;|\n]*\$profile\b/i, "it changes the shell's start-up file"],
];

function alarmInPowerShell(command: string): string | null {
  for (const [removal] of command.matchAll(REMOVAL)) {
    if (RECURSIVE.test(removal) && ROOT.test(removal)) return 'it removes a drive, the home or a folder of the system';
  }
  return ALARMS.find(([form]) => form.test(command))?.[1] ?? null;
}
