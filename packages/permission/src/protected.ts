/**
 * Paths that no mode but `trust` touches unasked, inside of the project or outside: what Tagma and git keep for
 * themselves, keys and passwords, and what a person has typed. Names count in any letter case: not every file system
 * tells cases apart.
 */
import { basename, relative, sep } from 'node:path';
import { type Ground, isWithin } from './ground.ts';

/** Folders of these names, with all that is in them. */
const FOLDERS: ReadonlySet<string> = new Set([
  '.tagma',
  '.git',
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.password-store',
]);
/** The same, by two names that follow each other. */
const FOLDER_PAIRS: ReadonlySet<string> = new Set([
  '.config/tagma',
  '.config/gh',
  '.config/gcloud',
  'share/keyrings',
  '.docker/config.json',
]);
const FILES: ReadonlySet<string> = new Set([
  ...['.npmrc', '.yarnrc', '.yarnrc.yml', '.netrc', '_netrc', '.pgpass', '.pypirc', '.git-credentials', '.my.cnf'],
  ...['.dockercfg', '.vault-token', '.htpasswd', 'credentials.json'],
]);
/** Environment files, private keys, histories. */
const FILE_FORMS =
  /^\.env|^id_(rsa|dsa|ecdsa|ed25519)|\.(pem|key|p12|pfx|jks|keystore|kdbx)$|^\.\w+_hist(ory)?$|^\.history$/;

export function isProtected(path: string, ground: Ground): boolean {
  if (ground.protectedPaths.some((folder) => isWithin(path, folder))) return true;
  // Inside of the project only what lies below it counts: the project itself may stand in a folder of such a name.
  const project = ground.folders.find((folder) => isWithin(path, folder));
  const names = (project === undefined ? path : relative(project, path)).toLowerCase().split(sep);
  const file = basename(path).toLowerCase();
  if (FILES.has(file) || FILE_FORMS.test(file)) return true;
  return names.some((name, at) => FOLDERS.has(name) || FOLDER_PAIRS.has(`${name}/${names[at + 1] ?? ''}`));
}
