/**
 * The system's keyring, by the program that comes with it: `secret-tool` of libsecret, `security` of macOS. A key goes to
 * either on standard input, for everybody sees the arguments of a program.
 */
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Environment } from '../environment.ts';
import { messageOf } from '../problem.ts';

/** Time for the person to unlock it. */
const TIMEOUT_MS = 60_000;
const OUTPUT_CHARS_MAX = 16_384;
const SERVICE = 'tagma';

type Done = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

export type Keyring = {
  /** In words: `the keyring (secret-tool)`. */
  readonly name: string;
  readonly keep: (provider: string, key: string) => Promise<Done>;
  readonly find: (provider: string) => Promise<Done>;
  readonly forget: (provider: string) => Promise<Done>;
};

/** Null where there is none. */
export function keyringOf(env: Environment): Keyring | null {
  const program = process.platform === 'darwin' ? 'security' : 'secret-tool';
  if (!isOnPath(program, env)) return null;
  const ask = (args: readonly string[], input = '') => run(program, args, input, env);
  const name = `the keyring (${program})`;
  return { name, ...(program === 'security' ? macOs(ask) : libsecret(ask)) };
}

type Ask = (args: readonly string[], input?: string) => Promise<Done>;

function libsecret(ask: Ask): Omit<Keyring, 'name'> {
  const of = (provider: string) => ['service', SERVICE, 'provider', provider];
  return {
    keep: (provider, key) => ask(['store', `--label=Tagma: the key of ${provider}`, ...of(provider)], key),
    find: async (provider) => foundOf(await ask(['lookup', ...of(provider)])),
    forget: (provider) => ask(['clear', ...of(provider)]),
  };
}

/** Its commands can come on standard input, and the key in hexadecimal digits needs no quotation marks. */
function macOs(ask: Ask): Omit<Keyring, 'name'> {
  const of = (provider: string) => `-s ${SERVICE} -a ${Buffer.from(provider).toString('base64url')}`;
  return {
    keep: (provider, key) =>
      ask(['-i'], `add-generic-password -U ${of(provider)} -X ${Buffer.from(key).toString('hex')}\n`),
    find: async (provider) => foundOf(await ask(['find-generic-password', ...of(provider).split(' '), '-w'])),
    forget: (provider) => ask(['delete-generic-password', ...of(provider).split(' ')]),
  };
}

function foundOf(done: Done): Done {
  if (!done.ok) return done;
  const text = done.text.trim();
  return text === '' ? { ok: false, message: 'it has no such key any more.' } : { ok: true, text };
}

function isOnPath(program: string, env: Environment): boolean {
  return (env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      if (folder !== '') accessSync(join(folder, program), constants.X_OK);
      return folder !== '';
    } catch {
      return false;
    }
  });
}

function run(program: string, args: readonly string[], input: string, env: Environment): Promise<Done> {
  return new Promise((resolve) => {
    const child = spawn(program, [...args], { env: { ...env }, timeout: TIMEOUT_MS, stdio: 'pipe' });
    let said = '';
    let complaint = '';
    child.stdout.on('data', (chunk) => {
      said = (said + chunk).slice(0, OUTPUT_CHARS_MAX);
    });
    child.stderr.on('data', (chunk) => {
      complaint = (complaint + chunk).slice(0, OUTPUT_CHARS_MAX);
    });
    child.on('error', (error) => resolve({ ok: false, message: messageOf(error) }));
    child.on('close', (code, signal) => {
      if (code === 0) return resolve({ ok: true, text: said });
      const why = signal === null ? `it ended with ${code}` : 'it did not answer in time';
      resolve({ ok: false, message: `${complaint.trim() || why}.`.replace(/\.\.$/, '.') });
    });
    // It may have ended without reading.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}
