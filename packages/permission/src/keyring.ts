/**
 * Programs that give passwords out of a keyring, a password manager or the helper of another program: what they print is a
 * secret that the person never showed to the session. It is asked about in every mode. A list, so that a reader can check it.
 */
import type { Facts } from '@tagma/protocol';
import type { Named, NamedCommand } from './named-in-command.ts';
import { nameOf } from './programs.ts';

/** Which of a program's words make it give something out; null where all do. */
const PROGRAMS: ReadonlyMap<string, RegExp | null> = new Map<string, RegExp | null>([
  ['secret-tool', /^(lookup|search)$/],
  ['security', /^(find-(generic|internet)-password|dump-keychain|export|-i)$/],
  ...['kwallet-query', 'kwalletcli', 'kwalletcli_getentry', 'lssecret'].map((name) => [name, null] as const),
  ['keyctl', /^(print|read|pipe|dh_compute\w*)$/],
  ['keyring', /^get$/],
  ['op', /^(read|get|inject|run|export)$/],
  ['bw', /^(get|list|export|unlock|serve)$/],
  ['rbw', /^(get|code)$/],
  ['lpass', /^(show|export)$/],
  ['dcli', /^(p|password|note|secret|read|inject|exec)$/],
  ['keepassxc-cli', /^(show|clip|export|attachment-export|open)$/],
  ['gpg', /^--(export-secret|export-secret-.*|decrypt)$|^-\w*d$/],
  ['gpg2', /^--(export-secret|export-secret-.*|decrypt)$|^-\w*d$/],
  ['gh', /^(token|--show-token)$/],
  ['gcloud', /^print-(access|identity)-token$/],
  ['az', /^get-access-token$/],
  ['aws', /^(get-secret-value|get-login-password|export-credentials)$/],
  ['vault', /^(read|kv|print)$/],
  ['age', /^(-d|--decrypt)$/],
  ['sops', /^(-d|--decrypt|decrypt|exec-env|exec-file)$/],
]);
/** What they print without a password in it. */
const PASS_HARMLESS = /^(ls|list|find|search|init|insert|git|help|version|--help|--version|rm|mv|sync|fsck|setup)$/;
/** In the code of another language, or as a message to the service that keeps them. */
const IN_TEXT =
  /org\.freedesktop\.secrets?\b|org\.(kde\.kwalletd?|gnome\.keyring)|\bimport +(keyring|secretstorage)\b|\bfrom +(keyring|secretstorage)\b|require\(['"]keytar['"]\)|-m +keyring\b|\bSecItemCopyMatching\b|\bGet-(Stored)?Credential\b/i;

/** What would go to the model, for the person to be asked; each program once. */
export function keyringUses({ commands, texts }: Named): NonNullable<Facts['secrets']> {
  const programs = new Set(commands.map(readerIn).filter((program) => program !== null));
  if (programs.size === 0 && texts.some(({ text }) => IN_TEXT.test(text))) programs.add('it');
  return [...programs].map((program) => ({
    name: 'what a keyring or a password manager holds',
    from: 'the keyring',
    to: program === 'it' ? 'the model' : `the model, by ${program}`,
  }));
}

/** The program's name where it would give something out, or null. */
function readerIn({ words }: NamedCommand): string | null {
  const [program = '', ...rest] = words;
  const name = nameOf(program);
  if (name === 'pass' || name === 'gopass' || name === 'passage') {
    const [action] = rest;
    return action === undefined || PASS_HARMLESS.test(action) ? null : name;
  }
  if (name === 'git') return gitReaderIn(rest);
  if (/^(git-credential|docker-credential)-/.test(name)) return name;
  if (/^(dbus-send|gdbus|busctl|qdbus6?)$/.test(name)) {
    return rest.some((word) => /secrets?\b|kwallet|keyring/i.test(word)) ? name : null;
  }
  if (/^python[\d.]*$/.test(name))
    return rest[rest.indexOf('-m') + 1] === 'keyring' && rest.includes('-m') ? 'keyring' : null;
  const form = PROGRAMS.get(name);
  if (form === undefined) return null;
  return form === null || rest.some((word) => form.test(word)) ? name : null;
}

/** `git credential fill`, `git credential-store get` */
function gitReaderIn(words: readonly string[]): string | null {
  const at = words.findIndex((word) => /^credential(-[\w-]+)?$/.test(word));
  return at >= 0 && /^(fill|get)$/.test(words.slice(at + 1).find((word) => !word.startsWith('-')) ?? '')
    ? `git ${words[at]}`
    : null;
}
