import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRegistry } from '@tagma/tools';
import { expect, onTestFinished, test } from 'vitest';
import { NO_CONFIG } from '../src/config/config.ts';
import { factsWith } from '../src/tool-facts.ts';

test('after cd a command is judged where it will run, the other tools in the project', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'tagma-facts-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'project');
  mkdirSync(join(folder, 'sub'), { recursive: true });
  writeFileSync(join(root, 'x'), '');
  const registry = createRegistry();
  const facts = factsWith(new Map(), registry, {
    home: homedir(),
    outputFolder: join(root, 'outputs'),
    shell: 'bash',
    config: NO_CONFIG,
  });
  const readsOf = async (tool: string, params: object) =>
    (await facts({ tool, params: { ...params } }, { folder })).reads;
  const cd = (command: string) =>
    registry.run(
      'bash',
      { command },
      { folder, turn: 1, signal: new AbortController().signal, outputFolder: root, asWritten: {} },
    );

  await cd('cd sub');
  expect(await readsOf('bash', { command: 'cat x' })).toEqual([{ path: join(folder, 'sub/x'), where: 'inside' }]);
  await cd('cd ../..');
  expect(await readsOf('bash', { command: 'cat x' })).toEqual([
    { path: root, where: 'outside' },
    { path: join(root, 'x'), where: 'outside' },
  ]);
  expect(await readsOf('read', { path: 'x' })).toEqual([{ path: join(folder, 'x'), where: 'inside' }]);
  await cd('cd project');
  expect(await readsOf('bash', { command: 'cat x' })).toEqual([{ path: join(folder, 'x'), where: 'inside' }]);
});

test('an undo is judged by the files that it would change', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'tagma-facts-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'project');
  const outputFolder = join(root, 'outputs');
  mkdirSync(folder);
  const registry = createRegistry();
  const facts = factsWith(new Map(), registry, { home: homedir(), outputFolder, shell: 'bash', config: NO_CONFIG });
  const undo = () => facts({ tool: 'undo', params: { steps: 2 } }, { folder });
  expect(await undo()).toMatchObject({ writes: [], readOnly: true });
  for (const path of ['a.txt', '../b.txt']) {
    const context = { folder, turn: 1, signal: new AbortController().signal, outputFolder, asWritten: {} };
    await registry.run('write', { path, content: 'a' }, context);
  }
  expect((await undo()).writes).toEqual([
    { path: join(root, 'b.txt'), where: 'outside' },
    { path: join(folder, 'a.txt'), where: 'inside' },
  ]);
  const contents = join(outputFolder, '.tagma', 'checkpoints', 'contents');
  expect((await facts({ tool: 'ls', params: { path: contents } }, { folder })).reads).toMatchObject([
    { where: 'protected' },
  ]);
});

test('a change of a file comes with its diff, but for what is protected or outside', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'tagma-facts-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'project');
  mkdirSync(folder);
  for (const name of ['project/a.txt', 'project/.env', 'b.txt']) writeFileSync(join(root, name), 'key\n');
  const registry = createRegistry();
  const facts = factsWith(new Map(), registry, {
    home: homedir(),
    outputFolder: join(root, 'outputs'),
    shell: 'bash',
    config: NO_CONFIG,
  });
  const previewOf = async (path: string) =>
    (await facts({ tool: 'edit', params: { path, old: 'key', new: 'lock' } }, { folder })).preview;
  expect(await previewOf('a.txt')).toBe('--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,1 @@\n-key\n+lock\n');
  expect(await previewOf('.env')).toBeUndefined();
  expect(await previewOf('../b.txt')).toBeUndefined();
});
