/** The certificates of authorities that a person trusts beside the usual ones, for one server. */
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { messageOf } from '../problem.ts';

type Authority = { readonly ok: true; readonly pem: string } | { readonly ok: false; readonly message: string };

/** @param given a path, from the folder of the configuration's file or (`~/`) from the person's own. */
export function readAuthority(given: string, file: string | null): Authority {
  const home = given.replace(/^~(?=\/)/, homedir());
  const path = resolve(file === null ? '.' : dirname(file), home);
  try {
    const pem = readFileSync(path, 'utf8');
    if (pem.includes('-----BEGIN CERTIFICATE-----')) return { ok: true, pem };
    return { ok: false, message: `${path} holds no certificate in PEM.` };
  } catch (error) {
    return { ok: false, message: `${messageOf(error)}.` };
  }
}
