/** What is said before anything is written: every member that changes, as it stands and as it will, and what stays. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { setAllIn } from '../../src/config/set-in.ts';
import { changesIn, planLines, toWrite } from '../../src/setup/plan.ts';
import type { Written } from '../../src/setup/written.ts';

const WRITTEN: Written = {
  members: [
    { path: ['providers', 'local', 'url'], value: 'http://box/v1' },
    { path: ['model'], value: 'local:small' },
    { path: ['mode'], value: 'plan' },
    { path: ['endpoint'], value: undefined },
    { path: ['provider'], value: undefined },
  ],
  secret: { provider: 'local', key: 'sk-secret' },
};

function planned(text: string | null, written = WRITTEN, isKept = false) {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-plan-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'c.jsonc');
  if (text !== null) writeFileSync(file, text);
  const shown = (value: unknown) => (typeof value === 'string' ? value.replace('me:pass@', '') : value);
  const changes = changesIn(file, written);
  const lines = planLines(changes, written, { file, isThere: text !== null, keys: 'the keyring', isKept, shown });
  return { changes, file, lines: lines.map((line) => line.replace(file, 'c.jsonc')) };
}

test('a new file', () => {
  expect(planned(null).lines).toEqual([
    'In c.jsonc, a new file:',
    '  + providers.local.url: "http://box/v1"',
    '  + model: "local:small"',
    '  + mode: "plan"',
    'The key for local goes to the keyring.',
  ]);
});

test('one that says otherwise: what goes away, what is written, what stays; no password, and no key', () => {
  const before =
    '{"endpoint": "http://me:pass@old/v1", "provider": "openai", "model": "x", "mode": "plan", "later": 1}';
  expect(planned(before, WRITTEN, true).lines).toEqual([
    'In c.jsonc (- goes away, + is written, = stays):',
    '  + providers.local.url: "http://box/v1"',
    '  - model: "x"',
    '  + model: "local:small"',
    '  = mode: "plan"',
    '  - endpoint: "http://old/v1"',
    '  - provider: "openai"',
    'All else in it stays as it is, comments too.',
    'The key for local goes to the keyring, in the place of the one there.',
  ]);
});

test('what is written is what was said, and is nothing any more afterwards', () => {
  const { file, changes } = planned('{\n  "endpoint": "http://old/v1", // old\n  "mode": "plan"\n}\n');
  expect(toWrite(changes).map(({ path }) => path.join('.'))).toEqual(['providers.local.url', 'model', 'endpoint']);
  expect(setAllIn(file, toWrite(changes))).toEqual({ ok: true });
  expect(toWrite(changesIn(file, WRITTEN))).toEqual([]);
});
