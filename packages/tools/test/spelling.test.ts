/** Names that look alike: where there is nothing of the written one, the tools that open a file take the one that is there. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRegistry } from '../src/index.ts';
import { workspace } from './workspace.ts';

const ROWS: [title: string, there: string, written: string][] = [
  ['composed for decomposed', 'Résumé.txt'.normalize('NFD'), 'Résumé.txt'.normalize('NFC')],
  ['the other way round', 'Résumé.txt'.normalize('NFC'), 'Résumé.txt'.normalize('NFD')],
  ['a curly apostrophe', 'Capture d’écran.txt', "Capture d'écran.txt"],
  ['both', 'Capture d’écran.txt'.normalize('NFD'), "Capture d'écran.txt"],
  ['a narrow space', 'Screenshot 2026-02-11 at 3.42.10\u202fPM.txt', 'Screenshot 2026-02-11 at 3.42.10 PM.txt'],
  ['in a folder', 'l’été/d’ici.txt', "l'été/d'ici.txt"],
];

describe.each(ROWS)('%s', (_, there, path) => {
  test.each([
    ['read', {}, 'found\n', 'found\n'],
    ['edit', { old: 'found', new: 'changed' }, `Successfully replaced line 1 of ${there}.`, 'changed\n'],
    ['write', { content: 'new\n' }, `Successfully wrote ${there} (4 bytes, 1 line): replaced.`, 'new\n'],
  ])('%s', async (tool, params, content, after) => {
    const { context, path: at } = workspace({ [there]: 'found\n' });
    expect(await createRegistry().run(tool, { path, ...params }, context)).toMatchObject({ status: 'ok', content });
    expect(readFileSync(at(there), 'utf8')).toBe(after);
    expect(readdirSync(dirname(at(there)))).toHaveLength(1);
  });
});

test('what was read by one spelling is edited by the other, in the lenient ways too', async () => {
  const { context, path } = workspace({ 'it’s.txt': '\tone\n' });
  const registry = createRegistry();
  await registry.run('read', { path: 'it’s.txt' }, context);
  expect(await registry.run('edit', { path: "it's.txt", old: '  one', new: '  two' }, context)).toMatchObject({
    status: 'ok',
  });
  expect(readFileSync(path('it’s.txt'), 'utf8')).toBe('\ttwo\n');
});

test('none is guessed where there are two, nor preferred to the name itself', async () => {
  const { context, path } = workspace({ 'a\u00a0b': '1', 'a\u202fb': '2', 'it’s': 'curly', "it's": 'straight' });
  const registry = createRegistry();
  expect((await registry.run('read', { path: 'a b' }, context)).status).toBe('error');
  expect((await registry.run('read', { path: "it's" }, context)).content).toBe('straight');
  expect(await registry.run('write', { path: 'a b', content: '3' }, context)).toMatchObject({
    details: { created: true },
  });
  expect(readFileSync(path('a b'), 'utf8')).toBe('3');
});
