/**
 * A seal: which record stood last in a history, and its hash, to be kept where nobody who can write the file can write. A
 * chain shows a change to whoever has one of its later hashes; alone it shows neither a cut tail nor a file that was
 * written anew as a whole. Signed, a seal also says who has seen the file so.
 *
 *     tagma-seal-1 session=s1 record=53 hash=f7fa… signature=…
 *
 * The signature is Ed25519 over the bytes of the line before it.
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { type Failed, failed } from '../error.ts';
import { recordsIn, verifyHistory } from '../read/reader.ts';
import type { Torn } from '../read/tail.ts';

/** What a seal says of a history: how far it goes, by its last record. */
export type Seal = {
  readonly session: string;
  /** The last record, and its hash. */
  readonly record: number;
  readonly hash: string;
  /** Base64; null where it is not signed. */
  readonly signature: string | null;
};

/** Something that a person has given is not what it should be: `message` says what helps. */
export type Refused = { readonly ok: false; readonly message: string };

const FORM =
  /^tagma-seal-1 session=(\S*) record=([1-9]\d{0,14}) hash=([0-9a-f]{64})(?: signature=([A-Za-z0-9+/]{86}==))?$/;
const ED25519 = 'ed25519';

/** Seals the file as it is. A history that is damaged, or torn, or holds no record is not sealed. */
export function sealHistory(file: string, key: KeyObject | null): { readonly ok: true; readonly seal: Seal } | Failed {
  const read = verifyHistory(file);
  if (!read.ok) return read;
  const { head, records, hash, fault, torn } = read;
  if (fault !== null)
    return failed('damaged', file, `record ${fault.record}: ${fault.message}. Nothing is sealed.`, fault.record);
  if (torn !== null)
    return failed('damaged', file, 'it is torn: what a crash has left is not sealed. Open it to go on with first.');
  if (records === 0) return failed('empty', file, 'there is no record in it to be sealed.');
  const seal: Seal = { session: nameOf(head.session), record: records, hash, signature: null };
  const signature = key && sign(null, Buffer.from(sealLine(seal)), key).toString('base64');
  return { ok: true, seal: { ...seal, signature } };
}

/** One line, without its end. */
export function sealLine({ session, record, hash, signature }: Seal): string {
  const line = `tagma-seal-1 session=${encodeURIComponent(session)} record=${record} hash=${hash}`;
  return signature === null ? line : `${line} signature=${signature}`;
}

/** Reads a line that `sealLine` wrote, white space around it aside. */
export function parseSeal(text: string): { readonly ok: true; readonly seal: Seal } | Refused {
  const [whole, session = '', record, hash = '', signature = null] = FORM.exec(text.trim()) ?? [];
  const decoded = decodedSession(session);
  if (whole === undefined || decoded === null) {
    return { ok: false, message: 'this is no seal: one is a line that begins with "tagma-seal-1 session=".' };
  }
  return { ok: true, seal: { session: decoded, record: Number(record), hash, signature } };
}

/** What a seal says about a file as it is now. */
export type SealChecked = {
  readonly ok: true;
  /** `changed`: the record has another hash. `gone`: the file ends before it. `other`: the file is of another session. */
  readonly standing: 'stands' | 'changed' | 'gone' | 'other';
  /** `unchecked`: there is a signature and no key; `none`: it is not signed, and no key was given. */
  readonly signature: 'holds' | 'does not hold' | 'unchecked' | 'missing' | 'none';
  /** How many records stand behind the sealed one, and whether the chain holds through all of them. */
  readonly after: number;
  readonly chainHolds: boolean;
  readonly torn: Torn | null;
};

/** Whether the sealed record still stands at its number with its hash. The chain is checked through all of the file. */
export async function verifySeal(file: string, seal: Seal, key: KeyObject | null): Promise<SealChecked | Failed> {
  const reading = recordsIn(file, { goOn: true });
  let found: string | null = null;
  for (;;) {
    const next = await reading.next();
    if (!next.done) {
      if (next.value.n === seal.record) found = next.value.hash;
      continue;
    }
    const read = next.value;
    if (!read.ok) return read;
    const { head, records, fault, torn } = read;
    return {
      ok: true,
      standing: standingOf(seal, found, nameOf(head.session), records),
      signature: signatureOf(seal, key),
      after: Math.max(0, records - seal.record),
      chainHolds: fault === null,
      torn,
    };
  }
}

/** @param found the hash of the record with the seal's number; null where none is in its place */
function standingOf(seal: Seal, found: string | null, session: string, records: number): SealChecked['standing'] {
  if (session !== seal.session) return 'other';
  if (found !== null) return found === seal.hash ? 'stands' : 'changed';
  return records < seal.record ? 'gone' : 'changed';
}

function signatureOf(seal: Seal, key: KeyObject | null): SealChecked['signature'] {
  if (seal.signature === null) return key === null ? 'none' : 'missing';
  if (key === null) return 'unchecked';
  const line = Buffer.from(sealLine({ ...seal, signature: null }));
  return verify(null, line, key, Buffer.from(seal.signature, 'base64')) ? 'holds' : 'does not hold';
}

/** A surrogate that stands alone has no bytes in UTF-8: a line names it by the sign for what cannot be shown. */
function nameOf(session: string): string {
  return Buffer.from(session).toString();
}

/** An Ed25519 key in PEM: `openssl genpkey -algorithm ed25519 -out key.pem`, and of it the public one. */
export function readSealKey(
  kind: 'private' | 'public',
  pem: string,
): { readonly ok: true; readonly key: KeyObject } | Refused {
  const make =
    kind === 'private'
      ? 'openssl genpkey -algorithm ed25519 -out key.pem'
      : 'openssl pkey -in key.pem -pubout -out public.pem';
  const advice = `this is no ${kind} Ed25519 key in PEM. To make one: ${make}`;
  try {
    const key = kind === 'private' ? createPrivateKey(pem) : createPublicKey(pem);
    return key.asymmetricKeyType === ED25519 ? { ok: true, key } : { ok: false, message: advice };
  } catch {
    return { ok: false, message: advice };
  }
}

function decodedSession(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
