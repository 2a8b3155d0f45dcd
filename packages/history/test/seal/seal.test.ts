/** A seal shows what a chain alone cannot: a tail that was cut off, and a file that was written anew as a whole. */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createHistory,
  openHistory,
  parseSeal,
  readSealKey,
  type Seal,
  type SealChecked,
  sealHistory,
  sealLine,
  verifyHistory,
  verifySeal,
} from '../../src/index.ts';
import { rewritten } from '../rewritten.ts';
import { append, event, historyFile, SAMPLE } from '../sample.ts';
import { temporaryFolder } from '../temporary.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');

function sealed(file: string, key: typeof privateKey | null = null): Seal {
  const made = sealHistory(file, key);
  if (!made.ok) throw new Error(made.error.message);
  return made.seal;
}

async function checked(file: string, seal: Seal, key: typeof publicKey | null = null): Promise<SealChecked> {
  const found = await verifySeal(file, seal, key);
  if (!found.ok) throw new Error(found.error.message);
  return found;
}

function cut(file: string, records: number): string {
  const text = readFileSync(file, 'utf8');
  const at = text.search(new RegExp(`\n<\\w+ n="${records + 1}"`));
  writeFileSync(file, `${text.slice(0, at)}\n</history>\n`);
  return file;
}

describe('a seal', () => {
  it('is one line, which reads as it was written', () => {
    for (const seal of [
      sealed(historyFile()),
      sealed(historyFile(), privateKey),
      { ...sealed(historyFile()), session: 'ü 1%' },
    ]) {
      expect(sealLine(seal)).toMatch(/^tagma-seal-1 session=\S+ record=7 hash=[0-9a-f]{64}( signature=\S{88})?$/);
      expect(parseSeal(`${sealLine(seal)}\r\n`)).toEqual({ ok: true, seal });
    }
  });

  it.each([
    '',
    'tagma-seal-1',
    'tagma-seal-2 session=s record=1 hash=00',
    'tagma-seal-1 session=%ff record=1 hash='.padEnd(111, 'a'),
  ])('%j is none', (text) => expect(parseSeal(text)).toMatchObject({ ok: false }));

  it.each([
    ['as it was', (file: string) => file, { standing: 'stands', after: 0, chainHolds: true }],
    [
      'with records added as they should be',
      (file: string) => {
        const opened = openHistory(file);
        if (!opened.ok) throw new Error(opened.error.message);
        append(opened.history, [event('a'), event('b')]);
        opened.history.close();
        return file;
      },
      { standing: 'stands', after: 2, chainHolds: true },
    ],
    ['with its tail cut off', (file: string) => cut(file, 5), { standing: 'gone', after: 0, chainHolds: true }],
    [
      'written anew as a whole',
      (file: string) =>
        rewritten(file, (record, n) => (n === 3 ? { ...record, fields: { text: 'Something else.' } } : record)),
      { standing: 'changed', after: 0, chainHolds: true },
    ],
    [
      'with a byte changed',
      (file: string) => {
        writeFileSync(file, readFileSync(file, 'utf8').replace('Why does', 'How does'));
        return file;
      },
      { standing: 'stands', after: 0, chainHolds: false },
    ],
  ])('of a file %s', async (_title, change, expected) => {
    const file = historyFile();
    const seal = sealed(file);
    expect(await checked(await change(file), seal)).toEqual({ ok: true, signature: 'none', torn: null, ...expected });
  });

  it('of another session is of another', async () => {
    expect(await checked(historyFile(), { ...sealed(historyFile()), session: 's2' })).toMatchObject({
      standing: 'other',
    });
  });

  it('of a session whose name has half a character in it is made, and stands', async () => {
    const created = createHistory(join(temporaryFolder(), 'half.xml'), { session: 'x\ud800' });
    if (!created.ok) throw new Error(created.error.message);
    append(created.history, [event('x', {})]);
    created.history.close();
    const line = sealLine(sealed(created.history.file));
    const parsed = parseSeal(line);
    expect(line).toMatch(/^tagma-seal-1 session=x%EF%BF%BD record=1 /);
    expect(parsed.ok && (await checked(created.history.file, parsed.seal)).standing).toBe('stands');
  });

  it('is by who has signed it, and by nobody else', async () => {
    const file = historyFile();
    const seal = sealed(file, privateKey);
    const other = generateKeyPairSync('ed25519').publicKey;
    const rows = [
      [seal, publicKey, 'holds'],
      [seal, other, 'does not hold'],
      [{ ...seal, record: 6 }, publicKey, 'does not hold'],
      [seal, null, 'unchecked'],
      [{ ...seal, signature: null }, publicKey, 'missing'],
      [{ ...seal, signature: null }, null, 'none'],
    ] as const;
    for (const [given, key, signature] of rows) expect(await checked(file, given, key)).toMatchObject({ signature });
  });

  it('is not made of a file that is torn, damaged or empty', () => {
    const torn = historyFile();
    writeFileSync(torn, readFileSync(torn).subarray(0, -20));
    const damaged = historyFile();
    writeFileSync(damaged, readFileSync(damaged, 'utf8').replace('Why', 'How'));
    const kinds = [torn, damaged, historyFile([])].map((file) => {
      const made = sealHistory(file, null);
      return made.ok ? made.seal : made.error.kind;
    });
    expect(kinds).toEqual(['damaged', 'damaged', 'empty']);
    expect(verifyHistory(historyFile(SAMPLE)).ok).toBe(true);
  });
});

describe('a key', () => {
  it('as openssl makes it is read', () => {
    const folder = temporaryFolder();
    const [key, open] = [join(folder, 'key.pem'), join(folder, 'public.pem')];
    execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', key]);
    execFileSync('openssl', ['pkey', '-in', key, '-pubout', '-out', open]);
    const read = [readSealKey('private', readFileSync(key, 'utf8')), readSealKey('public', readFileSync(open, 'utf8'))];
    expect(read.map(({ ok }) => ok)).toEqual([true, true]);
  });

  it.each([
    '',
    'no key',
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  ])('of another kind is refused', (pem) =>
    expect(readSealKey('private', pem)).toMatchObject({ ok: false, message: expect.stringContaining('openssl') }),
  );
});
