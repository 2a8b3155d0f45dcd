import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { deleteSession, partsOf } from '../../src/sessions/delete-session.ts';

const SESSION = '2026-01-01T11-00-00-0a1b2c';

test.each([
  ['the outputs of a session go with it', SESSION, SESSION, false],
  ['a name that leads out of the outputs removes nothing there', '..', '', true],
  ['nor does one that no session has', 'kept', 'kept', true],
])('%s', (_, session, folder, stays) => {
  const root = mkdtempSync(join(tmpdir(), 'tagma-delete-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [outputs, file] = [join(root, 'outputs'), join(root, `${session}.xml`)];
  const kept = join(outputs, folder, 'bash.log');
  mkdirSync(join(outputs, folder), { recursive: true });
  writeFileSync(kept, 'four');
  writeFileSync(file, 'x');
  const parts = [{ file, bytes: 1 }, ...(stays ? [] : [{ file: join(outputs, session), bytes: 4 }])];
  expect(partsOf({ session, file }, outputs)).toEqual(parts);
  expect(deleteSession({ session, file }, outputs)).toEqual({ ok: true });
  expect([existsSync(file), existsSync(kept)]).toEqual([false, stays]);
});
