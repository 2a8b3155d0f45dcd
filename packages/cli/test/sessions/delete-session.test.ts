import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { deleteSession, partsOf } from '../../src/sessions/delete-session.ts';

const SESSION = '2026-01-01T11-00-00-0a1b2c';
afterEach(() => vi.unstubAllEnvs());

test.each([
  ['the outputs of a session go with it', SESSION, 'kept', SESSION, [], false],
  ['a name that leads out of the outputs removes nothing there', '..', 'kept', '', [], true],
  ['nor does one that no session has', 'kept', 'kept', 'kept', [], true],
  ['nor does a copy that lies elsewhere', SESSION, 'copies', SESSION, [], true],
  ['nor one of two in the state folder', SESSION, 'kept', SESSION, ['state/tagma/history/p-1'], true],
  ['nor one of two, the other where the configuration says', SESSION, 'kept', SESSION, ['configured'], true],
] as const)('%s', (_, session, place, folder, others, stays) => {
  const root = mkdtempSync(join(tmpdir(), 'tagma-delete-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  vi.stubEnv('XDG_STATE_HOME', join(root, 'state'));
  const [outputs, file] = [join(root, 'outputs'), join(root, place, `${session}.xml`)];
  const around = { outputs, folders: [join(root, 'kept')], configured: join(root, 'configured') };
  const log = join(outputs, folder, 'bash.log');
  mkdirSync(join(outputs, folder), { recursive: true });
  writeFileSync(log, 'four');
  for (const one of [file, ...others.map((other) => join(root, other, `${session}.xml`))]) {
    mkdirSync(dirname(one), { recursive: true });
    writeFileSync(one, 'x');
  }
  const parts = [{ file, bytes: 1 }, ...(stays ? [] : [{ file: join(outputs, session), bytes: 4 }])];
  expect(partsOf({ session, file }, around)).toEqual(parts);
  expect(deleteSession({ session, file }, around)).toEqual({ ok: true });
  expect([existsSync(file), existsSync(log)]).toEqual([false, stays]);
});
