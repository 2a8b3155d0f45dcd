/** The sessions that the screen offers: those of the folder, with their state; what was done in each. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHistory } from '@tagma/history';
import { expect, onTestFinished, test } from 'vitest';
import { outlineLines, sessionsHere } from '../../src/screen/session-doors.ts';

function place() {
  const root = mkdtempSync(join(tmpdir(), 'tagma-doors-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (session: string, prompt: string, ends: boolean): string => {
    const file = join(root, `${session}.xml`);
    const created = createHistory(file, { session });
    if (!created.ok) throw new Error(created.error.message);
    const { history } = created;
    const at = Date.now() - 60_000;
    const append = (type: string, fields: object) =>
      history.append([{ kind: 'event', type, at, fields: fields as never }], { sync: false });
    append('session.started', { folder: root, model: { model: 'qwen3' } });
    append('prompt.given', { text: prompt });
    if (ends) append('session.ended', { reason: 'quit' });
    if (ends) history.close();
    else onTestFinished(() => history.close());
    return file;
  };
  return { root, write };
}

test('each has its first prompt, its age and its state; the one on the screen is marked', async () => {
  const { root, write } = place();
  const ended = write('2026-01-01T11-00-00-0a1b2c', 'Mend it\nplease', true);
  const running = write('2026-01-02T11-00-00-0a1b2c', 'Go on', false);
  writeFileSync(join(root, 'no-history.xml'), 'nothing');
  const found = await sessionsHere({ cwd: root, history: root }, running);
  if (!found.ok) throw new Error(found.message);
  const about = found.sessions.map(({ file, title, state, isShown }) => ({ file, title, state, isShown }));
  expect(about.sort((a, b) => a.file.localeCompare(b.file))).toEqual([
    { file: ended, title: 'Mend it', state: 'ended', isShown: false },
    { file: running, title: 'Go on', state: 'running', isShown: true },
  ]);
  expect(found.sessions.every(({ ageMs }) => ageMs >= 60_000 && ageMs < 120_000)).toBe(true);
});

test('a folder that is none is said', async () => {
  expect(await sessionsHere({ cwd: '/no/such/folder' }, '')).toMatchObject({ ok: false });
});

test('an outline: the prompts, the last one first, each with how it ended', async () => {
  const { root, write } = place();
  const file = write('2026-01-01T11-00-00-0a1b2c', 'Mend it\nplease', true);
  expect(await outlineLines(file)).toEqual(['Mend it · has no end']);
  expect(await outlineLines(join(root, 'gone.xml'))).toEqual([expect.stringContaining('gone.xml')]);
});
