/** `tagma audit --seal` and `--verify-seal`: a line to keep elsewhere, and whether a file still agrees with it. */
import { existsSync, readFileSync } from 'node:fs';
import type { Failed, Refused, Seal, SealChecked } from '@tagma/history';
import { counted } from '../counted.ts';
import { EXIT } from '../exit.ts';
import { say } from '../lines.ts';
import { messageOf, type Problem, problem, remark, report } from '../problem.ts';
import { aboutTorn } from '../torn.ts';
import { give } from './give.ts';
import type { AuditOptions } from './options.ts';

type KeyObject = import('node:crypto').KeyObject;
type Keyed = { readonly ok: true; readonly key: KeyObject | null };

/** No seal and no key is as long. */
const FILE_CHARACTERS_MAX = 65_536;

const NOT_COVERED =
  'Tamper-evident, not tamper-proof: a change up to the sealed record shows against this line. It does not show what is written ' +
  'or cut off behind that record, nor that what was recorded is true. Keep the line where who can write the file cannot write.';

export async function seal(files: readonly string[], options: AuditOptions): Promise<number> {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0)
    return report(problem(EXIT.usage, 'a seal is of one history: name one.'));
  return options.verifySeal === undefined ? make(file, options) : check(file, options.verifySeal, options);
}

async function make(file: string, options: AuditOptions): Promise<number> {
  const { sealHistory, sealLine } = await import('@tagma/history');
  const keyed = await keyIn('private', options.key);
  if (!keyed.ok) return report(keyed);
  const sealed = sealHistory(file, keyed.key);
  if (!sealed.ok) return report(problemOf(sealed));
  const read = options.key === undefined ? [file] : [file, options.key];
  const code = await give([`${sealLine(sealed.seal)}\n`], options, read);
  if (code === EXIT.done) remark(`${NOT_COVERED}\n`);
  return code;
}

async function check(file: string, given: string, { publicKey }: AuditOptions): Promise<number> {
  const { parseSeal, verifySeal } = await import('@tagma/history');
  const text = existsSync(given) ? textOf(given) : given;
  if (typeof text !== 'string') return report(text);
  const parsed = parseSeal(text);
  if (!parsed.ok) return report(problem(EXIT.usage, parsed.message));
  const keyed = await keyIn('public', publicKey);
  if (!keyed.ok) return report(keyed);
  const checked = await verifySeal(file, parsed.seal, keyed.key);
  if (!checked.ok) return report(problemOf(checked));
  await say(`${linesOf(file, parsed.seal, checked).join('\n')}\n`);
  return isGood(checked) ? EXIT.done : EXIT.failed;
}

function isGood({ standing, signature, chainHolds, torn }: SealChecked): boolean {
  const isSigned = signature === 'holds' || signature === 'none' || signature === 'unchecked';
  return standing === 'stands' && isSigned && chainHolds && torn === null;
}

function linesOf(file: string, { record, session }: Seal, checked: SealChecked): readonly string[] {
  const { standing, signature, after, chainHolds, torn } = checked;
  const place = {
    stands: `record ${record} still stands in ${file}, with the hash of the seal.`,
    changed: `record ${record} of ${file} is not the one that was sealed: it, or what stands before it, has been changed.`,
    gone: `${file} ends before record ${record}: its end has been cut off, or it was never written.`,
    other: `${file} is of another session than ${session}, which was sealed.`,
  }[standing];
  const signed = {
    holds: ['The signature is by this key.'],
    'does not hold': ['The signature is not by this key, or the seal has been changed.'],
    unchecked: ['It is signed; --public-key FILE checks by whom.'],
    missing: ['It is not signed, so the key says nothing about it.'],
    none: ['It is not signed: it is worth as much as the place that it was kept in.'],
  }[signature];
  const later = standing === 'stands' ? [laterWords(after)] : [];
  const chain = chainHolds ? [] : ['The chain does not hold: tagma audit says where.'];
  return [
    `${place.charAt(0).toUpperCase()}${place.slice(1)}`,
    ...signed,
    ...later,
    ...chain,
    ...(torn ? [aboutTorn(torn)] : []),
  ];
}

function laterWords(after: number): string {
  if (after === 0) return 'Nothing came after it.';
  return `${counted(after, 'record')} came after it, which the seal does not cover.`;
}

async function keyIn(kind: 'private' | 'public', file: string | undefined): Promise<Keyed | Problem> {
  if (file === undefined) return { ok: true, key: null };
  const { readSealKey } = await import('@tagma/history');
  const text = textOf(file);
  if (typeof text !== 'string') return text;
  const key: { readonly ok: true; readonly key: KeyObject } | Refused = readSealKey(kind, text);
  return key.ok ? key : problem(EXIT.usage, `${file}: ${key.message}`);
}

function textOf(file: string): string | Problem {
  try {
    return readFileSync(file, 'utf8').slice(0, FILE_CHARACTERS_MAX);
  } catch (error) {
    return problem(EXIT.usage, `cannot read ${file}: ${messageOf(error)}`);
  }
}

/** A damaged history does not hold; anything else is none. */
function problemOf({ error }: Failed): Problem {
  return problem(error.kind === 'damaged' ? EXIT.failed : EXIT.usage, error.message);
}
