/**
 * Names that nobody reads or changes unasked, wherever they stand: what Tagma and git keep for themselves, keys and
 * passwords, and what a person has typed. One list for all: what the permission asks about is what a search passes over.
 * Names count in any letter case: not every file system tells cases apart.
 */

/** Folders of these names, with all that is in them. */
export const PROTECTED_FOLDERS: readonly string[] = [
  ...['.tagma', '.git', '.ssh', '.gnupg', '.aws', '.azure', '.kube', '.password-store'],
  // The same, by two names that follow each other.
  ...['.config/tagma', '.config/gh', '.config/gcloud', 'share/keyrings', '.docker/config.json'],
];
const FOLDERS: ReadonlySet<string> = new Set(PROTECTED_FOLDERS);
const FILES: ReadonlySet<string> = new Set([
  ...['.npmrc', '.yarnrc', '.yarnrc.yml', '.netrc', '_netrc', '.pgpass', '.pypirc', '.git-credentials', '.my.cnf'],
  ...['.dockercfg', '.vault-token', '.htpasswd', 'credentials.json'],
]);
/** Environment files, private keys, histories. */
const FILE_FORMS =
  /^\.env|^id_(rsa|dsa|ecdsa|ed25519)|\.(pem|key|p12|pfx|jks|keystore|kdbx)$|^\.\w+_hist(ory)?$|^\.history$/;

/** The same as patterns with `*` in the place of any characters of a name, for programs that take those: rather one more than one less. */
export const PROTECTED_NAMES: { readonly files: readonly string[]; readonly folders: readonly string[] } = {
  files: [
    ...FILES,
    ...['.env*', 'id_rsa*', 'id_dsa*', 'id_ecdsa*', 'id_ed25519*'],
    ...['*.pem', '*.key', '*.p12', '*.pfx', '*.jks', '*.keystore', '*.kdbx', '.*_hist', '.*_history', '.history'],
  ],
  folders: PROTECTED_FOLDERS,
};

/**
 * Whether a path is protected by its names. Give it relative to the project where it lies in there: a project may itself
 * stand in a folder of such a name. Pure: links are for the caller to follow.
 */
export function isProtectedPath(path: string): boolean {
  const names = path.toLowerCase().split(/[\\/]/);
  const file = names.at(-1) ?? '';
  if (FILES.has(file) || FILE_FORMS.test(file)) return true;
  return names.some((name, at) => FOLDERS.has(name) || FOLDERS.has(`${name}/${names[at + 1] ?? ''}`));
}
