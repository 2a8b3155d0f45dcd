/** Sessions that older programs ran go on too: from there on they are today's, and the whole file still replays. */
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { BEHAVIOUR, type Fact, type Snapshot, stateOf, step } from '../packages/core/src/index.ts';
import { type History, openHistory, recordsOf, replayHistory } from '../packages/history/src/index.ts';
import { sessionStarted } from '../packages/testing/src/session-started.ts';
import { temporaryFolder } from './command.ts';

const FOLDER = fileURLToPath(new URL('../history/older/', import.meta.url));
const FILES = readdirSync(FOLDER).flatMap((folder) =>
  readdirSync(join(FOLDER, folder)).map((name) => join(folder, name)),
);

function goOn(history: History, from: Snapshot): void {
  const facts: readonly Fact[] = [
    { ...sessionStarted({ session: 'older', behaviour: BEHAVIOUR }), type: 'session.resumed', parent: null },
    { type: 'prompt.given', text: 'and now?' },
    { type: 'abort.requested', by: 'person' },
  ];
  let snapshot = from;
  for (const [index, fact] of facts.entries()) {
    const event = { ...fact, at: Date.UTC(2026, 10, 1) + index };
    const next = step(snapshot, event);
    snapshot = next.snapshot;
    history.append(recordsOf(event, next.emitted, stateOf(snapshot)), { sync: false });
  }
}

test.each(FILES)('%s', async (name) => {
  const file = join(temporaryFolder(), 'session.xml');
  cpSync(join(FOLDER, name), file);
  const before = await replayHistory(file);
  const opened = openHistory(file);
  if (!before.ok || !opened.ok) throw new Error('it cannot be opened');
  opened.history.append(before.unfinished, { sync: false });
  goOn(opened.history, before.snapshot);
  opened.history.close();
  expect(await replayHistory(file)).toMatchObject({
    ok: true,
    behaviours: [...before.behaviours, BEHAVIOUR],
    differences: before.differences,
    snapshot: { value: 'stopping' },
  });
});
